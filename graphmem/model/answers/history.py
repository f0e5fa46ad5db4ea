"""The answer of `history`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.entity import Removed
from graphmem.model.answers.parts import Assertion, Ending
from graphmem.model.base import Model
from graphmem.model.records import Scalar


class Saying(Ending):
    """What one record, or one edit by hand, says of an entity: a description, fields, or fields that carry no value any more."""

    entity: EntityBrief
    record: str
    kind: str
    author: str
    at: str | None
    assumed: bool
    recorded_at: str | None
    holds: bool
    description: str | None
    fields: dict[str, Scalar]
    unset: tuple[str, ...]


class Spelling(Model):
    """A name that leads to an entity, the entity it belonged to first, and who stated it when."""

    name: str
    type: str
    entity: EntityBrief
    home: EntityBrief
    author: str | None
    recorded_at: str | None


class MergeLine(Model):
    """A merge of two entities as they were given; `undone_at` is None while it stands. Identity has no clock: all are shown."""

    id: str
    loser: EntityBrief
    survivor: EntityBrief
    author: str
    reason: str | None
    recorded_at: str | None
    undone_at: str | None
    undone_by: str | None
    undone_reason: str | None


class RetypeLine(Model):
    """A change of the type of an entity."""

    id: str
    entity: EntityBrief
    old: str
    new: str
    author: str
    reason: str | None
    recorded_at: str | None


class History(Answer):
    """All that was ever known of the links between two things, or of one thing: nothing is left out because it ended.

    `links` are paged, oldest start first. For one thing they are those parked on its merges. `said` holds the newest sayings,
    in the order they were stated.
    """

    a: EntityBrief
    b: EntityBrief | None
    links: tuple[Assertion, ...]
    cursor: str | None
    said: tuple[Saying, ...]
    said_truncated: bool
    names: tuple[Spelling, ...]
    merges: tuple[MergeLine, ...]
    retypes: tuple[RetypeLine, ...]
    removals: tuple[Removed, ...]
