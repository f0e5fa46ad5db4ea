"""The computation itself: a projection of what holds at two instants, parted into groups and ranked on the server."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphmem.store.analytics import Projection, Workbench

PREFIX = "graphmem-topics-"
LEFT_OVER = 900  # seconds after which a projection belongs to a process that is no more
LEIDEN = {"random_seed": 42, "gamma": 1.0, "theta": 0.01}
PAGE_RANK = {"damping_factor": 0.85, "max_iterations": 20}
CENTRAL = 5  # entities a group is told by
DECISIONS = 5


@dataclass(frozen=True, slots=True)
class Group:
    """A group as computed: its number in the projection, its most central entities with their ranks, its key decisions."""

    community: int
    size: int
    central: tuple[str, ...]
    ranks: tuple[float, ...]
    records: int
    decisions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """All groups of two and more, largest first, and the numbers of the projection they come from."""

    groups: tuple[Group, ...]
    entities: int
    links: int
    shared: tuple[tuple[int, int, int], ...]
    """Entities shared with the groups of the run before: number here, number there, how many."""
    seconds: float = 0.0

    @property
    def isolated(self) -> int:
        return self.entities - sum(g.size for g in self.groups)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be grouped: a workspace at two instants, the place of the ranks of the run before and that of this one."""

    workspace: str
    as_of: datetime
    valid_at: datetime
    graph: str
    before: str | None = None
    slot: str | None = None


def group(bench: Workbench, wanted: Wanted) -> Grouping:
    """Groups and ranks the entities; with a `slot` the results are written beside those of the run before."""
    begun = time.monotonic()
    for row in bench.rows("read/topics_leftovers", prefix=PREFIX, seconds=LEFT_OVER):
        bench.drop(row["graph"])
    at = {"as_of": wanted.as_of, "valid_at": wanted.valid_at}
    if not bench.rows("read/topics_entities", workspace=wanted.workspace, as_of=wanted.as_of)[0]["any"]:
        return Grouping((), 0, 0, ())
    with bench.projected("read/topics_project", workspace=wanted.workspace, graph=PREFIX + wanted.graph, **at) as projection:
        projection.page_rank("rank", **PAGE_RANK)
        projection.leiden("community", **LEIDEN)
        found = _read(bench, projection, wanted, at)
        if wanted.slot:
            projection.write({"community": f"topic_{wanted.slot}", "rank": f"rank_{wanted.slot}"})
    return replace(found, seconds=round(time.monotonic() - begun, 3))


def _read(bench: Workbench, projection: Projection, wanted: Wanted, at: Mapping[str, datetime]) -> Grouping:
    graph = projection.name
    told = {row["community"]: row for row in bench.rows("read/topics_told", graph=graph, each=DECISIONS, **at)}
    groups = tuple(_group(row, told) for row in bench.rows("read/topics_groups", graph=graph, each=CENTRAL))
    shared = bench.rows("read/topics_overlap", graph=graph, slot=wanted.before) if wanted.before else []
    overlaps = tuple((int(r["community"]), int(r["before"]), int(r["shared"])) for r in shared)
    return Grouping(groups, projection.nodes, projection.relationships // 2, overlaps)


def _group(row: Mapping[str, Any], told: Mapping[int, Mapping[str, Any]]) -> Group:
    own = told.get(row["community"], {"records": 0, "decisions": []})
    ranks = tuple(round(float(r), 6) for r in row["ranks"])
    return Group(
        int(row["community"]), int(row["size"]), tuple(row["central"]), ranks, int(own["records"]), tuple(own["decisions"])
    )
