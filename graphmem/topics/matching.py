"""Which group of a new run is which of the run before: by the entities they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SAME = 1 / 3  # of the larger of two groups must be shared: a small rest of a large group is a group of its own


@dataclass(frozen=True, slots=True)
class Before:
    """A group of the run before: its lasting id, its number there and its size."""

    id: str
    community: int
    size: int


def matched(shared: Iterable[tuple[int, int, int]], sizes: Mapping[int, int], before: Iterable[Before]) -> dict[int, str]:
    """The lasting ids of new groups, by their number: the greatest overlaps first, each old and each new group at most once."""
    known = {b.community: b for b in before}
    found: dict[int, str] = {}
    for community, number, count in sorted(shared, key=lambda s: (-s[2], s[1], s[0])):
        old = known.get(number)
        if old is None or community in found or community not in sizes:
            continue
        if count >= SAME * max(old.size, sizes[community]):
            found[community] = known.pop(number).id
    return found
