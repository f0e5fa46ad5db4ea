"""Forget: ends with time, reason and by whom; nothing is deleted (design 3.5)."""

from __future__ import annotations

import pytest

from graphmem.errors import NotAllowed, NotFound
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import codes, count, current, dependents, links, records, refusals, stored, warning
from tests.conftest import MakeWorkspace
from tests.stating import decision, found, solved


async def one(workspace: Workspace, *links: str) -> str:
    return (await workspace.remember(decision(*links))).records[0].id


# -- one record


async def test_a_forgotten_record_ends(workspace: Workspace) -> None:
    """It ends now with its links; both stay stored, marked with reason and by whom, and hold as of any day before."""
    record = await one(workspace, "api depends_on auth")
    before = (await workspace.record(record)).record.recorded_at
    nodes = await count(workspace, "(x)"), await count(workspace, "()-[x]->()")
    receipt = await workspace.forget(record, reason="it was wrong")
    assert records(receipt.ended) == [(record, "forgotten")]
    assert links(receipt.ended) == ["api depends_on auth"]
    view = (await workspace.record(record)).record
    assert (view.holds, view.end_reason, view.ended_by, view.end_act) == (False, "forgotten", "ana", receipt.id)
    assert (await workspace.record(record)).ends[0].why == "it was wrong"
    assert await dependents(workspace, "auth") == []
    assert await dependents(workspace, "auth", as_of=before) == ["api"]
    assert await count(workspace, "()-[x]->()") == nodes[1]
    assert await count(workspace, "(x)") == nodes[0] + 1, "the act alone is new"


async def test_an_agent_may_forget_a_record(workspace: Workspace, memory: Memory) -> None:
    """A person or an agent ends a record; the author of the end is the one who did."""
    record = await one(workspace, "api depends_on auth")
    agent = await memory.workspace(workspace.name, author="helper", kind="agent")
    await agent.forget(record, reason="outdated")
    assert (await workspace.record(record)).record.ended_by == "helper"


async def test_a_withdrawn_record_never_held(workspace: Workspace) -> None:
    """With `never_held` the record held at no instant, and what it had ended stays ended with a warning that lists it."""
    old = await one(workspace, "api depends_on auth")
    record = (await workspace.remember(decision("api depends_on redis", supersedes=(old,)))).records[0].id
    at = (await workspace.record(record)).record.recorded_at
    receipt = await workspace.forget(record, reason="never true", never_held=True)
    assert records(receipt.ended) == [(record, "withdrawn")]
    assert old in warning(receipt, "ENDS_STAY")
    assert await dependents(workspace, "redis", valid_at=at) == []
    assert await dependents(workspace, "redis", as_of=at) == ["api"]
    assert not await current(workspace, old)


async def test_forgetting_a_cause_warns_too(workspace: Workspace) -> None:
    """What a forgotten record had ended stays ended; the receipt says so although the record did hold."""
    old = await one(workspace, "api depends_on auth")
    record = (await workspace.remember(decision("api depends_on redis", supersedes=(old,)))).records[0].id
    assert old in warning(await workspace.forget(record, reason="outdated"), "ENDS_STAY")


async def test_what_others_state_holds_on(workspace: Workspace) -> None:
    """A link that another record states as well loses evidence; only what nothing states any more ends."""
    record = await one(workspace, "api depends_on auth", "api depends_on redis")
    await one(workspace, "api depends_on auth")
    receipt = await workspace.forget(record, reason="outdated")
    assert links(receipt.ended) == ["api depends_on redis"]
    assert links(receipt.evidence_lost) == ["api depends_on auth"]


async def test_a_forgotten_fix_reopens_its_problem(workspace: Workspace) -> None:
    """The end of the only fix is told."""
    await workspace.remember(found("leak", "leak caused_by cache"))
    fix = (await workspace.remember(solved("patch solves leak"))).records[0].id
    assert "leak" in warning(await workspace.forget(fix, reason="it did not help"), "REOPENS_PROBLEM")


