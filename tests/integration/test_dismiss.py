"""Dismiss: a line of the radar is hidden until a newer record names the thing, and can be shown again."""

from __future__ import annotations

import pytest

from graphmem.errors import NotFound, RequestReused
from graphmem.memory import Memory
from graphmem.model.records import Decision, EntityRef, Relation
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import change, decision, found, solved


async def open_problem(workspace: Workspace) -> str:
    await workspace.remember(found("leak", "api related_to leak"))
    return (await workspace.radar()).unsolved_problems.lines[0].key


async def test_a_dismissed_line_is_hidden_from_then_on(workspace: Workspace) -> None:
    """Neither shown nor counted; as of before the dismissal it stands."""
    await workspace.remember(found("other", "api related_to other"))
    key = await open_problem(workspace)
    before = (await workspace.radar()).as_of
    receipt = await workspace.dismiss(key, reason="known and harmless")
    assert receipt.id
    answer = await workspace.radar()
    assert (answer.unsolved_problems.total, [p.entity.name for p in answer.unsolved_problems.lines]) == (1, ["other"])
    assert (await workspace.radar(as_of=before)).unsolved_problems.total == 2


async def test_a_newer_record_that_names_the_thing_shows_it_again(workspace: Workspace) -> None:
    """A record about something else changes nothing; one that names the thing lifts the dismissal, which may be given anew."""
    key = await open_problem(workspace)
    await workspace.dismiss(key)
    await workspace.remember(decision("api depends_on auth"))
    hidden = (await workspace.radar()).as_of
    assert (await workspace.radar()).unsolved_problems.total == 0
    await workspace.remember(found("leak", "api related_to leak"))
    assert (await workspace.radar()).unsolved_problems.total == 1
    assert (await workspace.radar(as_of=hidden)).unsolved_problems.total == 0
    await workspace.dismiss(key)
    assert (await workspace.radar()).unsolved_problems.total == 0


async def test_a_record_that_never_held_lifts_nothing(workspace: Workspace) -> None:
    """A newer record that was withdrawn did not name the thing."""
    key = await open_problem(workspace)
    await workspace.dismiss(key)
    again = await workspace.remember(found("leak", "api related_to leak"))
    await workspace.forget(again.records[0].id, reason="a slip", never_held=True)
    assert (await workspace.radar()).unsolved_problems.total == 0


async def test_undismiss(workspace: Workspace) -> None:
    """The line is back, as of the day it was dismissed it stays hidden, and there is nothing more to take back."""
    key = await open_problem(workspace)
    await workspace.dismiss(key)
    hidden = (await workspace.radar()).as_of
    await workspace.undismiss(key, reason="it bites after all")
    assert (await workspace.radar()).unsolved_problems.total == 1
    assert (await workspace.radar(as_of=hidden)).unsolved_problems.total == 0
    with pytest.raises(NotFound, match="dismissal"):
        await workspace.undismiss(key)


async def test_dismissals_are_listed(workspace: Workspace, memory: Memory) -> None:
    """Newest first, with who, why and what it was about; what was taken back is out, what was named since is marked, each day as it was."""
    key = await open_problem(workspace)
    await workspace.remember(found("crack", "api related_to crack"))
    bo = await memory.workspace(workspace.name, author="bo")
    other = next(x.key for x in (await workspace.radar()).unsolved_problems.lines if x.key != key)
    before = (await workspace.dismissals()).as_of
    await workspace.dismiss(key, reason="known and harmless")
    await bo.dismiss(other)
    listed = await workspace.dismissals()
    assert [(d.key, d.kind, [e.name for e in d.entities], d.title, d.author, d.reason, d.hidden) for d in listed.dismissals] == [
        (other, "problem", ["crack"], None, "bo", None, True), (key, "problem", ["leak"], None, "ana", "known and harmless", True),
    ]  # fmt: skip
    assert (await workspace.dismissals(as_of=before)).dismissals == ()
    await workspace.remember(found("leak", "api related_to leak"))
    assert [(d.key, d.hidden) for d in (await workspace.dismissals()).dismissals] == [(other, True), (key, False)]
    await workspace.dismiss(key, reason="still harmless")
    assert [(d.key, d.hidden) for d in (await workspace.dismissals()).dismissals] == [(key, True), (other, True)]
    page = await workspace.dismissals(limit=1)
    [left] = (await workspace.dismissals(limit=1, cursor=page.cursor)).dismissals
    assert (page.dismissals[0].reason, left.key) == ("still harmless", other)
    await workspace.undismiss(key)
    assert [d.key for d in (await workspace.dismissals()).dismissals] == [other]
    assert (await workspace.dismissals(as_of=listed.as_of)).dismissals == listed.dismissals


