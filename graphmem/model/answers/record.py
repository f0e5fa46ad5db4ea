"""The answer of `record`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.parts import Assertion, End, RecordBrief
from graphmem.model.base import Model
from graphmem.model.records import Scalar


class Named(Model):
    """An entity that a record names: `name` as the record spells it, and what the record says of it."""

    entity: EntityBrief
    name: str
    description: str | None
    fields: dict[str, Scalar]


class RecordView(Answer):
    """Everything of one record: what it says, how it ends, what it replaced and what it ended.

    `content` holds the fields of its kind. `ends` are all the ends it was ever given, undone ones too. `supersedes` and `corrects`
    are what it replaces, `superseded_by` and `corrected_by` what replaced it. `ended_records` and `ended_relations` are what ended
    because of it, `removes` the things that it retired.
    """

    record: RecordBrief
    text: str | None
    content: dict[str, str]
    on_behalf_of: str | None
    stated_to: str | None
    ends: tuple[End, ...]
    entities: tuple[Named, ...]
    relations: tuple[Assertion, ...]
    files: tuple[str, ...]
    supersedes: tuple[RecordBrief, ...]
    corrects: tuple[RecordBrief, ...]
    superseded_by: tuple[RecordBrief, ...]
    corrected_by: tuple[RecordBrief, ...]
    ended_records: tuple[RecordBrief, ...]
    ended_relations: tuple[Assertion, ...]
    ended_truncated: bool
    removes: tuple[EntityBrief, ...]
