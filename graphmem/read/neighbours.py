"""Neighbours: what current links join to a thing, whatever they mean."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.entity import Direction
from graphmem.model.answers.neighbours import Neighbour, NeighbourLink, Neighbours
from graphmem.model.base import Model
from graphmem.model.ontology import UNDIRECTED
from graphmem.read.briefs import EvidenceRow
from graphmem.read.names import find_entity
from graphmem.read.narrowing import known_relations
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader

EACH = 5  # pieces of evidence a link: `evidence_total` says how many there are


class LinkRow(Model):
    """One link to a neighbour, as the statement returns it."""

    type: str
    direction: Direction
    evidence_total: int
    evidence: tuple[EvidenceRow, ...]

    def link(self) -> NeighbourLink:
        evidence = tuple(e.evidence() for e in self.evidence)
        return NeighbourLink(
            direction=self.direction, type=self.type, since=evidence[0].since, evidence_total=self.evidence_total, evidence=evidence
        )  # fmt: skip


class NeighbourRow(Model):
    """The columns of `read/neighbours`."""

    entity: EntityBrief
    links: tuple[LinkRow, ...]


async def neighbours(
    reader: Reader, name: str, *, types: Sequence[str] | None = None, limit: int = 50, cursor: str | None = None
) -> Neighbours:
    """The entities one current link away from `name`, by name, over links of all `types` or of those given.

    Raises `NameNotFound`, `AmbiguousName`, or `InvalidArgument` for an unknown type.
    """
    check_limit(limit)
    wanted, own = known_relations("types", types, reader.ontology)
    entity = await find_entity(reader, name)
    mark = list_mark("neighbours", reader.workspace, entity.id, repr(wanted), *own)
    after, id_ = decode_cursor(mark, cursor, str, str) or (None, None)
    rows = await reader.models(
        "read/neighbours", NeighbourRow, entity=entity.id, types=wanted, own=own, undirected=sorted(UNDIRECTED), name=after,
        id=id_, limit=limit + 1, each=EACH,
    )  # fmt: skip
    page, following = page_of(rows, limit, mark, lambda row: (row.entity.name, row.entity.id))
    found = tuple(Neighbour(entity=row.entity, links=tuple(x.link() for x in row.links)) for row in page)
    return Neighbours(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, entity=entity, neighbours=found, cursor=following
    )
