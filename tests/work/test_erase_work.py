"""Erasing the work memory: text, words, vectors and copies go for good, and a tombstone stays."""

from __future__ import annotations

import pytest

from graphmem.errors import Erased, NotAllowed, NotFound
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import codes, count, stored, texts
from tests.conftest import MakeWorkspace
from tests.stating import decision
from tests.work.telling import EUROS, corrected, recurring
from tests.work.test_rules import as_agent

WORD = "quetzal"


async def left_of(workspace: Workspace, word: str = WORD) -> list[str]:
    """The stored texts that have the word, vectors and request ids apart."""
    return [text for text in await texts(workspace) if word in text.casefold()]


async def test_a_task_goes_with_all_that_hangs_on_it(workspace: Workspace) -> None:
    """Its request, what was said, cited, used, made, decided and corrected, its session, its receipts: no word is left."""
    await workspace.remember(decision("api depends_on auth"))
    await workspace.record_task("other work", "done", "success", tools=["ruff"])
    before = await stored(workspace)
    task = await workspace.record_task(
        f"find the {WORD} for `api`", session=f"{WORD} hunt", agent=WORD, request_id="one", entities=[f"the {WORD}"],
        sources=[{"ref": f"{WORD}.md", "held_up": True, "note": WORD}], tools=[{"name": WORD}, "ruff"],
        artifacts=[{"location": f"out/{WORD}", "type": WORD}], decisions=[{"choice": f"ask the {WORD}", "reasoning": WORD}],
        corrections=[{"wrong": f"no {WORD}", "right": f"a {WORD}", "why": WORD, "decision": f"ask the {WORD}"}], tags=[WORD],
    )  # fmt: skip
    await workspace.record_task(task=task.id, entities=[f"a second {WORD}"], request_id="two")
    await workspace.record_task(task=task.id, summary=f"found the {WORD}", outcome="success")
    await workspace.correct(task.id or "", f"late {WORD}", f"early {WORD}", WORD, request_id="three")
    rehearsal = await workspace.erase(task.id, reason="private", dry_run=True)
    receipt = await workspace.erase(task.id, reason="private")
    assert (receipt.counts["tasks"], receipt.counts["decisions"], receipt.counts["corrections"]) == (1, 1, 2)
    assert (receipt.counts["receipts"], receipt.counts == rehearsal.counts) == (3, True)
    assert await left_of(workspace) == []
    assert await count(workspace, "(x:Tombstone)") == 4
    assert [row for row in before if '"Workspace"' not in row and row not in await stored(workspace)] == []
    with pytest.raises(Erased):
        await workspace.correct(task.id or "", f"late {WORD}", f"early {WORD}", WORD, request_id="three")
    for act in (
        workspace.record_task(task=task.id, summary="more"),
        workspace.task(task.id or ""),
        workspace.erase(task.id, reason="x"),
    ):
        with pytest.raises(NotFound):
            await act


async def test_a_correction_goes_out_of_drafts(workspace: Workspace) -> None:
    """A draft that waits is drafted anew from what is left; a decided one loses the quotation; a rule that says it is named."""
    first = await corrected(workspace, "write the March report", (f"a {WORD} in dollars", *EUROS[0][1:]))
    await corrected(workspace, "write the April report", EUROS[1])
    await corrected(workspace, "write the May report", EUROS[2])
    (waiting,) = (await workspace.consolidate()).created
    correction = (await workspace.task(first)).corrections[0].id
    receipt = await workspace.erase(correction, reason="private", dry_run=True)
    assert (receipt.counts["corrections"], receipt.counts["drafts"], "CARRIED_ON" in codes(receipt)) == (1, 1, False)
    rule = (await workspace.approve(waiting)).id or ""
    receipt = await workspace.erase(correction, reason="private")
    (named,) = [w.message for w in receipt.warnings if w.code == "CARRIED_ON"]
    assert rule in named
    (candidate,) = (await workspace.candidates(state="approved")).candidates
    assert "[erased]" in (candidate.how or "")
    assert len(candidate.corrections) == 2
    await workspace.erase(rule, reason="it says so too")
    assert await left_of(workspace) == []
    assert (await workspace.consolidate()).created != (waiting,)


