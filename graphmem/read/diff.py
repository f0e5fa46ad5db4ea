"""Diff: what changed between two instants of the recorded clock: links, not edges, and records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from graphmem.errors import InvalidArgument
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.diff import Diff, LinkChange, LinkChanged, RecordChange, RecordChanged
from graphmem.model.answers.parts import Assertion
from graphmem.model.base import Model
from graphmem.model.ontology import MAX_LIMIT, UNDIRECTED
from graphmem.model.records import Time
from graphmem.model.times import TimeRefused, as_clock
from graphmem.read.briefs import edge_rows, record_rows
from graphmem.read.paging import check_limit, decode_cursor, encode_cursor, list_mark
from graphmem.store import Reader, through
from graphmem.store.connection import Clocks

EACH = 20  # gained and lost edges shown a link
CANDIDATES = 2_000  # links, and records, looked at for one page: most of them have changed
AT_ONCE = 400  # of these read at both instants; the rest only where the page is not full yet

Key = tuple[str, str, str, str, str]
R = TypeVar("R")


class CandidateRow(Model):
    """The columns of `read/diff_candidates`."""

    source: EntityBrief
    type: str
    target: EntityBrief
    undirected: bool

    @property
    def key(self) -> Key:
        return self.source.name, self.type, self.target.name, self.source.id, self.target.id

    def asked(self) -> dict[str, str | bool]:
        return {"source": self.source.id, "type": self.type, "target": self.target.id, "undirected": self.undirected}


class ChangedRow(Model):
    """The columns of `read/diff_records`."""

    record: str
    added: bool
    begun: bool


class Changed(Model):
    """A link whose edges differ between the two readings."""

    row: CandidateRow
    before: frozenset[str]
    after: frozenset[str]

    @property
    def change(self) -> LinkChanged:
        if not self.before:
            return "appeared"
        if not self.after:
            return "disappeared"
        if self.before - self.after:
            return "restated" if self.after - self.before else "lost"
        return "gained"


async def diff(
    reader: Reader, k1: Time, k2: Time | None, *, own_instants: bool, limit: int = 200, cursor: str | None = None
) -> Diff:
    """The links and records that differ between what was known at `k1` and at the reader's clocks, which are those of `k2`.

    With `own_instants` each reading asks what held at its own instant, else both ask the reader's `valid_at`. Raises
    `InvalidArgument` when `k1` lies after `k2`.
    """
    check_limit(limit)
    before = _before(reader.clocks, k1, k2, own_instants=own_instants)
    mark = list_mark("diff", reader.workspace, k1, k2, own_instants)
    after = decode_cursor(mark, cursor, str, str, str, str, str)
    links, following = await _links(reader, before, list(after) if after else None, limit)
    records, truncated = ((), False) if cursor else await _records(reader, before)
    return Diff(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, before_as_of=before.as_of, before_valid_at=before.valid_at,
        links=links, cursor=encode_cursor(mark, following) if following else None, records=records, records_truncated=truncated,
    )  # fmt: skip


def _before(now: Clocks, k1: Time, k2: Time | None, *, own_instants: bool) -> Clocks:
    """The clocks of the earlier reading; like any `as_of`, it is lowered to what the memory has come to."""
    try:
        known, until = as_clock(k1), as_clock(k2) if k2 is not None else None
    except TimeRefused as error:
        raise InvalidArgument("k1", str(error)) from error
    if until is not None and known > until:
        raise InvalidArgument("k1", f"{k1} lies after {k2}: give the earlier instant first")
    return Clocks(min(known, now.as_of), min(known, now.valid_at) if own_instants else now.valid_at)


async def _links(
    reader: Reader, before: Clocks, after: list[str] | None, limit: int
) -> tuple[tuple[LinkChange, ...], Key | None]:
    """One page of changed links, and the key of the last one looked at when there may be more."""
    candidates = await reader.models(
        "read/diff_candidates", CandidateRow, known=through(before.as_of), start=through(before.valid_at),
        until=through(reader.clocks.valid_at),
        undirected=sorted(UNDIRECTED), after=after, limit=CANDIDATES + 1,
    )  # fmt: skip
    looked_at = candidates[:CANDIDATES]
    changed: list[Changed] = []
    for part in _parts(looked_at):
        changed += await _changed(reader, part, before)
        if len(changed) > limit:
            return await _shown(reader, changed[:limit]), changed[limit - 1].row.key
    return await _shown(reader, changed), looked_at[-1].key if len(candidates) > CANDIDATES else None


def _parts(rows: list[R]) -> Iterator[list[R]]:
    """The rows, so many at once."""
    yield from (rows[n : n + AT_ONCE] for n in range(0, len(rows), AT_ONCE))


async def _changed(reader: Reader, rows: list[CandidateRow], before: Clocks) -> list[Changed]:
    """Those of the links that read differently at the two instants, in order."""
    then, now = await _edges(reader, rows, before), await _edges(reader, rows, reader.clocks)
    return [
        Changed(row=row, before=then.get(n, frozenset()), after=now.get(n, frozenset()))
        for n, row in enumerate(rows)
        if then.get(n) != now.get(n)
    ]


async def _edges(reader: Reader, links: list[CandidateRow], at: Clocks) -> dict[int, frozenset[str]]:
    """The edges that hold at one reading, by the place of their link; a link without one is left out."""
    asked = [row.asked() for row in links]
    rows = await reader.rows("read/diff_links", links=asked, as_of=at.as_of, valid_at=at.valid_at) if asked else []
    return {row["link"]: frozenset(row["edges"]) for row in rows}


async def _shown(reader: Reader, changed: list[Changed]) -> tuple[LinkChange, ...]:
    sides = [(sorted(x.after - x.before)[:EACH], sorted(x.before - x.after)[:EACH]) for x in changed]
    edges = await edge_rows(reader, (id_ for gained, lost in sides for id_ in (*gained, *lost)))

    def assertions(ids: list[str]) -> tuple[Assertion, ...]:
        rows = sorted((edges[id_] for id_ in ids), key=lambda e: (e.times.valid_from, e.times.seq, e.times.item, e.link.id))
        return tuple(row.assertion(reader.clocks.as_of) for row in rows)

    return tuple(
        LinkChange(
            change=x.change, source=x.row.source, type=x.row.type, target=x.row.target, before=len(x.before), after=len(x.after),
            gained=assertions(gained), lost=assertions(lost),
        )
        for x, (gained, lost) in zip(changed, sides, strict=True)
    )  # fmt: skip


async def _records(reader: Reader, before: Clocks) -> tuple[tuple[RecordChange, ...], bool]:
    """The records that changed, in order of statement, and whether there are more."""
    rows = await reader.models(
        "read/diff_records", ChangedRow, known=through(before.as_of), start=through(before.valid_at),
        until=through(reader.clocks.valid_at),
        limit=CANDIDATES + 1,
    )  # fmt: skip
    changed: list[tuple[str, RecordChanged]] = []
    for part in _parts(rows[:CANDIDATES]):
        then, now = await _holding(reader, part, before), await _holding(reader, part, reader.clocks)
        changed += [(row.record, change) for row in part if (change := _change(row, row.record in then, row.record in now))]
        if len(changed) > MAX_LIMIT:
            break
    briefs = await record_rows(reader, (id_ for id_, _ in changed[:MAX_LIMIT]))
    shown = tuple(
        RecordChange(**briefs[id_].brief(reader.clocks.as_of).model_dump(), change=change) for id_, change in changed[:MAX_LIMIT]
    )
    return shown, len(changed) > MAX_LIMIT or len(rows) > CANDIDATES


async def _holding(reader: Reader, rows: list[ChangedRow], at: Clocks) -> set[str]:
    ids = [row.record for row in rows]
    found = await reader.rows("read/diff_holding", ids=ids, as_of=at.as_of, valid_at=at.valid_at) if ids else []
    return {row["record"] for row in found}


def _change(row: ChangedRow, held: bool, holds: bool) -> RecordChanged | None:
    """What happened to a record between the two readings; None when it reads the same."""
    if row.added:
        return "added"
    if held == holds:
        return None
    if held:
        return "ended"
    return "begun" if row.begun else "reinstated"
