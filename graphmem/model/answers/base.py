"""What every answer shares: how an entity is shown, one step of a path, the two instants of a reading."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.base import Model


class EntityBrief(Model):
    """An entity by its id, the name it is shown under, and its type."""

    id: str
    name: str
    type: str


class Step(Model):
    """One assertion of a link: who stated it, in which record, why, and since when it holds."""

    source: str
    target: str
    type: str
    reason: str
    record: str
    author: str
    since: str | None
    semantic: str | None = None


class Answer(Model):
    """The base of every answer: the two instants it was read at."""

    as_of: datetime
    valid_at: datetime
