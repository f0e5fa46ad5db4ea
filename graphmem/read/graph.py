"""Graph: all of a workspace at once, as columns."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.answers.graph import Graph, GraphLinks, GraphNodes
from graphmem.model.answers.topics import TopicBrief
from graphmem.model.base import Model
from graphmem.read.narrowing import known_entity_types, known_relations
from graphmem.read.paging import check_limit
from graphmem.read.topics import NAMED_BY, by_id, topic_name
from graphmem.store import Reader

MOST = 20_000  # entities: what a browser draws and can still be moved about in


class EntityColumns(Model):
    """The columns of `read/graph_entities`."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    communities: tuple[int | None, ...]
    total: int


class LinkColumns(Model):
    """The columns of `read/graph_links`."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    types: tuple[str, ...]
    holds: tuple[int, ...]


class TopicRow(Model):
    """The columns of `read/graph_topics`."""

    community: int
    id: str
    size: int
    central: tuple[str, ...]


async def graph(
    reader: Reader, *, types: Sequence[str] | None = None, relations: Sequence[str] | None = None, ended: bool = False,
    limit: int = 2_000,
) -> Graph:  # fmt: skip
    """The entities that most is said of, and every link between two of them; with `ended` also links that held before.

    Raises `InvalidArgument` for an unknown type.
    """
    check_limit(limit, most=MOST)
    wanted = known_entity_types("types", types, reader.ontology)
    over, own = known_relations("relations", relations, reader.ontology)
    [row] = await reader.models("read/graph_entities", EntityColumns, types=wanted, limit=limit)
    places = {id_: n for n, id_ in enumerate(row.ids)}
    [links] = await reader.models("read/graph_links", LinkColumns, entities=list(row.ids), relations=over, own=own, ended=ended)
    topics, groups = await _topics(reader, row.communities)
    nodes = GraphNodes(
        ids=row.ids, names=row.names, types=row.types, topics=tuple(groups.get(c, -1) for c in row.communities)
    )  # fmt: skip
    return Graph(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, nodes=nodes, links=_links(links, places), topics=topics,
        total=row.total, truncated=row.total > len(row.ids),
    )  # fmt: skip


def _links(found: LinkColumns, places: dict[str, int]) -> GraphLinks:
    """Those whose both ends are shown, in an order that stays; a link that holds by one piece of evidence holds."""
    rows = zip(found.sources, found.targets, found.types, found.holds, strict=True)
    kept = sorted((places[a], places[b], kind, holds) for a, b, kind, holds in rows if a in places and b in places)
    return GraphLinks(
        sources=tuple(row[0] for row in kept), targets=tuple(row[1] for row in kept), types=tuple(row[2] for row in kept),
        ended=tuple(n for n, row in enumerate(kept) if not row[3]),
    )  # fmt: skip


async def _topics(reader: Reader, communities: Sequence[int | None]) -> tuple[tuple[TopicBrief, ...], dict[int | None, int]]:
    """The groups that the entities are in, largest first, and the place of each by its number in the run."""
    numbers = sorted({c for c in communities if c is not None})
    rows = await reader.models("read/graph_topics", TopicRow, communities=numbers) if numbers else []
    entities = await by_id(reader, (id_ for row in rows for id_ in row.central[:NAMED_BY]))
    topics = tuple(TopicBrief(id=row.id, name=topic_name(row.central, entities), size=row.size) for row in rows)
    return topics, {row.community: n for n, row in enumerate(rows)}
