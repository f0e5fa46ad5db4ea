"""Probable duplicates on write: what is proposed when a name is new (design 3.1, docs/duplicates.md)."""

from __future__ import annotations

from graphmem.workspace import Workspace
from tests.acting import codes, warning
from tests.conftest import MakeWorkspace
from tests.stating import decision


async def proposed(workspace: Workspace) -> list[tuple[str, str]]:
    """The pairs on the radar, each in the order of the alphabet."""
    lines = (await workspace.radar()).probable_duplicates.lines
    return sorted((min(x.one.name, x.other.name), max(x.one.name, x.other.name)) for x in lines)


async def test_another_spelling(workspace: Workspace) -> None:
    """A new name that is an old one in other words is told and proposed; the same name again is neither."""
    await workspace.remember(decision("DocumentKey related_to api"))
    receipt = await workspace.remember(decision("document keys related_to api"))
    assert "DocumentKey" in warning(receipt, "PROBABLE_DUPLICATE")
    assert codes(await workspace.remember(decision("document keys related_to api"))) == []
    assert await proposed(workspace) == [("DocumentKey", "document keys")]


async def test_one_slip(workspace: Workspace) -> None:
    """A new name one slip away from an old one is told and proposed; a name that only looks like it is not."""
    await workspace.remember(decision("SessionPersister related_to receiver", "parser related_to receiver"))
    receipt = await workspace.remember(decision("SessionPresister related_to reciever", "parsed related_to reciever"))
    assert codes(receipt) == ["PROBABLE_DUPLICATE", "PROBABLE_DUPLICATE"]
    assert await proposed(workspace) == [("SessionPersister", "SessionPresister"), ("receiver", "reciever")]


async def test_one_slip_in_one_request(workspace: Workspace) -> None:
    """Two new names of one request that are one slip apart are proposed as well, within a record and across a batch."""
    await workspace.remember(
        decision("receiver related_to api"), decision("reciever related_to api"), decision("organisation related_to organization")
    )
    assert await proposed(workspace) == [("organisation", "organization"), ("receiver", "reciever")]


async def test_other_workspaces_propose_nothing(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """A name of another workspace is no candidate."""
    other = await make_workspace()
    await other.remember(decision("receiver related_to api"))
    assert codes(await workspace.remember(decision("reciever related_to api"))) == []


async def test_what_was_merged_is_proposed_under_its_own_name(workspace: Workspace) -> None:
    """A proposal is about the name that is alike: after an unmerge it lies between the two that are spelled alike."""
    await workspace.remember(decision("receiver related_to api", "gateway related_to api"))
    merge = await workspace.merge("receiver", "gateway", reason="one thing")
    await workspace.remember(decision("reciever related_to api"))
    assert await proposed(workspace) == [("gateway", "reciever")]
    await workspace.unmerge(str(merge.id), reason="two things")
    assert await proposed(workspace) == [("receiver", "reciever")]


async def test_a_name_of_the_entity_itself_is_no_duplicate(workspace: Workspace) -> None:
    """An alias that is spelled like the name of its own entity proposes nothing."""
    entities = [{"name": "receiver", "type": "concept", "aliases": ["reciever", "receivers"]}, {"name": "api", "type": "concept"}]
    link = {"source": "receiver", "target": "api", "type": "related_to", "reason": "x"}
    receipt = await workspace.remember({"kind": "decision", "decision": "d", "entities": entities, "relations": [link]})
    assert codes(receipt) == []
    assert await proposed(workspace) == []


async def test_a_bulk_load_is_looked_up_in_part(workspace: Workspace) -> None:
    """A request with very many new names is stored whole; slips of the first fifty new names alone are looked up."""
    receipt = await workspace.remember(*(decision(f"component{n:03} related_to api") for n in range(120)))
    assert len(receipt.records) == 120
