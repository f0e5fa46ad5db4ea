"""How well an ingest tells names apart: pairs by threshold, groups by B-cubed, with both embedders; no server is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from graphmem.embed.base import BUILT_IN, MERGE_FROM
from graphmem.ingest.resolving import canonical_names, one_canonical, verdict
from graphmem.model.names import told_apart
from tests.evaluation.conftest import Page
from tests.unit.families import Spelling, b_cubed, cosines, pairs, precision_recall, spellings

pytestmark = pytest.mark.evaluation
THRESHOLDS = (0.80, 0.85, 0.90, 0.95, 0.98)
EMBEDDERS = pytest.mark.parametrize("embedder", ["static", "bge"])
Says = Callable[[Spelling, Spelling], bool]
Near = Callable[[Spelling, Spelling], float]


def nearness(rows: Sequence[Spelling], embedder: str) -> Near:
    found = cosines(rows, embedder)
    return lambda a, b: found[frozenset((a.named.id, b.named.id))]


def spelled(a: Spelling, b: Spelling) -> bool:
    return one_canonical(a.named, b.named)


def meant(near: Near, least: float) -> Says:
    return lambda a, b: near(a, b) >= least and not told_apart(a.named.name, b.named.name)


def merged(near: Near, least: float) -> Says:
    return lambda a, b: verdict(a.named, b.named, near(a, b), least) == "merge"


def measured(rows: Sequence[Spelling], says: Says) -> tuple[float, float]:
    """Precision and recall of a rule over the pairs of each family."""
    return precision_recall((says(a, b), a.thing == b.thing) for a, b in pairs(rows))


def cells(rows: Sequence[Spelling], rule: Callable[[float], Says]) -> list[str]:
    """The same at each threshold, as the page shows it."""
    return [f"{precision:.3f} / {recall:.3f}" for precision, recall in (measured(rows, rule(t)) for t in THRESHOLDS)]


@EMBEDDERS
def test_pairs(embedder: str, page: Page) -> None:
    """What is merged by itself is one thing in at least 98 of 100 pairs, on either half."""
    table = []
    for half in ("a", "b"):
        rows = spellings(half)
        near = nearness(rows, embedder)

        def both(least: float, near: Near = near) -> Says:
            return lambda a, b: spelled(a, b) and near(a, b) >= least

        rules: dict[str, Callable[[float], Says]] = {
            "one canonical name (by spelling)": lambda _: spelled,
            "near in meaning, nothing tells apart": partial(meant, near),
            "one canonical name, and near": both,
            "the same letters, and near": partial(merged, near),
        }
        table += [[half, told, *cells(rows, rule)] for told, rule in rules.items()]
        assert measured(rows, merged(near, MERGE_FROM[BUILT_IN[embedder][0]]))[0] >= 0.98
    page.add(f"names {embedder}", ["half", "rule", *(f"{t:.2f}" for t in THRESHOLDS)], table)


@EMBEDDERS
def test_beyond_spelling(embedder: str, page: Page) -> None:
    """What meaning would propose where the spelling does not is hardly ever right: so it proposes nothing."""
    rows = spellings()
    near = nearness(rows, embedder)
    table = []
    for t in THRESHOLDS:
        says = meant(near, t)
        found = [(a, b) for a, b in pairs(rows) if says(a, b) and not spelled(a, b)]
        table.append([embedder, f"{t:.2f}", str(len(found)), str(sum(a.thing == b.thing for a, b in found))])
    page.add(
        f"meaning {embedder}", ["embedder", "cosine from", "pairs beyond those of the spelling", "of these one thing"], table
    )
    assert sum(int(row[3]) for row in table) * 5 < sum(int(row[2]) for row in table)


@EMBEDDERS
def test_groups(embedder: str, page: Page) -> None:
    """Groups under one canonical name, and what merges alone make of the names, over all names of a type at once."""
    rows = spellings()
    near = nearness(rows, embedder)
    names = canonical_names(r.named for r in rows)
    either = meant(near, 0.80)
    ways = {
        "each name alone": {r.named.id: r.named.id for r in rows},
        "one canonical name": {r.named.id: f"{r.named.type} {names[r.named.id]}" for r in rows},
        "one canonical name, or near from 0.80": grouped(rows, lambda a, b: spelled(a, b) or either(a, b)),
        "merged": grouped(rows, merged(near, MERGE_FROM[BUILT_IN[embedder][0]])),
    }
    table = []
    for told, group in ways.items():
        precision, recall = b_cubed(rows, group)
        table.append(
            [embedder, told, f"{precision:.3f}", f"{recall:.3f}", f"{2 * precision * recall / (precision + recall):.3f}"]
        )
    page.add(f"groups {embedder}", ["embedder", "groups", "B-cubed precision", "B-cubed recall", "F1"], table)
    assert float(table[-1][2]) >= 0.98


def grouped(rows: Sequence[Spelling], says: Says) -> dict[str, str]:
    """Names of a type, each with the first one before it that the rule takes for the same."""
    lead: dict[str, str] = {}
    for n, row in enumerate(rows):
        first = next((r for r in rows[:n] if r.named.type == row.named.type and says(r, row)), row)
        lead[row.named.id] = lead.get(first.named.id, row.named.id)
    return lead
