"""The acceptance criteria of a work memory, each as one test through what agents and people call; the eighth is in `test_worth`."""

from __future__ import annotations

import pytest

from graphmem.context.tokens import count_tokens
from graphmem.errors import NotAllowed
from graphmem.memory import Memory
from graphmem.tools import Toolbox
from graphmem.tools.hooks import session_start
from graphmem.workspace import Workspace
from tests.acting import edges
from tests.stating import decision
from tests.work.telling import EURO, EUROS, ONE_OFF, WHOLE, corrected, recurring

REQUEST = "write the April report of the ledger"


@pytest.fixture
def agent(memory: Memory, workspace: Workspace) -> Toolbox:
    """The tools of an agent."""
    return Toolbox(memory, workspace=workspace.name, author="bot", session="monday")


async def test_criterion_1_a_completed_task_has_an_outcome(agent: Toolbox, workspace: Workspace) -> None:
    """Completing a task writes a task with its outcome, in one call of an agent; a task is not completed without one."""
    await agent.call("record_task", {"request": "write the Q3 report"})
    (opened,) = (await workspace.tasks()).tasks
    assert (opened.state, opened.outcome) == ("open", None)
    await agent.call("record_task", {"task": opened.id, "summary": "wrote it", "outcome": "partial"})
    told = await agent.call("record_task", {"request": "send it", "summary": "sent it", "outcome": "success"})
    found = {t.request: (t.state, t.outcome, t.summary) for t in (await workspace.tasks()).tasks}
    assert found == {"write the Q3 report": ("closed", "partial", "wrote it"), "send it": ("closed", "success", "sent it")}
    undone = await agent.call("record_task", {"request": "send it", "summary": "sent it", "outcome": "done"})
    assert (told.error, undone.error, "outcome" in undone.text) == (False, True, True)


async def test_criterion_2_a_correction_says_all_three(agent: Toolbox, workspace: Workspace) -> None:
    """A correction during a task or after it says what was wrong, what is right and why; without any of them it is refused."""
    said = dict(zip(("wrong", "right", "why"), EURO, strict=True))
    await agent.call("record_task", {"request": REQUEST, "summary": "wrote it", "outcome": "partial", "corrections": [said]})
    (task,) = (await workspace.tasks()).tasks
    later = dict(zip(("wrong", "right", "why"), ONE_OFF, strict=True))
    assert not (await agent.call("correct", {"on": task.id, **later})).error
    corrections = (await workspace.task(task.id)).corrections
    assert [(c.wrong, c.right, c.why) for c in corrections] == [EURO, ONE_OFF]
    for missing in said:
        part = {**said, missing: " "}
        during = await agent.call("record_task", {"request": "again", "corrections": [part]})
        after = await agent.call("correct", {"on": task.id, **part})
        assert (during.error, after.error) == (True, True), missing
    assert len((await workspace.task(task.id)).corrections) == 2


async def test_criterion_3_links_are_typed(agent: Toolbox, workspace: Workspace) -> None:
    """From a task its sources, tools, artifacts, choices and corrections are reached, each along a link of its own type."""
    whole = {**WHOLE, "tools": [{"name": "ruff", "right": True}, {"name": "sed"}]}
    await agent.call("record_task", {"request": REQUEST, "summary": "wrote it", "outcome": "partial", **whole})
    (task,) = (await workspace.tasks()).tasks
    found = await workspace.task(task.id)
    assert [(s.ref, s.held_up) for s in found.sources] == [("docs/money.md", True), ("wiki/old", False)]
    assert [(t.name, t.right) for t in found.tools] == [("ruff", True), ("sed", None)]
    assert [(a.location, a.type) for a in found.artifacts] == [("reports/q3.md", "report")]
    (choice,) = found.decisions
    assert (choice.choice, choice.reasoning) == ("round half up", "as the bank does")
    assert [(c.target, c.right) for c in found.corrections] == [
        (task.id, "write amounts in euros"), (choice.id, "round half to even")
    ]  # fmt: skip
    types = [(edge["type"], edge["source"]) for edge in await edges(workspace)]
    assert sorted(types) == sorted(
        [("CITED", task.id)] * 2 + [("USED", task.id)] * 2 + [("PRODUCED", task.id), ("DECIDED", task.id), ("IN_SESSION", task.id)]
        + [("CORRECTED_BY", task.id), ("CORRECTED_BY", choice.id)]
    )  # fmt: skip


