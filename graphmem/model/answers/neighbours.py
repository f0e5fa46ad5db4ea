"""The answer of `neighbours`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.entity import Direction
from graphmem.model.answers.parts import Evidence
from graphmem.model.base import Model


class NeighbourLink(Model):
    """One link between the two: `evidence` lists the oldest of `evidence_total` edges, `since` is the earliest start."""

    direction: Direction
    type: str
    since: str | None
    evidence_total: int
    evidence: tuple[Evidence, ...]


class Neighbour(Model):
    """An entity one link away, with every link that joins the two."""

    entity: EntityBrief
    links: tuple[NeighbourLink, ...]


class Neighbours(Answer):
    """What current links join to an entity, by name; `cursor` leads to the next page."""

    entity: EntityBrief
    neighbours: tuple[Neighbour, ...]
    cursor: str | None
