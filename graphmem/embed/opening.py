"""Opens the vectors of a store: makes their indexes the first time, and refuses a model that is not the store's."""

from __future__ import annotations

from graphmem.embed.base import known_space, open_embedder
from graphmem.embed.serving import Embedding, Space
from graphmem.errors import EmbedderMismatch
from graphmem.settings import Settings
from graphmem.store import Store
from graphmem.store.migrations import await_indexes, make_items
from graphmem.store.schema import vector_items


async def open_embedding(store: Store, settings: Settings) -> Embedding:
    """What makes and serves the vectors of the store; raises `EmbedderMismatch` for another model than it has vectors of.

    No model is loaded for it: the name and the dimension of the usual ones are known. A model that is being filled in to take
    the place of the current one may be set already.
    """
    embedding = await found_embedding(store, settings)
    if not any(_same(space, asked_space(settings, space)) for space in embedding.spaces):
        stored = (embedding.current.name, embedding.current.dimension)
        raise EmbedderMismatch(stored, asked_space(settings, embedding.current))
    return embedding


async def found_embedding(store: Store, settings: Settings) -> Embedding:
    """The same, whichever model is set."""
    return Embedding(settings, await store.look("read/embeddings") or await _first(store, settings))


def _same(space: Space, asked: tuple[str, int]) -> bool:
    return (space.name, space.dimension) == asked


def asked_space(settings: Settings, stored: Space | None = None) -> tuple[str, int]:
    """The model that is set, and its dimension; one that is not known is asked for it, unless it is the store's own."""
    known = known_space(settings.embedder)
    if known is not None:
        return known
    if stored is not None and stored.name == settings.embedder:
        return stored.name, stored.dimension
    embedder = open_embedder(settings.embedder, settings)
    return embedder.name, embedder.dimension


async def _first(store: Store, settings: Settings) -> list[dict[str, object]]:
    """Makes the indexes of a store that has no vectors yet, then notes the model that it will have them of."""
    name, dimension = asked_space(settings)
    await make_items(store, vector_items("a", dimension))
    await await_indexes(store)
    return await store.look("write/embedding_open", name=name, dimension=dimension)
