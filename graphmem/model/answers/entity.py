"""The answer of `entity`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.parts import Evidence, RecordBrief
from graphmem.model.answers.tasks import PastTask
from graphmem.model.answers.topics import TopicBrief
from graphmem.model.base import Model
from graphmem.model.records import Scalar

Direction = Literal["out", "in", "both"]


class Link(Model):
    """What holds between the entity and another one: `both` for a type without direction, shown once.

    `evidence_total` counts the edges that hold, `evidence` lists the oldest of them; `since` is the earliest start.
    """

    direction: Direction
    type: str
    entity: EntityBrief
    since: str | None
    evidence_total: int
    evidence: tuple[Evidence, ...]


class FileBrief(Model):
    """A file that current records about the entity touch, and how many of them do."""

    path: str
    records: int


class Removed(Model):
    """The mark that says a thing was removed: by which record, by whom, since when."""

    record: str
    author: str
    at: str | None
    recorded_at: str | None


class EntityView(Answer):
    """Everything about one entity: what it is called, what is said of it, its records, links and files.

    `rank` and `topic` are those of the current run of the topics, if there is one that was made by `as_of`.
    `description` and `fields` are the newest non-empty values at the clocks asked. `records` are those that have begun, newest
    first, ended ones included and marked; `cursor` leads to the next page of them. `decisions` are the current ones.
    `past_tasks` are the newest of all those that named it.
    """

    entity: EntityBrief
    names: tuple[str, ...]
    merged: tuple[EntityBrief, ...]
    description: str | None
    fields: dict[str, Scalar]
    removed: Removed | None
    records: tuple[RecordBrief, ...]
    cursor: str | None
    decisions: tuple[RecordBrief, ...]
    decisions_truncated: bool
    relations: tuple[Link, ...]
    relations_truncated: bool
    files: tuple[FileBrief, ...]
    files_truncated: bool
    topic: TopicBrief | None = None
    rank: float | None = None
    past_tasks: tuple[PastTask, ...] = ()
    past_tasks_total: int = 0
