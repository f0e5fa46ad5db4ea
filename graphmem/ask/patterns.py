"""Patterns: every node of them gets the workspace, and all that has times must hold at the two clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graphmem.ask.reading import Reading
from graphmem.ask.vocabulary import ELSEWHERE, ENTITIES, FOUND, HIDDEN, LABELS, RELATIONS, TIMED, TYPES, ends_of
from graphmem.errors import QueryRefused
from graphmem.store.statements import expand

FAR = 4  # hops of one relationship
PINS = frozenset({"name", "id", "path", "key"})
Expression = Callable[[], str]


@dataclass(slots=True)
class Node:
    """A node of a pattern."""

    name: str
    new: bool
    labels: tuple[tuple[str, ...], ...]
    """All of these groups, of each group one."""
    properties: list[str]
    inferred: frozenset[str] = frozenset()

    def holding(self) -> str | None:
        """What of it must hold; nothing where an earlier pattern asked for it."""
        every = [group for group in self.labels if set(group) <= TIMED or set(group) <= ENTITIES]
        words = every[0] if every else () if self.labels else self.inferred
        return shown(self.name, words) if self.new else None

    def text(self) -> str:
        labels = ["|".join(group) for group in self.labels]
        known = {label for group in self.labels for label in group}
        if self.new and not labels and self.inferred:
            labels, known = ["|".join(sorted(self.inferred))], set(self.inferred)
        if self.new and known <= FOUND:  # the label whose index begins with the workspace
            labels.append("Searchable")
        told = "&".join(f"({label})" if "|" in label else label for label in labels)
        held = ", ".join([*self.properties, "workspace: $workspace"])
        return f"({self.name}{':' if told else ''}{told} {{{held}}})"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as it runs, what of it must hold, and what tells how it hangs together with the rest."""

    text: str
    holding: tuple[str, ...]
    names: frozenset[str]
    used: frozenset[str]
    pinned: bool


def shown(name: str, words: Iterable[str] = ()) -> str:
    """That an element with these labels, or of these types, is known and holds at the two clocks; what has no times lasts."""
    entity, timed = f"({name}.recorded_at <= $as_of AND {name}.survivor IS NULL)", expand(f"holds({name})")
    known = frozenset(words)
    if known and known <= TIMED:
        return timed
    if known and known <= ENTITIES:
        return entity
    lasting = f"(coalesce({name}.recorded_at <= $as_of, true) AND {name}.survivor IS NULL)"
    return f"CASE WHEN {name}.valid_from IS NULL THEN {lasting} ELSE {timed} END"


