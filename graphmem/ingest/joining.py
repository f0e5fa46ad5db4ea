"""What an ingest brought is resolved once its documents are stored: pairs that are surely one are merged, the others are a person's.

The pairs are those that the write path proposed, so that the radar, the report and the merges tell of the same ones. How far that
went is noted on the job: what an ingest that was killed left behind, the next one does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from graphmem.embed.base import MERGE_FROM
from graphmem.ingest.resolving import Named, canonical_names, verdict
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.ingested import MergedLine, ProposedLine
from graphmem.model.base import Model
from graphmem.store import Reader, Store
from graphmem.write.merge import merge_by_system

MOST = 5_000  # pairs that one reading takes
Behind = tuple[int, str, str]
"""A place among new entities: `seq`, name and id of the one before."""


class Beside(Model):
    """An entity of a pair: its place in the order, and whether ingests alone have named it."""

    id: str
    name: str
    type: str
    seq: int
    read: bool = True

    @property
    def named(self) -> Named:
        return Named(self.id, self.name, self.type)

    @property
    def brief(self) -> EntityBrief:
        return EntityBrief(id=self.id, name=self.name, type=self.type)

    def stands_before(self, new: Beside) -> bool:
        """Whether the other would be merged into this one: people's entities stand, and else the one that came first."""
        return not self.read or (self.seq, self.name, self.id) < (new.seq, new.name, new.id)


class PairRow(Model):
    """The columns of `ingest/unresolved`."""

    new: Beside
    known: Beside
    score: float
    cosine: float | None
    record: str

    @property
    def proposed(self) -> ProposedLine:
        canonical = canonical_names((self.known.named, self.new.named))[self.new.id]
        return ProposedLine(
            one=self.new.brief, other=self.known.brief, canonical=canonical, score=self.score, cosine=self.cosine
        )  # fmt: skip


@dataclass(slots=True)
class Resolution:
    """What was merged, what waits for a person, and up to which place in the order all of it was looked at."""

    merged: list[MergedLine] = field(default_factory=list)
    proposed: list[ProposedLine] = field(default_factory=list)
    reached: int = 0
    leads: dict[str, str] = field(default_factory=dict)


async def resolve_new(store: Store, workspace: str, job: str) -> Resolution:
    """Resolves what ingests made since the last time; nothing of it is written but the merges."""
    done = Resolution()
    since, reached = await _place(store, workspace)
    behind: Behind | None = (since + 1, "", "")
    while behind:
        groups, behind = await _groups(store, workspace, behind)
        for rows in groups:
            await _resolve(store, workspace, job, [r for r in rows if r.known.stands_before(r.new)], done)
    done.reached = reached
    return done


async def _groups(store: Store, workspace: str, behind: Behind) -> tuple[list[list[PairRow]], Behind | None]:
    """The next pairs, all of one new entity together, and behind which entity the next reading begins, if there is one."""
    most = MOST
    while True:
        rows = await _pairs(store, workspace, behind, most)
        groups = [[*group] for _, group in groupby(rows, key=lambda r: r.new.id)]
        if len(rows) < most:
            return groups, None
        if len(groups) > 1:  # the last one may be cut
            new = groups[-2][0].new
            return groups[:-1], (new.seq, new.name, new.id)
        most *= 2


async def _resolve(store: Store, workspace: str, job: str, rows: list[PairRow], done: Resolution) -> None:
    """One new entity: merged where exactly one other is surely the same, else left as proposed."""
    space = store.embedding.current.name if store.embedding else ""
    least = MERGE_FROM.get(space) if store.ingest_merge else None
    sure = [r for r in rows if verdict(r.new.named, r.known.named, r.cosine, least) == "merge"]
    one = len({done.leads.get(r.known.id, r.known.id) for r in sure}) == 1
    if one and (line := await _merge(store, workspace, job, sure[0], done)):
        done.merged.append(line)
    else:
        done.proposed += [r.proposed for r in rows]


async def _merge(store: Store, workspace: str, job: str, row: PairRow, done: Resolution) -> MergedLine | None:
    """The merge, or None where a person has said otherwise."""
    survivor = done.leads.get(row.known.id, row.known.id)
    cosine = row.cosine or 0.0
    reason = (
        f"one name in another spelling, cosine {cosine:.3f} ({store.embedding.current.name if store.embedding else ''}), {job}"
    )
    merge = await merge_by_system(store, workspace, row.new.id, survivor, reason=reason)
    if merge is None:
        return None
    done.leads |= {id_: survivor for id_, lead in done.leads.items() if lead == row.new.id} | {row.new.id: survivor}
    return MergedLine(merge=merge, loser=row.new.brief, survivor=row.known.brief, cosine=round(cosine, 3))


async def _place(store: Store, workspace: str) -> tuple[int, int]:
    (row,) = await _rows(store, workspace, "ingest/resolved")
    return row["since"], row["reached"]


async def _pairs(store: Store, workspace: str, behind: Behind, most: int) -> list[PairRow]:
    given = dict(zip(("seq", "name", "id"), behind, strict=True))
    given["slot"] = store.embedding.current.slot if store.embedding else "a"
    return [PairRow.model_validate(r) for r in await _rows(store, workspace, "ingest/unresolved", **given, limit=most)]


async def _rows(store: Store, workspace: str, name: str, /, **given: Any) -> list[dict[str, Any]]:
    async def look(reader: Reader) -> list[dict[str, Any]]:
        return await reader.rows(name, **given)

    return await store.read(look, workspace=workspace, clocks=lambda clock, now: (clock, max(clock, now)))
