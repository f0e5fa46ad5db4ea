"""Ingest without a model: which entities the passages of a document and the messages of a conversation are linked to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.ingest import naming
from graphmem.workspace import Workspace
from tests.dumping import run
from tests.integration.test_ingest import vault
from tests.integration.test_ingest_sources import talk
from tests.stating import decision

LONG = "Nothing of note happens on this day, and nobody says a word about it.\n\n" * 60


async def links(workspace: Workspace) -> set[tuple[str, str]]:
    """What the passages, messages and documents state, as the words they begin with, and the entity named."""
    rows = await run(
        workspace._store,
        "MATCH (x)<-[:FROM]-(r:Record {workspace: $w})-[:MENTIONS]->(e:Entity) "
        "RETURN left(coalesce(x.text, x.name), 8) AS text, e.name AS name",
        w=workspace.name,
    )
    return {(row["text"], row["name"]) for row in rows}


async def test_every_passage_is_linked_to_what_it_names(workspace: Workspace, tmp_path: Path) -> None:
    """Also far behind the start of a text, and to what the text itself states; a new version keeps the links of what stays."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    text = f"First.\n\n(Heron:object) -[depends_on]-> (Ibis:object)\n\n{LONG}\n\nLastly Kestrel waits for Osprey and Heron."
    folder = vault(tmp_path / "v", Long=text)
    found = await workspace.ingest(str(folder))
    assert found.counts["chunks"] > 2
    passages = {name for begins, name in await links(workspace) if "Long" not in begins}
    assert passages == {"Kestrel", "Osprey", "Heron", "Ibis"}
    before = {r.record for r in (await workspace.records(kind="statement")).records}
    vault(folder, Long=text.replace("First", "Once "))
    await workspace.ingest(str(folder))
    after = {r.record for r in (await workspace.records(kind="statement")).records}
    last = await run(
        workspace._store,
        "MATCH (x:Chunk {workspace: $w})<-[:FROM]-(r:Record) WHERE x.text CONTAINS 'Lastly' RETURN r.id AS id",
        w=workspace.name,
    )
    assert [row["id"] in before & after for row in last] == [True]


async def test_a_note_of_one_passage_names_things_itself(workspace: Workspace, tmp_path: Path) -> None:
    """It is one record that states its links and names what else stands in it."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    await workspace.ingest(str(vault(tmp_path / "v", One="(a:object) -[depends_on]-> (b:object)\n\nAsk Osprey.")))
    (record,) = (await workspace.records(kind="statement")).records
    assert {e.name for e in (await workspace.record(record.record)).entities} == {"One", "a", "b", "Osprey"}


async def test_how_many_passages_are_looked_at_is_said(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the bound a text is found by search alone, and a note of the ingest says so."""
    monkeypatch.setattr(naming, "PASSAGES", 1)
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    found = await workspace.ingest(str(vault(tmp_path / "v", Long=f"Kestrel first.\n\n{LONG}\n\nOsprey last.")))
    assert {name for begins, name in await links(workspace) if "Long" not in begins} == {"Kestrel"}
    (note,) = found.notes
    assert "the first 1 of" in note.message


async def test_messages_are_linked_to_what_they_name(workspace: Workspace, tmp_path: Path) -> None:
    """Each message leads to the entities it names, at the time it was said; a conversation that goes on adds its own."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    talk(tmp_path, "a.jsonl", "Where is Kestrel?", "No idea.")
    await workspace.ingest(str(tmp_path))
    assert await links(workspace) == {("Where is", "Kestrel")}
    talk(tmp_path, "a.jsonl", "Where is Kestrel?", "No idea.", "Osprey knows Kestrel.")
    await workspace.ingest(str(tmp_path))
    assert await links(workspace) == {("Where is", "Kestrel"), ("Osprey k", "Kestrel"), ("Osprey k", "Osprey")}
    assert {r.at for r in (await workspace.records(kind="statement")).records} == {"2026-11-01T10:00:00Z"}
    assert (await workspace.ingest(str(tmp_path))).counts["unchanged"] == 1


async def test_an_erased_conversation_takes_what_it_stated(workspace: Workspace, tmp_path: Path) -> None:
    """Erased by its own name, what was read from its messages goes, its document too, and a later ingest leaves it out."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    told = [{"title": "Birds", "messages": [{"role": "user", "content": "Where does Kestrel nest?"}]}]
    (tmp_path / "conversations.json").write_text(json.dumps(told))
    await workspace.ingest(str(tmp_path / "conversations.json"))
    (conversation,) = (await workspace.documents()).documents
    receipt = await workspace.erase(conversation=conversation.path, reason="private")
    assert (receipt.counts["records"], receipt.counts["texts"]) == (1, 1)
    assert (await workspace.documents()).documents == ()
    assert [n.code for n in (await workspace.ingest(str(tmp_path / "conversations.json"))).notes] == ["SKIPPED_ERASED"]
