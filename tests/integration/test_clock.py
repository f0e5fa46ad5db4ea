"""The clock of a workspace: commit order is clock order, whatever the clock of the database does (design 3.2)."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.acting import current, dependents, unsolved
from tests.stating import decision, found, solved

TICK = timedelta(microseconds=1)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
async def clocked(settings: Settings) -> AsyncIterator[Workspace]:
    """A workspace of a memory of its own, whose database clock the test sets; it begins at noon."""
    async with Memory.open(settings) as memory:
        memory.store._now = NOON
        yield await memory.workspace(f"t-{secrets.token_hex(6)}", author="ana", create=True)


def instant(receipt_at: str | None) -> datetime:
    assert receipt_at
    return datetime.fromisoformat(receipt_at)


async def test_writes_in_one_microsecond(clocked: Workspace) -> None:
    """Writes that the database puts into the same microsecond get instants of their own, a microsecond apart, in commit order."""
    receipts = [await clocked.remember(decision(f"a{n} depends_on b")) for n in range(3)]
    assert [instant(r.recorded_at) for r in receipts] == [NOON + TICK, NOON + 2 * TICK, NOON + 3 * TICK]
    assert await dependents(clocked, "b", as_of=receipts[1].recorded_at) == ["a0", "a1"]


async def test_quick_corrections_stand_in_order(clocked: Workspace) -> None:
    """Three records in one microsecond, each superseding the one before: only the last is current."""
    ids: list[str] = []
    for n in range(3):
        receipt = await clocked.remember(decision(f"a depends_on b{n}", supersedes=tuple(ids[-1:])))
        ids.append(receipt.records[0].id)
    assert [await current(clocked, id_) for id_ in ids] == [False, False, True]
    timeline = await clocked.timeline(clock="recorded")
    assert [e.record.record for e in timeline.events if e.event == "began"] == ids


async def test_a_clock_that_steps_back(clocked: Workspace) -> None:
    """When the database clock steps back an hour the clock of the workspace goes on, and readings of now see every write."""
    first = await clocked.remember(decision("a depends_on b"))
    clocked._store._now = NOON - timedelta(hours=1)
    second = await clocked.remember(decision("c depends_on b", supersedes=(first.records[0].id,)))
    assert instant(second.recorded_at) == instant(first.recorded_at) + TICK
    assert await dependents(clocked, "b") == ["c"]
    assert (await clocked.record(second.records[0].id)).record.at == second.recorded_at
    end = await clocked.forget(second.records[0].id, reason="x")
    assert instant(end.recorded_at) == instant(second.recorded_at) + TICK
    assert await dependents(clocked, "b") == []


async def test_a_clock_that_steps_forward_again(clocked: Workspace) -> None:
    """After the step the clock follows the database again as soon as that is ahead."""
    await clocked.remember(decision("a depends_on b"))
    clocked._store._now = NOON + timedelta(hours=1)
    assert instant((await clocked.remember(decision("c depends_on b"))).recorded_at) == NOON + timedelta(hours=1)


async def test_the_default_instant_of_a_reading(clocked: Workspace) -> None:
    """A reading of now asks for the later of the database's now and the clock; an `as_of` of the future is lowered and told."""
    receipt = await clocked.remember(decision("a depends_on b"))
    clocked._store._now = NOON + timedelta(days=1)
    answer = await clocked.impact("b")
    assert (answer.as_of, answer.valid_at) == (instant(receipt.recorded_at), NOON + timedelta(days=1))
    clocked._store._now = NOON - timedelta(days=1)
    answer = await clocked.impact("b", as_of="2999")
    assert answer.as_of == instant(receipt.recorded_at)


async def test_what_begins_now_begins_at_the_instant_of_its_request(clocked: Workspace) -> None:
    """A start that nobody gave is the instant of the request, marked as assumed; a given one is kept as given."""
    assumed = await clocked.remember(decision("a depends_on b"))
    given = await clocked.remember(decision("c depends_on b", valid_from="2026-05"))
    for receipt, at, mark in ((assumed, assumed.recorded_at, True), (given, "2026-05", False)):
        record = (await clocked.record(receipt.records[0].id)).record
        assert (record.at, record.assumed) == (at, mark)


async def test_the_order_of_statement_within_one_day(clocked: Workspace) -> None:
    """On one coarse day a fix answers the finding before it and not the one after, also while the clock stands still."""
    await clocked.remember(found("leak", "leak caused_by cache", valid_from="2026-04-30"))
    await clocked.remember(solved("patch solves leak", valid_from="2026-04-30"))
    assert await unsolved(clocked) == []
    clocked._store._now = NOON - timedelta(days=30)
    await clocked.remember(found("leak", "leak caused_by cache", valid_from="2026-04-30"))
    assert await unsolved(clocked) == ["leak"]


async def test_a_refused_request_moves_nothing(clocked: Workspace) -> None:
    """Neither a refusal nor a dry run nor a replay takes a tick of the clock."""
    first = await clocked.remember(decision("a depends_on b", request_id="one"))
    with pytest.raises(Exception, match="UNKNOWN_RECORD"):
        await clocked.remember(decision("a depends_on b", supersedes=("rec_0",)))
    await clocked.remember(decision("a depends_on b"), dry_run=True)
    await clocked.remember(decision("a depends_on b", request_id="one"))
    second = await clocked.remember(decision("c depends_on b"))
    assert instant(second.recorded_at) == instant(first.recorded_at) + TICK


async def test_what_is_forgotten_in_the_same_microsecond(clocked: Workspace) -> None:
    """A record that is forgotten at once held for the tick in between, and for no longer."""
    record = (await clocked.remember(decision("a depends_on b"))).records[0].id
    await clocked.forget(record, reason="a slip")
    at = (await clocked.record(record)).record.recorded_at
    assert await current(clocked, record, valid_at=at)
    assert not await current(clocked, record)
