"""The answer of `agenda`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.base import Model


class AgendaItem(Model):
    """One thing to do: whose it is, what it is, why, by which record, since when and until when it is stated."""

    owner: EntityBrief
    task: EntityBrief
    reason: str
    record: str
    author: str
    since: str | None
    due: str | None


class Agenda(Answer):
    """What is to be done: `has_task` relations that hold and whose task nothing solves, those that end first coming first."""

    items: tuple[AgendaItem, ...]
    truncated: bool
