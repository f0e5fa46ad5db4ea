"""History: all that was ever known between two things, or of one: every end, every saying, every merge."""

from __future__ import annotations

import json
from datetime import datetime

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.history import History, MergeLine, RetypeLine, Saying, Spelling
from graphmem.model.base import Model
from graphmem.model.ontology import MAX_LIMIT
from graphmem.model.times import shown_time
from graphmem.read.briefs import edge_rows
from graphmem.read.ends import TimesRow
from graphmem.read.entity import RemovedRow
from graphmem.read.names import find_entity
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader


class PlaceRow(Model):
    """The columns of `read/history_links`: an edge and its place among the oldest."""

    edge: str
    at: datetime
    seq: int
    item: int

    @property
    def key(self) -> tuple[datetime, int, int, str]:
        return self.at, self.seq, self.item, self.edge


class SayingRow(Model):
    """The columns of `read/history_said`."""

    entity: EntityBrief
    record: str
    kind: str
    description: str | None
    fields: str | None
    unset: tuple[str, ...] | None
    holds: bool
    times: TimesRow

    def saying(self, as_of: datetime) -> Saying:
        times = self.times
        return Saying(
            entity=self.entity, record=self.record, kind=self.kind, author=times.author, at=times.shown_start(),
            assumed=times.assumed, recorded_at=shown_time(times.recorded_at), holds=self.holds, description=self.description,
            fields=json.loads(self.fields) if self.fields else {}, unset=self.unset or (), **times.ending(as_of).model_dump(),
        )  # fmt: skip


class NameRow(Model):
    """A spelling and the request that added it."""

    name: str
    type: str
    entity: EntityBrief
    home: EntityBrief
    author: str | None
    recorded_at: datetime | None

    def spelling(self) -> Spelling:
        return Spelling(**self.model_dump(exclude={"recorded_at"}), recorded_at=_shown(self.recorded_at))


class MergeRow(Model):
    """A merge, as stored."""

    id: str
    loser: EntityBrief
    survivor: EntityBrief
    author: str
    reason: str | None
    recorded_at: datetime
    undone_at: datetime | None
    undone_by: str | None
    undone_reason: str | None

    def line(self) -> MergeLine:
        given = self.model_dump(exclude={"recorded_at", "undone_at"})
        return MergeLine(**given, recorded_at=_shown(self.recorded_at), undone_at=_shown(self.undone_at))


class RetypeRow(Model):
    """A change of type, as stored."""

    id: str
    entity: EntityBrief
    old: str
    new: str
    author: str
    reason: str | None
    recorded_at: datetime

    def line(self) -> RetypeLine:
        return RetypeLine(**self.model_dump(exclude={"recorded_at"}), recorded_at=_shown(self.recorded_at))


class NamesRow(Model):
    """The columns of `read/history_names`."""

    names: tuple[NameRow, ...]
    removals: tuple[RemovedRow, ...]


class MergesRow(Model):
    """The columns of `read/history_merges`."""

    merges: tuple[MergeRow, ...]
    retypes: tuple[RetypeRow, ...]


async def history(reader: Reader, a: str, b: str | None = None, *, limit: int = 50, cursor: str | None = None) -> History:
    """Every link between `a` and `b` with all its ends, and what was said of both; without `b` the history of one thing.

    Raises `NameNotFound` or `AmbiguousName`. Of two names that lead to one thing now, the links parked on their merges are shown.
    """
    check_limit(limit)
    one = await find_entity(reader, a, path="a")
    other = await find_entity(reader, b, path="b") if b is not None else None
    ends = (one.id, other.id if other else one.id)
    mark = list_mark("history", reader.workspace, *ends)
    after = decode_cursor(mark, cursor, datetime, int, int, str)
    rows = await reader.models(
        "read/history_links", PlaceRow, a=ends[0], b=ends[1], after=list(after) if after else None, limit=limit + 1
    )
    page, following = page_of(rows, limit, mark, lambda row: row.key)
    edges = await edge_rows(reader, (row.edge for row in page))
    entities = list(dict.fromkeys(ends))
    said = await reader.models("read/history_said", SayingRow, entities=entities, limit=MAX_LIMIT + 1)
    names = NamesRow.model_validate(await reader.one("read/history_names", entities=entities, limit=MAX_LIMIT))
    merges = MergesRow.model_validate(await reader.one("read/history_merges", entities=entities, limit=MAX_LIMIT))
    as_of = reader.clocks.as_of
    return History(
        as_of=as_of, valid_at=reader.clocks.valid_at, a=one, b=other, links=tuple(edges[row.edge].assertion(as_of) for row in page),
        cursor=following, said=tuple(row.saying(as_of) for row in reversed(said[:MAX_LIMIT])), said_truncated=len(said) > MAX_LIMIT,
        names=tuple(n.spelling() for n in names.names), merges=tuple(m.line() for m in merges.merges),
        retypes=tuple(r.line() for r in merges.retypes), removals=tuple(r.removed() for r in names.removals),
    )  # fmt: skip


def _shown(instant: datetime | None) -> str | None:
    return shown_time(instant) if instant else None
