"""How documents are ingested, and what was done with them so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from graphmem.ingest import chunking
from graphmem.ingest.documents import Document
from graphmem.ingest.extraction.extracting import Extractor
from graphmem.ingest.joining import Resolution
from graphmem.ingest.storing import Stored
from graphmem.model.answers.ingested import FailedDocument, MergedLine, ProposedLine
from graphmem.model.receipts import EndedLine, Receipt


@dataclass(frozen=True, slots=True)
class Options:
    """How documents are ingested."""

    chunk_tokens: int = chunking.SIZE
    overlap: int = chunking.OVERLAP
    missing: str = "ask"
    again: bool = False
    extractor: Extractor | None = None


@dataclass(slots=True)
class Tally:
    """What was done so far."""

    counts: Counter[str] = field(default_factory=Counter)
    failed: list[FailedDocument] = field(default_factory=list)
    notes: list[FailedDocument] = field(default_factory=list)
    ended: list[EndedLine] = field(default_factory=list)
    evidence_lost: list[EndedLine] = field(default_factory=list)
    merged: list[MergedLine] = field(default_factory=list)
    proposed: list[ProposedLine] = field(default_factory=list)

    def resolved(self, found: Resolution) -> None:
        self.merged, self.proposed = found.merged, found.proposed
        self.counts.update(merged=len(found.merged), proposed=len(found.proposed))

    def took(self, receipt: Receipt) -> None:
        self.ended += receipt.ended
        self.evidence_lost += receipt.evidence_lost
        self.counts["masked"] += len(receipt.redactions)

    def stored(self, document: str, found: Stored, said: Document) -> None:
        """Counts what a document added, and notes what was refused of it."""
        self.took(found.receipt)
        self.counts["chunks"] += found.chunks
        self.counts["statements"] += len(found.receipt.records)
        self.counts["entities"] += sum(e.created for e in found.receipt.entities)
        self.counts["relations"] += len(found.receipt.relations)
        self.counts["chunks_ended"] += found.gone
        refused = [(r.code, f"{r.path}: {r.message}") for r in found.receipt.refused]
        for code, message in (*refused, *(("NOTE", note) for note in said.notes)):
            self.notes.append(FailedDocument(document=document, code=code, message=message))