async def test_criterion_4_what_recurs_becomes_a_candidate(workspace: Workspace) -> None:
    """A correction of two tasks is drafted as one instruction that quotes it; a mistake made once is not."""
    await corrected(workspace, "write the March report", EUROS[0], ONE_OFF)
    await corrected(workspace, "write the April report", EUROS[1])
    found = await workspace.consolidate()
    (candidate,) = (await workspace.candidates()).candidates
    assert (found.created, found.waiting) == ((candidate.id,), 1)
    assert candidate.rule in {EUROS[0][1], EUROS[1][1]}
    assert candidate.tasks == 2
    assert "dollars" in (candidate.how or "")
    assert {c.right for c in candidate.corrections} == {EUROS[0][1], EUROS[1][1]}


async def test_criterion_5_only_a_person_approves(agent: Toolbox, workspace: Workspace, memory: Memory) -> None:
    """No candidate is a rule before a person approves it; an agent has no tool for it, and cannot by a verb either."""
    candidate = await recurring(workspace)
    bot = await memory.workspace(workspace.name, author="bot", kind="agent")
    for act in (bot.approve(candidate), bot.reject(candidate, reason="no"), bot.retire_rule("rul_1", reason="no")):
        with pytest.raises(NotAllowed):
            await act
    assert "unknown" in (await agent.call("approve", {"candidate": candidate})).text.casefold()
    assert (await workspace.rules()).rules == ()
    receipt = await workspace.approve(candidate, rule="Write amounts in euros.", reason="agreed")
    (rule,) = (await workspace.rules()).rules
    assert (rule.id, rule.rule, rule.approved_by, len(rule.corrections)) == (receipt.id, "Write amounts in euros.", "ana", 2)
    (kept,) = (await workspace.candidates(state="approved")).candidates
    assert (kept.decided_by, kept.reason, kept.rule_id) == ("ana", "agreed", receipt.id)


async def test_criterion_6_rules_open_every_session(agent: Toolbox, workspace: Workspace, memory: Memory) -> None:
    """What was approved stands in every context and opens every session; what waits is only named, to a person."""
    candidate = await recurring(workspace)
    before = str(await session_start(memory, workspace.name, {}))
    assert ("1 candidate rules wait" in before, EUROS[0][1] in before, EUROS[1][1] in before) == (True, False, False)
    await workspace.approve(candidate, rule="Write all amounts in euros.")
    (section, *_) = (await workspace.context("mow the lawn")).sections
    assert (section.name, "Write all amounts in euros." in section.text) == ("rules", True)
    assert "Write all amounts in euros." in (await agent.call("rules", {})).text
    assert "Write all amounts in euros." in str(await session_start(memory, workspace.name, {}))


async def test_criterion_7_earlier_work_comes_up(workspace: Workspace) -> None:
    """Of similar tasks the sources that held up, the right tools and the corrections come up, within the budget."""
    await workspace.remember(decision("ledger depends_on postgres"))
    like = await corrected(
        workspace, "write the March report of the ledger", ONE_OFF, sources=[{"ref": "docs/money.md", "held_up": True}],
        tools=[{"name": "pandas", "right": True}, {"name": "sed", "right": False}], artifacts=["reports/march.md"], tags=["reports"],
    )  # fmt: skip
    for n in range(6):
        await workspace.record_task(f"water plant number {n}", "watered", "success")
    found = await workspace.recall(REQUEST, tags=["reports"])
    assert found.tasks[0].id == like
    assert [c.right for c in found.corrections] == [ONE_OFF[1]]
    assert ([s.ref for s in found.sources], [(t.name, t.right) for t in found.tools]) == (
        ["docs/money.md"], [("pandas", True), ("sed", False)],
    )  # fmt: skip
    assert "docs/money.md held up" in found.text
    small = await workspace.recall(REQUEST, budget=60)
    assert count_tokens(small.text) <= 60
    assert small.left_out > 0
