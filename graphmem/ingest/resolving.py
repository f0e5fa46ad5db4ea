"""Which entities that an ingest names are one thing: a canonical name groups what is alike, and joins nothing; what is sure is merged.

Pure: names and how near they are go in, a verdict comes out. docs/evaluation.md says how well, and why meaning alone proposes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from graphmem.model.names import probable_duplicate, told_apart

SPELLED = 0.85
"""From this score of `probable_duplicate` on two names of one type have one canonical name."""
SAME_LETTERS = 0.95
"""From this score on nothing but case, blanks, separators, accents or a well-known other form differs: singular and plural are two."""

Verdict = Literal["merge", "propose", "apart"]


@dataclass(frozen=True, slots=True)
class Named:
    """An entity as the rules see it."""

    id: str
    name: str
    type: str


def one_canonical(one: Named, other: Named) -> bool:
    """Whether two entities share a canonical name; of two types, or with a token that tells them apart, they never do."""
    if one.type != other.type or told_apart(one.name, other.name):
        return False
    return probable_duplicate(one.name, other.name) >= SPELLED


def verdict(one: Named, other: Named, cosine: float | None, merge_from: float | None) -> Verdict:
    """Whether two entities are merged, shown to a person, or neither; without a vector or a threshold nothing is merged."""
    if not one_canonical(one, other):
        return "apart"
    near = cosine is not None and merge_from is not None and cosine >= merge_from
    return "merge" if near and probable_duplicate(one.name, other.name) >= SAME_LETTERS else "propose"


def canonical_names(named: Iterable[Named]) -> dict[str, str]:
    """The canonical name of each entity by id: that of the first one before it which it is grouped with, or its own."""
    heads: list[Named] = []
    found: dict[str, str] = {}
    for one in named:
        head = next((h for h in heads if one_canonical(h, one)), None)
        if head is None:
            heads.append(one)
        found[one.id] = (head or one).name
    return found
