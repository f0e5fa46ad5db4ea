"""The measures themselves, and the sets they are taken on."""

from __future__ import annotations

import pytest

from tests.evaluation import metrics, sets


def test_measures() -> None:
    """Recall, hit, complete and reciprocal rank of a list of which two of three are found."""
    ranked, gold = ["a", "x", "b", "y"], {"a", "b", "c"}
    assert metrics.recall(ranked, gold, 1) == pytest.approx(1 / 3)
    assert metrics.recall(ranked, gold, 10) == pytest.approx(2 / 3)
    assert (metrics.hit(ranked, gold, 1), metrics.hit(ranked, {"c"}, 10)) == (1, 0)
    assert (metrics.complete(ranked, {"a", "b"}, 3), metrics.complete(ranked, {"a", "b"}, 2)) == (1, 0)
    assert metrics.reciprocal(ranked, {"b"}) == pytest.approx(1 / 3)
    assert metrics.by_part(["D1:3", "D2:1", "D1:1"], lambda i: i.split(":")[0]) == ["D1", "D2"]


def test_the_interval_of_a_gain() -> None:
    """A gain on nearly every question lies above 0, one on a few does not; the same questions give the same interval."""
    clear = metrics.gain([0.0] * 40, [1.0] * 36 + [0.0] * 4)
    assert clear[1] > 0.5
    assert metrics.gain([0.0, 1.0] * 20, [1.0, 0.0] * 20)[1] < 0
    assert clear == metrics.gain([0.0] * 40, [1.0] * 36 + [0.0] * 4)


def test_the_sets_are_whole() -> None:
    """Each set has the conversations, passages and questions that its figures are stated for."""
    turns, questions = sets.locomo()
    assert (sum(len(t) for t in turns.values()), len(questions)) == (2_760, 760)
    assert len(sets.musique()[1]) == len(sets.hotpotqa()[1]) == 60