async def test_a_waiting_draft_is_made_anew(workspace: Workspace) -> None:
    """Without an erased correction its group is drafted again, and what nobody repeats is a candidate no more."""
    said = (f"a {WORD} in dollars", EUROS[0][1], EUROS[0][2])
    first = await corrected(workspace, "write the March report", said)
    candidate = await recurring(workspace)
    assert WORD in str((await workspace.candidates()).candidates[0].how)
    await workspace.erase((await workspace.task(first)).corrections[0].id, reason="private")
    assert (await workspace.candidates()).candidates == ()
    (again,) = (await workspace.consolidate()).created
    assert await left_of(workspace) == []
    assert [c.id for c in (await workspace.candidates()).candidates] == [again] != [candidate]


async def test_a_rule_goes_with_its_candidate(workspace: Workspace) -> None:
    """An erased rule is nowhere, at no day; its candidate goes with it, is never drafted again, and its words may be proposed anew."""
    candidate = await recurring(workspace)
    rule = (await workspace.approve(candidate, rule=f"Every {WORD} in euros.", request_id="yes")).id or ""
    then = (await workspace.rules()).as_of
    proposed = (await workspace.propose_rule(f"No {WORD} at all.")).id or ""
    await workspace.retire_rule(rule, reason=f"the {WORD} is gone")
    receipt = await workspace.erase(rule, reason="private")
    assert (receipt.counts["rules"], receipt.counts["candidates"], receipt.counts["receipts"]) == (1, 1, 1)
    assert (await workspace.erase(proposed, reason="private")).counts["candidates"] == 1
    assert ((await workspace.rules(as_of=then)).rules, await left_of(workspace)) == ((), [])
    assert ((await workspace.consolidate()).created, (await workspace.candidates(state=None)).candidates) == ((), ())
    anew = (await workspace.propose_rule(f"No {WORD} at all.")).id
    assert anew != proposed
    assert [c.id for c in (await workspace.candidates()).candidates] == [anew]


async def test_an_entity_that_only_a_task_named(workspace: Workspace) -> None:
    """An entity stays while a task names it; with the task it goes."""
    record = (await workspace.remember(decision(f"{WORD} depends_on auth"))).records[0].id
    task = (await workspace.record_task(f"feed `{WORD}`", "done", "success")).id
    await workspace.erase(record, reason="private")
    assert (await workspace.entity(WORD)).entity.name == WORD
    receipt = await workspace.erase(task, reason="private")
    assert receipt.counts["entities"] == 1
    assert await left_of(workspace) == []


@pytest.mark.parametrize("filters", [{"author": "ben"}, {"session": "hunt"}], ids=str)
async def test_all_of_an_author_or_a_session(
    filters: dict[str, str], make_workspace: MakeWorkspace, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that an author said of any task, or all tasks of a session, go, batch after batch; what others said stays."""
    from graphmem.write import erase, erase_work

    monkeypatch.setattr(erase_work, "BATCH", 2)
    monkeypatch.setattr(erase, "WORK_BATCH", 2)
    ana = await make_workspace()
    ben = await memory.workspace(ana.name, author="ben", session="hunt")
    kept = await corrected(ana, "write the March report", EUROS[0])
    await ben.remember(decision(f"{WORD} depends_on net"))
    for n in range(3):
        await ben.record_task(f"feed the {WORD} {n}", "done", "success", session="hunt", tools=["net"])
    if "author" in filters:
        more = {"sources": [{"ref": f"{WORD}.md", "note": WORD}], "decisions": [f"ask the {WORD}"], "entities": [WORD]}
        await ben.record_task(task=kept, **more)  # type: ignore[arg-type]
        await ben.correct(kept, f"no {WORD}", f"a {WORD}", WORD)
        await ben.propose_rule(f"Feed every {WORD}.")
    receipt = await ana.erase(reason="left", **filters)
    assert receipt.counts["tasks"] == 3
    assert await left_of(ana) == []
    found = await ana.task(kept)
    assert [c.right for c in found.corrections] == [EUROS[0][1]]
    with pytest.raises(NotFound):
        await ana.erase(reason="left", **filters)


async def test_only_a_person_erases(workspace: Workspace, memory: Memory) -> None:
    """An agent erases nothing of the work memory, and an id that is not there is not found."""
    task = await corrected(workspace, "write the March report", EUROS[0])
    with pytest.raises(NotAllowed):
        await (await as_agent(memory, workspace)).erase(task, reason="no")
    with pytest.raises(NotFound, match="candidate or rule"):
        await workspace.erase("rul_0123456789", reason="no")
