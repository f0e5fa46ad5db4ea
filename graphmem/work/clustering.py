"""Corrections that say the same: grouped by meaning, words and shared entities. Pure and deterministic, in order of statement.

Each correction joins the group it is nearest to, if it is near enough, or begins one; then groups that are near become one.
A later correction never moves an earlier one, so that a group only grows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphmem.model.lexical import stems

if TYPE_CHECKING:
    import numpy as np

LOOKED_AT = 12  # groups that are compared by words, of those that are nearest in meaning
MEMBERS = 8  # of a group that a correction is compared with, the first ones
SHARED = 0.03  # what a shared entity counts for


@dataclass(frozen=True, slots=True)
class Weighing:
    """How near two corrections must be, for vectors of one model: chosen on one half of a labelled set, reported on the other."""

    meaning: float
    words: float
    near: float


WEIGHINGS: Mapping[str, Weighing] = {
    "static": Weighing(0.6, 0.4, 0.40),
    "bge": Weighing(0.7, 0.3, 0.60),
}
WITHOUT = Weighing(0.0, 1.0, 0.34)  # no vectors: words alone


@dataclass(frozen=True, slots=True)
class Said:
    """A correction as a clustering sees it: what is right, what was wrong, and the vector of both."""

    id: str
    right: str
    wrong: str
    vector: Sequence[float] | None = None
    entities: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Group:
    members: list[int] = field(default_factory=list)


def clusters(said: Sequence[Said], weighing: Weighing) -> list[list[int]]:
    """The groups, by the places of their members; every correction is in exactly one, oldest first."""
    import numpy as np

    if not said:
        return []
    words = [frozenset(stems(f"{s.right} {s.wrong}")) for s in said]
    rarity = _rarity(words)
    vectors = _unit(np, said)
    near = _Nearness(said, words, rarity, vectors, weighing)
    groups: list[_Group] = []
    centres = np.zeros((len(said), vectors.shape[1]), dtype=np.float32)
    for n in range(len(said)):
        best = _best(np, near, groups, centres, vectors, n)
        if best is None:
            groups.append(_Group())
            best = len(groups) - 1
        groups[best].members.append(n)
        centres[best] += vectors[n]
    return _merged(np, near, groups, centres[: len(groups)])


def _best(np: Any, near: _Nearness, groups: list[_Group], centres: Any, vectors: Any, n: int) -> int | None:
    """The group that correction `n` is nearest to, if near enough."""
    if not groups:
        return None
    scores = {g: near.to(n, groups[g].members) for g in _candidates(np, near, groups, centres, vectors[n], n)}
    best = min(scores, key=lambda g: (-scores[g], g), default=None)
    return best if best is not None and scores[best] >= near.weighing.near else None


def _candidates(np: Any, near: _Nearness, groups: list[_Group], centres: Any, vector: Any, n: int) -> list[int]:
    """Groups worth a look: the nearest in meaning; without vectors, all that share a word."""
    if near.weighing.meaning == 0 or not vector.any():
        return [g for g, group in enumerate(groups) if any(near.words[m] & near.words[n] for m in group.members[:MEMBERS])]
    sums = centres[: len(groups)] @ vector / np.maximum(np.linalg.norm(centres[: len(groups)], axis=1), 1e-9)
    order = np.argsort(-sums, kind="stable")[:LOOKED_AT]
    return [int(g) for g in order]


def _merged(np: Any, near: _Nearness, groups: list[_Group], centres: Any) -> list[list[int]]:
    """Groups that turned out to be near each other become one, the older one first."""
    lead = list(range(len(groups)))
    for g in range(1, len(groups)):
        mine = groups[g].members
        others = _candidates(np, near, groups[:g], centres, centres[g], mine[0])
        for other in sorted(others):
            if lead[other] == other and near.between(groups[other].members, mine) >= near.weighing.near:
                groups[other].members += mine
                centres[other] += centres[g]
                lead[g] = other
                break
    return [sorted(group.members) for g, group in enumerate(groups) if lead[g] == g]


class _Nearness:
    """How near two corrections are: their meaning, the words they share, by how rare each is, and entities."""

    def __init__(
        self, said: Sequence[Said], words: Sequence[frozenset[str]], rarity: Mapping[str, float], vectors: np.ndarray[Any, Any],
        weighing: Weighing,
    ) -> None:  # fmt: skip
        self.said, self.words, self.rarity, self.vectors, self.weighing = said, words, rarity, vectors, weighing

    def pair(self, a: int, b: int) -> float:
        one, other = self.words[a], self.words[b]
        shared = sum(self.rarity[w] for w in one & other)
        union = sum(self.rarity[w] for w in one | other)
        overlap = math.sqrt(shared / union) if union else 0.0
        meaning = float(self.vectors[a] @ self.vectors[b])
        bonus = SHARED if self.said[a].entities & self.said[b].entities else 0.0
        weighing = self.weighing if self.vectors[a].any() and self.vectors[b].any() else WITHOUT
        return weighing.meaning * meaning + weighing.words * overlap + bonus

    def to(self, n: int, members: Sequence[int]) -> float:
        return self.between([n], members)

    def between(self, some: Sequence[int], others: Sequence[int]) -> float:
        pairs = [self.pair(a, b) for a in some[:MEMBERS] for b in others[:MEMBERS]]
        return sum(pairs) / len(pairs)


def _rarity(words: Sequence[frozenset[str]]) -> dict[str, float]:
    """A word that many corrections use says little."""
    counts = Counter(word for one in words for word in one)
    return {word: math.log(1 + len(words) / count) for word, count in counts.items()}


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
    import numpy as np

    own = list(members)
    words = [frozenset(stems(f"{said[m].right} {said[m].wrong}")) for m in own]
    part = [said[m] for m in own]
    near = _Nearness(part, words, _rarity(words), _unit(np, part), weighing)
    looked = range(min(len(own), 40))
    return own[max(looked, key=lambda n: (sum(near.pair(n, m) for m in looked if m != n), -n))]
