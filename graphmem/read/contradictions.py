"""Contradictions: what the memory says and cannot both be so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.radar import ContradictionLine, Listed
from graphmem.model.base import Model
from graphmem.model.radar_keys import radar_key
from graphmem.read.briefs import BriefRow, EvidenceRow, record_rows
from graphmem.store import Reader

EVIDENCE = 5  # edges shown of each side of a conflict
HEADS = 10  # current successors shown of one record


class ConflictRow(Model):
    """The columns of `read/radar_conflicts`."""

    total: int
    seq: int
    one: EntityBrief
    other: EntityBrief
    conflicts: tuple[EvidenceRow, ...]
    links: tuple[EvidenceRow, ...]

    def line(self) -> ContradictionLine:
        return ContradictionLine(
            key=radar_key("conflict", self.one.id, self.other.id), kind="conflict", one=self.one, other=self.other,
            conflicts=tuple(e.evidence() for e in self.conflicts), links=tuple(e.evidence() for e in self.links),
        )  # fmt: skip


class ForkRow(Model):
    """The columns of `read/radar_forks`."""

    total: int
    seq: int
    record: str
    heads: tuple[str, ...]

    def line(self, reader: Reader, briefs: Mapping[str, BriefRow]) -> ContradictionLine:
        at = reader.clocks.as_of
        return ContradictionLine(
            key=radar_key("heads", self.record), kind="heads", record=briefs[self.record].brief(at),
            heads=tuple(briefs[head].brief(at) for head in self.heads),
        )  # fmt: skip


async def contradictions(reader: Reader, hidden: Mapping[str, list[Any]], limit: int) -> Listed[ContradictionLine]:
    """Links beside a conflict of the same pair, and records with several current successors; what came up last is first."""
    pairs = await reader.models("read/radar_conflicts", ConflictRow, hidden=hidden["conflict"], limit=limit, evidence=EVIDENCE)
    forks = await reader.models("read/radar_forks", ForkRow, hidden=hidden["heads"], limit=limit, most=HEADS)
    briefs = await record_rows(reader, [id_ for fork in forks for id_ in (fork.record, *fork.heads)])
    lines = [(pair.seq, pair.line()) for pair in pairs] + [(fork.seq, fork.line(reader, briefs)) for fork in forks]
    lines.sort(key=lambda line: (-line[0], line[1].key))
    total = sum(rows[0].total for rows in (pairs, forks) if rows)
    return Listed(total=total, lines=tuple(line for _, line in lines[:limit]))
