"""Links to removed things: what was retired, or is said to be gone, while impact links still join it to others."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.radar import Listed, RemovedLine
from graphmem.model.base import Model
from graphmem.model.ontology import IMPACT
from graphmem.model.radar_keys import radar_key
from graphmem.model.times import Precision, shown_time
from graphmem.read.briefs import EvidenceRow
from graphmem.read.said_removed import STEMS, describes_removed, says_removed
from graphmem.store import Reader

EVIDENCE = 5  # links shown of each thing
WALK = 2_000  # records back from the newest in which a code change may say that something is gone
MOST = 300  # code changes with a word of removal that are read closely


class GoneRow(Model):
    """A thing that is marked, or said to be gone: by which record, since when."""

    seq: int
    entity: EntityBrief
    valid_from: datetime
    precision: Precision
    record: str
    title: str | None
    author: str

    def line(self, kind: Literal["removed", "said_removed"], said: str | None, found: LinksRow) -> RemovedLine:
        return RemovedLine(
            key=radar_key(kind, self.entity.id), kind=kind, entity=self.entity, at=shown_time(self.valid_from, self.precision),
            record=self.record, title=self.title, author=self.author, said=said, links_total=found.total,
            links=tuple(e.evidence() for e in found.links),
        )  # fmt: skip


class MarkedRow(GoneRow):
    """The columns of `read/radar_removed`."""

    total: int


class CandidateRow(GoneRow):
    """A code change that names a thing and has a word of removal in it."""

    names: tuple[str, str]
    text: str
    description: str | None

    def said(self) -> str | None:
        """The words that say it: of the title, of the change itself, or of what the record says of the thing."""
        if self.description and describes_removed(self.description):
            return self.description
        texts = (self.title, self.text, self.description)
        return next((said for text in texts if text and (said := says_removed(text, self.names))), None)


class SaidRows(Model):
    """The columns of `read/radar_said_removed`."""

    cut: bool
    candidates: tuple[CandidateRow, ...]


class LinksRow(Model):
    """The columns of `read/radar_links`."""

    entity: str
    total: int
    links: tuple[EvidenceRow, ...]


async def links_to_removed(reader: Reader, hidden: Mapping[str, list[Any]], limit: int) -> Listed[RemovedLine]:
    """Marked things first by what came up last, proposals among them; each thing once."""
    marked = await reader.models("read/radar_removed", MarkedRow, impact=sorted(IMPACT), hidden=hidden["removed"], limit=MOST)
    said, cut = await _said(reader, [*hidden["said_removed"], *(row.entity.id for row in marked)])
    gone = [(row.seq, row, None) for row in marked] + [(row.seq, row, words) for row, words in said]
    gone.sort(key=lambda g: (-g[0], g[1].entity.id))
    shown = gone[:limit]
    rows = await reader.models("read/radar_links", LinksRow, entities=[row.entity.id for _, row, _ in shown], evidence=EVIDENCE)
    links = {row.entity: row for row in rows}
    lines = tuple(row.line("said_removed" if words else "removed", words, links[row.entity.id]) for _, row, words in shown)
    return Listed(total=(marked[0].total if marked else 0) + len(said), at_least=cut, lines=lines)


async def _said(reader: Reader, hidden: list[str]) -> tuple[list[tuple[CandidateRow, str]], bool]:
    """The proposals, and whether a bound left something out."""
    [rows] = await reader.models("read/radar_said_removed", SaidRows, words=list(STEMS), walk=WALK, hidden=hidden, most=MOST)
    found = {row.entity.id: (row, words) for row in reversed(rows.candidates) if (words := row.said())}
    return list(found.values()), rows.cut or len(rows.candidates) == MOST
