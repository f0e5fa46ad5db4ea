"""Cards: how a person works and how a project works, written by persons, readable as of any day."""

from __future__ import annotations

import io

import pytest

from graphmem.errors import InvalidArgument, NotAllowed, WorkspaceNotFound
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import refusals, texts
from tests.conftest import MakeWorkspace
from tests.dumping import wipe
from tests.stating import decision


async def test_two_cards(make_workspace: MakeWorkspace) -> None:
    """The project's card is the same for everyone in it; a person's own goes with them to every project and is nobody else's."""
    here = await make_workspace(author="ines")
    there = await make_workspace(author="ines")
    other = await make_workspace(author="jo")
    assert (await here.cards()).person is None
    await here.card("project", "Ship on Thursdays.")
    await here.card("person", "Short answers, please.")
    both = await here.cards()
    assert both.project is not None
    assert both.person is not None
    assert (both.project.text, both.project.author, both.project.version) == ("Ship on Thursdays.", "ines", 1)
    elsewhere = await there.cards()
    assert (elsewhere.project, elsewhere.person) == (None, both.person)
    assert (await other.cards()).person is None
    await here.card("person", "")


async def test_versions(workspace: Workspace) -> None:
    """A card is never overwritten: each version is read as of its day, with who wrote it and why; an empty text empties it."""
    first = await workspace.card("project", "Tabs.", reason="as ever")
    second = await workspace.card("project", "Spaces.", reason="the formatter says so")
    now = (await workspace.cards()).project
    assert now is not None
    assert (now.text, now.version) == ("Spaces.", 2)
    assert [(v.version, v.reason, v.author) for v in now.versions] == [(2, "the formatter says so", "ana"), (1, "as ever", "ana")]
    before = (await workspace.cards(as_of=first.recorded_at)).project
    assert before is not None
    assert (before.text, len(before.versions)) == ("Tabs.", 1)
    await workspace.card("project", " ")
    assert (await workspace.cards()).project is None
    assert (await workspace.cards(as_of=second.recorded_at)).project == now


async def test_only_persons_write_cards(memory: Memory, workspace: Workspace) -> None:
    """An agent reads cards and writes none; nothing is stored of what is refused."""
    agent = await memory.workspace(workspace.name, author="bot", kind="agent")
    with pytest.raises(NotAllowed, match="person"):
        await agent.card("project", "Trust me.")
    assert (await agent.cards()).project is None
    with pytest.raises(InvalidArgument, match="kind"):
        await workspace.card("team", "x")  # type: ignore[arg-type]
    assert await refusals(workspace.card("project", "x" * 8_001)) == [("text", "TOO_LONG")]


async def test_requests_and_dry_runs(workspace: Workspace, memory: Memory) -> None:
    """The same request gets its first receipt, a dry run stores nothing, secrets are masked; the first card makes its own place."""
    first = await workspace.card("project", "One.", request_id="c1")
    again = await workspace.card("project", "One.", request_id="c1")
    assert (again.id, again.replayed) == (first.id, True)
    await workspace.card("project", "Two.", dry_run=True)
    assert [v.version for v in ((await workspace.cards()).project or pytest.fail("no card")).versions] == [1]
    stranger = await memory.workspace(workspace.name, author=f"new-{workspace.name}")
    assert (await stranger.card("person", "I am new.", dry_run=True)).dry_run
    with pytest.raises(WorkspaceNotFound):
        await memory.workspace(f"~new-{workspace.name}")
    masked = await workspace.card("project", "the password=hunter2secret4711 is on the door")
    assert masked.redactions
    assert "hunter2secret4711" not in " ".join(await texts(workspace))


async def test_own_workspaces_are_not_listed(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """Where a person's card lies is in no list of workspaces."""
    workspace = await make_workspace(author="ilse")
    await workspace.card("person", "Late riser.")
    assert not [w.id for w in await memory.workspaces() if w.id.startswith("~")]
    await workspace.card("person", "")


async def test_erased_things_are_not_quoted(workspace: Workspace) -> None:
    """A card that quotes an erased name or sentence is rewritten in every version, and the receipt counts that; an author's go whole."""
    receipt = await workspace.remember(decision("Falcon depends_on gate", decision="We pay nine thousand for the gate"))
    await workspace.card("project", "Ask Falcon first; falconry is fine. We pay nine thousand for the gate, sadly.")
    await workspace.card("project", "Ask Falcon first.", reason="Falcon knows")
    erased = await workspace.erase(entity="Falcon", reason="must go")
    assert erased.counts["cards"] == 2
    card = (await workspace.cards()).project
    assert card is not None
    assert (card.text, card.versions[0].reason) == ("Ask [erased] first.", "[erased] knows")
    await workspace.erase(receipt.records[0].id, reason="must go")
    stored = " ".join(await texts(workspace))
    assert "falconry is fine. [erased], sadly." in stored
    assert "nine thousand" not in stored
    await workspace.erase(author="ana", reason="left")
    assert (await workspace.cards()).project is None
    assert "falconry" not in " ".join(await texts(workspace))


async def test_cards_move(workspace: Workspace, memory: Memory) -> None:
    """An export holds the project's card with every version; an import brings it back, and knows it again."""
    await workspace.card("project", "Old.", reason="at first")
    await workspace.card("project", "New.")
    file = io.BytesIO()
    await workspace.export(file)
    file.seek(0)
    known = await memory.import_(file, workspace=workspace.name, author="ana")
    assert known.counts["known"] == 2
    await wipe(memory.store, workspace.name)
    file.seek(0)
    again = await memory.import_(file, workspace=workspace.name, author="ana")
    assert again.counts["cards"] == 2
    card = (await workspace.cards()).project
    assert card is not None
    assert (card.text, card.version, len(card.versions)) == ("New.", 2, 2)