async def test_forgetting_twice(workspace: Workspace) -> None:
    """A second forget ends nothing more and says so; the earlier end counts and both are kept."""
    record = await one(workspace, "api depends_on auth")
    await workspace.forget(record, reason="first")
    receipt = await workspace.forget(record, reason="second")
    assert (receipt.ended, codes(receipt)) == ((), ["ALREADY_ENDED"])
    assert [e.why for e in (await workspace.record(record)).ends] == ["first", "second"]
    assert (await workspace.record(record)).record.valid_to == (await workspace.record(record)).ends[0].valid_to


async def test_a_record_that_has_not_begun(workspace: Workspace) -> None:
    """Forgetting what begins in the future means that it never holds."""
    record = (await workspace.remember(decision("api depends_on auth", valid_from="2100"))).records[0].id
    receipt = await workspace.forget(record, reason="cancelled")
    assert records(receipt.ended) == [(record, "forgotten")]
    assert not await current(workspace, record, valid_at="2101")


async def test_what_cannot_be_forgotten(workspace: Workspace) -> None:
    """An unknown record is not found, no reason and no or several things to forget are refused, and nothing changes."""
    record = await one(workspace, "api depends_on auth")
    before = await stored(workspace)
    for unknown in ("rec_0000000000000000", "api", (await workspace.entity("api")).entity.id):
        with pytest.raises(NotFound, match=unknown):
            await workspace.forget(unknown, reason="x")
    for blank in ("", "  ", "\u0000"):
        assert await refusals(workspace.forget(record, reason=blank)) == [("reason", "NO_REASON")]
    assert await refusals(workspace.forget(record, reason="x" * 2_001)) == [("reason", "TOO_LONG")]
    assert await refusals(workspace.forget(record, author="ana", reason="x")) == [("record", "NO_FILTER")]
    assert await refusals(workspace.forget("", reason="x")) == [("record", "NO_FILTER")]
    assert await stored(workspace) == before


async def test_a_reason_is_cleaned(workspace: Workspace) -> None:
    """What no text can hold is dropped from a reason, and the receipt says so."""
    record = await one(workspace, "api depends_on auth")
    receipt = await workspace.forget(record, reason="wr\u0000ong")
    assert [(w.code, w.path) for w in receipt.warnings] == [("TEXT_CLEANED", "reason")]
    assert (await workspace.record(record)).ends[0].why == "wrong"


# -- all of a session or an author


@pytest.fixture
async def three(make_workspace: MakeWorkspace, memory: Memory) -> tuple[Workspace, Workspace, Workspace]:
    """One workspace, written to by ana in two sessions and by ben in one of them."""
    first = await make_workspace(session="monday")
    second = await memory.workspace(first.name, author="ana", session="tuesday")
    third = await memory.workspace(first.name, author="ben", session="tuesday")
    for n, workspace in enumerate((first, second, third)):
        for m in range(2):
            await workspace.remember(decision(f"{workspace.author}{n}{m} depends_on shared"))
    return first, second, third


async def test_all_of_an_author(three: tuple[Workspace, ...]) -> None:
    """Every current record of the author ends, others are untouched, and the receipt counts."""
    receipt = await three[2].forget(author="ana", reason="left the team")
    assert receipt.counts == {"records": 4, "descriptions": 0}
    assert len(records(receipt.ended)) == 4
    assert await dependents(three[0], "shared") == ["ben20", "ben21"]
    assert await count(three[0], "(x:Record)") == 6


async def test_all_of_a_session(three: tuple[Workspace, ...]) -> None:
    """Every current record of the session ends, whoever wrote it."""
    receipt = await three[0].forget(session="tuesday", reason="a test run")
    assert receipt.counts["records"] == 4
    assert await dependents(three[0], "shared") == ["ana00", "ana01"]


async def test_what_an_author_said_by_hand_ends_too(workspace: Workspace, memory: Memory) -> None:
    """An edit by hand of a forgotten author is shown no more; as of the day before it still is."""
    await one(workspace, "api depends_on auth")
    ben = await memory.workspace(workspace.name, author="ben")
    said = await ben.describe("api", description="the door")
    receipt = await workspace.forget(author="ben", reason="left")
    assert receipt.counts == {"records": 0, "descriptions": 1}
    assert (await workspace.entity("api")).description is None
    assert (await workspace.entity("api", as_of=said.recorded_at)).description == "the door"


