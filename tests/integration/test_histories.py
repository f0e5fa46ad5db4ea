"""Random histories: whatever happened, every question about every pair of instants gets the answer of the events alone."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from datetime import datetime
from io import BytesIO

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store import Store
from tests.dumping import wipe
from tests.histories.answers import Oracle
from tests.histories.comparing import Comparison, Pair, moments, without_ids
from tests.histories.events import Merged, Reinstated, Told, Unmerged
from tests.histories.situations import SITUATIONS
from tests.histories.strategy import TICK, Step, histories
from tests.histories.telling import Telling

FULL = os.environ.get("GRAPHMEM_FULL") == "1"
MOMENTS, ASKED = (60, 8) if FULL else (40, 3)
LEAST = 3  # histories that are told however slow the machine is


class Budget:
    """The time in which histories are told; a history that failed is told again without regard to it."""

    def __init__(self, seconds: float) -> None:
        self.until, self.told, self.failed = time.monotonic() + seconds, 0, False

    @property
    def spent(self) -> bool:
        return self.told >= LEAST and not self.failed and time.monotonic() > self.until


@pytest.fixture(scope="module")
async def told(settings: Settings) -> AsyncIterator[Memory]:
    """A memory of these tests alone: they set what its database takes for the real time.

    It does not collect what the server remarks: the driver walks the stack at every statement for that, half of this test's time.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "warns", False)
        memory = await Memory.open(settings).__aenter__()
    yield memory
    await memory.close()


@pytest.mark.parametrize("situation", SITUATIONS)
async def test_situations(told: Memory, situation: str) -> None:
    """The same holds of situations that are easy to get wrong, at every pair of their instants."""
    await _told(told, SITUATIONS[situation], every=True)


@pytest.fixture(scope="module")
def budget() -> Budget:
    return Budget(600 if FULL else 45)


@settings(
    max_examples=300 if FULL else 30,
    derandomize=not FULL,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink) if FULL else (Phase.generate,),
)
@given(steps=histories(8, 16) if FULL else histories(8, 12))
@pytest.mark.timeout(20_000 if FULL else 600)
async def test_answers_are_those_of_the_events(told: Memory, budget: Budget, steps: list[Step]) -> None:
    """Records, links, evidence, impact, lineage, problems and receipts agree with an oracle that keeps only the events."""
    if budget.spent:
        return
    budget.failed = True
    await _told(told, steps)
    budget.told, budget.failed = budget.told + 1, False


async def _told(memory: Memory, steps: list[Step], *, every: bool = False) -> None:
    """Tells a history to a fresh workspace and to the oracle, and compares."""
    telling = Telling(memory)
    await telling.begin()
    try:
        await _compare(Comparison(telling, Oracle()), steps, every)
    finally:
        memory.store._now = None


async def _compare(comparison: Comparison, steps: list[Step], every: bool) -> None:
    telling, instants = comparison.telling, list[datetime]()
    for step in steps:
        await _heard(comparison, step)
        instants.append(telling.clock)
    pairs = moments(steps, instants, None if every else MOMENTS, seed=len(steps))
    await comparison.stored(pairs)
    await comparison.asked(pairs[:ASKED] + pairs[-1:])
    await comparison.now()
    if FULL or (len(steps) % 3 == 0 and not every):
        await _moved(comparison, pairs)


async def _moved(comparison: Comparison, pairs: list[Pair]) -> None:
    """Exported, wiped and imported the workspace answers as before, and its merges can still be undone, in any order."""
    telling, oracle = comparison.telling, comparison.oracle
    exported = BytesIO()
    await telling.workspace.export(exported)
    await wipe(telling.memory.store, telling.workspace.name)
    exported.seek(0)
    await telling.memory.import_(exported, workspace=telling.workspace.name, author="ana")
    await comparison.stored(pairs)
    telling.clock = max(telling.clock, await telling.committed())
    for number in sorted(telling.merges, key=lambda n: n * 7 % 5):
        event = Unmerged(number)
        receipt = await telling.hear(1000 + number, telling.clock + TICK, event)
        assert (receipt is not None,) == oracle.tell(telling.instant, 1000 + number, event), f"unmerge of {number} after the move"
    await comparison.stored(pairs)


async def _heard(comparison: Comparison, step: Step) -> None:
    """One event told to both: what lands is the same, and so is what the receipt says."""
    telling, oracle, event = comparison.telling, comparison.oracle, step.event
    rehearsal = await telling.hear(step.number, step.wall, event, dry_run=True) if step.rehearsed else None
    receipt = await telling.hear(step.number, step.wall, event)
    landed = telling.landed(event, receipt, telling.sent)
    assert landed == oracle.tell(telling.instant, step.number, event), f"what of event {step.number} lands"
    if step.rehearsed:
        assert (rehearsal is None) == (receipt is None), f"the dry run of event {step.number}"
    if receipt and rehearsal:
        assert without_ids(rehearsal) == without_ids(receipt), f"the dry run of event {step.number}"
    if receipt and not isinstance(event, (Merged, Unmerged, Reinstated)) and any(landed) and not receipt.replayed:
        if receipt.recorded_at and isinstance(event, Told):
            assert datetime.fromisoformat(receipt.recorded_at) == telling.instant, f"the instant of event {step.number}"
        comparison.receipt(step.number, event, receipt)
