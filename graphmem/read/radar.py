"""Radar: what is still open, computed from the graph on every call, so that no list can go stale."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.clock import Instants
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.radar import (
    DuplicateLine,
    LackingLine,
    Listed,
    MergeLine,
    ProblemLine,
    Radar,
    SilentLine,
)
from graphmem.model.base import Model
from graphmem.model.radar_keys import LineKind, radar_key
from graphmem.model.times import Precision, shown_time
from graphmem.read.contradictions import contradictions
from graphmem.read.paging import check_limit
from graphmem.read.removed import links_to_removed
from graphmem.store import Reader, Store

SILENCE = timedelta(days=90)
FIRST = datetime(1, 1, 1, tzinfo=UTC)  # no instant lies before it
WALK = 1_000  # records back from the day of silence that are looked at; beyond them `at_least` says that there may be more

Hidden = dict[str, list[Any]]
Part = Callable[[Reader, Hidden, int], Awaitable[dict[str, Any]]]


class ProblemRow(Model):
    """The columns of `read/radar_problems`."""

    total: int
    entity: EntityBrief
    first_seen: datetime
    precision: Precision
    description: str | None
    record: str
    title: str
    author: str
    reopened: bool

    def line(self) -> ProblemLine:
        given = self.model_dump(exclude={"total", "first_seen", "precision"})
        key = radar_key("problem", self.entity.id)
        return ProblemLine(key=key, first_seen=shown_time(self.first_seen, self.precision), **given)


class LackingRow(Model):
    """The columns of `read/radar_lacking`."""

    total: int
    record: str
    title: str
    author: str
    session: str | None
    valid_from: datetime
    precision: Precision
    assumed: bool

    def line(self, kind: LineKind) -> LackingLine:
        given = self.model_dump(exclude={"total", "valid_from", "precision"})
        return LackingLine(key=radar_key(kind, self.record), at=shown_time(self.valid_from, self.precision), **given)


class SilentRow(Model):
    """An entity and the last record that names it."""

    entity: EntityBrief
    valid_from: datetime
    precision: Precision
    record: str
    title: str
    author: str

    def line(self) -> SilentLine:
        given = self.model_dump(exclude={"valid_from", "precision"})
        key = radar_key("silent", self.entity.id)
        return SilentLine(key=key, last_seen=shown_time(self.valid_from, self.precision), **given)


class SilentRows(Model):
    """The columns of `read/radar_silent`."""

    total: int
    cut: bool
    lines: tuple[SilentRow, ...]


class DuplicateRow(Model):
    """The columns of `read/radar_duplicates`."""

    total: int
    one: EntityBrief
    other: EntityBrief
    score: float
    record: str
    proposed_at: datetime

    def line(self) -> DuplicateLine:
        given = self.model_dump(exclude={"total", "proposed_at"})
        key = radar_key("duplicate", self.one.id, self.other.id)
        return DuplicateLine(key=key, proposed_at=shown_time(self.proposed_at), **given)


class MergeRow(Model):
    """The columns of `read/radar_merges`."""

    total: int
    merge: str
    loser: EntityBrief
    survivor: EntityBrief
    reason: str | None
    merged_at: datetime

    def line(self) -> MergeLine:
        given = self.model_dump(exclude={"total", "merged_at"})
        return MergeLine(key=radar_key("merge", self.merge), merged_at=shown_time(self.merged_at), **given)


async def radar(store: Store, workspace: str, clocks: Instants, *, limit: int = 10) -> Radar:
    """What is open at the clocks asked: the first `limit` lines of each list, and how many there are.

    The lists are read side by side, since the server gives one core to a statement; all at the two instants of the first reading,
    and what was known at an instant never changes.
    """
    check_limit(limit)
    at, hidden = await store.read(_opening, workspace=workspace, clocks=clocks)

    def side(part: Part) -> Awaitable[dict[str, Any]]:
        return store.read(lambda reader: part(reader, hidden, limit), workspace=workspace, clocks=lambda clock, now: at)

    lists: dict[str, Any] = {}
    for found in await asyncio.gather(*(side(part) for part in PARTS), return_exceptions=True):
        if isinstance(found, BaseException):
            raise found
        lists |= found
    return Radar(as_of=at[0], valid_at=at[1], **lists)


async def _opening(reader: Reader) -> tuple[tuple[datetime, datetime], Hidden]:
    return (reader.clocks.as_of, reader.clocks.valid_at), await dismissed(reader)


async def dismissed(reader: Reader) -> Hidden:
    """What the dismissals that count at the clocks asked hide: ids by kind of line, of a pair both ids."""
    hidden: Hidden = defaultdict(list)
    for row in await reader.rows("read/radar_dismissed"):
        hidden[row["kind"]].append([row["one"], row["other"]] if row["other"] else row["one"])
    return hidden


async def _unsolved(reader: Reader, hidden: Hidden, limit: int) -> dict[str, Any]:
    return {"unsolved_problems": await _problems(reader, hidden, limit)}


async def _unsaid(reader: Reader, hidden: Hidden, limit: int) -> dict[str, Any]:
    """What lacks something, and what was not named of late."""
    return {
        "decisions_without_reason": await _lacking(reader, hidden, limit, "decision", "reason"),
        "unanswered_questions": await _lacking(reader, hidden, limit, "question", "answer"),
        "silent_entities": await _silent(reader, hidden, limit),
    }


async def _unjudged(reader: Reader, hidden: Hidden, limit: int) -> dict[str, Any]:
    """What a person has to decide."""
    return {
        "probable_duplicates": await _duplicates(reader, hidden, limit),
        "contradictions": await contradictions(reader, hidden, limit),
        "links_to_removed": await links_to_removed(reader, hidden, limit),
        "merges_to_judge": await _merges(reader, hidden, limit),
    }


PARTS: tuple[Part, ...] = (_unsolved, _unsaid, _unjudged)


async def _problems(reader: Reader, hidden: Hidden, limit: int) -> Listed[ProblemLine]:
    rows = await reader.models("read/radar_problems", ProblemRow, hidden=hidden["problem"], limit=limit)
    return Listed(total=rows[0].total if rows else 0, lines=tuple(row.line() for row in rows))


async def _lacking(reader: Reader, hidden: Hidden, limit: int, kind: LineKind, lacks: str) -> Listed[LackingLine]:
    rows = await reader.models("read/radar_lacking", LackingRow, lacks=lacks, hidden=hidden[kind], limit=limit)
    return Listed(total=rows[0].total if rows else 0, lines=tuple(row.line(kind) for row in rows))


async def _silent(reader: Reader, hidden: Hidden, limit: int) -> Listed[SilentLine]:
    since = max(reader.clocks.valid_at, FIRST + SILENCE) - SILENCE
    [rows] = await reader.models("read/radar_silent", SilentRows, since=since, hidden=hidden["silent"], walk=WALK, limit=limit)
    return Listed(total=rows.total, at_least=rows.cut, lines=tuple(row.line() for row in rows.lines))


async def _duplicates(reader: Reader, hidden: Hidden, limit: int) -> Listed[DuplicateLine]:
    rows = await reader.models("read/radar_duplicates", DuplicateRow, hidden=hidden["duplicate"], limit=limit)
    return Listed(total=rows[0].total if rows else 0, lines=tuple(row.line() for row in rows))


async def _merges(reader: Reader, hidden: Hidden, limit: int) -> Listed[MergeLine]:
    rows = await reader.models("read/radar_merges", MergeRow, hidden=hidden["merge"], limit=limit)
    return Listed(total=rows[0].total if rows else 0, lines=tuple(row.line() for row in rows))
