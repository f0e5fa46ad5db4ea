"""Export and import of the work memory: everything of it, as of one instant, into an empty store or into a copy that has part of it."""

from __future__ import annotations

import io
import json

import pytest

from graphmem.errors import NotFound, Refused
from graphmem.memory import Memory
from graphmem.store.schema import WORK
from graphmem.workspace import Workspace
from tests.acting import codes
from tests.conftest import MakeWorkspace
from tests.dumping import dump, run, wipe
from tests.moved import Line, edited, exported, of_kind, things
from tests.work.telling import EUROS, ONE_OFF, WHOLE, corrected, recurring, tell_work


async def test_everything_and_back(workspace: Workspace, memory: Memory) -> None:
    """Every node and link of the work memory is moved; a second import changes nothing; requests are known and words found."""
    task, _ = await tell_work(workspace)
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    assert set(WORK) <= {label for row in before if row[0] == "node" for label in row[1]}
    await wipe(memory.store, workspace.name)
    receipt = await memory.import_(io.BytesIO(file))
    assert (receipt.counts["rules"], receipt.counts["tasks"], codes(receipt)) == (2, 4, [])
    assert things(await dump(memory.store, workspace.name)) == things(before)
    again = await memory.import_(io.BytesIO(file))
    assert {k: n for k, n in again.counts.items() if n}.keys() == {"known"}
    assert things(await dump(memory.store, workspace.name)) == things(before)
    assert (
        await workspace.record_task("write the `ledger` report", "wrote it", "partial", session="q3", request_id="w1", **WHOLE)
    ).id == task
    assert task in [h.id for h in (await workspace.search("write the ledger report", kinds=["task"])).hits]
    assert await exported(workspace) == file
    assert (await workspace.consolidate()).created == ()


async def test_another_name_has_one_node_for_a_thing(workspace: Workspace, make_workspace: MakeWorkspace, memory: Memory) -> None:
    """In a workspace of another name a tool is the one that later tasks there use, too."""
    await workspace.record_task("lint", "done", "success", tools=["ruff"])
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)
    copy = await make_workspace()
    await memory.import_(io.BytesIO(file), workspace=copy.name)
    await copy.record_task("lint again", "done", "success", tools=["ruff"])
    rows = await run(memory.store, "MATCH (t:Tool {workspace: $w}) WHERE t.seq >= 0 RETURN t.name AS name", w=copy.name)
    assert [row["name"] for row in rows] == ["ruff"]


async def test_a_copy_is_told_how_it_went_on(workspace: Workspace, memory: Memory) -> None:
    """A copy with an open task and a waiting candidate gets what came later: words, tools, the outcome, the rule and its end."""
    task = (await workspace.record_task("rotate the keys", session="keys")).id or ""
    candidate = await recurring(workspace)
    early = await exported(workspace)
    await workspace.record_task(task=task, summary="found them", tools=["vault"], tags=["keys"])
    await workspace.record_task(task=task, summary="rotated", outcome="success")
    rule = (await workspace.approve(candidate)).id or ""
    await workspace.retire_rule(rule, reason="all in euros now")
    late, whole = await exported(workspace), await dump(memory.store, workspace.name)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(early))
    assert (await workspace.task(task)).task.state == "open"
    receipt = await memory.import_(io.BytesIO(late))
    assert (receipt.counts["rules"], receipt.counts["ends"]) == (1, 2)
    assert things(await dump(memory.store, workspace.name)) == things(whole)
    assert (await workspace.rules()).rules == ()
    assert (await workspace.search("rotated", kinds=["task"])).hits[0].id == task


