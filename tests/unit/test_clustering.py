"""Clusters of corrections: what joins two of them, and that the order in which they were said does not."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from graphmem.work.clustering import SHARED, WEIGHINGS, WITHOUT, Said, Weighing, clusters

LABELLED = Path(__file__).parents[1] / "work" / "data" / "corrections.txt"
MEANING = Weighing(meaning=1.0, words=0.0, near=0.5)  # so that the nearness of two is the cosine of their vectors


def pair(nearness: float, entities: str = "", others: str = "") -> list[Said]:
    """Two corrections that are so near to each other and name these things."""
    beside = (nearness, math.sqrt(1 - nearness**2))
    return [
        Said("a", "name the unit", "a bare number", (1.0, 0.0), frozenset(entities.split())),
        Said("b", "say what is counted", "it said 40", beside, frozenset(others.split())),
    ]


@pytest.mark.parametrize(
    ("nearness", "entities", "others", "joined"),
    [
        (0.51, "", "", True),
        (0.49, "", "", False),
        (0.49, "ledger", "ledger report", True),
        (0.49, "ledger", "report", False),
        (0.5 - SHARED + 0.01, "ledger", "ledger", True),
        (0.5 - SHARED - 0.01, "ledger", "ledger", False),
        (0.49, "ledger vault report", "ledger vault report", True),
        (0.5 - 2 * SHARED, "ledger vault report", "ledger vault report", False),
    ],
)
def test_a_shared_entity_counts_once_and_a_little(nearness: float, entities: str, others: str, joined: bool) -> None:
    """Two corrections just below the threshold are one cluster where both name a thing; far below it no thing joins them."""
    assert clusters(pair(nearness, entities, others), MEANING) == ([[0, 1]] if joined else [[0], [1]])


@pytest.mark.parametrize("weighing", [*WEIGHINGS.values(), WITHOUT])
def test_an_entity_alone_joins_nothing(weighing: Weighing) -> None:
    """Corrections that have nothing in common but the thing they are about stay apart, by every weighing that is used."""
    assert clusters(pair(0.0, "ledger", "ledger"), weighing) == [[0], [1]]


def test_most_of_a_group_must_be_near() -> None:
    """A correction that is near to one of two is not joined to both: it is the mean that counts."""
    at = [math.radians(angle) for angle in (0, 40, 85)]
    said = [Said(str(n), f"rule {n}", f"fault {n}", (math.cos(a), math.sin(a))) for n, a in enumerate(at)]
    assert math.cos(at[2] - at[1]) > MEANING.near
    assert clusters(said, MEANING) == [[0, 1], [2]]


def told() -> list[Said]:
    """The corrections of the labelled set, each about one of a few things, without vectors."""
    lines = [line.split("|") for line in LABELLED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        Said(str(n), right.strip(), wrong.strip(), None, frozenset({f"thing {n % 5}"}))
        for n, (_, wrong, right) in enumerate(lines)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_order_does_not_matter(seed: int) -> None:
    """The same corrections in any order give the same clusters, and each is in exactly one."""
    said = told()
    found = {frozenset(said[n].id for n in group) for group in clusters(said, WITHOUT)}
    assert sum(len(group) for group in found) == len(said) >= 120
    assert sum(len(group) > 1 for group in found) >= 10
    shuffled = said[:]
    random.Random(seed).shuffle(shuffled)
    assert {frozenset(shuffled[n].id for n in group) for group in clusters(shuffled, WITHOUT)} == found


def test_a_thousand_that_say_the_same() -> None:
    """What is said again word for word is one cluster, and stays beside what says something else."""
    same = [Said(str(n), "write amounts in euros", "amounts in dollars") for n in range(1_000)]
    other = Said("x", "close the door", "it stood open")
    assert clusters([*same[:500], other, *same[500:]], WITHOUT) == [[*range(500), *range(501, 1_001)], [500]]
