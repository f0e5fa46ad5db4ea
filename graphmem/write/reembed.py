"""Reembed: fills what lacks words or vectors, and lets the store change over to another model while it serves.

The other model gets the other property and indexes of its own, and is noted as the next one: from then on every write makes
vectors of both. When nothing lacks the new ones it takes the place of the old one in one step; then the old vectors go.
A change that was stopped goes on where it was, for what is done can be seen in the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphmem.embed.opening import asked_space, found_embedding
from graphmem.embed.serving import Embedding, Slot, Space
from graphmem.errors import EmbedderError
from graphmem.model.answers.reembedded import Reembedded
from graphmem.settings import Settings
from graphmem.store import Reader, Store, Writer
from graphmem.store.migrations import await_indexes, make_items
from graphmem.store.schema import dropping, vector_items
from graphmem.write.filling import BATCH, Filling

KINDS = ("Record", "Entity", "Chunk", "Message", "Task", "Correction", "Rule")

Report = Callable[[str, int, int | None], None]
OTHER: dict[Slot, Slot] = {"a": "b", "b": "a"}


async def reembed(store: Store, settings: Settings, *, report: Report | None = None) -> Reembedded:
    """Changes over to the model that is set, or fills what lacks vectors of it; raises `EmbedderError` when it fails."""
    embedding = await found_embedding(store, settings)
    store.embedding, current = embedding, embedding.current
    name, dimension = asked_space(settings, current)
    if (current.name, current.dimension) == (name, dimension):
        if embedding.next:
            await _give_up(store, embedding)
        filled = await _fill_all(store, [current], report)
        return Reembedded(name=name, dimension=dimension, filled=filled, switched=False)
    target = Space(name, dimension, OTHER[current.slot])
    embedding.load(target)  # what cannot be loaded changes nothing
    await _begin(store, embedding, target)
    filled = await _fill_all(store, [target], report)
    embedding.take(await store.look("write/embedding_switch", name=name))
    await _remove(store, current)
    return Reembedded(name=name, dimension=dimension, filled=filled, switched=True, before=current.name)


async def _begin(store: Store, embedding: Embedding, target: Space) -> None:
    """Makes room for the next model, and notes it; one that was begun before goes on."""
    if embedding.next != target:
        if embedding.next:
            await _give_up(store, embedding)
        await _remove(store, target)  # what an earlier change may have left there
    await make_items(store, vector_items(target.slot, target.dimension))
    await await_indexes(store)
    embedding.take(await store.look("write/embedding_next", name=target.name, dimension=target.dimension, slot=target.slot))


async def _give_up(store: Store, embedding: Embedding) -> None:
    """Ends a change that is no longer wanted."""
    left = embedding.next
    await store.look("write/embedding_drop")
    embedding.next = None
    if left:
        await _remove(store, left)


async def _fill_all(store: Store, spaces: Sequence[Space], report: Report | None) -> int:
    """Fills every workspace, until a round finds nothing to fill: what was being written meanwhile is not left out."""
    filled = 0
    while found := await _round(store, spaces, report):
        filled += found
    return filled


async def _round(store: Store, spaces: Sequence[Space], report: Report | None) -> int:
    counted = await store.look("read/searchable_count", workspaces=await _workspaces(store))
    total, done, filled = sum(row["count"] for row in counted), 0, 0

    def seen(n: int) -> None:
        nonlocal done
        done += n
        if report:
            report(f"embedding with {spaces[0].name}", min(done, total), total)

    for row in counted:
        filled += await fill_workspace(store, row["workspace"], spaces, seen=seen)
    return filled


async def _remove(store: Store, space: Space) -> None:
    """Drops the indexes of a space, then its vectors."""
    for item in vector_items(space.slot, space.dimension):
        await store.command(dropping(item))
    for workspace in await _workspaces(store):
        await _clear(store, workspace, {space.property: None})


async def _workspaces(store: Store) -> list[str]:
    return [row["id"] for row in await store.look("read/workspaces")]


async def _clear(store: Store, workspace: str, nothing: dict[str, None]) -> None:
    after: str | None = ""
    while after is not None:
        at = after

        async def work(writer: Writer) -> str | None:
            rows = await writer.rows("write/clear_vectors", after=at, nothing=nothing, limit=BATCH)  # noqa: B023  (run at once)
            return rows[0]["last"] if rows else None

        after = await store.write(work, workspace=workspace, author="")


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
