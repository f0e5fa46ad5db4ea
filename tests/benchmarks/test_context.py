"""Context at 100,000 records: cards, what a task names, whom that reaches, risks and records that match, in one call."""

from __future__ import annotations

import random
import statistics

import pytest

from graphmem.memory import Memory
from tests.benchmarks.bare import milliseconds, quantile
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table

pytestmark = pytest.mark.benchmark


async def test_context(memory: Memory, large: str, table: Table) -> None:
    """A task that names three entities, a popular one among them, has its context within 150 milliseconds."""
    workspace = await memory.workspace(large)
    total, rng = int(100_000 * SCALE), random.Random(5)

    def task() -> str:
        names = [rng.randrange(total // 2, total), rng.randrange(total // 2, total), rng.randrange(10, 1000)]
        return f"Move the queue out of component {names[0]}, and let component {names[1]} read what component {names[2]} writes"

    for _ in range(5):
        await workspace.context(task())
    tasks = [task() for _ in range(20)]
    times = [await milliseconds(lambda t=t: workspace.context(t)) for t in tasks]  # type: ignore[misc]
    answer = await workspace.context(tasks[0])
    assert len(answer.recognised) == 3
    middle = statistics.median(times)
    shown = f"{middle:.0f} ms (p95 {quantile(times, 0.95):.0f} ms)"
    table.add(f"context of a task at {total:,} records", "≤ 150 ms", shown, middle <= 150)
