"""Embedders: text to a vector of unit length. One protocol; the static one always works, offline and without a download."""

from graphmem.embed.base import Embedder, Vector, checked, known_space, open_embedder
from graphmem.embed.serving import Embedding, Space, SpacesMoved, Vectors

__all__ = ["Embedder", "Embedding", "Space", "SpacesMoved", "Vector", "Vectors", "checked", "known_space", "open_embedder"]
