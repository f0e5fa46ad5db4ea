"""Erasing plain texts: their words, vectors and terms, and what the message after one repeats of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.store import Writer
from graphmem.write.pieces import embedded, piece_lexical
from graphmem.write.scrubbing import Gone


async def erase_texts(writer: Writer, texts: Sequence[Mapping[str, Any]], gone: Gone) -> list[dict[str, Any]]:
    """Deletes texts, and returns the ingested documents that went with their last one; tombstones are the caller's."""
    gone.ids |= {text["id"] for text in texts}
    gone.told_at(text["recorded_at"] for text in texts)
    left = await writer.one("write/erase_texts", ids=[text["id"] for text in texts])
    # What is left of its neighbour's words goes: it stands by itself now.
    rows = [{"id": row["id"], "lexical": piece_lexical(embedded(row), None)} for row in left["followers"]]
    if rows:
        await writer.rows("write/reword_messages", rows=rows)
    documents: list[dict[str, Any]] = left["documents"]
    gone.ids |= {document["id"] for document in documents}
    return documents
