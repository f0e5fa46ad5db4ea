"""The protocol that every embedder keeps, the check that every vector passes, and the choice by setting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from graphmem.errors import EmbedderError

if TYPE_CHECKING:
    from graphmem.settings import Settings

Vector: TypeAlias = list[float]

STATIC = ("wordllama-256", 256)
BGE = ("bge-small-en-v1.5-int8", 384)
BUILT_IN = {"static": STATIC, "bge": BGE}


# The cosine from which on an ingest merges two entities of one type whose names have the same letters: docs/evaluation.md says how
# well. With an embedder that nobody measured it merges nothing.
MERGE_FROM = {STATIC[0]: 0.85, BGE[0]: 0.95}


class Embedder(Protocol):
    """Turns texts into vectors of `dimension` floats; the same text gives the same vector, and `name` says which model made it."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """A vector a text, in order. Some models treat a question (`query`) otherwise than what it is to find."""
        ...


def checked(vector: object, dimension: int) -> Vector | None:
    """The vector at unit length, or None for one that an index cannot hold: a wrong length, no number, not finite, all zero.

    Neo4j stores a vector of a wrong length without a word and never finds it again, so nothing unchecked is stored.
    """
    if not isinstance(vector, Sequence) or len(vector) != dimension:
        return None
    if not all(isinstance(x, int | float) and not isinstance(x, bool) for x in vector):
        return None
    norm = math.sqrt(sum(x * x for x in vector))
    return [x / norm for x in vector] if math.isfinite(norm) and norm > 0 else None


def known_space(embedder: str) -> tuple[str, int] | None:
    """The model behind the setting and its dimension, without loading it; None where only the model itself can tell."""
    return BUILT_IN.get(embedder)


def open_embedder(model: str, settings: Settings) -> Embedder:
    """The embedder of that model; raises `EmbedderError` that says what to install or to set."""
    if model == STATIC[0]:
        from graphmem.embed.static import StaticEmbedder

        return StaticEmbedder()
    if model == BGE[0]:
        from graphmem.embed.bge import BgeEmbedder

        return BgeEmbedder()
    if model.startswith("openai:"):
        from graphmem.embed.openai import OpenAiEmbedder

        return OpenAiEmbedder(model, settings)
    raise EmbedderError(f"no embedder makes vectors of {model!r} here; set GRAPHMEM_EMBEDDER to the one that does")
