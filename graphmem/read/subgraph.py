"""Subgraph: the best hits of a search, and what relations and mentions join to them, both ways, level by level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.clock import Instants
from graphmem.errors import InvalidArgument
from graphmem.model.answers.search import Search
from graphmem.model.answers.subgraph import Subgraph, SubgraphEdge, SubgraphNode
from graphmem.model.base import Model
from graphmem.model.times import Precision, shown_time
from graphmem.read.paging import check_limit
from graphmem.read.search import HitRow, search
from graphmem.store import Reader, Store

SEEDS = 10  # hits of the search that the subgraph grows from
MAX_HOPS = 4
EACH = 60  # nodes of one sort that are reached from one node
EDGES = 2_000
TEXT = 500  # characters of a node's text


class ReachedRow(Model):
    """The columns of `read/subgraph_level`: `cut` says that something on this level has more around it than is followed."""

    id: str
    cut: bool


class EdgeRow(Model):
    """The columns of `read/subgraph_edges`."""

    id: str
    source: str
    target: str
    type: str
    reason: str | None
    record: str | None
    author: str | None
    since: datetime | None
    precision: Precision | None
    recorded_at: datetime | None


class HolderRow(Model):
    """The columns of `read/subgraph_holders`."""

    id: str
    holder: str
    name: str
    kind: str
    author: str | None
    recorded_at: datetime | None
    heading: str | None
    position: int | None


@dataclass(frozen=True, slots=True)
class Reached:
    """The nodes by id with their hops, and whether there were more."""

    hops: Mapping[str, int]
    truncated: bool


async def subgraph(
    store: Store, workspace: str, clocks: Instants, text: str, *, hops: int = 2, limit: int = 100, most: int = 200,
    kinds: Sequence[str] | None = None, length: int = TEXT,
) -> Subgraph:  # fmt: skip
    """What lies up to `hops` around the best hits for `text`, at most `limit` nodes; raises `InvalidArgument`."""
    check_limit(limit, most=most)
    if not 1 <= hops <= MAX_HOPS:
        raise InvalidArgument("hops", f"{hops} given; it is 1 to {MAX_HOPS}")
    found = await search(store, workspace, clocks, text, limit=min(SEEDS, limit), kinds=kinds, current=True)
    return await store.read(
        lambda reader: _around(reader, found, hops, limit, length),
        workspace=workspace,
        clocks=lambda clock, now: (min(found.as_of, clock), found.valid_at),
    )


async def _around(reader: Reader, found: Search, hops: int, limit: int, length: int) -> Subgraph:
    seeds = [hit.id for hit in found.hits]
    reached = await _grown(reader, seeds, hops, limit)
    scores = {hit.id: hit.score for hit in found.hits}
    ids = list(reached.hops)
    shown = await reader.models("read/search_hits", HitRow, ids=ids) if ids else []
    rows = await reader.models("read/subgraph_edges", EdgeRow, ids=ids, each=EACH * 4, limit=EDGES + 1) if ids else []
    holders = {row.id: row for row in await reader.models("read/subgraph_holders", HolderRow, ids=ids)} if ids else {}
    nodes = [_node(row, reached.hops[row.hit.id], scores.get(row.hit.id), holders.get(row.hit.id), length) for row in shown]
    nodes.sort(key=lambda n: (n.hop, -(n.score or 0.0), n.kind != "entity", n.name, n.id))
    return Subgraph(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, seeds=tuple(seeds),
        nodes=(*nodes, *_holders(holders.values(), reached.hops)),
        edges=(*(_edge(row) for row in rows[:EDGES]), *_of(holders.values())),
        truncated=reached.truncated or len(rows) > EDGES, note=found.note,
    )  # fmt: skip


async def _grown(reader: Reader, seeds: Sequence[str], hops: int, limit: int) -> Reached:
    """Level by level from the seeds, the nearest first, until the nodes are as many as may be."""
    found = dict.fromkeys(seeds, 0)
    frontier, truncated = list(seeds), False
    for hop in range(1, hops + 1):
        if not frontier:
            break
        left = limit - len(found)
        rows = await reader.models(
            "read/subgraph_level", ReachedRow, frontier=frontier, seen=list(found), each=EACH, limit=left + 1
        )
        truncated |= len(rows) > left or any(row.cut for row in rows)
        frontier = [row.id for row in rows[:left]]
        found |= dict.fromkeys(frontier, hop)
    return Reached(found, truncated)


def _node(row: HitRow, hop: int, score: float | None, holder: HolderRow | None, length: int) -> SubgraphNode:
    shown, times = row.hit, row.times
    title = f"{holder.heading or holder.name} {holder.position}" if holder and holder.kind == "document" else shown.title
    texts = dict.fromkeys(t for t in (shown.text, shown.more) if t and t != shown.title)
    return SubgraphNode(
        id=shown.id, kind=shown.kind, type=shown.type, name=title or shown.id, text=_cut("\n".join(texts), length), hop=hop, score=score,
        source=holder.holder if holder else None, author=shown.author, session=shown.session,
        at=times.shown_start() if times else None, recorded_at=shown_time(times.recorded_at) if times else None,
    )  # fmt: skip


def _cut(text: str, length: int) -> str | None:
    told = text.strip()
    return (told if len(told) <= length else told[: length - 1].rstrip() + "…") or None


def _edge(row: EdgeRow) -> SubgraphEdge:
    since = shown_time(row.since, row.precision or "instant") if row.since else None
    recorded_at = shown_time(row.recorded_at) if row.recorded_at else None
    given = row.model_dump(exclude={"since", "precision", "recorded_at"})
    return SubgraphEdge(**given, since=since, recorded_at=recorded_at)


def _holders(rows: Iterable[HolderRow], hops: Mapping[str, int]) -> Iterable[SubgraphNode]:
    """The documents and conversations, each once, as near as their nearest piece and one hop."""
    nearest: dict[str, SubgraphNode] = {}
    for row in sorted(rows, key=lambda r: (hops[r.id], r.name, r.id)):
        nearest.setdefault(row.holder, SubgraphNode(
            id=row.holder, kind=row.kind, type=None, name=row.name, text=None, hop=hops[row.id] + 1, score=None, source=None,
            author=row.author, session=None, at=None, recorded_at=shown_time(row.recorded_at) if row.recorded_at else None,
        ))  # fmt: skip
    return nearest.values()


def _of(rows: Iterable[HolderRow]) -> Iterable[SubgraphEdge]:
    """The edge from each piece to what it is a piece of."""
    return (
        SubgraphEdge(
            id=f"{row.id}-of", source=row.id, target=row.holder, type="of", reason=None, record=None, author=row.author, since=None,
            recorded_at=None,
        )
        for row in rows
    )  # fmt: skip
