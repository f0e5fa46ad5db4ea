"""Reinstate: answers an end made by mistake, in place, from now on (design 3.5)."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.errors import NotFound
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import codes, count, current, dependents, links, refusals, stored
from tests.stating import decision


async def one(workspace: Workspace, *links: str, **more: Any) -> str:
    return (await workspace.remember(decision(*links, **more))).records[0].id


async def test_a_forgotten_record_holds_again(workspace: Workspace) -> None:
    """The record and its links hold again, nothing is stated twice, and the end stays in the history as undone."""
    record = await one(workspace, "api depends_on auth")
    edges = await count(workspace, "()-[x]->()")
    end = await workspace.forget(record, reason="mistake")
    receipt = await workspace.reinstate(record, reason="it was right")
    assert [(r.id, r.kind) for r in receipt.records] == [(record, "decision")]
    assert [(r.source, r.target, r.evidence) for r in receipt.relations] == [("api", "auth", 1)]
    assert await current(workspace, record)
    assert await dependents(workspace, "auth") == ["api"]
    (kept,) = (await workspace.record(record)).ends
    assert (kept.act, kept.why, kept.undone) == (end.id, "mistake", receipt.recorded_at)
    assert await count(workspace, "()-[x]->()") == edges


async def test_it_counts_from_now_on(workspace: Workspace) -> None:
    """As of the time between the end and its undoing the record had ended; as of now it held all along."""
    record = await one(workspace, "api depends_on auth")
    ended = await workspace.forget(record, reason="mistake")
    await workspace.reinstate(record, reason="it was right")
    assert not await current(workspace, record, as_of=ended.recorded_at)
    assert await current(workspace, record, valid_at=ended.recorded_at)


async def test_ends_by_others_stay(workspace: Workspace) -> None:
    """A link that another record retired stays ended when its own record is reinstated."""
    first = await workspace.remember(decision("api depends_on auth", "web depends_on auth"))
    await workspace.remember(decision("cli depends_on auth", retires=(first.relations[0].id,)))
    await workspace.forget(first.records[0].id, reason="mistake")
    receipt = await workspace.reinstate(first.records[0].id, reason="it was right")
    assert [r.source for r in receipt.relations] == ["web"]
    assert sorted(await dependents(workspace, "auth")) == ["cli", "web"]


async def test_a_superseded_record(workspace: Workspace) -> None:
    """What one supersede did to the record is undone, the successor stays: both are current, and the radar shows the fork."""
    old = await one(workspace, "api depends_on auth")
    new = (await workspace.remember(decision("api depends_on redis", supersedes=(old,)))).records[0].id
    await workspace.reinstate(old, reason="both hold")
    assert await current(workspace, old)
    assert await current(workspace, new)


async def test_all_acts_that_ended_it_are_undone(workspace: Workspace) -> None:
    """A record ended by two acts holds again after one reinstate."""
    record = await one(workspace, "api depends_on auth")
    await workspace.remember(decision("api depends_on redis", supersedes=(record,)))
    await workspace.forget(record, reason="also wrong")
    receipt = await workspace.reinstate(record, reason="it was right")
    assert receipt.counts["acts_undone"] == 2
    assert await current(workspace, record)


async def test_a_single_relation(workspace: Workspace) -> None:
    """A retired link holds again by its id; what ended it for other links stays."""
    first = await workspace.remember(decision("api depends_on auth", "web depends_on auth"))
    await workspace.remember(decision("cli depends_on redis", retires=("auth",)))
    assert await dependents(workspace, "auth") == []
    receipt = await workspace.reinstate(first.relations[0].id, reason="still there")
    assert [(r.source, r.evidence) for r in receipt.relations] == [("api", 1)]
    assert await dependents(workspace, "auth") == ["api"]


async def test_a_conflict_that_was_none(workspace: Workspace) -> None:
    """A record that a conflict ended with its last link is reinstated with that link."""
    record = await one(workspace, "api depends_on auth")
    await workspace.remember(decision("api conflicts_with auth"))
    receipt = await workspace.reinstate(record, reason="no conflict after all")
    assert [r.type for r in receipt.relations] == ["depends_on"]
    assert await current(workspace, record)
    assert await dependents(workspace, "auth") == ["api"]


async def test_a_parked_link_is_reached(workspace: Workspace) -> None:
    """An end is undone on a link that lies parked on a merge: after the unmerge it holds."""
    record = await one(workspace, "api depends_on auth")
    merge = await workspace.merge("auth", "api", reason="one thing")
    await workspace.forget(record, reason="mistake")
    await workspace.reinstate(record, reason="it was right")
    await workspace.unmerge(str(merge.id), reason="two things")
    assert await dependents(workspace, "auth") == ["api"]


async def test_a_stated_end_stays(workspace: Workspace) -> None:
    """An end that the writer gave is no act: it is not undone, and alone it is nothing to reinstate."""
    record = await one(workspace, "api depends_on auth", valid_from="2020", valid_to="2021")
    assert await refusals(workspace.reinstate(record, reason="x")) == [("id", "NOT_ENDED")]
    await workspace.forget(record, reason="mistake", never_held=True)
    await workspace.reinstate(record, reason="it was right")
    assert await current(workspace, record, valid_at="2020-06-01")
    assert not await current(workspace, record, valid_at="2021-06-01")


async def test_ended_and_reinstated_again(workspace: Workspace) -> None:
    """A reinstated record can be ended again and reinstated again; every end stays readable."""
    record = await one(workspace, "api depends_on auth")
    for n in range(2):
        await workspace.forget(record, reason=f"mistake {n}")
        assert links((await workspace.forget(record, reason="twice")).ended) == []
        receipt = await workspace.reinstate(record, reason="it was right")
        assert receipt.counts["acts_undone"] == 2
        assert await current(workspace, record)
    assert len((await workspace.record(record)).ends) == 4
    assert codes(await workspace.forget(record, reason="now it is over")) == []


async def test_what_cannot_be_reinstated(workspace: Workspace) -> None:
    """What never ended, or was reinstated already, is refused; an unknown id is not found; a reason is needed."""
    record = await one(workspace, "api depends_on auth")
    link = (await workspace.record(record)).relations[0].id
    before = await stored(workspace)
    for id_ in (record, link):
        assert await refusals(workspace.reinstate(id_, reason="x")) == [("id", "NOT_ENDED")]
        assert await refusals(workspace.reinstate(id_, reason=" ")) == [("reason", "NO_REASON")]
    for unknown in ("rec_0000000000000000", f"rel_{'0' * 20}", "api"):
        with pytest.raises(NotFound, match=unknown):
            await workspace.reinstate(unknown, reason="x")
    assert await stored(workspace) == before
    await workspace.forget(record, reason="mistake")
    await workspace.reinstate(record, reason="it was right")
    assert await refusals(workspace.reinstate(record, reason="again")) == [("id", "NOT_ENDED")]


async def test_an_agent_may_reinstate(workspace: Workspace, memory: Memory) -> None:
    """A person or an agent may answer a mistaken end."""
    record = await one(workspace, "api depends_on auth")
    agent = await memory.workspace(workspace.name, author="helper", kind="agent")
    await agent.forget(record, reason="mistake")
    await agent.reinstate(record, reason="it was right")
    assert await current(workspace, record)


async def test_what_was_said_by_hand(workspace: Workspace) -> None:
    """An edit by hand that a bulk forget ended is reinstated by its id."""
    await one(workspace, "api depends_on auth")
    said = await workspace.describe("api", description="the door")
    await workspace.forget(author="ana", reason="wrong filter")
    receipt = await workspace.reinstate(str(said.id), reason="mistake")
    assert receipt.counts["rows"] == 1
    assert (await workspace.entity("api")).description == "the door"