async def test_the_file_ends_at_one_instant(workspace: Workspace, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is closed, corrected and decided while the export runs is left out, as if it had not happened yet."""
    from graphmem.moving import export as exporting

    task = (await workspace.record_task("rotate the keys")).id or ""
    candidate = await recurring(workspace)
    before = await exported(workspace)
    through = exporting._Export._lines

    async def meanwhile(self, opening):  # type: ignore[no-untyped-def]
        await workspace.record_task(task=task, summary="rotated", outcome="success", tools=["vault"])
        await workspace.approve(candidate)
        await workspace.correct(task, *ONE_OFF)
        async for line in through(self, opening):
            yield line

    monkeypatch.setattr(exporting._Export, "_lines", meanwhile)
    assert (await exported(workspace)).decode() == before.decode()


async def test_what_is_no_work_is_refused(workspace: Workspace, memory: Memory) -> None:
    """Other words under the same id, another outcome and a broken log are refused with the line; nothing is written."""
    task = await corrected(workspace, "write the March report", EUROS[0])
    await workspace.propose_rule("Name the months in full.")
    file = await exported(workspace)
    before = await dump(memory.store, workspace.name)

    def other(kind: str, **changes: object) -> io.BytesIO:
        return edited(file, lambda lines: of_kind(lines, kind)[0].update(changes))

    for kind, changes, code in (
        ("task", {"request": "write the May report"}, "OTHER_CONTENT"),
        ("task", {"outcome": "failed"}, "OTHER_CONTENT"),
        ("correction", {"right": "write dollars"}, "OTHER_CONTENT"),
        ("candidate", {"state": "approved"}, "MALFORMED_LINE"),
        ("task", {"state": "open"}, "MALFORMED_LINE"),
    ):
        with pytest.raises(Refused) as refused:
            await memory.import_(other(kind, **changes))
        assert refused.value.code == code, (kind, changes)
    assert await dump(memory.store, workspace.name) == before
    known = await memory.import_(other("candidate", rule="Name no months."))
    assert codes(known) == ["CANDIDATE_KNOWN"]
    assert (await workspace.candidates()).candidates[0].rule == "Name the months in full."
    assert (await workspace.task(task)).task.id == task


async def test_what_was_erased_stays_so(workspace: Workspace, memory: Memory) -> None:
    """A task, a correction and a rule that were erased here are skipped with what rests on them; `again` brings them back."""
    task, _ = await tell_work(workspace)
    rule = (await workspace.rules()).rules[0].id
    file = await exported(workspace)
    for id_ in (task, rule):
        await workspace.erase(id_, reason="private")
    left = await dump(memory.store, workspace.name)
    receipt = await memory.import_(io.BytesIO(file))
    assert "SKIPPED_ERASED" in codes(receipt)
    assert things(await dump(memory.store, workspace.name)) == things(left)
    with pytest.raises(NotFound):
        await workspace.task(task)
    await memory.import_(io.BytesIO(file), again=True)
    assert (await workspace.task(task)).task.id == task
    assert [r.id for r in (await workspace.rules()).rules] == [rule]
    assert len(of_kind([json.loads(x) for x in (await exported(workspace)).splitlines()], "correction")) == 6


async def test_tim_10_an_imported_ring_of_rules(workspace: Workspace, memory: Memory) -> None:
    """TIM-10, WRK-06: rules of a file that replace each other, or themselves, are told with their chain; every view of them finishes."""
    ids: list[str] = []
    for words in ("Write euros.", "Write euros and cents.", "Write cents."):
        proposed = await workspace.propose_rule(words)
        ids.append((await workspace.approve(proposed.id or "", replaces=ids[-1:])).id or "")
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)

    def ring(lines: list[Line]) -> None:
        first, second, last = (next(line for line in of_kind(lines, "rule") if line["id"] == id_) for id_ in ids)
        tie = last["supersedes"][0]
        first["supersedes"] = [tie | {"to": second["id"]}]
        last["supersedes"] = [*last["supersedes"], tie | {"to": last["id"]}, tie | {"to": "rul_0000000000000000"}]

    receipt = await memory.import_(edited(file, ring))
    assert codes(receipt) == ["DANGLING", "SUPERSEDE_LOOP"]
    message = receipt.warnings[1].message
    assert (" > ".join(sorted(ids[:2])) in message, ids[2] in message) == (True, True)
    assert [r.id for r in (await workspace.rules()).rules] == ids[2:]
    assert (await workspace.candidates(state="approved")).total == 3
    assert (await workspace.recall("write an invoice")).as_of
    await workspace.consolidate()
    await workspace.retire_rule(ids[2], reason="enough")
