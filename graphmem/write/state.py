"""What a plan knows of the memory: the entities, records and edges that the request can touch, and what earlier items added."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from graphmem.errors import Refusal, Refused
from graphmem.model.names import Name, fold_key, name_key, typo_keys
from graphmem.model.ontology import IMPACT, UNDIRECTED
from graphmem.model.times import Place, later
from graphmem.write.items import Item, NamedEntity, Ref, new_id
from graphmem.write.rows import EdgeRow, RecordRow

MOST_SPELLED = 50  # new names of a request that are compared with names one slip away: what somebody writes, not a bulk load


@dataclass(slots=True)
class Known:
    """An entity that a name leads to: `home` is the entity the name belonged to first, `id` the one that stands for it now."""

    id: str
    home: str
    type: str
    name: str
    made_by: int | None = None
    home_type: str | None = None
    lexical: str | None = None  # its words for the full-text index, as they stand


@dataclass(slots=True)
class NewName:
    """A spelling to be added, the entity it leads to, and the keys that it shares with names one slip away."""

    type: str
    name: Name
    known: Known
    slips: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.slips = typo_keys(self.name.shown)


@dataclass(slots=True)
class Alike:
    """A name that is spelled like one in the request: a candidate for a probable duplicate.

    `entity` is the one that the name belonged to first, `leads` the one that stands for it now.
    """

    entity: str
    type: str
    name: str
    leads: str


@dataclass(slots=True)
class State:
    """The rows at hand; `by_pair` and `by_entity` hold edges by where they lie now."""

    names: dict[Ref, Known] = field(default_factory=dict)
    ids: dict[str, Known] = field(default_factory=dict)
    records: dict[str, RecordRow] = field(default_factory=dict)
    edges: dict[str, EdgeRow] = field(default_factory=dict)
    by_pair: dict[frozenset[str], list[EdgeRow]] = field(default_factory=lambda: defaultdict(list))
    by_entity: dict[str, list[EdgeRow]] = field(default_factory=lambda: defaultdict(list))
    by_record: dict[str, list[EdgeRow]] = field(default_factory=lambda: defaultdict(list))
    requests: dict[str, str] = field(default_factory=dict)
    by_key: dict[str, list[Known]] = field(default_factory=lambda: defaultdict(list))
    alike: dict[str, list[Alike]] = field(default_factory=lambda: defaultdict(list))
    spelled: int = 0
    marks: dict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))

    def add_name(self, ref: Ref, known: Known) -> None:
        self.names[ref] = known
        self.by_key[ref.key].append(known)

    def add_edges(self, rows: Iterable[EdgeRow]) -> None:
        for row in rows:
            if row.id in self.edges:
                continue
            self.edges[row.id] = row
            self.by_pair[row.pair].append(row)
            for end in row.pair:
                self.by_entity[end].append(row)
            self.by_record[row.record].append(row)

    def add_record(self, row: RecordRow) -> None:
        """The record shares its list of edges with the state: an edge that is added later is the record's too."""
        self.records[row.id] = row
        row.edges = self.by_record[row.id]

    def removed(self, entity: str, place: Place) -> bool:
        """Whether a mark of removal stands on the entity where an impact link of this place begins, so that it lifts it."""
        return any(later(place, mark) and not self._lifted(entity, mark, place) for mark in self.marks.get(entity, ()))

    def _lifted(self, entity: str, mark: Place, place: Place) -> bool:
        at = max(mark.first, place.first)
        return any(
            e.type in IMPACT and e.times.valid_from <= at and e.times.held and later(e.times.place, mark)
            for e in self.by_entity[entity]
        )

    # -- names

    def bare(self, name: str) -> list[Known]:
        """Every entity that a name or an id leads to, whatever its type."""
        if name in self.ids:
            return [self.ids[name]]
        return list({k.id: k for k in self.by_key.get(name_key(name), ())}.values())

    def seen(self, edge: EdgeRow) -> tuple[str, str, str]:
        """The link that a reader sees: where the edge lies, without direction for types that have none."""
        return seen(edge.source, edge.type, edge.target)


def seen(source: str, type_: str, target: str) -> tuple[str, str, str]:
    """A link as shown: the ends of an undirected type in one order."""
    if type_ in UNDIRECTED and target < source:
        source, target = target, source
    return source, type_, target