async def test_a_bulk_forget_runs_in_batches(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """More records than one transaction takes end as well; a rehearsal counts them all; what was done is not done again."""
    monkeypatch.setattr("graphmem.write.forget.BATCH", 2)
    ids = [await one(workspace, f"a{n} depends_on b") for n in range(5)]
    rehearsal = await workspace.forget(author="ana", reason="all wrong", dry_run=True)
    assert await dependents(workspace, "b") == [f"a{n}" for n in range(5)]
    receipt = await workspace.forget(author="ana", reason="all wrong", request_id="bulk")
    assert rehearsal.counts == receipt.counts == {"records": 5, "descriptions": 0}
    assert {id_ for id_, _ in records(receipt.ended)} == set(ids)
    assert (await workspace.forget(author="ana", reason="all wrong", request_id="bulk")).replayed
    assert (await workspace.forget(author="ana", reason="again")).counts["records"] == 0
    assert [len((await workspace.record(i)).ends) for i in ids] == [1] * 5


async def test_a_stopped_bulk_forget_is_run_again(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failure between two transactions the same request ends the rest, each record once."""
    monkeypatch.setattr("graphmem.write.forget.BATCH", 2)
    ids = [await one(workspace, f"a{n} depends_on b") for n in range(5)]
    write, calls = workspace._store.write, iter(range(2))

    async def stops(*args: object, **kwargs: object) -> object:
        if next(calls, None) is None:
            raise ConnectionError
        return await write(*args, **kwargs)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(workspace._store, "write", stops)
        with pytest.raises(ConnectionError):
            await workspace.forget(author="ana", reason="all wrong", request_id="bulk")
    assert len(await dependents(workspace, "b")) == 1
    receipt = await workspace.forget(author="ana", reason="all wrong", request_id="bulk")
    assert (receipt.replayed, receipt.counts["records"]) == (False, 1)
    assert [len((await workspace.record(i)).ends) for i in ids] == [1] * 5


async def test_a_bulk_withdrawal_reaches_what_has_ended(workspace: Workspace) -> None:
    """With `never_held` the ended records of an author are withdrawn as well: they held at no instant."""
    old = await one(workspace, "api depends_on auth")
    at = (await workspace.record(old)).record.recorded_at
    await workspace.forget(old, reason="outdated")
    receipt = await workspace.forget(author="ana", reason="all made up", never_held=True)
    assert records(receipt.ended) == [(old, "withdrawn")]
    assert not await current(workspace, old, valid_at=at)


async def test_what_is_no_filter(three: tuple[Workspace, ...]) -> None:
    """An empty, blank or doubled filter is refused, an unknown one is not found; none is read as all, and nothing ends."""
    workspace = three[0]
    before = await stored(workspace)
    for session, author in ((None, None), ("", None), (" ", None), (None, "\t"), ("", ""), ("monday", "ana")):
        act = workspace.forget(reason="x", session=session, author=author)
        assert await refusals(act) == [("record", "NO_FILTER")]
    for session, author in (("Monday", None), ("wednesday", None), (None, "an"), (None, "ANA")):
        with pytest.raises(NotFound, match=session or author):
            await workspace.forget(reason="x", session=session, author=author)
    assert await refusals(workspace.forget(author="ana", reason=" ")) == [("reason", "NO_REASON")]
    assert await stored(workspace) == before


async def test_an_agent_does_not_forget_in_bulk(three: tuple[Workspace, ...], memory: Memory) -> None:
    """All of a session or author needs a person; nothing ends."""
    agent = await memory.workspace(three[0].name, author="ana", kind="agent")
    before = await stored(agent)
    for beside in ({}, {"document": ""}, {"record": ""}):
        for given in ({"author": "ana"}, {"session": "monday"}):
            with pytest.raises(NotAllowed):
                await agent.forget(**given, **beside, reason="x")
    assert await stored(agent) == before