class Patterns:
    """Reads patterns; `expression` reads what stands in their properties."""

    def __init__(self, reading: Reading, expression: Expression) -> None:
        self.r, self.expression = reading, expression
        self.holding: list[str] = []
        self.pinned = False

    def pattern(self) -> Pattern:
        """One path: a node, then relationships and nodes."""
        outer, self.r.used = self.r.used, set()
        self.holding, self.pinned = [], False
        before = set(self.r.scope)
        named = self._path_name()
        nodes, links = [self._node()], []
        while link := self._link(nodes[-1]):
            nodes.append(self._node())
            links.append(link[0])
            for end in nodes[-2:]:
                end.inferred = end.inferred & link[1] if end.inferred else link[1]
        self.holding += [held for node in nodes if (held := node.holding())]
        text = nodes[0].text() + "".join(f"{link}{node.text()}" for link, node in zip(links, nodes[1:], strict=True))
        used = frozenset(self.r.used)
        self.r.used = outer | used
        new = frozenset(self.r.scope - before)
        return Pattern(named + text, tuple(self.holding), new, used - new, self.pinned)

    def _path_name(self) -> str:
        if self.r.token.kind == "name" and self.r.ahead().value == "=" and self.r.ahead().kind == "sign":
            name = self.r.variable()
            self.r.must("=")
            self.r.scope.add(name)
            return f"{name} = "
        return ""

    # -- nodes

    def _node(self) -> Node:
        self.r.spend("elements")
        self.r.must("(")
        name, new = self._bind()
        labels = self._labels()
        properties = self._properties(pins=True)
        if self.r.takes("where"):
            self.holding.append(f"({self.expression()})")
        self.r.must(")")
        return Node(name, new, labels, properties)

    def _bind(self) -> tuple[str, bool]:
        """The variable of an element, one of our own where it has none, and whether it is new."""
        named = self.r.token.kind == "name" and not self.r.is_word("where")
        name = self.r.variable() if named else self.r.fresh()
        new = name not in self.r.scope
        self.r.scope.add(name)
        return name, new

    def _labels(self) -> tuple[tuple[str, ...], ...]:
        groups: list[tuple[str, ...]] = []
        while self.r.sign(":") or (groups and self.r.sign("&")):
            group = [self.label()]
            while self.r.sign("|"):
                self.r.sign(":")
                group.append(self.label())
            groups.append(tuple(group))
        return tuple(groups)

    def label(self) -> str:
        """A label that a question may name."""
        return self._declared(LABELS, "label")

    def _declared(self, known: frozenset[str], what: str) -> str:
        token = self.r.token
        if token.kind != "name" or token.value not in known:
            refused = self.r.unexpected(f"a {what} of the schema is wanted")
            told = ELSEWHERE.get(str(token.value))
            raise QueryRefused(f"{refused.reason}; ask {told} instead") if told else refused
        self.r.at += 1
        return token.value

    def _properties(self, *, pins: bool = False) -> list[str]:
        found: list[str] = []
        if not self.r.sign("{"):
            return found
        while not self.r.sign("}"):
            if found:
                self.r.must(",")
            key = property_name(self.r)
            self.r.must(":")
            self.pinned |= pins and key in PINS and self.r.token.kind == "text"
            found.append(f"{key}: {self.expression()}")
        return found

    # -- relationships

    def _link(self, before: Node) -> tuple[str, frozenset[str]] | None:
        """A relationship as it runs, and the labels that its ends can have; None where the path ends."""
        left = self.r.is_sign("<", "-")
        if not left and not self.r.is_sign("-"):
            return None
        self.r.sign("<")
        self.r.must("-")
        self.r.spend("elements")
        inside, ends = self._inside() if self.r.sign("[") else self._plain()
        self.r.must("-")
        right = self.r.sign(">")
        if left and right:
            raise QueryRefused("a relationship points both ways; leave both arrows out")
        return f"{'<' if left else ''}-[{inside}]-{'>' if right else ''}", ends

    def _plain(self) -> tuple[str, frozenset[str]]:
        self.r.spend("untyped")
        self.r.spend("hops")
        name = self.r.fresh()
        self.holding.append(shown(name))
        return name, frozenset()

    def _inside(self) -> tuple[str, frozenset[str]]:
        name, new = self._bind()
        types = self._types()
        hops = self._hops(types)
        properties = self._properties()
        self.r.must("]")
        if not types:
            self.r.spend("untyped")
        if hops:  # the nodes on the way stand in no pattern: each relationship of it is held to the workspace
            properties.append("workspace: $workspace")
        if new:
            step = self.r.fresh()
            self.holding.append(f"all({step} IN {name} WHERE {shown(step, types)})" if hops else shown(name, types))
        held = f" {{{', '.join(properties)}}}" if properties else ""
        ends = frozenset(label for type_ in types for label in ends_of(type_))
        return f"{name}{':' if types else ''}{'|'.join(types)}{hops}{held}", ends & LABELS

    def _types(self) -> list[str]:
        found: list[str] = []
        if self.r.sign(":"):
            found.append(self._declared(TYPES, "relationship type"))
            while self.r.sign("|"):
                self.r.sign(":")
                found.append(self._declared(TYPES, "relationship type"))
        return found

    def _hops(self, types: list[str]) -> str:
        """`*1..3` as it is written; a way without an end, or one over anything but relations, is refused."""
        if not self.r.sign("*"):
            self.r.spend("hops")
            return ""
        if not types or not set(types) <= RELATIONS:
            raise QueryRefused("a way of several hops names the relations that it goes over")
        least = self.r.number(FAR) if self.r.token.kind == "number" else None
        most = least
        if self.r.sign(".."):
            most = self.r.number(FAR)
        if most is None or not most >= 1 or (least or 0) > most:
            raise QueryRefused(f"a way of several hops has an end, of at most {FAR}: as *1..{FAR}")
        self.r.spend("hops", most)
        return f"*{1 if least is None else least}..{most}"


def property_name(reading: Reading) -> str:
    """The name of a property that may be read."""
    token = reading.token
    if token.kind != "name":
        raise reading.unexpected("the name of a property is wanted")
    if token.value in HIDDEN or token.value.startswith(("vector", "_")):
        raise QueryRefused(f"the property {token.value!r} is not for questions")
    reading.at += 1
    return token.value
