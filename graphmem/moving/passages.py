"""Moving plain texts: documents with their pieces, conversations with their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.moving import rows as written_rows
from graphmem.moving.content import by_id, more_ends
from graphmem.moving.erased import erased_documents, erased_ids, left_out
from graphmem.moving.instants import Cut
from graphmem.moving.job import Job, Rows
from graphmem.moving.reading import Numbered
from graphmem.moving.texts import MovedChunk, MovedHolder, MovedMessage
from graphmem.store import Writer

Row = Mapping[str, Any]
Text = MovedChunk | MovedMessage
INGESTED = (
    "source",
    "path",
    "title",
    "digest",
    "state",
    "reason",
    "version",
    "versions",
    "metadata",
    "contract",
    "notes",
    "updated_at",
)
TEXT_KEYS = (
    "id",
    "document",
    "conversation",
    "position",
    "text",
    "heading",
    "speaker",
    "part",
    "captions",
    "ref",
    "version",
    "char_from",
    "char_to",
    "digest",
    "author",
)


def holder_line(row: Row) -> written_rows.Line:
    """A document or a conversation as a line of an export."""
    return written_rows.line(row, "id", "name", "author", "count", "seq", "recorded_at", *INGESTED)


def text_line(row: Row, cut: Cut) -> written_rows.Line:
    """A text as a line of an export."""
    return written_rows.line(row, *TEXT_KEYS) | written_rows.times(row, cut)


async def compare_texts(rows: Rows, job: Job, batch: list[Numbered]) -> dict[str, Row]:
    """The texts of the batch that are here; refuses those of which here something else is said."""
    found = await rows.rows("read/moved_texts", ids=[n.line.id for n in batch])
    here = by_id(row["text"] for row in found)
    for numbered in batch:
        if stored := here.get(numbered.line.id):
            job.same(numbered, numbered.line, stored, numbered.kind)
    return here


async def store_holders(writer: Writer, job: Job, batch: list[Numbered], secret: str | None) -> None:
    """Makes the ingested documents that were not erased here; what only holds texts comes with the first that comes in."""
    lines = [n.line for n in batch]
    job.waiting |= {line.id: (batch[0].kind, line) for line in lines if line.source is None}
    ingested = [line for line in lines if line.source is not None]
    erased = await erased_documents(writer, job, ingested, secret)
    await _make(writer, job, [("document", line) for line in ingested if line.id not in erased])


async def _make(writer: Writer, job: Job, holders: list[tuple[str, MovedHolder]]) -> None:
    """Makes those that are not here; texts of one whose name is here go behind what it has."""
    told: dict[str, list[Row]] = {"document": [], "conversation": []}
    for kind, line in holders:
        told[kind].append(line.properties() | {"count": 0})
    if holders:
        sent = {"documents": told["document"], "conversations": told["conversation"]}
        for row in await writer.rows("write/import_holders", **sent):
            _, base = job.holders.get(row["given"], (row["id"], row["base"]))
            job.holders[row["given"]] = (row["id"], base)


async def store_texts(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the texts of a batch that are new, and adds to the others the ends that only the file knows."""
    here = await compare_texts(writer, job, batch)
    job.refusals.stop()
    new = [n.line for n in batch if n.line.id not in here]
    gone = await erased_ids(writer, [line.id for line in new])
    erased = await left_out(writer, job, {id_: id_ for id_ in gone})
    coming = _coming(job, [line for line in new if line.id not in erased])
    held = {getattr(line, line.HOLDER) for line in coming}
    await _make(writer, job, [job.waiting[holder] for holder in sorted(held & job.waiting.keys())])
    rows = [_row(writer, job, line) for line in coming]
    if rows:
        await writer.rows("write/import_texts", rows=rows)
    ends = [
        {"id": n.line.id, "properties": changes}
        for n in batch
        if n.line.id in here and (changes := more_ends(n.line, here[n.line.id]))
    ]
    if ends:
        await writer.rows("write/import_ends", rows=ends)
    job.counts["texts"] += len(rows)
    job.counts["known"] += len(here)
    job.counts["ends"] += len(ends)


def _coming(job: Job, lines: Sequence[Text]) -> list[Text]:
    """The texts of what comes in; those of a document that was erased here stay out with it."""
    for line in lines:
        if getattr(line, line.HOLDER) in job.gone:
            job.tell("SKIPPED_ERASED", line.id)
            job.counts["skipped"] += 1
    return [line for line in lines if getattr(line, line.HOLDER) in job.holders.keys() | job.waiting.keys()]


def _row(writer: Writer, job: Job, line: Text) -> dict[str, Any]:
    holder, base = job.holders[getattr(line, line.HOLDER)]
    own = {"workspace": writer.workspace, line.HOLDER: holder, "position": base + line.position}
    return {"label": line.LABEL, "holder": holder, "properties": line.properties() | own}