class Names:
    """Resolves the entities of one item; nothing is added to the state until `keep`."""

    def __init__(self, state: State, item: Item) -> None:
        self.state, self.item = state, item
        self.known: dict[Ref, Known] = {}
        self.added: dict[Ref, Known] = {}
        self.matched: dict[Ref, str | None] = {}
        self.new_names: list[NewName] = []
        self.refusals: list[Refusal] = []
        for entity in item.entities:
            self._resolve(entity)
        if self.refusals:
            raise Refused(self.refusals)

    def _resolve(self, entity: NamedEntity) -> None:
        known, matched = self._find(entity)
        if entity.id is not None and (known is None or entity.ref.type not in (known.type, known.home_type)):
            self._refuse(f"{entity.path}.name", "UNKNOWN_ENTITY", f"no {entity.ref.type} {entity.id!r} in this workspace")
            return
        if known is None:
            id_ = new_id("ent")
            known = Known(id_, id_, entity.ref.type, entity.shown, made_by=self.item.index)
        self.known[entity.ref], self.matched[entity.ref] = known, matched
        if entity.id is None and self._leads(entity.ref) is None:
            self._add(entity.ref, Name(entity.shown, entity.ref.key, ()), known)
        for alias in entity.aliases:
            self._alias(entity, alias, known)

    def _find(self, entity: NamedEntity) -> tuple[Known | None, str | None]:
        """The entity that a declared one leads to, and by what it was found."""
        if entity.id is not None:
            return self.state.ids.get(entity.id), "id"
        if known := self._leads(entity.ref):
            return known, "name" if name_key(known.name) == entity.ref.key else "alias"
        by_alias = [k for a in entity.aliases if (k := self._leads(Ref(entity.ref.type, a.key)))]
        return (by_alias[0], "alias") if by_alias else (None, None)

    def _leads(self, ref: Ref) -> Known | None:
        return self.added.get(ref) or self.state.names.get(ref)

    def _add(self, ref: Ref, name: Name, known: Known) -> None:
        self.added[ref] = known
        self.new_names.append(NewName(ref.type, name, known))

    def _alias(self, entity: NamedEntity, alias: Name, known: Known) -> None:
        """An alias leads to the entity that it is given for, or is refused with the name of its holder."""
        ref = Ref(entity.ref.type, alias.key)
        holder = self._leads(ref)
        if holder is None:
            self._add(ref, alias, known)
        elif holder.id != known.id:
            message = (
                f"the alias {alias.shown!r} leads to {holder.name!r} ({holder.id}) already; merge the two if they are one thing"
            )
            self._refuse(f"{entity.path}.aliases", "ALIAS_TAKEN", message)

    def _refuse(self, path: str, code: str, message: str) -> None:
        self.refusals.append(Refusal(self.item.index, path, code, message))

    def end(self, ref: Ref) -> Known | None:
        """The declared entity at one end of a relation: by its own name, or by any name or id that leads to it."""
        if ref.type:
            return self.known[ref]
        declared = {k.id for k in self.known.values()}
        found = [k for k in self.state.bare(ref.key) if k.id in declared]
        return found[0] if len(found) == 1 else None

    def declared(self, name: str) -> list[Known]:
        """The entities that the item itself declares under a name or an alias."""
        key = name_key(name)
        return [self.known[e.ref] for e in self.item.entities if key in (e.ref.key, *(a.key for a in e.aliases))]

    def makes(self, known: Known) -> bool:
        """Whether this item is the one that makes the entity."""
        return known.made_by == self.item.index

    def keep(self) -> None:
        """Makes the new names known to the items that follow."""
        for entity in self.item.entities:
            known = self.known[entity.ref]
            self.state.ids.setdefault(known.id, known)
        for new in self.new_names:
            self.state.add_name(Ref(new.type, new.name.key), new.known)
            alike = Alike(new.known.home, new.type, new.name.shown, new.known.id)
            self.state.alike[fold_key(new.name.shown)].append(alike)
            # Numbered names share slips by the hundred: what a bulk load adds is not compared with itself.
            if self.state.spelled < MOST_SPELLED:
                self.state.spelled += 1
                for key in new.slips:
                    self.state.alike[key].append(alike)
