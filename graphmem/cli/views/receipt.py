"""A receipt as short lines: what was stored, what it ended, what the writer should know."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from graphmem.cli.views.words import line
from graphmem.model.receipts import EndedLine, Receipt


def view(receipt: Receipt) -> Iterator[RenderableType]:
    """One line a thing."""
    if receipt.dry_run:
        yield line(("Nothing was stored: this is what would happen.", "yellow"))
    if receipt.replayed:
        yield line(("Nothing was stored: this request had landed before.", "yellow"))
    if receipt.id:
        yield line(("done", "green"), (receipt.id, "bold"))
    for record in receipt.records:
        yield line(("record", "green"), record.kind, (record.id, "bold"), f"for {record.request_id}" if record.request_id else "")
    for entity in receipt.entities:
        how = "new" if entity.created else f"found by {entity.matched_by}" if entity.matched_by else "found"
        yield line(("entity", "green"), (entity.name, "bold"), (entity.type, "dim"), how, (entity.id, "dim"))
    for link in receipt.relations:
        how = "new" if link.evidence == 1 else f"evidence {link.evidence}"
        yield line(("link", "green"), link.source, (link.type, "cyan"), link.target, how, (link.id, "dim"))
    yield from _consequences(receipt)


def _consequences(receipt: Receipt) -> Iterator[RenderableType]:
    for ended in receipt.ended:
        yield line(("ended", "yellow"), *_what(ended))
    for lost in receipt.evidence_lost:
        yield line(("evidence lost", "yellow"), *_what(lost))
    for masked in receipt.redactions:
        yield line(("masked", "yellow"), masked.kind, f"in {masked.path}", (masked.digest, "dim"))
    for warned in receipt.warnings:
        yield line(("warning", "yellow"), f"{warned.path}:" if warned.path else "", warned.message, (f"({warned.code})", "dim"))
    for refused in receipt.refused:
        yield line(("refused", "red"), f"item {refused.index}, {refused.path}:", refused.message, (f"({refused.code})", "dim"))
    if receipt.counts:
        yield line(*(f"{name.replace('_', ' ')} {count}" for name, count in receipt.counts.items()))


def _what(ended: EndedLine) -> tuple[object, ...]:
    return (ended.link or ended.record, ended.reason, (ended.relation or (ended.record if ended.link else ""), "dim"))
