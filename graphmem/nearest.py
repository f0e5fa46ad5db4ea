"""The names that are spelled most like one that is not there: questions and acts tell them with their not-found."""

from __future__ import annotations

import re

from rapidfuzz import fuzz, process

from graphmem.store import Reader, Writer
from graphmem.store.fulltext import fuzzy

NEAREST = 5


async def nearest_names(transaction: Reader | Writer, name: str) -> list[str]:
    """The names that are spelled most like `name`, best first."""
    words = [w for w in re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", name) if w]
    if not words:
        return []
    query = fuzzy(transaction.workspace, list(dict.fromkeys([*words, name.replace(" ", "")])))
    found = [row["name"] for row in await transaction.rows("read/nearest_names", query=query)]
    best = process.extract(name, found, scorer=fuzz.WRatio, limit=NEAREST, score_cutoff=50)
    return [text for text, _, _ in best]
