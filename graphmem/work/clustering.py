"""Corrections that say the same: grouped by meaning, words and shared entities. Pure, and the same for the same input.

Groups are joined as long as the mean nearness of their members is enough (average linkage), the nearest two first: two
corrections of one subject that ask for different things share words, but not with all of a group.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.model.lexical import stems

BLOCK = 500  # corrections that are compared with all others at once
SHARED = 0.03  # what a shared entity counts for
LARGE = 1_500  # of one heap of near corrections: what is beyond waits for the next pass, when these belong to a candidate


@dataclass(frozen=True, slots=True)
class Weighing:
    """How near two corrections must be, for vectors of one model: chosen on one half of a labelled set, reported on the other."""

    meaning: float
    words: float
    near: float


WEIGHINGS: Mapping[str, Weighing] = {"static": Weighing(0.5, 0.5, 0.52), "bge": Weighing(0.6, 0.4, 0.62)}
WITHOUT = Weighing(0.0, 1.0, 0.45)  # no vectors: words alone


@dataclass(frozen=True, slots=True)
class Said:
    """A correction as a clustering sees it: what is right, what was wrong, and the vector of both."""

    id: str
    right: str
    wrong: str
    vector: Sequence[float] | None = None
    entities: frozenset[str] = frozenset()


def clusters(said: Sequence[Said], weighing: Weighing) -> list[list[int]]:
    """The groups, by the places of their members; every correction is in exactly one, oldest first."""
    alike: dict[tuple[str, str], list[int]] = {}
    for n, one in enumerate(said):
        alike.setdefault((one.right, one.wrong), []).append(n)
    copies = list(alike.values())  # what was said word for word again is compared once
    near = _Nearness([said[c[0]] for c in copies], weighing)
    groups = [group for heap in _heaps(near) for group in _linked(near, heap)]
    return sorted(sorted(n for m in group for n in copies[m]) for group in groups)


class _Nearness:
    """How near corrections are: their meaning, the words they share, by how rare each is, and entities."""

    def __init__(self, said: Sequence[Said], weighing: Weighing) -> None:
        import numpy as np

        self.np, self.said = np, said
        self.vectors = _unit(np, said)
        self.weighing = weighing if self.vectors.any() else WITHOUT
        self.words = _weighted_words(np, said)
        self.sums = (self.words**2).sum(axis=1)

    def rows(self, some: Sequence[int]) -> Any:
        """How near each of `some` is to every correction."""
        np, own = self.np, list(some)
        shared = self.words[own] @ self.words.T
        union = self.sums[own][:, None] + self.sums[None, :] - shared
        overlap = np.sqrt(np.maximum(shared, 0) / np.maximum(union, 1e-9))
        return self.weighing.meaning * (self.vectors[own] @ self.vectors.T) + self.weighing.words * overlap

    def square(self, members: Sequence[int]) -> Any:
        """How near the members are to each other, shared entities counted."""
        np, own = self.np, list(members)
        found = self.rows(own)[:, own]
        for a, m in enumerate(own):
            for b, n in enumerate(own[:a]):
                if self.said[m].entities & self.said[n].entities:
                    found[a, b] += SHARED
                    found[b, a] += SHARED
        np.fill_diagonal(found, -9.0)
        return found


def _heaps(near: _Nearness) -> list[list[int]]:
    """Corrections that some chain of near pairs joins: only within one can groups be joined."""
    lead = list(range(len(near.said)))

    def root(n: int) -> int:
        while lead[n] != n:
            lead[n] = n = lead[lead[n]]
        return n

    for start in range(0, len(lead), BLOCK):
        block = range(start, min(start + BLOCK, len(lead)))
        rows = near.rows(block)
        for a, b in zip(*near.np.nonzero(rows >= near.weighing.near - SHARED), strict=True):
            one, other = sorted((root(start + int(a)), root(int(b))))
            lead[other] = one
    heaps: dict[int, list[int]] = {}
    for n in range(len(lead)):
        heaps.setdefault(root(n), []).append(n)
    return list(heaps.values())


def _linked(near: _Nearness, heap: Sequence[int]) -> list[list[int]]:
    """Average linkage: the two nearest groups are joined, until no two are near enough."""
    np, own = near.np, list(heap[:LARGE])
    groups = [[n] for n in own]
    scores, sizes = near.square(own), np.ones(len(own))
    while len(own) > 1:
        a, b = sorted(int(i) for i in np.unravel_index(np.argmax(scores), scores.shape))
        if scores[a, b] < near.weighing.near:
            break
        scores[a] = (scores[a] * sizes[a] + scores[b] * sizes[b]) / (sizes[a] + sizes[b])
        scores[:, a] = scores[a]
        scores[a, a] = -9.0
        scores[b], scores[:, b] = -9.0, -9.0
        sizes[a] += sizes[b]
        groups[a] += groups[b]
        groups[b] = []
    return [*(g for g in groups if g), *([n] for n in heap[LARGE:])]


def _weighted_words(np: Any, said: Sequence[Said]) -> Any:
    """A column a word, weighted so that shared and united words sum up by how rare each is: one that all use says little."""
    words = [set(stems(f"{s.right} {s.wrong}")) for s in said]
    counts = Counter(word for one in words for word in one)
    place = {word: n for n, word in enumerate(sorted(counts))}
    found = np.zeros((len(said), max(1, len(place))), dtype=np.float32)
    for n, one in enumerate(words):
        for word in one:
            found[n, place[word]] = math.sqrt(math.log(1 + len(words) / counts[word]))
    return found


def _unit(np: Any, said: Sequence[Said]) -> Any:
    """The vectors with length one; a correction without one, or with one of another length, has zeros."""
    size = max((len(s.vector) for s in said if s.vector is not None), default=1)
    rows = np.zeros((len(said), size), dtype=np.float32)
    for n, s in enumerate(said):
        if s.vector is not None and len(s.vector) == size:
            rows[n] = s.vector
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def most_central(said: Sequence[Said], members: Iterable[int], weighing: Weighing) -> int:
    """The member that is nearest to the others; of equals the oldest."""
    own = list(members)[:40]
    scores = _Nearness([said[m] for m in own], weighing).square(range(len(own)))
    return own[max(range(len(own)), key=lambda n: (round(float(scores[n].sum()), 4), -n))]
