"""Asks every question of a set, with and without the walk, and sums up how well it was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.workspace import Workspace
from tests.evaluation import metrics
from tests.evaluation.sets import Question

SHOWN = 50  # hits of a question: enough for the parts of a conversation


@dataclass(slots=True)
class Answers:
    """What was found for each question: the units, best first."""

    name: str
    embedder: str
    walk: bool
    rows: list[tuple[Question, list[str]]] = field(default_factory=list)

    def of(self, category: str | None) -> list[tuple[Question, list[str]]]:
        return [row for row in self.rows if category in (None, row[0].category)]

    def recalls(self, k: int, category: str | None = None) -> list[float]:
        return [metrics.recall(ranked, question.gold, k) for question, ranked in self.of(category)]

    def recall(self, k: int, category: str | None = None) -> float:
        return metrics.mean(self.recalls(k, category))

    def by_part(self, k: int, category: str | None = None) -> float:
        """Recall of the dated parts of a conversation."""
        part = lambda id_: id_.split(":")[0]  # noqa: E731
        rows = ((metrics.by_part(ranked, part), {part(g) for g in q.gold}) for q, ranked in self.of(category))
        return metrics.mean([metrics.recall(ranked, gold, k) for ranked, gold in rows])

    def hit(self, k: int, category: str | None = None) -> float:
        return metrics.mean([metrics.hit(ranked, q.gold, k) for q, ranked in self.of(category)])

    def complete(self, k: int, category: str | None = None) -> float:
        return metrics.mean([metrics.complete(ranked, q.gold, k) for q, ranked in self.of(category)])

    def reciprocal(self, category: str | None = None) -> float:
        return metrics.mean([metrics.reciprocal(ranked, q.gold) for q, ranked in self.of(category)])


async def answered(
    name: str, embedder: str, places: Mapping[str, tuple[Workspace, Mapping[str, str]]], questions: Sequence[Question],
    *, walk: bool, **given: Any,
) -> Answers:  # fmt: skip
    """Asks through the public door; hits that are no unit of the set (entities) take their place like any other."""
    answers = Answers(name, embedder, walk)
    for question in questions:
        workspace, units = places[question.place]
        found = await workspace.search(question.text, limit=SHOWN, walk=walk, **given)
        answers.rows.append((question, [units.get(hit.id, hit.id) for hit in found.hits]))
    return answers


def gain(without: Answers, with_: Answers, k: int, category: str | None = None) -> str:
    """The gain of the walk with its interval, as it is written down."""
    mean, low, high = metrics.gain(without.recalls(k, category), with_.recalls(k, category))
    return f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]"
