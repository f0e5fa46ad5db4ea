"""The answers of `ingest`, `ingests` and `documents`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.base import Model
from graphmem.model.receipts import EndedLine

SourceKind = Literal["auto", "folder", "conversations", "git", "readwise", "stars"]
Missing = Literal["ask", "end", "keep"]
JobState = Literal["running", "done", "failed", "cancelled"]
DocumentState = Literal["done", "partial", "failed", "gone", "forgotten"]


class FailedDocument(Model):
    """A document that could not be ingested, or not as a whole: its name, what went wrong and why."""

    document: str
    code: str
    message: str


class MergedLine(Model):
    """Two entities that the ingest found to be one and merged in the name of the system; `unmerge` takes it back for good."""

    merge: str
    loser: EntityBrief
    survivor: EntityBrief
    cosine: float


class ProposedLine(Model):
    """Two entities that may be one: `merge` them or `mark_different`; the radar shows them until somebody has.

    `canonical` is the name under which those that are spelled alike are grouped; it joins nothing.
    """

    one: EntityBrief
    other: EntityBrief
    canonical: str
    score: float
    cosine: float | None


class Ingested(Model):
    """What an ingest did: `counts` of documents, chunks and statements, what failed, what ended because texts changed or went,
    which entities were merged, and which may be one.
    """

    id: str
    state: JobState
    source: str
    counts: dict[str, int]
    failed: tuple[FailedDocument, ...] = ()
    notes: tuple[FailedDocument, ...] = ()
    ended: tuple[EndedLine, ...] = ()
    evidence_lost: tuple[EndedLine, ...] = ()
    merged: tuple[MergedLine, ...] = ()
    proposed: tuple[ProposedLine, ...] = ()
    truncated: bool = False
    seconds: float
    reason: str | None = None


class IngestLine(Model):
    """One ingest: how far it is, and why it stopped if it did."""

    id: str
    source: str
    path: str
    author: str
    state: JobState
    done: int
    total: int
    failed: int
    started_at: str | None
    updated_at: str | None
    reason: str | None
    stale: bool


class Ingests(Answer):
    """Ingests, newest first; a stale one says it runs and shows no sign of it: run the same ingest again, it goes on from there."""

    ingests: tuple[IngestLine, ...]
    cursor: str | None


class DocumentLine(Model):
    """A document that was ingested: where it comes from, which version stands, and why it failed if it did."""

    id: str
    document: str
    source: str
    path: str
    title: str | None
    state: DocumentState
    reason: str | None
    version: int
    updated_at: str | None
    notes: tuple[str, ...]


class Documents(Answer):
    """Ingested documents by name; those with the state `failed` are what is to be tried again."""

    documents: tuple[DocumentLine, ...]
    cursor: str | None
