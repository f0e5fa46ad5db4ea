"""Retrieval: rules open every session, and earlier work comes up for a new task, short and with ids to open."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from graphmem.errors import InvalidArgument, Refused
from graphmem.memory import Memory
from graphmem.model.work import RuleScope
from graphmem.settings import Settings
from graphmem.tools.hooks import LONGEST, START, session_start
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import decision, found
from tests.work.telling import ONE_OFF, corrected, recurring


async def fill(workspace: Workspace, scope: RuleScope, *, why: int) -> list[str]:
    """Rules until the budget takes no more, with a why of so many sentences; their ids."""
    ids: list[str] = []
    while len(ids) < 20:
        words = f"Rule {len(ids)}.{why} for the {scope}: {'write amounts in euros and name the months in full. ' * 9}"
        proposed = await workspace.propose_rule(words, why=f"{'readers asked for it in their letters. ' * why}{len(ids)}")
        try:
            ids.append((await workspace.approve(proposed.id or "", scope=scope)).id or "")
        except Refused as refused:
            if refused.code != "RULES_BUDGET":
                raise
            break
    return ids


async def test_the_start_of_a_session_is_never_cut(workspace: Workspace, settings: Settings) -> None:
    """Rules that fill both budgets open a session in what a client takes in whole: without their why, then the first; the rest is named."""
    await workspace.remember(found("queue fills up", "queue fills up caused_by worker"))
    who = f"ana-{workspace.name}"

    def told(start: dict[str, Any]) -> str:
        return str(start["hookSpecificOutput"]["additionalContext"])

    async with Memory.open(settings.model_copy(update={"author": who})) as own:
        person = await own.workspace(workspace.name)
        await person.card("project", "\n".join(f"Line {n} of how this project works." for n in range(20)))
        ids = [*await fill(person, "workspace", why=20), *await fill(person, "person", why=20)]
        assert (await person.rules()).tokens > 2 * START
        without_why = told(await session_start(own, workspace.name, {}))
        for rule in ids:
            await person.retire_rule(rule, reason="room")
        ids_2 = [*await fill(person, "workspace", why=0), *await fill(person, "person", why=0)]
        first = told(await session_start(own, workspace.name, {}))
    assert max(len(without_why), len(first)) <= LONGEST
    assert [id_ for id_ in ids if id_ not in without_why] == []
    assert ("letters" in without_why, "is told by the tool `rules`" in without_why) == (False, True)
    left = [id_ for id_ in ids_2 if id_ not in first]
    assert left
    assert f"{len(left)} more rules stand" in first
    assert ids_2[0] in first
    for each in (without_why, first):
        assert "queue fills up" in each or "There is more" in each
        assert "Line 0 of how this project works." in each


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


async def test_what_a_standing_rule_covers(workspace: Workspace) -> None:
    """Corrections whose rule was replaced are told by the rule that stands for it; once no rule does, they are told again."""
    first = await workspace.approve(await recurring(workspace))
    proposed = await workspace.propose_rule("Every sum in the currency of the ledger.")
    second = await workspace.approve(proposed.id or "", replaces=[first.id or ""])
    found = await workspace.recall("write the March report")
    assert ([r.id for r in found.rules], found.corrections) == ([second.id], ())
    await workspace.retire_rule(second.id or "", reason="enough")
    found = await workspace.recall("write the March report")
    assert (found.rules, len(found.corrections)) == ((), 2)


async def test_a_use_is_counted(workspace: Workspace) -> None:
    """A rule's use is counted where `recall` finds it relevant and where an agent reports that it applied it; the past counts none."""
    rule = (await workspace.approve(await recurring(workspace))).id or ""
    assert [r.id for r in (await workspace.recall("write the May report")).rules] == [rule]
    receipt = await workspace.record_task("write the May report", "written", "success", applied=[rule])
    await workspace.recall("write the May report", as_of=receipt.recorded_at)
    (line,) = (await workspace.rules()).rules
    assert (line.uses, line.applied, line.used_at is not None) == (1, 1, True)


async def test_a_context_counts_uses(workspace: Workspace) -> None:
    """`context` counts rules that words or meaning find and those whose tag the task names, not all it shows; the past counts none."""
    said = (f"Report {n} lists the euros of month {n}" for n in range(20))
    await workspace.remember(*(decision(f"sheet{n} depends_on ledger", decision=text) for n, text in enumerate(said)))
    for rule, tags in (("Write the euros of a report with cents.", []), ("Squash commits.", ["git"]), ("Feed no pigeons.", [])):
        await workspace.approve((await workspace.propose_rule(rule, tags=tags)).id or "")

    async def uses() -> list[int]:
        return [rule.uses for rule in (await workspace.rules()).rules]

    task = "write the report of the euros of the month"
    before = (await workspace.context(task)).as_of
    assert await uses() == [1, 0, 0]
    await workspace.context(f"{task} into git")
    assert await uses() == [2, 1, 0]
    await workspace.context(task, as_of=before)
    await workspace.context(task, valid_at=before)
    assert await uses() == [2, 1, 0]


async def test_rules_take_no_place_of_records(workspace: Workspace) -> None:
    """What a context tells as a match is never a rule, for rules have a section of their own."""
    await workspace.remember(decision("ledger depends_on postgres", decision="Reports are in euros"))
    proposed = await workspace.propose_rule("Write the euros of a report with cents.")
    rule = (await workspace.approve(proposed.id or "")).id or ""
    sections = {s.name: s.text for s in (await workspace.context("write a report in euros")).sections}
    assert [name for name, text in sections.items() if rule in text] == ["rules"]
    assert "Reports are in euros" in sections["records"]


async def test_uses_of_a_persons_rules_are_counted(make_workspace: MakeWorkspace) -> None:
    """A rule that goes with the person is counted where it stands, by `recall` and by `context`."""
    workspace = await make_workspace(author=f"p-{secrets.token_hex(4)}")
    proposed = await workspace.propose_rule("Squash the commits.", tags=["git"])
    await workspace.approve(proposed.id or "", scope="person")
    await workspace.recall("tidy up", tags=["git"])
    await workspace.context("tidy up the git history")
    (line,) = (await workspace.rules()).rules
    assert (line.scope, line.uses) == ("person", 2)


@pytest.mark.parametrize(("task", "budget"), [(" ", 100), ("x", 0), ("x", 10**6)])
async def test_what_cannot_be_recalled(workspace: Workspace, task: str, budget: int) -> None:
    """An empty task or a budget out of range is an error that names the argument."""
    with pytest.raises(InvalidArgument):
        await workspace.recall(task, budget=budget)


async def test_nothing_to_recall(workspace: Workspace) -> None:
    """An empty memory has nothing to say, and says so with an empty text."""
    found = await workspace.recall("write a report")
    assert (found.text, found.tasks, found.left_out) == ("", (), 0)
