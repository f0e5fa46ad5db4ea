"""Ontology: the types that a workspace accepts, every version of its own ones, and what another declaration would change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from graphmem.errors import Refusal, Refused
from graphmem.model.answers.ontology import (
    ChangedPart,
    EntityTypeLine,
    OntologyChange,
    OntologyDiff,
    OntologyLine,
    OntologyView,
    RelationTypeLine,
    SlotLine,
)
from graphmem.model.base import Model
from graphmem.model.ontology import Ontology
from graphmem.model.own_ontology import EMPTY, OwnOntology, broken_rules, extended
from graphmem.model.records import shape_refusals
from graphmem.model.times import shown_time
from graphmem.store import Reader
from graphmem.store.connection import Transaction

MOST_VERSIONS = 200
MOST_TEXT = 200_000  # characters of a declaration


class VersionRow(Model):
    """The columns of `read/ontology_versions`."""

    id: str
    version: int
    body: str
    author: str
    reason: str | None
    recorded_at: datetime

    def line(self) -> OntologyLine:
        return OntologyLine(
            version=self.version, author=self.author, reason=self.reason, recorded_at=shown_time(self.recorded_at)
        )


async def ontology(reader: Reader) -> OntologyView:
    """The ontology as it stood at `as_of`, and the versions until then."""
    rows = await reader.models("read/ontology_versions", VersionRow, limit=MOST_VERSIONS)
    own = OwnOntology.model_validate_json(rows[0].body) if rows else EMPTY
    whole = extended(own)
    entities = tuple(EntityTypeLine(**t.model_dump()) for t in whole.entity_types)
    relations = tuple(RelationTypeLine(**t.model_dump()) for t in whole.relation_types)
    return OntologyView(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, version=rows[0].version if rows else 0,
        entity_types=entities, relation_types=relations, slots=tuple(SlotLine(**s.model_dump()) for s in whole.slots),
        semantic_types=whole.semantic_types,
        own=json.dumps(json.loads(body_of(own)), indent=1), versions=tuple(r.line() for r in rows),
    )  # fmt: skip


async def diff_ontology(reader: Reader, declared: OwnOntology) -> OntologyDiff:
    """What `declared` would change in what stands now."""
    rows = await reader.models("read/ontology_versions", VersionRow, limit=1)
    standing = OwnOntology.model_validate_json(rows[0].body) if rows else EMPTY
    changes = await changes_of(reader, standing, declared)
    return OntologyDiff(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, version=rows[0].version if rows else 0, changes=changes,
        applicable=not any(c.refused for c in changes),
    )  # fmt: skip


def body_of(own: OwnOntology) -> str:
    """An own ontology as it is stored and shown: what is empty is left out."""
    return own.stored.model_dump_json(exclude_defaults=True)


# -- from a text to a declaration


def declared_in(text: str) -> OwnOntology:
    """The own ontology that a text in YAML or JSON declares; raises `Refused` with the path of every field that breaks a rule."""
    if len(text) > MOST_TEXT:
        raise _refused([("text", f"{len(text):,} characters given, at most {MOST_TEXT:,} are taken")])
    try:
        own = OwnOntology.model_validate(_parsed(text))
    except ValidationError as error:
        raise _refused([(r.path if r.path != "record" else "text", r.message) for r in shape_refusals(error)]) from None
    if broken := broken_rules(own):
        raise _refused(broken)
    return own


def _parsed(text: str) -> Any:
    """The data in the text; without the YAML library JSON alone is understood."""
    try:
        import yaml
    except ImportError:
        return _read(json.loads, (ValueError, RecursionError), text, "; for YAML install graphmem[ingest]")
    return _read(yaml.safe_load, (yaml.YAMLError, ValueError, RecursionError), text, "")


def _read(parse: Callable[[str], Any], wrong: tuple[type[Exception], ...], text: str, beside: str) -> Any:
    try:
        found = parse(text)
    except wrong as error:
        raise _refused([("text", f"neither YAML nor JSON: {str(error).splitlines()[0][:200]}{beside}")]) from None
    return {} if found is None else found


def _refused(broken: Sequence[tuple[str, str]]) -> Refused:
    return Refused([Refusal(0, path, "INVALID_ONTOLOGY", message) for path, message in broken])


# -- what changes


@dataclass(slots=True)
class Words:
    """Everything that an own ontology declares, each thing under its name, in a form that can be compared."""

    entity_types: dict[str, Any] = field(default_factory=dict)
    relation_types: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, tuple[str, str]] = field(default_factory=dict)
    subtypes: dict[str, tuple[str, str]] = field(default_factory=dict)
    slots: dict[str, Any] = field(default_factory=dict)
    semantic_types: dict[str, Any] = field(default_factory=dict)


def _words(own: OwnOntology) -> Words:
    whole = extended(own)
    found = Words(
        {t.name: t.is_a for t in own.entity_types if t.is_a}, {t.name: (t.is_a, t.sources, t.targets) for t in own.relation_types},
        slots={s.name: (s.single, s.values) for s in own.slots}, semantic_types=dict.fromkeys(own.semantic_types, ""),
    )  # fmt: skip
    for type_ in whole.entity_types:
        found.fields |= {f"{type_.name}.{name}": (type_.name, name) for name in type_.fields}
        found.subtypes |= {f"{type_.name}.{name}": (type_.name, name) for name in type_.subtypes}
    return found


async def changes_of(reader: Transaction, standing: OwnOntology, declared: OwnOntology) -> tuple[OntologyChange, ...]:
    """The differences in the order of the parts, with how much of the workspace each affects."""
    before, after = _words(standing), _words(declared)
    changes = [
        *_types("entity_type", before.entity_types, after.entity_types, declared.turned),
        *_types("relation_type", before.relation_types, after.relation_types, declared.turned),
    ]
    gone = {c.name for c in changes if c.kind in ("removed", "renamed")}
    parts: tuple[tuple[ChangedPart, Mapping[str, Any], Mapping[str, Any]], ...] = (
        ("field", before.fields, after.fields), ("subtype", before.subtypes, after.subtypes)
    )  # fmt: skip
    for part, one, other in parts:
        changes += [
            c
            for c in _plain(part, one, other)
            if c.name.split(".")[0] not in gone | {*after.entity_types} - {*before.entity_types}
        ]
    changes += [*_plain("slot", before.slots, after.slots), *_plain("semantic_type", before.semantic_types, after.semantic_types)]
    counts = await _counts(reader, changes, before)
    return tuple(
        _judged(c.model_copy(update={"affected": counts.get((c.part, c.name), 0)}), before, after, extended(declared))
        for c in changes
    )


def _types(
    part: ChangedPart, before: Mapping[str, Any], after: Mapping[str, Any], turned: Mapping[str, str]
) -> Iterator[OntologyChange]:
    taken = {turned[name] for name in before if name not in after and name in turned}
    for name in before:
        if name not in after:
            kind = "renamed" if turned.get(name) in after and turned[name] not in before else "removed"
            yield OntologyChange(kind=kind, part=part, name=name, becomes=turned.get(name))
        elif before[name] != after[name]:
            yield OntologyChange(kind="changed", part=part, name=name)
    for name in after:
        if name not in before and name not in taken:
            yield OntologyChange(kind="added", part=part, name=name)


def _plain(part: ChangedPart, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[OntologyChange]:
    for name in (*before, *(n for n in after if n not in before)):
        if name not in after:
            yield OntologyChange(kind="removed", part=part, name=name)
        elif name not in before:
            yield OntologyChange(kind="added", part=part, name=name)
        elif part == "slot" and before[name] != after[name]:
            yield OntologyChange(kind="changed", part=part, name=name)


def _judged(change: OntologyChange, before: Words, after: Words, whole: Ontology) -> OntologyChange:
    """The change with the reason why it is refused: what is in use is never lost or relabelled without a word."""
    if not change.affected:
        return change
    reason = None
    entity = change.part == "entity_type"
    if change.kind == "removed" and change.becomes is None and change.part in ("entity_type", "relation_type"):
        reason = f"in use: say what it becomes, by renamed_from on another type or by `becomes: {{{change.name}: …}}`"
    elif change.becomes and not entity and _stored(whole, change.becomes) != before.relation_types[change.name][0]:
        reason = (
            f"its links are stored as {before.relation_types[change.name][0]}, and {change.becomes} is a kind of another type"
        )
    elif change.becomes and entity and whole.entity_type(change.becomes) is None:
        reason = f"{change.becomes!r} is no type of entity"
    elif change.kind == "changed" and change.part == "entity_type":
        reason = f"in use as a kind of {before.entity_types[change.name]}; give what is a kind of another type another name"
    elif (
        change.kind == "changed"
        and change.part == "relation_type"
        and before.relation_types[change.name][0] != after.relation_types[change.name][0]
    ):
        reason = f"in use as a kind of {before.relation_types[change.name][0]}; give what is a kind of another type another name"
    elif change.kind == "removed" and change.part == "slot":
        reason = "preferences are kept in it; forget or restate them first"
    return change.model_copy(update={"refused": reason})


def _stored(whole: Ontology, relation: str) -> str | None:
    found = whole.relation_type(relation)
    return found.stored if found else None


async def _counts(reader: Transaction, changes: Sequence[OntologyChange], before: Words) -> dict[tuple[str, str], int]:
    """How many things of the workspace use each word that changes or goes."""
    used = [c for c in changes if c.kind != "added"]
    said = [
        (c, before.fields[c.name] if c.part == "field" else before.subtypes[c.name])
        for c in used
        if c.part in ("field", "subtype")
    ]
    relations = [{"name": c.name, "stored": before.relation_types[c.name][0]} for c in used if c.part == "relation_type"]
    relations += [{"name": c.name, "stored": "related_to"} for c in used if c.part == "semantic_type"]
    row = await reader.one(
        "read/ontology_counts", entities=[c.name for c in used if c.part == "entity_type"],
        said=[
            {"key": c.name, "type": type_, "text": f'"{word}": ' if c.part == "field" else f'"subtype": "{word}"'}
            for c, (type_, word) in said
        ],
        relations=relations, slots=[c.name for c in used if c.part == "slot"],
    )  # fmt: skip
    parts = {c.name: c.part for c in used if c.part in ("relation_type", "semantic_type")}
    found = {("entity_type", r["name"]): r["n"] for r in row["entity_counts"]}
    found |= {(c.part, c.name): n for c, _ in said for r in row["said_counts"] if r["key"] == c.name for n in [r["n"]]}
    found |= {(parts[r["name"]], r["name"]): r["n"] for r in row["relation_counts"]}
    return found | {("slot", r["name"]): r["n"] for r in row["slot_counts"]}
