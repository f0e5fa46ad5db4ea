"""Which vectors the store keeps and serves, and the embedders that make them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from graphmem.embed.base import Embedder, Vector, checked, open_embedder
from graphmem.errors import EmbedderError

if TYPE_CHECKING:
    from graphmem.settings import Settings

Slot = Literal["a", "b"]
_LOADING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Space:
    """Vectors of one model, all under one property: `vector_a` or `vector_b`."""

    name: str
    dimension: int
    slot: Slot

    @property
    def property(self) -> str:
        return f"vector_{self.slot}"


class SpacesMoved(Exception):
    """The store keeps other vectors now than the request was prepared for; it is prepared anew."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.rows = tuple(rows)


@dataclass(slots=True)
class Vectors:
    """The vectors of the texts of one request, as properties of the rows that carry them."""

    made: dict[str, dict[str, Vector]] = field(default_factory=dict)
    failure: str | None = None
    properties: tuple[str, ...] = ()

    def of(self, *texts: str) -> dict[str, Any]:
        """The properties for the first of `texts` that has vectors; a row without one is marked, and `reembed` fills it."""
        found = next((self.made[t] for t in texts if t in self.made), {})
        missing: dict[str, Any] = {} if all(p in found for p in self.properties) else {"unembedded": True}
        return {**found, **missing}


class Embedding:
    """The spaces that the store keeps vectors in: `current` is searched, `next` is being filled to take its place."""

    def __init__(self, settings: Settings, rows: Iterable[Mapping[str, Any]]) -> None:
        self._settings = settings
        self.take(rows)

    def take(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Believes what the store says of itself."""
        spaces = {row["id"]: Space(row["name"], row["dimension"], row["slot"]) for row in rows}
        self.current: Space = spaces["current"]
        self.next: Space | None = spaces.get("next")

    @property
    def spaces(self) -> tuple[Space, ...]:
        return (self.current, self.next) if self.next else (self.current,)

    def check(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Raises `SpacesMoved` when the store keeps other vectors now than it did when it was opened."""
        if not rows:  # the note was deleted by hand: opening the store makes it again
            return
        found = {(row["id"], Space(row["name"], row["dimension"], row["slot"])) for row in rows}
        known = {("current", self.current)} | ({("next", self.next)} if self.next else set())
        if found != known:
            raise SpacesMoved(rows)

    def load(self, space: Space) -> None:
        """Loads the model of a space; raises `EmbedderError` when it cannot."""
        self._embedder(space)

    async def query(self, text: str) -> Vector | None:
        """The vector of a question in the space that serves; None where the text has none. Raises `EmbedderError`."""
        made = await asyncio.to_thread(self._embed, self.current, [text], True)
        return made.get(text)

    async def vectors(self, texts: Iterable[str], spaces: Sequence[Space] | None = None) -> Vectors:
        """The vectors of `texts` in every space, or in these; a failing embedder costs vectors, never the request."""
        wanted = [t for t in dict.fromkeys(texts) if t.strip()]
        return await asyncio.to_thread(self._vectors, wanted, spaces or self.spaces)

    def _vectors(self, texts: list[str], spaces: Sequence[Space]) -> Vectors:
        found = Vectors(properties=tuple(s.property for s in spaces))
        for space in spaces if texts else ():
            try:
                made = self._embed(space, texts, query=False)
            except EmbedderError as error:
                found.failure = str(error)
                continue
            if bad := len(texts) - len(made):
                found.failure = f"{space.name} made no fit vector of {bad} of {len(texts)} texts"
            for text, vector in made.items():
                found.made.setdefault(text, {})[space.property] = vector
        return found

    def _embed(self, space: Space, texts: list[str], query: bool) -> dict[str, Vector]:
        embedder = self._embedder(space)
        made = embedder.embed(texts, query=query)
        if len(made) != len(texts):
            raise EmbedderError(f"{space.name} made {len(made)} vectors of {len(texts)} texts")
        good = ((text, checked(vector, space.dimension)) for text, vector in zip(texts, made, strict=True))
        return {text: vector for text, vector in good if vector is not None}

    def _embedder(self, space: Space) -> Embedder:
        with _LOADING:  # two threads that need the model at once load it once
            return _opened(space.name, self._settings)


@cache
def _opened(name: str, settings: Settings) -> Embedder:
    """One model of a name a process, whatever opens it."""
    return open_embedder(name, settings)
