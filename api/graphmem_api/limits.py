"""Limits of one document, counted before it is validated and before any statement runs.

Fragments are counted once each and then by how often they are spread, so that none can hide depth, width or aliases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLObjectType,
    GraphQLSchema,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    get_named_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)

TOO_MUCH = "LIMIT_EXCEEDED"
LISTS = 5  # items that a list without a size of its own is taken to have


@dataclass(frozen=True, slots=True)
class Limits:
    """What one operation may ask for."""

    tokens: int = 4_000
    definitions: int = 40
    depth: int = 14
    fields: int = 1_000
    aliases: int = 60
    roots: int = 30
    directives: int = 60
    cost: int = 250_000


@dataclass(slots=True)
class Count:
    """What a set of selections comes to when its fragments are written out."""

    fields: int = 0
    aliases: int = 0
    directives: int = 0
    depth: int = 0
    cost: int = 0
    roots: int = 0

    def add(self, other: Count) -> None:
        self.fields += other.fields
        self.aliases += other.aliases
        self.directives += other.directives
        self.cost += other.cost
        self.roots += other.roots
        self.depth = max(self.depth, other.depth)


@dataclass(slots=True)
class Counter:
    """Counts one document against a schema."""

    schema: GraphQLSchema
    document: DocumentNode
    limits: Limits
    variables: Mapping[str, Any] = field(default_factory=dict)
    _fragments: dict[str, FragmentDefinitionNode] = field(default_factory=dict)
    _counted: dict[tuple[str, str, int], Count] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Raises a `GraphQLError` that names the limit and the number found."""
        definitions = self.document.definitions
        self._must("definitions", len(definitions))
        self._fragments = {d.name.value: d for d in definitions if isinstance(d, FragmentDefinitionNode)}
        for operation in (d for d in definitions if isinstance(d, OperationDefinitionNode)):
            root = self.schema.get_root_type(operation.operation)
            total = self._selections(operation.selection_set, root, LISTS, top=True)
            total.directives += len(operation.directives or ())
            for name in ("depth", "fields", "aliases", "roots", "directives", "cost"):
                self._must(name, getattr(total, name))
        for fragment in self._fragments.values():  # also those that nothing spreads: they are validated too
            self._fragment(fragment.name.value, self._type(fragment.type_condition.name.value), LISTS)

    def _must(self, name: str, found: int) -> None:
        most = getattr(self.limits, name)
        if found > most:
            message = f"The document has {name} {found:,}; at most {most:,} are taken. Ask for less, or in several requests."
            raise GraphQLError(message, extensions={"code": TOO_MUCH, "path": name, "limit": most})

    def _selections(self, selections: SelectionSetNode | None, parent: Any, items: int, *, top: bool = False) -> Count:
        total = Count()
        for node in selections.selections if selections else ():
            if isinstance(node, FieldNode):
                found = self._field(node, parent, items, top=top)
            elif isinstance(node, FragmentSpreadNode):
                found = self._fragment(node.name.value, parent, items, top=top)
            else:
                condition = node.type_condition  # type: ignore[attr-defined]
                inner = self._type(condition.name.value) if condition else parent
                found = self._selections(node.selection_set, inner, items, top=top)  # type: ignore[attr-defined]
            total.add(found)
            total.directives += len(node.directives or ())
            self._stop(total)
        return total

    def _stop(self, total: Count) -> None:
        """Counting itself ends at the limit: no document can make it long."""
        for name in ("fields", "aliases", "directives", "cost", "depth"):
            self._must(name, getattr(total, name))

    def _field(self, node: FieldNode, parent: Any, items: int, *, top: bool) -> Count:
        if node.name.value.startswith("__"):  # introspection is bounded by the schema, and has a switch of its own
            self._must("depth", _depth(node.selection_set, self.limits.depth + 4))
            return Count(fields=1, depth=1, cost=1)
        declared = parent.fields.get(node.name.value) if is_object_type(parent) else None
        kind = declared.type if declared else None
        size = self._size(node, declared)
        many = _is_list(kind)
        below = self._selections(
            node.selection_set, get_named_type(kind) if kind else None, size or (LISTS if not top else items)
        )
        calls = 50 if top else 20 if declared and declared.args else 1
        return Count(
            fields=1 + below.fields, aliases=below.aliases + (node.alias is not None), directives=below.directives,
            depth=1 + below.depth, roots=int(top), cost=calls + (items if many else 1) * below.cost,
        )  # fmt: skip

    def _size(self, node: FieldNode, declared: Any) -> int | None:
        """How many items the field's own `limit` or `first` asks for; None where it has neither."""
        given = {a.name.value: a.value for a in node.arguments or ()}
        for name in ("limit", "first"):
            if declared is None or name not in declared.args:
                continue
            value = given.get(name)
            if isinstance(value, IntValueNode):
                return max(1, min(int(value.value), 10_000))
            if isinstance(value, VariableNode):
                told = self.variables.get(value.name.value)
                return max(1, min(told, 10_000)) if isinstance(told, int) else LISTS
            default = declared.args[name].default_value
            return default if isinstance(default, int) and not isinstance(default, bool) else LISTS
        return None

    def _fragment(self, name: str, parent: Any, items: int, *, top: bool = False) -> Count:
        if name in self._open:
            message = f"The fragment {name!r} leads back to itself."
            raise GraphQLError(message, extensions={"code": TOO_MUCH, "path": "fragments"})
        fragment = self._fragments.get(name)
        if fragment is None:
            return Count()  # validation says so
        key = (name, str(top), items)
        if key not in self._counted:
            self._open.append(name)
            inner = self._type(fragment.type_condition.name.value)
            self._counted[key] = self._selections(fragment.selection_set, inner, items, top=top)
            self._open.pop()
        return self._counted[key]

    def _type(self, name: str) -> GraphQLObjectType | None:
        found = self.schema.type_map.get(name)
        return found if isinstance(found, GraphQLObjectType) else None


def _is_list(kind: Any) -> bool:
    while is_non_null_type(kind):
        kind = kind.of_type
    return is_list_type(kind)


def _depth(selections: SelectionSetNode | None, most: int) -> int:
    """How deep selections go, fragments aside; counting ends at `most`."""
    if selections is None or most <= 0:
        return 0
    return 1 + max((_depth(s, most - 1) for s in _inner(selections)), default=0)


def _inner(selections: SelectionSetNode) -> Iterator[SelectionSetNode]:
    for node in selections.selections:
        if getattr(node, "selection_set", None) is not None:
            yield node.selection_set  # type: ignore[attr-defined]
