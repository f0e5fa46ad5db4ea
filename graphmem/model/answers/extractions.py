"""The answer of `extractions`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model

ExtractionState = Literal["usable", "unusable", "invalid"]


class ExtractionLine(Model):
    """One answer of a model about one passage: as it came, whether it counts, and why not; `contract` names model and schema."""

    id: str
    document: str
    chunk: str
    state: ExtractionState
    reason: str | None
    author: str
    recorded_at: str | None
    contract: str
    raw: str
    characters: int


class Extractions(Answer):
    """The log of extractions, newest first; of a long answer `raw` is the beginning."""

    extractions: tuple[ExtractionLine, ...]
    cursor: str | None
