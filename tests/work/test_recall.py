"""Retrieval: rules open every session, and earlier work comes up for a new task, short and with ids to open."""

from __future__ import annotations

import pytest

from graphmem.context.tokens import count_tokens
from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.tools.hooks import session_start
from graphmem.workspace import Workspace
from tests.stating import decision
from tests.work.telling import ONE_OFF, corrected, recurring


async def test_rules_open_every_session(workspace: Workspace, memory: Memory) -> None:
    """Criterion 6: what was approved stands in every context and at the start of every session; what waits is named to a person."""
    candidate = await recurring(workspace)
    before = await session_start(memory, workspace.name, {})
    assert "1 candidate rules wait" in str(before)
    await workspace.approve(candidate, rule="Write all amounts in euros.")
    (section, *_) = (await workspace.context("mow the lawn")).sections
    assert (section.name, "Write all amounts in euros." in section.text) == ("rules", True)
    assert "Write all amounts in euros." in str(await session_start(memory, workspace.name, {}))


async def test_overdue_is_told(workspace: Workspace, memory: Memory) -> None:
    """Where nothing consolidates, the session start says what waits for it; after a pass it does not."""
    await corrected(workspace, "write a report", ONE_OFF)
    assert "never consolidated" in str(await session_start(memory, workspace.name, {}))
    await workspace.consolidate()
    assert "consolidated" not in str(await session_start(memory, workspace.name, {}))


async def test_a_rule_for_a_sort_of_work(workspace: Workspace) -> None:
    """A rule with tags is in the context of work that names one of them, and in `rules` of these tags."""
    proposed = await workspace.propose_rule("Squash the commits.", tags=["git"])
    rule = (await workspace.approve(proposed.id or "")).id
    assert "Squash" in (await workspace.context("tidy up the git history")).text
    assert "Squash" not in (await workspace.context("bake a cake")).text
    assert [r.id for r in (await workspace.rules(tags=["Git"])).rules] == [rule]
    assert (await workspace.rules(tags=["cakes"])).rules == ()


async def test_earlier_work_comes_up(workspace: Workspace) -> None:
    """Criterion 7: of similar tasks the sources that held up, the right tools and the corrections come up, within the budget."""
    await workspace.remember(decision("ledger depends_on postgres"))
    like = await corrected(
        workspace, "write the March report of the ledger", ONE_OFF, sources=[{"ref": "docs/money.md", "held_up": True}],
        tools=[{"name": "pandas", "right": True}, {"name": "sed", "right": False}], artifacts=["reports/march.md"], tags=["reports"],
    )  # fmt: skip
    for n in range(6):
        await workspace.record_task(f"water plant number {n}", "watered", "success")
    found = await workspace.recall("write the April report of the ledger", tags=["reports"])
    assert found.tasks[0].id == like
    assert [c.right for c in found.corrections] == [ONE_OFF[1]]
    assert ([s.ref for s in found.sources], [(t.name, t.right) for t in found.tools]) == (
        ["docs/money.md"], [("pandas", True), ("sed", False)],
    )  # fmt: skip
    assert "docs/money.md held up" in found.text
    small = await workspace.recall("write the April report of the ledger", budget=60)
    assert count_tokens(small.text) <= 60
    assert small.left_out > 0


async def test_a_use_is_counted(workspace: Workspace) -> None:
    """A rule's use is counted where `recall` finds it relevant and where an agent reports that it applied it; the past counts none."""
    rule = (await workspace.approve(await recurring(workspace))).id or ""
    assert [r.id for r in (await workspace.recall("write the May report")).rules] == [rule]
    receipt = await workspace.record_task("write the May report", "written", "success", applied=[rule])
    await workspace.recall("write the May report", as_of=receipt.recorded_at)
    (line,) = (await workspace.rules()).rules
    assert (line.uses, line.applied, line.used_at is not None) == (1, 1, True)


@pytest.mark.parametrize(("task", "budget"), [(" ", 100), ("x", 0), ("x", 10**6)])
async def test_what_cannot_be_recalled(workspace: Workspace, task: str, budget: int) -> None:
    """An empty task or a budget out of range is an error that names the argument."""
    with pytest.raises(InvalidArgument):
        await workspace.recall(task, budget=budget)


async def test_nothing_to_recall(workspace: Workspace) -> None:
    """An empty memory has nothing to say, and says so with an empty text."""
    found = await workspace.recall("write a report")
    assert (found.text, found.tasks, found.left_out) == ("", (), 0)
