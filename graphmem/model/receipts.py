"""What a write says it did, built from what the database returned."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem.model.base import Model


class RecordLine(Model):
    """A record that was stored."""

    id: str
    kind: str
    request_id: str | None = None


class EntityLine(Model):
    """An entity that the request named: made by it, or found, and by what."""

    id: str
    name: str
    type: str
    created: bool
    matched_by: str | None = None


class RelationLine(Model):
    """A link that the request stated; `evidence` counts the edges that hold for it now, this one included."""

    id: str
    source: str
    target: str
    type: str
    evidence: int


class TextLine(Model):
    """A piece of a document or a message, stored by the request or known before; `ref` is the caller's own id of it."""

    id: str
    kind: Literal["chunk", "message"]
    ref: str | None = None
    created: bool


class WorkLine(Model):
    """A part of the work memory that the request stored or decided about."""

    id: str
    kind: Literal["task", "decision", "correction", "candidate", "rule"]


class EndedLine(Model):
    """A record, or a link, that no longer holds because of the request."""

    record: str | None = None
    relation: str | None = None
    link: str | None = None
    reason: str


class RedactionLine(Model):
    """A secret that was masked before anything was stored."""

    path: str
    kind: str
    digest: str


class Warned(Model):
    """Something the writer should know; nothing was refused because of it."""

    code: str
    message: str
    path: str = ""


class RefusedLine(Model):
    """An item of a partial batch that was not stored, and why."""

    index: int
    path: str
    code: str
    message: str


class Receipt(Model):
    """What one request did. `seq` and `recorded_at` are its place on the recorded clock."""

    records: tuple[RecordLine, ...] = ()
    entities: tuple[EntityLine, ...] = ()
    relations: tuple[RelationLine, ...] = ()
    texts: tuple[TextLine, ...] = ()
    work: tuple[WorkLine, ...] = ()
    ended: tuple[EndedLine, ...] = ()
    evidence_lost: tuple[EndedLine, ...] = ()
    redactions: tuple[RedactionLine, ...] = ()
    warnings: tuple[Warned, ...] = ()
    refused: tuple[RefusedLine, ...] = ()
    counts: dict[str, int] = Field(default_factory=dict)
    id: str | None = None
    recorded_at: str | None = None
    replayed: bool = False
    dry_run: bool = False


def joined(receipts: list[Receipt]) -> Receipt:
    """One receipt for a batch: the lines of its items in order, each entity once."""
    entities: dict[str, EntityLine] = {}
    for line in (e for r in receipts for e in r.entities):
        if line.id not in entities:
            entities[line.id] = line
    return Receipt(
        records=tuple(x for r in receipts for x in r.records),
        entities=tuple(entities.values()),
        relations=tuple(x for r in receipts for x in r.relations),
        ended=tuple(x for r in receipts for x in r.ended),
        evidence_lost=tuple(x for r in receipts for x in r.evidence_lost),
        redactions=tuple(x for r in receipts for x in r.redactions),
        warnings=tuple(x for r in receipts for x in r.warnings),
        recorded_at=max((r.recorded_at for r in receipts if r.recorded_at), default=None),
        replayed=bool(receipts) and all(r.replayed for r in receipts),
    )
