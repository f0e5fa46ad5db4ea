"""The answer of `ask`."""

from __future__ import annotations

from typing import Any

from graphmem.model.answers.base import Answer


class Asked(Answer):
    """Rows that answer a question, with the statement that found them: `query` as it was written, `ran` as the guard let it run.

    `words` is the answer in words, where a model is set; `repaired` says that a first statement was refused; `tokens` is what the
    model was paid with. `truncated` says that there were more rows.
    """

    question: str
    query: str
    ran: str
    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    truncated: bool
    words: str | None
    repaired: bool
    model: str | None
    tokens: int
