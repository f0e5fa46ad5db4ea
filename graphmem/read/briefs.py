"""Records in short and edges as evidence, the way several questions show them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from graphmem.model.answers.parts import Assertion, Evidence, RecordBrief
from graphmem.model.base import Model
from graphmem.model.times import Precision, shown_time
from graphmem.read.ends import TimesRow
from graphmem.store import Reader


class RecordRow(Model):
    """A record without its times."""

    id: str
    kind: str
    title: str
    description: str | None
    author: str
    session: str | None


class BriefRow(Model):
    """The columns of `read/record_briefs`."""

    record: RecordRow
    times: TimesRow
    holds: bool

    def brief(self, as_of: datetime) -> RecordBrief:
        """The record as it is shown by what was known at `as_of`."""
        record, times = self.record, self.times
        return RecordBrief(
            record=record.id, kind=record.kind, title=record.title, description=record.description, author=record.author,
            session=record.session, at=times.shown_start(), assumed=times.assumed, recorded_at=shown_time(times.recorded_at),
            holds=self.holds, **times.ending(as_of).model_dump(),
        )  # fmt: skip


class EvidenceRow(Model):
    """One edge of a link, as the statements return it."""

    id: str
    source: str
    target: str
    type: str
    reason: str
    record: str
    author: str
    since: datetime
    precision: Precision
    assumed: bool
    semantic: str | None = None

    def evidence(self) -> Evidence:
        given = self.model_dump(exclude={"since", "precision"})
        return Evidence(**given, since=shown_time(self.since, self.precision))


class EdgeRow(Model):
    """The columns of `read/edges`."""

    link: EvidenceRow
    stated_source: str
    stated_target: str
    parked: bool
    holds: bool
    times: TimesRow

    def assertion(self, as_of: datetime) -> Assertion:
        """The edge with all that happened to it, by what was known at `as_of`."""
        times = self.times
        return Assertion(
            **self.link.evidence().model_dump(), **times.ending(as_of).model_dump(), stated_source=self.stated_source,
            stated_target=self.stated_target, recorded_at=shown_time(times.recorded_at),
            stated_to=shown_time(times.stated_to, times.stated_precision), holds=self.holds, parked=self.parked,
            ends=times.ends(as_of),
        )  # fmt: skip


async def record_rows(reader: Reader, ids: Iterable[str]) -> dict[str, BriefRow]:
    """The records of these ids with their times, by id."""
    wanted = list(dict.fromkeys(ids))
    rows = await reader.models("read/record_briefs", BriefRow, ids=wanted) if wanted else []
    return {row.record.id: row for row in rows}


async def record_briefs(reader: Reader, ids: Iterable[str]) -> list[RecordBrief]:
    """The records of these ids in short, in the order given."""
    wanted = list(dict.fromkeys(ids))
    rows = await record_rows(reader, wanted)
    return [rows[id_].brief(reader.clocks.as_of) for id_ in wanted if id_ in rows]


async def edge_rows(reader: Reader, ids: Iterable[str]) -> dict[str, EdgeRow]:
    """The edges of these ids with their times, by id; parked ones too."""
    wanted = list(dict.fromkeys(ids))
    rows = await reader.models("read/edges", EdgeRow, ids=wanted) if wanted else []
    return {row.link.id: row for row in rows}
