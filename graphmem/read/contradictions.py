"""Contradictions: what the memory says and cannot both be so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.radar import ContradictionLine, Listed, SlotClaim
from graphmem.model.base import Model
from graphmem.model.radar_keys import radar_key
from graphmem.read.briefs import BriefRow, EvidenceRow, record_rows
from graphmem.read.claims import Claim, by_slot, contested
from graphmem.store import Reader

EVIDENCE = 5  # edges shown of each side of a conflict
HEADS = 10  # current successors shown of one record
CLAIMS = 10  # values shown of one slot
MOST = 2_000  # preferences that are looked at, the latest first


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


class SlotRow(Model):
    """The columns of `read/radar_slots`."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class Contest:
    """The claims to one slot of one holder; a newer claim makes it another contest, which no old dismissal hides."""

    claims: tuple[Claim, ...]

    @property
    def newest(self) -> Claim:
        return max(self.claims, key=lambda claim: (claim.seq, claim.item))

    def line(self, reader: Reader, briefs: Mapping[str, BriefRow]) -> ContradictionLine:
        at, first = reader.clocks.as_of, self.claims[0]
        return ContradictionLine(
            key=radar_key("slot", self.newest.record), kind="slot", slot=first.slot, holder=first.holder,
            claims=tuple(
                SlotClaim(preference=claim.preference, document=claim.document, record=briefs[claim.record].brief(at))
                for claim in self.claims[:CLAIMS]
            ),
        )  # fmt: skip


async def contradictions(reader: Reader, hidden: Mapping[str, list[Any]], limit: int) -> Listed[ContradictionLine]:
    """Links beside a conflict of the same pair, records with several current successors, and slots of one value that several claim.

    What came up last is first.
    """
    pairs = await reader.models("read/radar_conflicts", ConflictRow, hidden=hidden["conflict"], limit=limit, evidence=EVIDENCE)
    forks = await reader.models("read/radar_forks", ForkRow, hidden=hidden["heads"], limit=limit, most=HEADS)
    contests, cut = await _contests(reader, set(hidden["slot"]))
    shown = contests[:limit]
    named = [id_ for fork in forks for id_ in (fork.record, *fork.heads)]
    briefs = await record_rows(reader, [*named, *(claim.record for contest in shown for claim in contest.claims[:CLAIMS])])
    lines = [(pair.seq, pair.line()) for pair in pairs] + [(fork.seq, fork.line(reader, briefs)) for fork in forks]
    lines += [(contest.newest.seq, contest.line(reader, briefs)) for contest in shown]
    lines.sort(key=lambda line: (-line[0], line[1].key))
    total = sum(rows[0].total for rows in (pairs, forks) if rows) + len(contests)
    return Listed(total=total, at_least=cut, lines=tuple(line for _, line in lines[:limit]))


async def _contests(reader: Reader, hidden: set[str]) -> tuple[list[Contest], bool]:
    """The slots that several values claim, what came up last first, and whether there was more than was looked at."""
    slots = [slot.name for slot in reader.ontology.slots if slot.single]
    rows = await reader.models("read/radar_slots", SlotRow, slots=slots, limit=MOST + 1)
    found = (contested(group) for group in by_slot(rows[:MOST]).values())
    contests = [Contest(tuple(row.claim for row in claims)) for claims in found if claims]
    contests = [contest for contest in contests if contest.newest.record not in hidden]
    return sorted(contests, key=lambda c: (-c.newest.seq, c.newest.record)), len(rows) > MOST
