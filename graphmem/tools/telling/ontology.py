"""The words that a workspace takes: a line a type."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.ontology import OntologyView
from graphmem.model.ontology import EntityType, RelationType
from graphmem.tools.pages import Told


def ontology(answer: OntologyView) -> Told:
    """Types of entity, of relation, slots, and the words of related_to."""
    head = f"The types that this workspace takes (version {answer.version} of its own ones)."
    lines = [*map(_entity, answer.entity_types), *map(_relation, answer.relation_types)]
    lines += [f"slot {s.name}" + (f": {' or '.join(s.values)}" if s.values else "") for s in answer.slots]
    return Told(head, [*lines, f"related_to may say in semantic: {', '.join(answer.semantic_types)}"], answer=answer)


def _entity(type_: EntityType) -> str:
    return "; ".join(_parts(f"entity type {type_.name}", type_.is_a, fields=type_.fields, subtypes=type_.subtypes))


def _relation(type_: RelationType) -> str:
    told = f"relation type {type_.name}, read by {type_.read_by}"
    return "; ".join(_parts(told, type_.is_a, sources=type_.sources, targets=type_.targets))


def _parts(first: str, is_a: str | None, **lists: tuple[str, ...]) -> Iterator[str]:
    yield first + (f", a kind of {is_a}" if is_a else "")
    yield from (f"{name} {', '.join(words)}" for name, words in lists.items() if words)
