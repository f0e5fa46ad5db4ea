"""A cross-encoder that reads question and text together: better than vectors, and slow (ms-marco-MiniLM-L12, extra `bge`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from graphmem.embed.onnx import OnnxModel

BATCH = 8


class Reranker:
    """Some forty pairs a second on one core; raises `EmbedderError` where the extra is not installed."""

    def __init__(self) -> None:
        self._model = OnnxModel("reranker_en", "To rerank")

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question; the numbers compare the texts of one question, nothing else."""
        order = sorted(range(len(texts)), key=lambda n: len(texts[n]))  # a batch costs as much as its longest text
        found: dict[int, float] = {}
        for at in range(0, len(order), BATCH):
            places = order[at : at + BATCH]
            for place, row in zip(places, self._model.run([(question, texts[n]) for n in places]), strict=True):
                found[place] = float(row[0])
        return [found[n] for n in range(len(texts))]


@cache
def reranker() -> Reranker:
    """The one of this process."""
    return Reranker()
