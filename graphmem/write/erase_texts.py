"""Erasing plain texts: their words, vectors and terms, and what the message after one repeats of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.model.lexical import dated, lexical
from graphmem.model.times import Stated
from graphmem.store import Writer
from graphmem.write.pieces import said_of
from graphmem.write.scrubbing import Gone


async def erase_texts(writer: Writer, texts: Sequence[Mapping[str, Any]], gone: Gone) -> None:
    """Deletes texts; tombstones are the caller's."""
    gone.ids |= {text["id"] for text in texts}
    gone.told_at(text["recorded_at"] for text in texts)
    left = await writer.one("write/erase_texts", ids=[text["id"] for text in texts])
    rows = [{"id": row["id"], "lexical": _alone(row)} for row in left["followers"]]
    if rows:
        await writer.rows("write/reword_messages", rows=rows)


def _alone(row: Mapping[str, Any]) -> str:
    """The words of a message whose neighbour is gone."""
    start = None if row["assumed"] else Stated(row["valid_from"], row["valid_from"], row["precision"])
    return lexical(dated(start), said_of(row))
