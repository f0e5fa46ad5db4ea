"""How good a list of hits is, and whether one way is better than another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

DRAWS, SEED = 2_000, 7


def recall(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """The part of the evidence among the first k."""
    return len(set(ranked[:k]) & set(gold)) / len(gold)


def hit(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """1 if any of the evidence is among the first k."""
    return float(bool(set(ranked[:k]) & set(gold)))


def complete(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """1 if all of the evidence is among the first k."""
    return float(set(gold) <= set(ranked[:k]))


def reciprocal(ranked: Sequence[str], gold: Collection[str]) -> float:
    """1 by the place of the first evidence; 0 if there is none."""
    return next((1 / place for place, id_ in enumerate(ranked, 1) if id_ in gold), 0.0)


def by_part(ranked: Sequence[str], part: Callable[[str], str]) -> list[str]:
    """The parts of a conversation, each at the place of its best turn."""
    return list(dict.fromkeys(part(id_) for id_ in ranked))


def mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def gain(without: Sequence[float], with_: Sequence[float]) -> tuple[float, float, float]:
    """The mean gain a question and its 95 % interval, by drawing questions again and again."""
    differences = np.array(with_) - np.array(without)
    draws = np.random.default_rng(SEED).integers(0, len(differences), (DRAWS, len(differences)))
    low, high = np.percentile(differences[draws].mean(axis=1), [2.5, 97.5])
    return float(differences.mean()), float(low), float(high)
