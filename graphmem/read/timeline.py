"""Timeline: what began and what ended in a period, on the clock of the world or on that of the memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.errors import InvalidArgument
from graphmem.model.answers.timeline import Clock, Grain, Happened, Happenings, Moment, Timeline
from graphmem.model.base import Model
from graphmem.model.records import Time
from graphmem.model.times import OPEN_YEAR, Stated, shown_time
from graphmem.read.briefs import BriefRow, EdgeRow, EvidenceRow, edge_rows, record_rows
from graphmem.read.narrowing import stated
from graphmem.read.paging import check_limit, decode_cursor, encode_cursor, list_mark
from graphmem.store import Reader

COUNTED = 20_000  # moments: so many are counted for one answer
LENGTHS: dict[Grain, int] = {"year": 4, "month": 7, "day": 10}  # of a written day
EACH = 20  # links shown under a record that began
FIRST = datetime(1, 1, 1, tzinfo=UTC)
LAST_END = datetime(OPEN_YEAR, 1, 1, tzinfo=UTC)  # the year that stands for an open end, whoever wrote which day of it
LAST_START = datetime.max.replace(tzinfo=UTC)
GRAIN = timedelta(microseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# What begins comes first: a page ends no later than its last begin, so that the other two read no more than its part of the period.
STATEMENTS: dict[Clock, tuple[str, str, str]] = {
    "valid": ("read/timeline_begun", "read/timeline_ended", "read/timeline_unlinked"),
    "recorded": ("read/timeline_recorded", "read/timeline_learned", "read/timeline_unlinked_learned"),
}

Key = tuple[int, int, int, int, int, str]


class MomentRow(Model):
    """The columns of the statements of the timeline; seconds and nanoseconds tell apart what another tool wrote in one microsecond."""

    event: Happened
    record: str
    second: int
    nano: int
    seq: int
    item: int
    edge: str | None = None

    @property
    def key(self) -> Key:
        """The place in the timeline: by instant, then by order of statement; what begins before what ends."""
        rank = {"began": 0, "ended": 1 if self.edge else 2, "reinstated": 3}[self.event]
        return self.second, self.nano, self.seq, self.item, rank, self.edge or self.record

    @property
    def at(self) -> datetime:
        return EPOCH + timedelta(seconds=self.second, microseconds=self.nano // 1000)


class LinksRow(Model):
    """The columns of `read/timeline_links`."""

    record: str
    total: int
    links: tuple[EvidenceRow, ...]


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open period; a coarse end includes the whole of it."""

    start: Stated | None
    end: Stated | None

    @property
    def first(self) -> datetime:
        return self.start.first if self.start else FIRST

    @property
    def until(self) -> datetime:
        """Before when an end lies in the period: an open end never does."""
        return self.end.last + GRAIN if self.end else LAST_END

    @property
    def starts_until(self) -> datetime:
        """Before when a start lies in the period, even one that another tool put into the year of open ends."""
        return self.end.last + GRAIN if self.end else LAST_START


async def timeline(
    reader: Reader, *, start: Time | None = None, end: Time | None = None, clock: Clock = "valid", limit: int = 50,
    cursor: str | None = None, count_by: Grain | None = None, holding: bool = False,
) -> Timeline:  # fmt: skip
    """The records, links and ends of a period, oldest first; raises `InvalidArgument` for a period that ends before it starts.

    `count_by` counts them as well, over the whole period. `holding` leaves out what does not hold at the instants asked.
    """
    check_limit(limit)
    if clock not in STATEMENTS:
        raise InvalidArgument("clock", f"{clock!r} given; it is valid or recorded")
    if count_by is not None and count_by not in LENGTHS:
        raise InvalidArgument("count_by", f"{count_by!r} given; it is {', '.join(LENGTHS)}")
    period = _period(start, end)
    mark = list_mark("timeline", reader.workspace, clock, period.first, period.until, holding)
    after = decode_cursor(mark, cursor, int, int, int, int, int, str)
    rows = await _rows(reader, period, clock, after, {"holding": holding, "limit": limit + 1})
    page = rows[:limit]
    counts, cut = await _counts(reader, period, clock, count_by, holding=holding) if count_by else ((), False)
    return Timeline(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, clock=clock,
        start=period.start.shown() if period.start else None, end=period.end.shown() if period.end else None,
        events=tuple(await _moments(reader, page, clock)), cursor=encode_cursor(mark, page[-1].key) if len(rows) > limit else None,
        counts=counts, counts_truncated=cut,
    )  # fmt: skip


