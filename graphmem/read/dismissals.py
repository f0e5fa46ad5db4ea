"""Dismissals: what was taken off the radar, by whom and why."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.dismissals import DismissalLine, Dismissals
from graphmem.model.base import Model
from graphmem.model.radar_keys import LineKind, RadarKey
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader


class DismissalRow(Model):
    """The columns of `read/dismissals`."""

    id: str
    key: str
    kind: LineKind
    seq: int
    entities: tuple[EntityBrief, ...]
    title: str | None
    author: str
    reason: str | None
    dismissed_at: datetime

    def line(self, hiding: set[str]) -> DismissalLine:
        given = self.model_dump(exclude={"seq", "dismissed_at"})
        return DismissalLine(**given, hidden=self.key in hiding, dismissed_at=shown_time(self.dismissed_at))


async def dismissals(reader: Reader, *, limit: int = 50, cursor: str | None = None) -> Dismissals:
    """What was taken off the radar and not put back, newest first, and whether it is still off it."""
    check_limit(limit)
    mark = list_mark("dismissals", reader.workspace)
    seq, id_ = decode_cursor(mark, cursor, int, str) or (None, None)
    rows = await reader.models("read/dismissals", DismissalRow, seq=seq, id=id_, limit=limit + 1)
    page, following = page_of(rows, limit, mark, lambda row: (row.seq, row.id))
    hiding = {str(RadarKey(**row)) for row in await reader.rows("read/radar_dismissed")}
    return Dismissals(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, dismissals=tuple(row.line(hiding) for row in page),
        cursor=following,
    )  # fmt: skip
