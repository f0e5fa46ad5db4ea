"""Personalised PageRank over a small graph of flat lists: where a walker who keeps coming back to the seeds spends its time.

Imported only where a walk is taken, for it needs numpy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

DAMPING = 0.85
ROUNDS = 20
HOPS = 6  # how far the way to a hit is looked for


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by number and edges that are walked both ways; an edge whose weight is no positive number is left out."""

    size: int
    sources: Places
    targets: Places
    shares: Floats  # the part of the source's mass that goes this way

    @classmethod
    def of(cls, size: int, edges: Sequence[tuple[int, int, float]]) -> Graph:
        """The graph of these edges, each given once."""
        ends = np.array([(a, b) for a, b, _ in edges], dtype=np.intp).reshape(-1, 2)
        weights = np.array([w for _, _, w in edges], dtype=np.float64)
        good = np.isfinite(weights) & (weights > 0)
        ends, weights = ends[good], weights[good]
        sources, targets = np.concatenate((ends[:, 0], ends[:, 1])), np.concatenate((ends[:, 1], ends[:, 0]))
        both = np.concatenate((weights, weights))
        total = np.bincount(sources, weights=both, minlength=size)
        return cls(size, sources, targets, both / total[sources])


@dataclass(frozen=True, slots=True)
class Walk:
    """How much of the walk's time each node got, and the node from which it was reached first."""

    scores: Floats
    parents: Places  # -1 for a seed and for what was not reached

    def way(self, node: int) -> list[int]:
        """The nodes from a seed to `node`, both included."""
        way = [node]
        while self.parents[way[-1]] >= 0:
            way.append(int(self.parents[way[-1]]))
        return way[::-1]


def walk(
    graph: Graph, seeds: Mapping[int, float], *, damping: float = DAMPING, rounds: int = ROUNDS, restart: bool = False
) -> Walk | None:
    """The walk from these seeds; None without one whose weight is a positive number.

    A node without a way out loses nothing: its mass goes back to the seeds. What the seeds get by the restart alone is subtracted,
    unless `restart` keeps it: else the list would repeat the seeds' own order.
    """
    start = _start(graph.size, seeds)
    if start is None:
        return None
    mass = start
    for _ in range(rounds):
        moved = np.bincount(graph.targets, weights=mass[graph.sources] * graph.shares, minlength=graph.size)
        mass = damping * (moved + (1 - moved.sum()) * start) + (1 - damping) * start
    scores = mass if restart else np.maximum(mass - (1 - damping) * start, 0)
    return Walk(scores, _parents(graph, mass, start))


def _start(size: int, seeds: Mapping[int, float]) -> Floats | None:
    """The seeds' weights with sum 1; what is no node or no positive number is dropped."""
    start = np.zeros(size)
    for node, weight in seeds.items():
        if 0 <= node < size and np.isfinite(weight) and weight > 0:
            start[node] += weight
    total = start.sum()
    return start / total if total > 0 and np.isfinite(total) else None


def _parents(graph: Graph, mass: Floats, start: Floats) -> Places:
    """For each node the one it is first reached from; of several the one that gives it most."""
    parents = np.full(graph.size, -1, dtype=np.intp)
    reached = start > 0
    flow = mass[graph.sources] * graph.shares if graph.size else graph.shares
    for _ in range(HOPS):
        new = np.flatnonzero(reached[graph.sources] & ~reached[graph.targets])
        if not new.size:
            break
        new = new[np.argsort(flow[new], kind="stable")]  # of several writes to one place the last counts
        parents[graph.targets[new]] = graph.sources[new]
        reached[graph.targets[new]] = True
    return parents