async def test_dismissals_of_one_write(workspace: Workspace, memory: Memory) -> None:
    """Where an import gave two the same place, no page leaves one out."""
    await workspace.remember(found("leak", "api related_to leak"), found("crack", "api related_to crack"))
    for line in (await workspace.radar()).unsolved_problems.lines:
        await workspace.dismiss(line.key)
    await memory.store.command(f"MATCH (d:Dismissal {{workspace: '{workspace.name}'}}) SET d.seq = 7")
    first = await workspace.dismissals(limit=1)
    second = await workspace.dismissals(limit=1, cursor=first.cursor)
    assert {d.key for page in (first, second) for d in page.dismissals} == {
        d.key for d in (await workspace.dismissals()).dismissals
    }
    assert second.cursor is None


async def test_every_list_has_keys_that_dismiss_takes(workspace: Workspace, memory: Memory) -> None:
    """Each kind of line goes away by its own key, and comes back by it."""
    await workspace.remember(found("leak", "api related_to leak"))
    bare = Decision(
        decision="use redis",
        entities=(EntityRef(name="api", type="code_component"), EntityRef(name="redis", type="technology")),
        relations=(Relation(source="api", target="redis", type="depends_on", reason="cache"),),
    )
    await workspace.remember(bare)
    await workspace.remember({"kind": "question", "question": "why?", **bare.model_dump(include={"entities", "relations"})})
    await workspace.remember(decision("Operator related_to Course", valid_from="2020-01-01"))
    await workspace.remember(decision("Operator depends_on Operators", valid_from="2020-01-01"))
    await workspace.remember(decision("Operator conflicts_with Operators", valid_from="2019-01-01"))
    await workspace.remember(decision("web depends_on old cache", valid_from="2020-01-01"))
    [a] = (await workspace.remember(decision("api depends_on valkey"))).records
    await workspace.remember(
        decision("api depends_on kafka", supersedes=(a.id,)), decision("api depends_on nats", supersedes=(a.id,))
    )
    await workspace.remember(change("web related_to X", valid_from="2024-06-01", retires=("old cache",)))
    await workspace.remember(decision("tv depends_on old cache", valid_from="2020-02-01"))
    await workspace.remember(change("web depends_on Importer", change="Removed the Importer"))
    system = await memory.workspace(workspace.name, author="system")
    await system.merge("valkey", "redis", reason="score 0.97")
    answer = await workspace.radar()
    lines = {
        name: [line.key for line in getattr(answer, name).lines]
        for name in type(answer).model_fields
        if hasattr(getattr(answer, name), "total")
    }
    assert {key.split(":")[0] for keys in lines.values() for key in keys} == {
        "problem", "decision", "question", "silent", "duplicate", "conflict", "heads", "removed", "said_removed", "merge",
    }  # fmt: skip
    for name, keys in lines.items():
        for key in keys:
            total = getattr(await workspace.radar(), name).total
            await workspace.dismiss(key)
            [told] = (await workspace.dismissals()).dismissals
            assert (told.key, told.hidden, bool(told.entities) != bool(told.title)) == (key, True, True)
            listed = getattr(await workspace.radar(), name)
            assert (listed.total, key in [line.key for line in listed.lines]) == (total - 1, False), key
            await workspace.undismiss(key)
            assert getattr(await workspace.radar(), name) == getattr(answer, name), key


