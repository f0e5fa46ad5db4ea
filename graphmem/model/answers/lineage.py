"""The answer of `lineage`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.base import Model

Role = Literal["cause", "subject", "fix", "consequence"]


class Event(Model):
    """One edge of the story: `entity` plays the role towards `of`, which is one hop nearer to the thing asked about.

    The `subject` event is the thing itself: the earliest current record that names it, and what that record says of it.
    """

    role: Role
    entity: EntityBrief
    of: EntityBrief | None
    hop: int
    type: str | None
    reason: str | None
    record: str
    author: str
    at: str | None
    assumed: bool


class Lineage(Answer):
    """How we got here, in order of time: what caused a thing, the thing itself, what fixed it and what followed.

    `truncated` says that there is more than this page shows; without a `cursor` it lies beyond the bound of the walk.
    """

    entity: EntityBrief
    events: tuple[Event, ...]
    truncated: bool
    cursor: str | None
