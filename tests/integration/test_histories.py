"""Random histories: whatever happened, every question about every pair of instants gets the answer of the events alone."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from datetime import datetime

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.histories.answers import Oracle
from tests.histories.comparing import Comparison, moments, without_ids
from tests.histories.events import Merged, Reinstated, Told, Unmerged
from tests.histories.strategy import TICK, Step, histories
from tests.histories.telling import Telling

FULL = os.environ.get("GRAPHMEM_FULL") == "1"
MOMENTS, ASKED = (60, 8) if FULL else (40, 3)


@pytest.fixture(scope="module")
async def told(settings: Settings) -> AsyncIterator[Memory]:
    """A memory of these tests alone: they set what its database takes for the real time."""
    async with Memory.open(settings) as memory:
        yield memory


@settings(
    max_examples=300 if FULL else 12,
    derandomize=not FULL,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink) if FULL else (Phase.generate,),
)
@given(steps=histories(8, 16) if FULL else histories(8, 12))
@pytest.mark.timeout(20_000 if FULL else 300)
async def test_answers_are_those_of_the_events(told: Memory, steps: list[Step]) -> None:
    """Records, links, evidence, impact, lineage, problems and receipts agree with an oracle that keeps only the events."""
    telling, oracle = Telling(told), Oracle()
    await telling.begin()
    try:
        await _compare(telling, oracle, steps)
    finally:
        told.store._now = None


async def _compare(telling: Telling, oracle: Oracle, steps: list[Step]) -> None:
    comparison, instants = Comparison(telling, oracle), list[datetime]()
    for step in steps:
        await _heard(comparison, step)
        instants.append(telling.clock)
    pairs = moments(steps, instants, MOMENTS, seed=len(steps))
    await comparison.stored(pairs)
    await comparison.asked(pairs[:ASKED] + pairs[-1:])
    await comparison.now()


async def _heard(comparison: Comparison, step: Step) -> None:
    """One event told to both: what lands is the same, and so is what the receipt says."""
    telling, oracle, event = comparison.telling, comparison.oracle, step.event
    rehearsal = await telling.hear(step.number, step.wall, event, dry_run=True) if step.rehearsed else None
    before = telling.clock
    receipt = await telling.hear(step.number, step.wall, event)
    instant = telling.clock if receipt else max(step.wall, before + TICK)
    landed = telling.landed(event, receipt, telling.sent)
    assert landed == oracle.tell(instant, step.number, event), f"what of event {step.number} lands"
    if step.rehearsed:
        assert (rehearsal is None) == (receipt is None), f"the dry run of event {step.number}"
    if receipt and rehearsal:
        assert without_ids(rehearsal) == without_ids(receipt), f"the dry run of event {step.number}"
    if receipt and not isinstance(event, (Merged, Unmerged, Reinstated)) and any(landed) and not receipt.replayed:
        if receipt.recorded_at and isinstance(event, Told):
            assert datetime.fromisoformat(receipt.recorded_at) == instant, f"the instant of event {step.number}"
        comparison.receipt(step.number, event, receipt)
