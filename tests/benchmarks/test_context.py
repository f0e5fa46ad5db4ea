"""Context at 100,000 records: cards, what a task names, whom that reaches, risks and records that match, in one call."""

from __future__ import annotations

import random
import statistics

import pytest

from graphmem.memory import Memory
from graphmem.model.answers.context import Context
from graphmem.workspace import Workspace
from tests.benchmarks.bare import milliseconds, quantile
from tests.benchmarks.conftest import SCALE, records_of
from tests.benchmarks.searched import WORDS
from tests.benchmarks.table import Table

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3_600)]


async def test_context(searched: dict[str, Workspace], table: Table) -> None:
    """A task that names three things, a popular one among them, has what is known of these and the records that match within 150 ms."""
    records = records_of("90 %")
    workspace, rng = searched["90 %"], random.Random(5)
    times, answer = await _times(workspace, [_task(rng, records // 5) for _ in range(25)])
    assert {"entities", "impact", "records"} <= {section.name for section in answer.sections}
    _row(table, f"context of a task, {records:,} of {int(100_000 * SCALE):,} records", times)


async def test_context_among_a_million_links(memory: Memory, large: str, table: Table) -> None:
    """The same where the things have ten times as many links, and no record has words to be found by."""
    workspace, rng = await memory.workspace(large), random.Random(5)
    times, answer = await _times(workspace, [_task(rng, int(100_000 * SCALE)) for _ in range(25)])
    assert {"entities", "impact", "risks"} <= {section.name for section in answer.sections}
    _row(table, f"the same among {int(1_000_000 * SCALE):,} links, no record matching", times)


def _task(rng: random.Random, total: int) -> str:
    """Two things that few links lead to, one that many do, and words that records have."""
    names = [rng.randrange(total // 2, total), rng.randrange(total // 2, total), rng.randrange(10, min(1_000, total // 2))]
    words = rng.sample(WORDS, 2)
    return (
        f"Move the {words[0]} out of component {names[0]}, and let component {names[1]} read the {words[1]} "
        f"that component {names[2]} writes"
    )


async def _times(workspace: Workspace, tasks: list[str]) -> tuple[list[float], Context]:
    """How long the later twenty take, and the last answer, which knows the three things."""
    times = [await milliseconds(lambda t=t: workspace.context(t)) for t in tasks]  # type: ignore[misc]
    answer = await workspace.context(tasks[-1])
    assert len(answer.recognised) == 3
    return times[-20:], answer


def _row(table: Table, what: str, times: list[float]) -> None:
    middle = statistics.median(times)
    table.add(what, "≤ 150 ms", f"{middle:.0f} ms (p95 {quantile(times, 0.95):.0f} ms)", middle <= 150)