async def _counts(
    reader: Reader, period: Period, clock: Clock, grain: Grain, *, holding: bool
) -> tuple[tuple[Happenings, ...], bool]:
    """How much happened in each part of the period, and whether there is more than was counted."""
    rows = await _rows(reader, period, clock, None, {"holding": holding, "limit": COUNTED + 1})
    found = Counter(row.at.isoformat()[: LENGTHS[grain]] for row in rows[:COUNTED])
    return tuple(Happenings(period=name, events=n) for name, n in sorted(found.items())), len(rows) > COUNTED


def _period(start: Time | None, end: Time | None) -> Period:
    period = Period(stated("start", start), stated("end", end))
    if period.first >= period.until:
        raise InvalidArgument("end", f"{end} lies before the start, {start}")
    return period


def _instant(after: Key) -> datetime:
    """The instant of a key, down to its microsecond; a key of no instant is not one that a cursor of ours holds."""
    try:
        return EPOCH + timedelta(seconds=after[0], microseconds=after[1] // 1000)
    except OverflowError as error:
        raise InvalidArgument("cursor", "no cursor of this list; leave it out for the first page") from error


async def _rows(reader: Reader, period: Period, clock: Clock, after: Key | None, given: Mapping[str, Any]) -> list[MomentRow]:
    """What happened behind `after`, in order: at least the first `limit` of it."""
    begins, *ends = STATEMENTS[clock]
    first = max(period.first, _instant(after)) if after else period.first
    asked = {**given, "from": first, "after": list(after) if after else None}
    begun = await reader.models(begins, MomentRow, **asked, until=period.starts_until)
    until = min(period.until, begun[-1].at + GRAIN) if len(begun) == given["limit"] else period.until
    ended = [row for statement in ends for row in await reader.models(statement, MomentRow, **asked, until=until)]
    return sorted([*begun, *ended], key=lambda row: row.key)


async def _moments(reader: Reader, page: list[MomentRow], clock: Clock) -> list[Moment]:
    """The rows as they are shown, with the records and links they speak of."""
    records = await record_rows(reader, (row.record for row in page))
    links = await _links(reader, [row.record for row in page if row.event == "began"])
    edges = await edge_rows(reader, (row.edge for row in page if row.edge))
    as_of = reader.clocks.as_of
    return [_moment(row, records[row.record], links.get(row.record), edges.get(row.edge or ""), as_of, clock) for row in page]


def _moment(
    row: MomentRow, record: BriefRow, stated: LinksRow | None, edge: EdgeRow | None, as_of: datetime, clock: Clock
) -> Moment:
    brief = record.brief(as_of)
    if row.event == "began":
        at = brief.at if clock == "valid" else brief.recorded_at
        links = tuple(link.evidence() for link in stated.links) if stated else ()
        return Moment(event="began", at=at, record=brief, links=links, links_total=stated.total if stated else 0)
    times = edge.times if edge else record.times
    ending = times.ending(as_of if clock == "valid" else row.at)
    at = ending.valid_to if clock == "valid" else shown_time(row.at)
    return Moment(event=row.event, at=at, record=brief, link=edge.link.evidence() if edge else None, ending=ending)


async def _links(reader: Reader, records: list[str]) -> dict[str, LinksRow]:
    rows = await reader.models("read/timeline_links", LinksRow, ids=records, each=EACH) if records else []
    return {row.record: row for row in rows}
