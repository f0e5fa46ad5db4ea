"""What can be stated: the kinds of record, the entities they are about and the relations between them.

The constructors check shapes only; the rules of the contract are checked by `graphmem.model.checks` when a record is
remembered, so that one call reports every broken rule with the path of its field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AliasChoices, BeforeValidator, Field, ValidationError

from graphmem.errors import Refusal, Refused
from graphmem.model.base import Model
from graphmem.model.times import FORMATS

Time: TypeAlias = datetime | date | str
Scalar: TypeAlias = str | int | float | bool


def _no_number(value: object) -> object:
    """A number is no time: read as seconds since some year it would silently become one."""
    if isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is a number, not a time: write {FORMATS}")
    return value


GivenTime: TypeAlias = Annotated[Time, BeforeValidator(_no_number)]


class EntityRef(Model):
    """A thing the record is about: its name and type, and what the record says of it."""

    name: str
    type: str = Field(validation_alias=AliasChoices("type", "entity_type"))
    description: str | None = None
    aliases: tuple[str, ...] = ()
    fields: Mapping[str, Scalar | None] = Field(default_factory=dict)


class Relation(Model):
    """A typed link between two entities that the record names, with the reason why it holds."""

    source: str = Field(validation_alias=AliasChoices("source", "from_entity"))
    target: str = Field(validation_alias=AliasChoices("target", "to_entity"))
    type: str = Field(validation_alias=AliasChoices("type", "relation_type"))
    reason: str = Field(default="", validation_alias=AliasChoices("reason", "context"))
    source_type: str | None = None
    target_type: str | None = None
    semantic: str | None = None


class Retire(Model):
    """What no longer holds: one edge by its id, a link by its ends and type, or everything an entity takes part in."""

    relation: str | None = None
    source: str | None = Field(default=None, validation_alias=AliasChoices("source", "from_entity"))
    target: str | None = Field(default=None, validation_alias=AliasChoices("target", "to_entity"))
    type: str | None = Field(default=None, validation_alias=AliasChoices("type", "relation_type"))
    entity: str | None = None


RELATION_ID = re.compile("rel_[0-9a-f]{20}")


def _as_retire(value: object) -> object:
    """A bare text is the id of an edge, or the name or id of an entity; three texts are source, type and target."""
    if isinstance(value, str):
        return {"relation": value} if RELATION_ID.fullmatch(value) else {"entity": value}
    if isinstance(value, (tuple, list)) and len(value) == 3:
        return dict(zip(("source", "type", "target"), value, strict=True))
    return value


Retires: TypeAlias = Annotated[Retire, BeforeValidator(_as_retire)]


class Record(Model):
    """One piece of knowledge. The fields here are shared by all kinds; each kind adds its own."""

    kind: ClassVar[str] = ""

    title: str | None = None
    text: str | None = None
    entities: tuple[EntityRef, ...] = ()
    relations: tuple[Relation, ...] = ()
    supersedes: tuple[str, ...] = ()
    corrects: tuple[str, ...] = ()
    carries: bool = False
    retires: tuple[Retires, ...] = ()
    files: tuple[str, ...] = ()
    valid_from: GivenTime | None = None
    valid_to: GivenTime | None = None
    request_id: str | None = None
    on_behalf_of: str | None = None


class Question(Record):
    """A question and, once known, its answer."""

    kind: ClassVar[str] = "question"
    question: str
    answer: str | None = None


class Decision(Record):
    """What was decided, and why."""

    kind: ClassVar[str] = "decision"
    decision: str
    reason: str | None = None


class ProblemSolved(Record):
    """A problem with its fix and its cause."""

    kind: ClassVar[str] = "problem_solved"
    problem: str
    solution: str
    cause: str | None = None


class ProblemFound(Record):
    """A problem that nothing solves yet."""

    kind: ClassVar[str] = "problem_found"
    problem: str
    description: str | None = None


class CodeChange(Record):
    """A change made to the code."""

    kind: ClassVar[str] = "code_change"
    change: str


class Requirement(Record):
    """Something that must be true, and how much it matters."""

    kind: ClassVar[str] = "requirement"
    requirement: str
    priority: Literal["must", "should", "could", "critical", "high", "medium", "low"] | None = None


class Definition(Record):
    """A term and what it means here."""

    kind: ClassVar[str] = "definition"
    term: str
    definition: str


class Preference(Record):
    """How somebody wants things to be: a value for a slot of the ontology; `holder` is whose it is, by default the author."""

    kind: ClassVar[str] = "preference"
    preference: str
    slot: str
    holder: str | None = None


class Fact(Record):
    """One small truth as subject, predicate and object: an island, which nothing is linked to and search alone finds."""

    kind: ClassVar[str] = "fact"
    subject: str
    predicate: str
    object: str


class Statement(Record):
    """What a passage of a document states; made by `ingest`, never stated by hand."""

    kind: ClassVar[str] = "statement"
    statement: str
    document: str | None = None
    chunk: str | None = None


class ReadPreference(Preference):
    """A preference that a passage of a document states."""

    document: str | None = None
    chunk: str | None = None


class ReadFact(Fact):
    """A fact that a passage of a document states."""

    document: str | None = None
    chunk: str | None = None


SHAPE_CODES = {"missing": "MISSING_FIELD", "extra_forbidden": "UNKNOWN_FIELD"}
UNION_MEMBERS = ("str", "int", "float", "bool", "datetime", "date")

UNION_TAGS = ("str", "int", "float", "bool", "datetime", "date")

CLASSES: dict[str, type[Record]] = {
    c.kind: c for c in (Question, Decision, ProblemSolved, ProblemFound, CodeChange, Requirement, Definition, Preference, Fact)
}


def parse_record(data: Mapping[str, Any], index: int = 0) -> Record:
    """A record from plain data: `kind` (or `interaction_type`) names the class, `content` may wrap its fields.

    Raises `Refused` with the path of every field that does not fit.
    """
    if not isinstance(data, Mapping):
        raise Refused([Refusal(index, "record", "INVALID_FIELD", "a record is an object with named fields")])
    body = dict(data)
    content = body.pop("content", None)
    if isinstance(content, Mapping):
        doubled = sorted(set(content) & set(body))
        if doubled:
            raise Refused([Refusal(index, f"content.{doubled[0]}", "GIVEN_TWICE", "the field stands beside content too")])
        body = {**content, **body}
    elif content is not None:
        raise Refused([Refusal(index, "content", "INVALID_FIELD", "content wraps the fields of the record: an object")])
    kind = body.pop("kind", None) or body.pop("interaction_type", None)
    record_class = CLASSES.get(kind) if isinstance(kind, str) else None
    if record_class is None:
        allowed = ", ".join(CLASSES)
        raise Refused([Refusal(index, "kind", "UNKNOWN_KIND", f"{kind!r} is no kind of record; the kinds are {allowed}")])
    try:
        return record_class.model_validate(body)
    except ValidationError as error:
        raise Refused(shape_refusals(error, index)) from None


def shape_refusals(error: ValidationError, index: int = 0) -> list[Refusal]:
    """The refusals that a Pydantic error stands for, one a field, each with the path as the caller wrote it."""
    found: dict[str, Refusal] = {}
    for line in error.errors(include_url=False, include_input=False, include_context=False):
        missing = line["type"] == "missing"
        code = "MISSING_FIELD" if missing else "UNKNOWN_FIELD" if line["type"] == "extra_forbidden" else "INVALID_FIELD"
        loc = line["loc"]
        if loc and loc[-1] in UNION_TAGS:  # Pydantic names the branch of a union last; for the caller it is one field
            path, message = field_path(loc[:-1]), "the value is not of a kind that this field takes"
        else:
            message = "a list is wanted" if line["type"] == "tuple_type" else line["msg"]
            path, message = field_path(loc), message[:1].lower() + message[1:]
        found.setdefault(path, Refusal(index, path, code, message))
    return list(found.values())


def field_path(loc: tuple[int | str, ...]) -> str:
    """`("relations", 0, "reason")` as `relations[0].reason`."""
    path = ""
    for part in loc:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path or "record"
