"""The lists that a search joins: what the full text finds and what the vectors find, each filtered before its limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from math import ceil
from typing import Any

from graphmem.embed import Space, Vector
from graphmem.model.asking import Asked
from graphmem.model.base import Model
from graphmem.store import Reader, through
from graphmem.store.fulltext import searchable
from graphmem.store.schema import EDGE_TYPES

EXACT = 1_500  # things in a workspace up to which comparing each is quicker than the index, and misses nothing
COUNTED = 10_000  # a workspace is counted no further: a larger share asks for less of the index, never for more
WANTED = 30  # of the workspace, on average, among what the index is asked for: recall@10 is then that of an exact scan
ENOUGH = 0.7  # of what was wanted: a list that is shorter may lack near things
AT_FIRST = 300  # asked of an index where the workspace may be most of it: more than are wanted, as its graph finds few exactly
REACH = 3_000  # the most that an index is asked for at first; beyond it the exact scan is as quick
ALL = 100_000  # the most that the full text is asked for
LINKS = 3_000  # links of a small workspace that are compared one by one
LINK_REACH = 300


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit must be: every list applies all of it before its limit."""

    kinds: tuple[str, ...] | None = None
    session: str | None = None
    author: str | None = None
    first: datetime | None = None
    last: datetime | None = None
    current: bool | None = None

    @property
    def params(self) -> dict[str, Any]:
        narrowed = {
            "kinds": list(self.kinds) if self.kinds is not None else None,
            "last": through(self.last) if self.last else None,
        }
        return {**asdict(self), **narrowed}


class FoundRow(Model):
    """One place of a list: `holds` is False for what has ended."""

    id: str
    holds: bool


class LinkRow(Model):
    """A link by its ends; `score` runs from 0 to 1, half of which is a right angle."""

    source: str
    target: str
    score: float

    @property
    def cosine(self) -> float:
        return 2 * self.score - 1


@dataclass(frozen=True, slots=True)
class Listing:
    """One list, best first, and how it was made."""

    rows: tuple[FoundRow, ...] = ()
    ran: str = "off"

    @property
    def ids(self) -> list[str]:
        return [row.id for row in self.rows]


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of what the indexes hold is the workspace's own."""

    size: int
    total: int
    degrees: Mapping[str, int] = field(default_factory=dict)  # of the stems asked for: how many texts have each
    named: tuple[str, ...] = ()  # the entities whose name the whole question is

    @property
    def small(self) -> bool:
        return self.size <= EXACT

    def reach(self, wanted: int) -> int:
        """How much an index is asked for at first, so that `wanted` of it are the workspace's."""
        most = AT_FIRST if self.size >= COUNTED else REACH
        return min(most, ceil(wanted * self.total / max(1, self.size)))


async def text_list(reader: Reader, asked: Asked, extent: Extent, filters: Filters, depth: int, limit: int) -> Listing:
    """The best matches of the words; without any word there is no list."""
    words = asked.weights(extent.degrees, extent.size, extent.total)
    if not words:
        return Listing(ran="no words to look for")
    given = {"query": searchable(reader.workspace, words), "limit": depth, **filters.params}
    rows = await reader.models("read/search_text", FoundRow, reach=REACH, **given)
    if len(rows) >= limit or extent.size <= REACH:  # a workspace that holds no more has given every match
        return Listing(tuple(rows), "index")
    # Filters may have taken what the index gave first.
    return Listing(tuple(await reader.models("read/search_text", FoundRow, reach=ALL, **given)), "index, every match")


async def vector_list(
    reader: Reader, space: Space, vector: Vector, extent: Extent, filters: Filters, depth: int, limit: int
) -> Listing:
    """The nearest texts: of a small workspace exactly, else by the index, asked for more where too little is left of it."""
    given = {"vector": vector, "limit": depth, **filters.params}
    if not extent.small:
        wanted, way = max(WANTED, 2 * limit), "index"
        reach = extent.reach(wanted)
        rows = await reader.models("read/search_vector", FoundRow, index=f"vectors_{space.slot}", reach=reach, **given)
        if len(rows) < wanted * ENOUGH and reach < REACH:  # the filters take some, or what others store is nearer
            reach, way = min(REACH, ceil(reach * wanted / max(1, len(rows)))), "index, widened"
            rows = await reader.models("read/search_vector", FoundRow, index=f"vectors_{space.slot}", reach=reach, **given)
        if len(rows) >= min(wanted, depth) * ENOUGH:
            return Listing(tuple(rows), way)
    rows = await reader.models("read/search_exact", FoundRow, slot=space.slot, **given)
    return Listing(tuple(rows), "exact" if extent.small else "index, then exact")


async def link_list(reader: Reader, space: Space, vector: Vector, extent: Extent, limit: int) -> list[LinkRow]:
    """The links whose statement is nearest, nearest first."""
    if extent.small:
        return await reader.models(
            "read/search_links_exact", LinkRow, slot=space.slot, most=LINKS, vector=vector, limit=limit
        )  # fmt: skip
    given = {"indexes": [f"{type_.lower()}_vectors_{space.slot}" for type_ in EDGE_TYPES], "vector": vector, "limit": 2 * limit}
    if extent.size >= COUNTED:  # of most workspaces as large as that the few nearest are their own
        rows = await reader.models("read/search_links", LinkRow, reach=2 * limit, **given)
        if len(rows) == 2 * limit:
            return rows[:limit]
    rows = await reader.models("read/search_links", LinkRow, reach=min(LINK_REACH, extent.reach(limit)), **given)
    return rows[:limit]
