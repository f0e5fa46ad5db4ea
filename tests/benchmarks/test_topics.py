"""Topics on 100,000 entities and 800,000 current links: a run from the projection to the current one, and the stored answer."""

from __future__ import annotations

import statistics
import time

import pytest

from graphmem.memory import Memory
from tests.benchmarks.bare import milliseconds, quantile
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table

pytestmark = pytest.mark.benchmark


async def test_topics(memory: Memory, large: str, table: Table) -> None:
    """A run takes at most 25 seconds, the answer from the stored one at most 50 milliseconds."""
    workspace = await memory.workspace(large)
    begun = time.monotonic()
    answer = await workspace.topics(recompute=True)
    took = time.monotonic() - begun
    assert answer.run is not None
    assert sum(t.size for t in answer.topics) + answer.isolated <= answer.entities
    what = f"topics of {int(100_000 * SCALE):,} entities and {answer.run.links:,} linked pairs, computed ({answer.total} groups)"
    table.add(what, "≤ 25 s", f"{took:.1f} s", took <= 25)
    for _ in range(3):
        await workspace.topics()
    times = [await milliseconds(workspace.topics) for _ in range(20)]
    middle = statistics.median(times)
    table.add("topics from the stored run", "≤ 50 ms", f"{middle:.0f} ms (p95 {quantile(times, 0.95):.0f} ms)", middle <= 50)
