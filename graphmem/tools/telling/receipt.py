"""A receipt: what was stored and by which ids to name it later, what it ended, what the writer should know."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.receipts import EndedLine, Receipt
from graphmem.tools.pages import Told
from graphmem.tools.quoting import quoted

LATER = " Name {ids} in supersedes when something replaces it, in corrects when it turns out wrong."


def receipt(answer: Receipt) -> Told:
    """The ids first."""
    return Told(_head(answer), list(_lines(answer)), answer=answer)


def _head(answer: Receipt) -> str:
    if answer.dry_run:
        return "DRY RUN: nothing was stored; this is what would happen."
    ids = ", ".join(line.id for line in answer.records)
    again = " This request had landed before; nothing was stored again." if answer.replayed else ""
    act = f" as {answer.id}" if answer.id else ""
    return f"Done{act}.{again}{LATER.format(ids=ids) if ids else ''}"


def _lines(answer: Receipt) -> Iterator[str]:
    yield from (f"stored {line.kind} {line.id}" for line in answer.records)
    yield from (f"{line.kind} {line.id}" for line in answer.work)
    for warned in answer.warnings:
        yield f"warning {warned.code}{f' at {warned.path}' if warned.path else ''}: {quoted(warned.message)}"
    yield from (f"masked a secret ({line.kind}) in {line.path}" for line in answer.redactions)
    yield from (f"ended {_what(line)}" for line in answer.ended)
    yield from (f"evidence lost for {_what(line)}" for line in answer.evidence_lost)
    for entity in answer.entities:
        how = "new" if entity.created else f"known, found by {entity.matched_by or 'name'}"
        yield f"entity {quoted(entity.name)} ({entity.type}) {entity.id}: {how}"
    for link in answer.relations:
        how = "new" if link.evidence == 1 else f"evidence {link.evidence}"
        yield f"link {quoted(link.source)} {link.type} {quoted(link.target)} {link.id}: {how}"
    yield from (f"{what.replace('_', ' ')}: {count}" for what, count in answer.counts.items())


def _what(line: EndedLine) -> str:
    ids = " ".join(id for id in (line.relation, line.record) if id)
    return f"{quoted(line.link) if line.link else 'record'} {ids}: {line.reason}"
