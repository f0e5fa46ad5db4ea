"""Agenda: what somebody, or everybody, has to do now."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.answers.agenda import Agenda, AgendaItem
from graphmem.model.answers.base import EntityBrief
from graphmem.model.base import Model
from graphmem.model.times import Precision, shown_time
from graphmem.read.names import find_entity
from graphmem.read.paging import check_limit
from graphmem.store import Reader

MEANING = "has_task"


class AgendaRow(Model):
    """The columns of `read/agenda`."""

    id: str
    owner: EntityBrief
    task: EntityBrief
    reason: str
    record: str
    author: str
    since: datetime
    precision: Precision
    due: datetime
    due_precision: Precision

    def item(self) -> AgendaItem:
        return AgendaItem(
            owner=self.owner, task=self.task, reason=self.reason, record=self.record, author=self.author,
            since=shown_time(self.since, self.precision), due=shown_time(self.due, self.due_precision),
        )  # fmt: skip


async def agenda(reader: Reader, name: str | None = None, *, limit: int = 50) -> Agenda:
    """The open tasks of `name`, or of all; raises `NameNotFound` or `AmbiguousName`."""
    check_limit(limit)
    owner = (await find_entity(reader, name)).id if name is not None else None
    rows = await reader.models("read/agenda", AgendaRow, owner=owner, meaning=MEANING, limit=limit + 1)
    return Agenda(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, items=tuple(row.item() for row in rows[:limit]),
        truncated=len(rows) > limit,
    )  # fmt: skip
