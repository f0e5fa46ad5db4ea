"""Vectors kept between runs, outside the project: by embedder and text, so that a text is embedded once."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

from graphmem.settings import cache_folder

Vector = list[float]


def default_folder() -> Path:
    """GRAPHMEM_VECTORS, or a folder in the user's cache."""
    return Path(os.environ.get("GRAPHMEM_VECTORS") or cache_folder() / "vectors")


class VectorStore:
    """One file of vectors an embedder."""

    def __init__(self, embedder: str, folder: Path | None = None) -> None:
        folder = folder or default_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self._rows = sqlite3.connect(folder / f"{embedder.replace('/', '_')}.sqlite", timeout=60, check_same_thread=False)
        self._rows.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB)")

    def get(self, texts: Sequence[str], embed: Callable[[list[str]], list[Vector]], *, query: bool = False) -> list[Vector]:
        """The vectors of these texts, those that are new made by `embed` and kept."""
        keys = [_key(text, query) for text in texts]
        found = {key: vector for key in set(keys) if (vector := self._one(key)) is not None}
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if new:
            made = embed(list(new.values()))
            with self._rows:
                for key, vector in zip(new, made, strict=True):
                    self._rows.execute("INSERT OR REPLACE INTO vector VALUES (?, ?)", (key, array("f", vector).tobytes()))
                    found[key] = array("f", vector).tolist()
        return [found[key] for key in keys]

    def _one(self, key: bytes) -> Vector | None:
        row = self._rows.execute("SELECT value FROM vector WHERE key = ?", (key,)).fetchone()
        return None if row is None else array("f", row[0]).tolist()


def _key(text: str, query: bool) -> bytes:
    return hashlib.sha256(f"{'query' if query else 'text'}\x1f{text}".encode("utf-8", "surrogatepass")).digest()
