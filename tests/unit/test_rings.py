"""Rings among what replaces what: found whole, and in time that grows with their number alone."""

from __future__ import annotations

import time

import pytest

from graphmem.moving.rings import circles
from graphmem.work.rules import chain


@pytest.mark.parametrize(
    ("pairs", "rings"),
    [
        ("", []),
        ("ab bc ac", []),
        ("aa", ["a"]),
        ("ab ba", ["ab"]),
        ("xa ab bc ca cd", ["abc"]),
        ("ab ba cd dc bc", ["ab", "cd"]),
        ("ba ca ab", ["ba"]),
    ],
)
def test_rings(pairs: str, rings: list[str]) -> None:
    """A ring is told by its members in order; what leads into one or out of it, and what forks and meets again, is none."""
    assert ["".join(ring) for ring in circles((a, b) for a, b in pairs.split())] == rings


def test_a_knot_is_walked_once() -> None:
    """Where each of many replaces every other, and where all form one long chain, the walk ends at once."""
    ids = [f"r{n}" for n in range(300)]
    knot = [(a, b) for a in ids for b in ids]
    line = [(f"l{n}", f"l{n + 1}") for n in range(50_000)]
    start = time.perf_counter()
    assert circles(knot)
    assert circles([*line, ("l50000", "l0")])[0][-1] == "l50000"
    assert len(chain("r0", dict.fromkeys(ids, ids))) == 300
    assert time.perf_counter() - start < 2
