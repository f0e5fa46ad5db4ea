"""Sessions: the pieces of work in which something was recorded."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.answers.sessions import SessionLine, Sessions
from graphmem.model.base import Model
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader


class SessionRow(Model):
    """The columns of `read/sessions`."""

    session: str
    started_at: datetime
    last_at: datetime | None
    authors: tuple[str, ...]
    records: int
    current: int

    @property
    def key(self) -> tuple[datetime, str]:
        return self.started_at, self.session

    def line(self) -> SessionLine:
        return SessionLine(
            session=self.session, started_at=shown_time(self.started_at),
            last_at=shown_time(self.last_at) if self.last_at else None, authors=self.authors, records=self.records,
            current=self.current,
        )  # fmt: skip


async def sessions(reader: Reader, *, limit: int = 50, cursor: str | None = None) -> Sessions:
    """The sessions known at `as_of`, those that began last first."""
    check_limit(limit)
    mark = list_mark("sessions", reader.workspace)
    at, name = decode_cursor(mark, cursor, datetime, str) or (None, None)
    rows = await reader.models("read/sessions", SessionRow, at=at, name=name, limit=limit + 1)
    page, following = page_of(rows, limit, mark, lambda row: row.key)
    lines = tuple(row.line() for row in page)
    return Sessions(as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, sessions=lines, cursor=following)
