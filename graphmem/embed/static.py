"""The default embedder: static token vectors whose weights are inside the installed package. No download, no model server."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from graphmem.embed.base import STATIC, Vector
from graphmem.errors import EmbedderError

BATCH = 256


class StaticEmbedder:
    """WordLlama, 256 dimensions: thousands of texts a second on one core.

    Its two files are read directly: the package itself takes seconds to import, and would look for newer files on the network.
    """

    name, dimension = STATIC

    def __init__(self) -> None:
        from tokenizers import Tokenizer

        folder = _package()
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
        self._tokenizer.no_truncation()
        self._weights = _mapped(folder / "weights" / f"l2_supercat_{self.dimension}.safetensors")

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """A vector a text; a question is treated like any text, and a text without a token has none."""
        vectors: list[Vector] = []
        for at in range(0, len(texts), BATCH):
            for encoded in self._tokenizer.encode_batch(list(texts[at : at + BATCH]), add_special_tokens=False):
                vectors.append(self._mean(encoded.ids))
        return vectors

    def _mean(self, tokens: list[int]) -> Vector:
        if not tokens:
            return []
        vector: Vector = self._weights[tokens].astype("float32").mean(axis=0).tolist()
        return vector


def _package() -> Path:
    """Where the wheel keeps its files; the package is never imported."""
    found = find_spec("wordllama")
    if found is None or found.origin is None:
        raise EmbedderError("The embedder 'static' needs the package wordllama: pip install wordllama")
    return Path(found.origin).parent


def _mapped(path: Path) -> Any:
    """The one matrix of a safetensors file, mapped and not read: a text needs a few of its rows."""
    import numpy as np

    with path.open("rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(size))
    matrix = next(entry for name, entry in header.items() if name != "__metadata__")
    kind = {"F16": "<f2", "F32": "<f4"}[matrix["dtype"]]
    return np.memmap(path, dtype=kind, mode="r", offset=8 + size + matrix["data_offsets"][0], shape=tuple(matrix["shape"]))
