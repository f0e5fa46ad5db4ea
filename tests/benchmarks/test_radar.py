"""The radar on 100,000 records, a fifth of them problems, decisions without a reason among them."""

from __future__ import annotations

import statistics

import pytest

from graphmem.memory import Memory
from tests.benchmarks.bare import milliseconds, quantile
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table

pytestmark = pytest.mark.benchmark


async def test_radar(memory: Memory, large: str, table: Table) -> None:
    """First lines and totals within 150 ms."""
    workspace = await memory.workspace(large)
    for _ in range(10):  # until the server has compiled what it runs
        await workspace.radar()
    took = [await milliseconds(workspace.radar) for _ in range(30)]
    answer = await workspace.radar()
    assert answer.decisions_without_reason.total
    middle = statistics.median(took)
    shown = f"{middle:.0f} ms (p95 {quantile(took, 0.95):.0f} ms)"
    table.add(f"radar at {int(100_000 * SCALE):,} records", "≤ 150 ms", shown, middle <= 150)
