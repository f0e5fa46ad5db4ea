"""Personalised PageRank and fusion: finite whatever comes in, no mass lost, and the same order on every call."""

from __future__ import annotations

import math

import numpy as np
import pytest

from graphmem.model.asking import asked
from graphmem.read.fusion import fused, ranks
from graphmem.read.walk import Graph, walk

CHAIN = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0)]


def test_trv_09_without_a_usable_seed_there_is_no_walk() -> None:
    """Seeds that are unknown, negative, zero or no number are dropped; with none left the walk is skipped."""
    graph = Graph.of(4, CHAIN)
    for seeds in ({}, {7: 1.0}, {-1: 1.0}, {0: -1.0}, {0: 0.0}, {0: math.nan}, {0: math.inf}):
        assert walk(graph, seeds) is None, seeds
    assert walk(Graph.of(0, []), {0: 1.0}) is None
    good = walk(graph, {0: 1.0, 1: math.nan, 2: -3.0, 9: 1.0})
    alone = walk(graph, {0: 1.0})
    assert good is not None
    assert alone is not None
    assert np.array_equal(good.scores, alone.scores)


@pytest.mark.parametrize(
    "edges",
    [[], CHAIN, [(0, 1, math.nan), (1, 2, -1.0), (2, 3, 0.0)], [(0, 1, math.inf), (0, 2, 1e300), (2, 3, 1e-300)], [(0, 0, 1.0)]],
    ids=["isolated", "chain", "bad weights", "extreme weights", "loop"],
)
def test_trv_09_scores_are_finite_and_no_mass_is_lost(edges: list[tuple[int, int, float]]) -> None:
    """With isolated seeds, dead ends and odd weights every score is finite, and together they are one."""
    found = walk(Graph.of(4, edges), {0: 1.0, 3: 2.0}, restart=True)
    assert found is not None
    assert np.isfinite(found.scores).all()
    assert found.scores.sum() == pytest.approx(1)


def test_the_restart_is_subtracted() -> None:
    """An isolated seed gets nothing of its own but what the restart gives; a node that is reached comes before it."""
    found = walk(Graph.of(4, [(0, 1, 1.0), (1, 2, 1.0)]), {0: 1.0, 3: 0.1})
    assert found is not None
    assert found.scores[1] > found.scores[3]
    assert (found.scores >= 0).all()


def test_the_way_leads_from_a_seed() -> None:
    """A node's way is the shortest one from a seed; of equal ones that which gives it most."""
    found = walk(Graph.of(6, [*CHAIN, (0, 4, 1.0), (4, 2, 9.0)]), {0: 1.0})
    assert found is not None
    assert found.way(0) == [0]
    assert found.way(3) == [0, 4, 2, 3]
    assert found.way(5) == [5]


def test_fusion_is_by_place() -> None:
    """What stands well in two lists comes first, weights count, and equal scores go by id."""
    lists = {"text": ["b", "a", "c"], "vector": ["c", "a"]}
    assert list(fused(lists, {})) == ["c", "a", "b"]
    assert list(fused(lists, {"text": 3.0})) == ["a", "c", "b"]
    assert list(fused({"text": ["z"], "vector": ["y"]}, {})) == ["y", "z"]
    assert ranks(lists)["c"] == {"text": 3, "vector": 1}


def test_a_word_weighs_by_its_own_workspace() -> None:
    """A word of half the texts here weighs little however rare it is in the index; an unknown one and a lone workspace change nothing."""
    question = asked("Caroline adoption")
    weights = question.weights({"carolin": 200, "adopt": 2}, 400, 20_000)
    assert weights["caroline"] < 0.3 < weights["adoption"] <= 1
    assert question.weights({}, 400, 20_000) == {"caroline": 1, "adoption": 1}
    assert question.weights({"carolin": 200}, 400, 400) == {"caroline": 1, "adoption": 1}
