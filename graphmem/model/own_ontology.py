"""A workspace's own ontology: what it adds to the built-in one. Every own type is a kind of a built-in type, so every question reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from graphmem.model.base import Model
from graphmem.model.ontology import DEFAULT, EntityType, Ontology, RelationType, Slot

WORD = r"^[a-z][a-z0-9_]{0,49}$"
Word = Annotated[str, Field(pattern=WORD)]
Words = Annotated[tuple[Word, ...], Field(max_length=100)]
SUBTYPE = "subtype"
RESERVED = frozenset({"id", "name", "type", "description", "aliases", "fields", "workspace"})
"""What is said of every entity without a field of its own."""
KINDLESS = "problem"
"""The type of entity that no other is a kind of: what opens and closes one goes by its name."""
ENDING = {
    "solves": "it closes the problem that it leads to, which only the word itself may do; state solves",
    "conflicts_with": "it ends the other links of its two things, which only the word itself may do; state conflicts_with",
}
"""The relations that close or end what was stated: why neither has kinds, and the way out."""
BASES = tuple(t.name for t in DEFAULT.relation_types if t.name not in ENDING)
"""The relation types that others may be kinds of: the other two close and end what was stated."""

Broken = tuple[str, str]  # path, message


class OwnEntityType(Model):
    """A type of entity: a kind of a built-in one (`is_a`), or a built-in one that gets more fields and subtypes."""

    name: Word
    is_a: str | None = None
    fields: Words = ()
    subtypes: Words = ()
    renamed_from: Word | None = None


class OwnRelationType(Model):
    """A type of relation: a kind of a built-in one, read by the same question; its ends may be held to types of entity."""

    name: Word
    is_a: str
    sources: Words = ()
    targets: Words = ()
    renamed_from: Word | None = None


class OwnSlot(Model):
    """What a preference can be about: whether one value counts at a time, and which values it takes (empty: any)."""

    name: Word
    single: bool = False
    values: tuple[Annotated[str, Field(min_length=1, max_length=100)], ...] = ()


class OwnOntology(Model):
    """What a workspace declares beside the built-in ontology. `becomes` says what a type that is left out turns into."""

    entity_types: Annotated[tuple[OwnEntityType, ...], Field(max_length=100)] = ()
    relation_types: Annotated[tuple[OwnRelationType, ...], Field(max_length=100)] = ()
    slots: Annotated[tuple[OwnSlot, ...], Field(max_length=100)] = ()
    semantic_types: Words = ()
    becomes: Mapping[Word, Word] = Field(default_factory=dict)

    @property
    def stored(self) -> OwnOntology:
        """What is kept: how it came about is told by the versions."""
        plain = {"renamed_from": None}
        return self.model_copy(
            update={
                "entity_types": tuple(t.model_copy(update=plain) for t in self.entity_types),
                "relation_types": tuple(t.model_copy(update=plain) for t in self.relation_types),
                "becomes": {},
            }
        )

    @property
    def turned(self) -> dict[str, str]:
        """What each type that is no longer declared turns into."""
        types: tuple[OwnEntityType | OwnRelationType, ...] = (*self.entity_types, *self.relation_types)
        return {**self.becomes, **{t.renamed_from: t.name for t in types if t.renamed_from}}


EMPTY = OwnOntology()


def extended(own: OwnOntology) -> Ontology:
    """The built-in ontology with what a workspace adds to it; `own` keeps the rules of `broken_rules`."""
    added = {t.name: t for t in own.entity_types if t.is_a is None}
    built_in = tuple(_with(t, added[t.name]) if t.name in added else t for t in DEFAULT.entity_types)
    bases = {t.name: t for t in built_in}
    entities = [_with(bases[t.is_a].model_copy(update={"name": t.name, "is_a": t.is_a}), t) for t in own.entity_types if t.is_a]
    return Ontology(
        entity_types=(*built_in, *entities), relation_types=(*DEFAULT.relation_types, *(_relation(t) for t in own.relation_types)),
        slots=(*DEFAULT.slots, *(Slot(name=s.name, single=s.single, values=s.values) for s in own.slots)),
        semantic_types=(*DEFAULT.semantic_types, *own.semantic_types),
    )  # fmt: skip


def _with(base: EntityType, own: OwnEntityType) -> EntityType:
    """A type with the fields and subtypes of an own one; its own subtypes take the place of those of what it is a kind of."""
    subtypes = own.subtypes if own.is_a and own.subtypes else tuple(dict.fromkeys((*base.subtypes, *own.subtypes)))
    subtype = (SUBTYPE,) if subtypes else ()
    return base.model_copy(update={"subtypes": subtypes, "fields": tuple(dict.fromkeys((*subtype, *base.fields, *own.fields)))})


def _relation(own: OwnRelationType) -> RelationType:
    base = DEFAULT.relation_type(own.is_a)
    if base is None:
        raise ValueError(f"{own.is_a!r} is no built-in relation type")
    return base.model_copy(update={"name": own.name, "is_a": own.is_a, "sources": own.sources, "targets": own.targets})


# -- the rules


def broken_rules(own: OwnOntology) -> list[Broken]:
    """Everything in an own ontology that cannot be: the path of the field, and the way out."""
    return [*_entity_rules(own), *_relation_rules(own), *_word_rules(own)]


def _entity_rules(own: OwnOntology) -> Iterator[Broken]:
    built_in = {t.name for t in DEFAULT.entity_types}
    for n, type_ in enumerate(own.entity_types):
        path = f"entity_types[{n}]"
        if type_.is_a is None and type_.name not in built_in:
            yield f"{path}.is_a", f"{type_.name!r} is not built in: say which type it is a kind of, one of {_listed(built_in)}"
        elif type_.is_a is not None and type_.name in built_in:
            yield (
                f"{path}.name",
                f"{type_.name!r} is built in: leave out is_a to add fields and subtypes to it, or take another name",
            )
        elif type_.is_a == KINDLESS:
            yield (
                f"{path}.is_a",
                f"{KINDLESS} has no kinds: declare {KINDLESS} itself, without is_a, with more fields and subtypes",
            )
        elif type_.is_a is not None and type_.is_a not in built_in:
            yield f"{path}.is_a", f"{type_.is_a!r} is no built-in type of entity: one of {_listed(built_in)}"
        for k, field in enumerate(type_.fields):
            if field in RESERVED:
                yield f"{path}.fields[{k}]", f"every entity has its {field}; take another name"
    yield from _twice("entity_types", [t.name for t in own.entity_types])


def _relation_rules(own: OwnOntology) -> Iterator[Broken]:
    built_in = {t.name for t in DEFAULT.relation_types}
    entities = {t.name for t in DEFAULT.entity_types} | {t.name for t in own.entity_types}
    for n, type_ in enumerate(own.relation_types):
        path = f"relation_types[{n}]"
        if type_.name in built_in or type_.name in (*DEFAULT.semantic_types, *own.semantic_types):
            yield f"{path}.name", f"{type_.name!r} is taken by a built-in relation or a word of related_to; take another name"
        if type_.is_a in ENDING:
            yield f"{path}.is_a", f"{type_.is_a} has no kinds: {ENDING[type_.is_a]}, or declare a kind of {_listed(BASES)}"
        elif type_.is_a not in BASES:
            yield f"{path}.is_a", f"{type_.is_a!r}: an own relation is a kind of {_listed(BASES)}"
        for end in ("sources", "targets"):
            for k, name in enumerate(getattr(type_, end)):
                if name not in entities:
                    yield f"{path}.{end}[{k}]", f"{name!r} is no type of entity, here or built in"
    yield from _twice("relation_types", [t.name for t in own.relation_types])


def _word_rules(own: OwnOntology) -> Iterator[Broken]:
    for n, slot in enumerate(own.slots):
        if DEFAULT.slot(slot.name):
            yield f"slots[{n}].name", f"{slot.name!r} is a built-in slot; take another name"
    for n, word in enumerate(own.semantic_types):
        if word in DEFAULT.semantic_types:
            yield f"semantic_types[{n}]", f"{word!r} is built in"
    yield from _twice("slots", [s.name for s in own.slots])
    yield from _twice("semantic_types", list(own.semantic_types))
    known = extended_names(own)
    for old, new in own.turned.items():
        if new not in known:
            yield f"becomes.{old}", f"{new!r} is no type of this ontology"
        elif old in known:
            yield f"becomes.{old}", f"{old!r} is still declared; leave it out of the types, or say nothing of what it becomes"


def extended_names(own: OwnOntology) -> set[str]:
    """The names of all types of entity and relation, built-in ones too."""
    built_in = {t.name for t in DEFAULT.entity_types} | {t.name for t in DEFAULT.relation_types}
    return built_in | {t.name for t in own.entity_types} | {t.name for t in own.relation_types}


def _twice(path: str, names: Sequence[str]) -> Iterator[Broken]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{path}[{len(names) - 1 - names[::-1].index(name)}]", f"{name!r} is declared {count} times"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
