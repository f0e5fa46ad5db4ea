"""Path: a shortest way between two things, over links that hold at one instant."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.errors import InvalidArgument
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.path import PathStep, PathView
from graphmem.model.base import Model
from graphmem.model.ontology import MAX_DEPTH
from graphmem.read.briefs import EvidenceRow
from graphmem.read.names import find_entity
from graphmem.store import Reader

WIDTH = 1_000  # new entities a level: a hub may have 17,000, the search stays bounded and says `truncated`


class LevelRow(Model):
    """The columns of `read/path_level`."""

    entity: EntityBrief
    via: EntityBrief
    forward: bool
    evidence: EvidenceRow


@dataclass(slots=True)
class Side:
    """The search from one end: how each entity that it reached was reached, and the level in hand."""

    frontier: list[str]
    hops: int = 0
    reached: dict[str, LevelRow | None] = field(default_factory=dict)

    @classmethod
    def of(cls, entity: EntityBrief) -> Side:
        return cls([entity.id], 0, {entity.id: None})

    def way(self, id_: str) -> list[LevelRow]:
        """The rows from the end of this side to an entity, in order."""
        rows: list[LevelRow] = []
        while (row := self.reached[id_]) is not None:
            rows.append(row)
            id_ = row.via.id
        return rows[::-1]


async def path(reader: Reader, a: str, b: str, *, depth: int = 6) -> PathView:
    """A shortest way from `a` to `b` of at most `depth` steps, or `found` false; raises `NameNotFound` or `AmbiguousName`.

    It is searched from both ends, level by level, always on the side that is narrower; of several shortest ways it is the same
    one on every call.
    """
    if not 1 <= depth <= MAX_DEPTH:
        raise InvalidArgument("depth", f"{depth} given; it is 1 to {MAX_DEPTH}")
    source, target = await find_entity(reader, a, path="a"), await find_entity(reader, b, path="b")
    sides = Side.of(source), Side.of(target)
    meeting, truncated = await _meet(reader, *sides, depth) if source.id != target.id else (source.id, False)
    steps = [] if meeting is None else [*_there(sides[0].way(meeting)), *_back(sides[1].way(meeting))]
    return PathView(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, source=source, target=target, found=meeting is not None,
        steps=tuple(steps), depth=depth, truncated=truncated,
    )  # fmt: skip


async def _meet(reader: Reader, one: Side, other: Side, depth: int) -> tuple[str | None, bool]:
    """The first entity that both sides reach, and whether a level was cut on the way."""
    truncated = False
    while one.hops + other.hops < depth and one.frontier and other.frontier:
        near, far = (one, other) if len(one.frontier) <= len(other.frontier) else (other, one)
        rows = await reader.models("read/path_level", LevelRow, frontier=near.frontier, seen=list(near.reached), limit=WIDTH + 1)
        truncated |= len(rows) > WIDTH
        near.reached |= {row.entity.id: row for row in rows[:WIDTH]}
        near.frontier, near.hops = [row.entity.id for row in rows[:WIDTH]], near.hops + 1
        # All levels before were whole and apart, so whatever is met on this one lies on a shortest way.
        if met := next((id_ for id_ in near.frontier if id_ in far.reached), None):
            return met, truncated
    return None, truncated


def _there(rows: list[LevelRow]) -> list[PathStep]:
    return [_step(row, row.entity, row.forward) for row in rows]


def _back(rows: list[LevelRow]) -> list[PathStep]:
    """The way of the other side, walked towards its end."""
    return [_step(row, row.via, not row.forward) for row in reversed(rows)]


def _step(row: LevelRow, entity: EntityBrief, forward: bool) -> PathStep:
    return PathStep(**row.evidence.evidence().model_dump(), entity=entity, forward=forward)
