"""The radar on 100,000 records, with something in each of its lists and as much beside it that is settled."""

from __future__ import annotations

import statistics

import pytest

from graphmem.memory import Memory
from graphmem.model.answers.radar import Listed, Radar
from tests.benchmarks.bare import milliseconds, quantile
from tests.benchmarks.conftest import LARGE, SCALE
from tests.benchmarks.table import Table
from tests.benchmarks.unfinished import Unfinished

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3_600)]


async def test_radar(memory: Memory, large: str, table: Table) -> None:
    """First lines and totals within 150 ms."""
    workspace = await memory.workspace(large)
    for _ in range(10):  # until the server has compiled what it runs
        await workspace.radar()
    took = [await milliseconds(workspace.radar) for _ in range(30)]
    answer = await workspace.radar()
    _nothing_is_empty(answer, Unfinished.of(LARGE))
    middle = statistics.median(took)
    shown = f"{middle:.0f} ms (p95 {quantile(took, 0.95):.0f} ms)"
    table.add(f"radar at {int(100_000 * SCALE):,} records", "≤ 150 ms", shown, middle <= 150)


def _nothing_is_empty(answer: Radar, much: Unfinished) -> None:
    """Each list has lines, of each of its sorts, and does not tell what is settled."""
    totals = {name: part.total for name, part in answer if isinstance(part, Listed)}
    assert len(totals) == 8
    assert all(totals.values()), totals
    assert answer.unsolved_problems.lines[0].reopened  # these come first
    assert totals["unsolved_problems"] < much.problems
    assert totals["contradictions"] == much.conflicts + much.forks
    assert totals["links_to_removed"] > much.removals  # the others are said to be gone
    assert totals["merges_to_judge"] == much.merges
