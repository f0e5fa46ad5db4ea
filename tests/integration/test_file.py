"""File: what is known about one file before it is changed."""

import pytest

from graphmem.errors import InvalidArgument, NotFound
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import change, decision, found, solved

PATH = "src/store/persister.rs"


async def test_records_of_each_kind(workspace: Workspace) -> None:
    """Problems, decisions and other records about the file stand apart, newest first, each with the lines it points to."""
    await workspace.remember(
        found("lost rows", "persister related_to lost rows", files=(f"{PATH}:10",)),
        solved("merge solves lost rows", files=(PATH,), problem="lost rows"),
        decision("persister depends_on queue", files=(f"{PATH}:187-201@1a2b3c4", f"{PATH}:20")),
        change("persister depends_on queue", files=(PATH, "src/other.rs")),
        change("other depends_on queue", files=("src/other.rs",)),
    )
    answer = await workspace.file(PATH)
    assert answer.path == PATH
    assert [(r.kind, r.touches[0].lines) for r in answer.problems] == [("problem_solved", None), ("problem_found", "10")]
    assert [(t.lines, t.commit) for t in answer.decisions[0].touches] == [("187-201", "1a2b3c4"), ("20", None)]
    assert [r.kind for r in answer.records] == ["code_change"]
    cut = (answer.problems_truncated, answer.decisions_truncated, answer.records_truncated, answer.components_truncated)
    assert not any(cut)


async def test_a_reference_is_understood_as_its_file(workspace: Workspace) -> None:
    """A path with lines, a commit, back slashes or dots leads to the same file; letter case is kept."""
    await workspace.remember(change("persister depends_on queue", files=(PATH,)))
    for given in (f"{PATH}:187-201", f"{PATH}:3@1a2b3c4", "src\\store\\persister.rs", "./src/x/../store/persister.rs"):
        assert len((await workspace.file(given)).records) == 1
    with pytest.raises(NotFound):
        await workspace.file("src/store/Persister.rs")
    for malformed in ("", "../up.rs", "/etc/passwd", "a.rs:9-3"):
        with pytest.raises(InvalidArgument):
            await workspace.file(malformed)


async def test_the_direct_dependents_of_its_components(workspace: Workspace) -> None:
    """The code components that its current records name are listed with what depends on them, one hop, with the evidence."""
    await workspace.remember(change("persister depends_on queue", types={"queue": "technology"}, files=(PATH,)))
    await workspace.remember(decision("events depends_on persister", reason="sent after the write", valid_from="2024-01-01"))
    await workspace.remember(decision("persister required_by sync", "ui depends_on events"))
    answer = await workspace.file(PATH)
    assert [c.entity.name for c in answer.components] == ["persister"]
    assert [(d.entity.name, d.hop) for d in answer.components[0].dependents] == [("events", 1), ("sync", 1)]
    step = answer.components[0].dependents[0].evidence[0]
    assert (step.reason, step.since, step.author) == ("sent after the write", "2024-01-01", "ana")


async def test_what_ended_is_marked_and_names_no_component(workspace: Workspace) -> None:
    """A forgotten record stays in the list, marked; components and dependents are those that hold at the clocks asked."""
    receipt = await workspace.remember(
        change("persister depends_on queue", files=(PATH,)), decision("events depends_on persister")
    )
    before = await workspace.file(PATH)
    await workspace.forget(receipt.records[0].id, reason="reverted")
    answer = await workspace.file(PATH)
    assert [(r.holds, r.end_reason, r.ended_by) for r in answer.records] == [(False, "forgotten", "ana")]
    assert answer.components == ()
    past = await workspace.file(PATH, as_of=before.as_of)
    assert [(r.holds, r.valid_to) for r in past.records] == [(True, None)]
    assert [c.entity.name for c in past.components] == ["persister", "queue"]


async def test_lists_are_bounded_and_say_so(workspace: Workspace) -> None:
    """Each list is cut at the limit and says so; a component with many dependents shows twenty of them."""
    await workspace.remember(*(decision("persister depends_on queue", decision=f"d{i}", files=(PATH,)) for i in range(3)))
    await workspace.remember(decision(*(f"c{i:02} depends_on persister" for i in range(25))))
    answer = await workspace.file(PATH, limit=2)
    assert ([d.title for d in answer.decisions], answer.decisions_truncated) == (["d2", "d1"], True)
    persister = next(c for c in answer.components if c.entity.name == "persister")
    assert (len(persister.dependents), persister.truncated) == (20, True)
    with pytest.raises(InvalidArgument):
        await workspace.file(PATH, limit=0)


async def test_another_workspace_s_file_is_unknown(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """The same path in another workspace is another file."""
    await workspace.remember(change("persister depends_on queue", files=(PATH,)))
    other = await make_workspace()
    with pytest.raises(NotFound):
        await other.file(PATH)
