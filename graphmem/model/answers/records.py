"""The answer of `records`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.answers.parts import RecordBrief


class Records(Answer):
    """Records in short, those that were stated last first; `cursor` leads to the next page."""

    records: tuple[RecordBrief, ...]
    cursor: str | None
