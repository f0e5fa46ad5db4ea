"""Rows that answer a question: one line each, as JSON, for what is in them was stored by others."""

from __future__ import annotations

import json

from graphmem.model.answers.asked import Asked
from graphmem.model.names import escape_shown
from graphmem.tools.pages import Told
from graphmem.tools.quoting import quoted


def asked(answer: Asked) -> Told:
    """The words if there are any, the statement, the rows."""
    more = " or more" if answer.truncated else ""
    head = f"{len(answer.rows)}{more} rows, found by the statement {quoted(answer.query)}."
    said = [f"In the words of a model: {quoted(answer.words)}"] if answer.words else []
    rows = [escape_shown(json.dumps(row, ensure_ascii=False, default=str)) for row in answer.rows]
    return Told(head, [*said, *rows], answer=answer)
