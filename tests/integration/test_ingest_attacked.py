"""A vault as it should not be: names that are none, several names of one thing, readers that stumble, documents that state too much."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from graphmem.ingest.connectors import folder as connector
from graphmem.model import ontology
from graphmem.workspace import Workspace
from tests.integration.test_ingest import links_of, vault
from tests.integration.test_ingest_model import RICH, Serve, served
from tests.model_server import entity, relation, reply
from tests.stating import decision

__all__ = ["served"]  # a fixture


async def test_names_that_cannot_be_stored(workspace: Workspace, tmp_path: Path) -> None:
    """A file name that is no text is read as far as it goes; where two become one the second is told; the rest is ingested."""
    folder = vault(tmp_path / "v", Ok="fine")
    for name in (b"bad\xff.md", b"bad\xfe.md", b"...md", b"new\nline.md", b"\xe2\x80\xaertl.md"):
        vault(folder, **{os.fsdecode(name.removesuffix(b".md")): "hello"})
    found = await workspace.ingest(str(folder))
    assert (found.state, found.counts["new"]) == ("done", 5)
    assert [(f.document, f.code) for f in found.failed] == [("v/bad\ufffd.md (again)", "SAME_NAME")]
    assert (await workspace.ingest(str(folder))).counts["unchanged"] == 5


async def test_half_characters_in_an_export(workspace: Workspace, tmp_path: Path) -> None:
    """In the id, the title, the speaker, the text and the key of a message: kept as far as it can be read, and unchanged next time."""
    odd = {
        "title": "\ud800 odd",
        "id": "c\ud800",
        "messages": [{"role": "us\ud800er", "content": "hi \ud800 kestrel", "id": "m\ud800"}],
    }
    (tmp_path / "c.json").write_text(json.dumps([odd]))
    assert (await workspace.ingest(str(tmp_path / "c.json"))).counts["messages"] == 1
    assert (await workspace.ingest(str(tmp_path / "c.json"))).counts["unchanged"] == 1
    assert (await workspace.search("kestrel", kinds=["message"])).hits


async def test_a_reader_that_stumbles_stops_nothing(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document on which its reader fails in a way that nobody foresaw is a failed one, and the others are ingested."""
    real = connector.note_document

    def stumbling(path: str, *given: Any) -> Any:
        return real(path, *given) if path != "Bad.md" else [][0]

    monkeypatch.setattr(connector, "note_document", stumbling)
    found = await workspace.ingest(str(vault(tmp_path / "v", Good="a", Bad="b", Other="c")))
    assert (found.counts["new"], [(f.document, f.code) for f in found.failed]) == (2, [("v/Bad.md", "UNREADABLE")])
    assert "IndexError" in found.failed[0].message


async def test_links_to_other_names_of_one_thing(workspace: Workspace, tmp_path: Path) -> None:
    """A link to an alias of oneself, two links to one thing, and one to what was merged cost no other statement of the note."""
    await workspace.remember(decision("Nightjar depends_on Swift"))
    await workspace.merge("Swift", "Nightjar", reason="one bird")
    folder = vault(
        tmp_path / "v",
        One="---\naliases: [Uno]\n---\nI am [[Uno]], and here is [[Three]].",
        Three="See [[One]] and [[Uno]] and [[\u00c1]] and [[A\u0301]] and [[Swift]] and [[Nightjar]] and [[Four]].",
    )
    found = await workspace.ingest(str(folder))
    assert {name for _, name, _ in await links_of(workspace, "Three")} == {"One", "\u00c1", "Nightjar", "Four"}
    assert {n.code for n in found.notes} <= {"DUPLICATE_RELATION", "SELF_RELATION"}
    assert (await workspace.ingest(str(folder))).counts["unchanged"] == 2


async def test_a_reply_that_states_a_link_twice(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """With two reasons, or under two names that the memory knows to be one thing: it is stated once, and replaying changes nothing."""
    told = decision("auth depends_on vault")
    named = told.entities[0].model_copy(update={"aliases": ("tokens",)})
    await workspace.remember(told.model_copy(update={"entities": (named, *told.entities[1:])}))
    said = [relation("api", "auth"), relation("api", "auth", reason="again"), relation("api", "tokens")]
    known = (await workspace.entity("auth")).entity.type
    things = [entity("api"), entity("auth", known), entity("tokens", known)]
    served(lambda passage, n: reply(entities=things, relations=said))
    found = await workspace.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True)
    assert found.counts["relations"] == 1
    assert {d.entity.name for d in (await workspace.impact("auth")).dependents} == {"api"}
    assert (await workspace.replay_extractions()).counts["changed"] == 0


async def test_a_document_states_more_than_a_request_may(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much a document states, it lands whole: the bound of one request of people is none for it."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    monkeypatch.setattr(ontology, "MAX_ITEMS", 2)
    text = "\n\n".join(f"Kestrel was seen on day {n}, and nothing else of note happened at all." for n in range(6))
    found = await workspace.ingest(str(vault(tmp_path / "v", A=text)), chunk_tokens=16, overlap=0)
    assert (found.failed, found.counts["statements"] > 3) == ((), True)


async def test_documents_of_equal_content_are_renamed_each(workspace: Workspace, tmp_path: Path) -> None:
    """Several notes that hold the same, be it nothing, stay the documents that they were when all of them get other names."""
    folder = vault(tmp_path / "v", E1="", E2="", S1="The same.", S2="The same.")
    await workspace.ingest(str(folder))
    before = {d.id for d in (await workspace.documents()).documents}
    for name in ("E1", "E2", "S1", "S2"):
        (folder / f"{name}.md").rename(folder / f"New{name}.md")
    found = await workspace.ingest(str(folder))
    assert (found.counts["renamed"], found.counts["unchanged"], found.counts.get("removed", 0)) == (4, 4, 0)
    assert {d.id for d in (await workspace.documents()).documents} == before
    assert {d.path for d in (await workspace.documents()).documents} == {f"New{name}.md" for name in ("E1", "E2", "S1", "S2")}