async def test_a_pair_is_shown_again_by_a_record_that_names_both(workspace: Workspace) -> None:
    """Names in daily use do not bring a judged pair back; both in one record do."""
    for name in ("Operator", "Operators"):
        await workspace.remember(decision(f"{name} related_to Course"))
    [line] = (await workspace.radar()).probable_duplicates.lines
    await workspace.dismiss(line.key)
    await workspace.remember(decision("Operator related_to Course"), decision("Operators related_to Course"))
    assert (await workspace.radar()).probable_duplicates.total == 0
    await workspace.remember(decision("Operator related_to Operators"))
    assert (await workspace.radar()).probable_duplicates.total == 1


async def test_a_new_head_shows_a_fork_again(workspace: Workspace) -> None:
    """A record is named by what takes its place: a third head lifts the dismissal of the first two."""
    [a] = (await workspace.remember(decision("api depends_on redis"))).records
    await workspace.remember(decision("api depends_on valkey", supersedes=(a.id,)))
    await workspace.remember(decision("api depends_on kafka", supersedes=(a.id,)))
    [line] = (await workspace.radar()).contradictions.lines
    await workspace.dismiss(line.key)
    assert (await workspace.radar()).contradictions.total == 0
    await workspace.remember(decision("api depends_on nats", supersedes=(a.id,)))
    assert (await workspace.radar()).contradictions.total == 1


@pytest.mark.parametrize(
    "key",
    ["", "problem", "problem:", "problem:nothing", "nonsense:{id}", "question:{id}", "duplicate:{id}", "duplicate:{id}+{id}",
     "problem:{id}+{id}", "heads:{id}", "slot:{id}", "merge:{id}", "removed:{id}", "said_removed:{id}", "problem:{id} x"],
)  # fmt: skip
async def test_a_key_that_no_line_can_have(workspace: Workspace, key: str) -> None:
    """Unknown keys are not found, and nothing is stored."""
    key = key.format(id=(await open_problem(workspace)).split(":")[1])
    for act in (workspace.dismiss, workspace.undismiss):
        with pytest.raises(NotFound):
            await act(key)
    assert (await workspace.radar()).unsolved_problems.total == 1


async def test_a_key_of_another_workspace_is_unknown(make_workspace: MakeWorkspace) -> None:
    """What another workspace holds is answered like what nobody holds."""
    one, other = await make_workspace(), await make_workspace()
    key = await open_problem(one)
    with pytest.raises(NotFound) as theirs:
        await other.dismiss(key)
    with pytest.raises(NotFound) as unknown:
        await other.dismiss("problem:ent_0000000000000000")
    assert str(theirs.value).replace(key, "KEY") == str(unknown.value).replace("problem:ent_0000000000000000", "KEY")
    assert (await one.radar()).unsolved_problems.total == 1


async def test_an_act_sent_twice_is_done_once(workspace: Workspace) -> None:
    """The same request_id gets the first receipt; with another key it is refused."""
    key = await open_problem(workspace)
    first = await workspace.dismiss(key, request_id="d1")
    again = await workspace.dismiss(key, request_id="d1")
    assert (again.id, again.replayed) == (first.id, True)
    with pytest.raises(RequestReused):
        await workspace.undismiss(key, request_id="d1")
    await workspace.undismiss(key, request_id="u1")
    assert (await workspace.dismiss(key, request_id="d1")).replayed
    assert (await workspace.radar()).unsolved_problems.total == 1, "a replay does nothing anew"


async def test_a_dry_run_changes_nothing(workspace: Workspace) -> None:
    """The receipt says what would happen, the line stays."""
    key = await open_problem(workspace)
    assert (await workspace.dismiss(key, dry_run=True)).dry_run
    assert (await workspace.radar()).unsolved_problems.total == 1


async def test_a_solved_problem_needs_no_dismissal(workspace: Workspace) -> None:
    """A dismissal of a line that is gone does no harm: found anew later, the problem is shown."""
    key = await open_problem(workspace)
    await workspace.remember(solved("patch solves leak"))
    await workspace.dismiss(key)
    await workspace.remember(found("leak", "api related_to leak"))
    assert (await workspace.radar()).unsolved_problems.total == 1
