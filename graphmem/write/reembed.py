"""Fills what lacks words or vectors: after an import, after an embedder failed, and when the store changes over to another model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphmem.embed.serving import Space
from graphmem.errors import EmbedderError
from graphmem.store import Reader, Store
from graphmem.write.filling import BATCH, Filling

KINDS = ("Record", "Entity", "Chunk", "Message")

Report = Callable[[str, int, int | None], None]


async def fill_workspace(
    store: Store, workspace: str, spaces: Sequence[Space], *, strict: bool = True, seen: Callable[[int], None] = lambda n: None
) -> int:
    """Gives everything in a workspace the words, and the vectors of these spaces, that it lacks; says how much there was.

    What is filled stays filled: stopped, it goes on where it was. Raises `EmbedderError` when the model fails, if it is strict.
    """
    filling = Filling(store, workspace, spaces)
    filled, after = 0, ""
    while page := await _page(store, workspace, filling.properties, after):
        for kind in KINDS:
            filled += await filling.things(kind, [row["id"] for row in page if row["kind"] == kind and row["lacking"]])
        filled += await filling.links([row["id"] for row in page if row["kind"] == "Record"])
        if strict and filling.failure:
            raise EmbedderError(f"{filling.failure}. What was embedded is kept; the same command goes on from here.")
        seen(len(page))
        after = page[-1]["id"]
    return filled


async def _page(store: Store, workspace: str, properties: list[str], after: str) -> list[dict[str, Any]]:
    async def look(reader: Reader) -> list[dict[str, Any]]:
        return await reader.rows("read/searchables", after=after, properties=properties, limit=BATCH)

    return await store.read(look, workspace=workspace, clocks=lambda clock, now: (clock, now))
