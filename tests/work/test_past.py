"""Past work on a thing: in `entity`, in `impact`, at both clocks, on every surface, and through merges."""

from __future__ import annotations

import pytest

from graphmem.cli.output import write_view
from graphmem.model.answers.tasks import PastTask
from graphmem.tools.telling.entity import entity
from graphmem.tools.telling.impact import impact
from graphmem.workspace import Workspace
from tests.stating import decision
from tests.work.telling import EURO, ONE_OFF, corrected


def ids(tasks: tuple[PastTask, ...]) -> list[str]:
    return [task.id for task in tasks]


async def test_an_entity_shows_its_tasks(workspace: Workspace) -> None:
    """The newest tasks that named it, what was said to be right, and how many there are."""
    await workspace.remember(decision("api depends_on ledger"))
    first = await corrected(workspace, "close the ledger of May", EURO)
    made = [(await workspace.record_task(f"print the ledger {n}", "printed", "success")).id for n in range(5)]
    view = await workspace.entity("ledger")
    assert (ids(view.past_tasks), view.past_tasks_total) == (list(reversed(made)), 6)
    (task,) = [t for t in (await workspace.impact("ledger")).past_tasks if t.id == first]
    assert (task.outcome, task.corrections, task.corrected) == ("partial", 1, (EURO[1],))
    assert (await workspace.entity("api")).past_tasks == ()


async def test_impact_shows_what_went_wrong(workspace: Workspace) -> None:
    """Tasks on the thing or on what depends on it that failed or were corrected, each once at its nearest, nearest first."""
    await workspace.remember(decision("api depends_on ledger", "web depends_on api"))
    failed = (await workspace.record_task("move the web", "it broke", "failed")).id
    both = await corrected(workspace, "move the ledger and the api", ONE_OFF)
    await workspace.record_task("paint the api", "painted", "success")
    await workspace.record_task("look at the web", session="s")
    answer = await workspace.impact("ledger")
    assert [(t.id, t.about.name, t.hop) for t in answer.past_tasks] == [(both, "ledger", 0), (failed, "web", 2)]
    assert not answer.past_tasks_truncated
    assert ids((await workspace.impact("web")).past_tasks) == [failed]


async def test_past_tasks_are_read_at_both_clocks(workspace: Workspace) -> None:
    """A task that was not known yet, had not begun, or was not corrected or closed yet, is told as it was."""
    await workspace.remember(decision("api depends_on ledger"))
    opened = await workspace.record_task("move the ledger", at="2024-05")
    closed = await workspace.record_task(task=opened.id, summary="it broke", outcome="failed")
    await workspace.correct(opened.id or "", wrong=ONE_OFF[0], right=ONE_OFF[1], why=ONE_OFF[2])
    before = await workspace.entity("ledger", as_of=opened.recorded_at)
    assert [(t.outcome, t.corrections) for t in before.past_tasks] == [(None, 0)]
    assert (await workspace.impact("ledger", as_of=opened.recorded_at)).past_tasks == ()
    (then,) = (await workspace.impact("ledger", as_of=closed.recorded_at)).past_tasks
    (now,) = (await workspace.impact("ledger")).past_tasks
    assert [(t.outcome, t.corrections) for t in (then, now)] == [("failed", 0), ("failed", 1)]
    assert (await workspace.entity("ledger", valid_at="2024-04")).past_tasks == ()
    assert (await workspace.impact("ledger", valid_at="2024-04")).past_tasks == ()


async def test_what_went_wrong_is_bounded(workspace: Workspace) -> None:
    """Of one thing the five newest are told; nothing says that this is all there is of a thing's work."""
    await workspace.remember(decision("api depends_on ledger"))
    made = [(await workspace.record_task(f"move the ledger {n}", "broke", "failed")).id for n in range(7)]
    assert ids((await workspace.impact("ledger")).past_tasks) == made[:1:-1]


async def test_past_tasks_follow_merges(workspace: Workspace) -> None:
    """Merging two entities moves the tasks that named them, and unmerging brings them back, as does a merge of a merge."""
    await workspace.remember(decision("web depends_on NYC office", "api depends_on New York office", "bus depends_on Big Apple"))
    here = await corrected(workspace, "clean the NYC office", EURO)
    there = (await workspace.record_task("paint the New York office", "spilled", "failed")).id
    both = (await workspace.record_task("move from the NYC office to the New York office", "lost", "failed")).id
    first = await workspace.merge("NYC office", "New York office", reason="one place")
    for answer in (await workspace.entity("New York office"), await workspace.impact("NYC office")):
        assert ids(answer.past_tasks) == [both, there, here]
    assert [e.name for e in (await workspace.task(here)).entities] == ["New York office"]
    second = await workspace.merge("New York office", "Big Apple", reason="the same place")
    late = (await workspace.record_task("heat the NYC office", "cold", "failed")).id
    assert ids((await workspace.entity("Big Apple")).past_tasks) == [late, both, there, here]
    await workspace.unmerge(first.id or "", reason="two places")
    assert ids((await workspace.entity("NYC office")).past_tasks) == [late, both, here]
    assert ids((await workspace.entity("Big Apple")).past_tasks) == [both, there]
    await workspace.unmerge(second.id or "", reason="another town")
    assert ids((await workspace.entity("New York office")).past_tasks) == [both, there]
    assert ids((await workspace.impact("Big Apple")).past_tasks) == []


async def test_surfaces_tell_past_tasks(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    """The terminal and the tools say what went wrong and what is right, and the id to open."""
    await workspace.remember(decision("api depends_on ledger"))
    task = await corrected(workspace, "close the ledger", EURO)
    viewed, reached = await workspace.entity("ledger"), await workspace.impact("ledger")
    write_view(viewed)
    entity_view = capsys.readouterr().out
    write_view(reached)
    texts = [entity_view, capsys.readouterr().out, "\n".join(entity(viewed).lines), "\n".join(impact(reached).lines)]
    for text in texts:
        assert all(part in " ".join(text.split()) for part in ("close the ledger", EURO[1], task))
