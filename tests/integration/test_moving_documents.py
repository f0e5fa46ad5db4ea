"""Documents and conversations in an export: what was erased of them stays erased, and a name that changed here is kept."""

from __future__ import annotations

import io
import uuid
from pathlib import Path

import pytest

from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import codes, texts
from tests.conftest import MakeWorkspace
from tests.dumping import dump, wipe
from tests.integration.test_ingest import vault
from tests.moved import edited, exported, things

FRONT = "---\nclient: Kestrel Ltd\n---\n"
SAID = "(api:object) -[depends_on]-> (kestrel:object)"


async def erased_after_export(workspace: Workspace, folder: Path) -> bytes:
    """An export that still holds the document v/Kestrel.md, which is erased here."""
    await workspace.ingest(str(vault(folder, Kestrel=FRONT + SAID, Two="Hello.")))
    old = await exported(workspace)
    await workspace.erase(document="v/Kestrel.md", reason="private")
    return old


async def test_an_erased_document_stays_erased(workspace: Workspace, memory: Memory, tmp_path: Path) -> None:
    """An older export brings back neither its node with title and front matter nor anything of it, and the next ingest leaves it out."""
    old = await erased_after_export(workspace, tmp_path / "v")
    before = things(await dump(memory.store, workspace.name))
    receipt = await memory.import_(io.BytesIO(old))
    assert set(codes(receipt)) == {"SKIPPED_ERASED"}
    assert things(await dump(memory.store, workspace.name)) == before
    assert not [text for text in await texts(workspace) if "kestrel" in text.casefold()]
    assert [n.code for n in (await workspace.ingest(str(tmp_path / "v"))).notes] == ["SKIPPED_ERASED"]


async def test_asked_for_an_erased_document_comes_back(workspace: Workspace, memory: Memory, tmp_path: Path) -> None:
    """With `again` all of it comes back, and an ingest knows it as unchanged."""
    old = await erased_after_export(workspace, tmp_path / "v")
    await memory.import_(io.BytesIO(old), again=True)
    assert [d.document for d in (await workspace.documents()).documents] == ["v/Kestrel.md", "v/Two.md"]
    back = await workspace.ingest(str(tmp_path / "v"))
    assert (back.counts["unchanged"], back.notes) == (2, ())


async def test_what_a_later_version_says_stays_out_too(
    workspace: Workspace, memory: Memory, make_workspace: MakeWorkspace, tmp_path: Path
) -> None:  # fmt: skip
    """Versions that were never here and another id do not bring an erased document back: its name is known."""
    await erased_after_export(workspace, tmp_path / "v")
    there = await make_workspace()
    await there.ingest(str(vault(tmp_path / "v", Kestrel=FRONT + SAID + "\n\nThe kestrel hunts.")))
    file = await exported(there)
    await wipe(memory.store, there.name)
    receipt = await memory.import_(io.BytesIO(file), workspace=workspace.name)
    assert "SKIPPED_ERASED" in codes(receipt)
    assert not [text for text in await texts(workspace) if "kestrel" in text.casefold()]


@pytest.mark.parametrize("what", ["conversation", "document"])
async def test_what_only_held_erased_texts_is_not_made(workspace: Workspace, memory: Memory, what: str) -> None:
    """A conversation or a document of plain texts is not made for texts that stay out, and is made for one that does not."""
    add = workspace.add_messages if what == "conversation" else workspace.add_texts
    await add("Kestrel", {"text": "a"}, {"text": "b"})
    old = await exported(workspace)
    await workspace.erase(**{what: "Kestrel"}, reason="private")
    await memory.import_(io.BytesIO(old))
    assert not [text for text in await texts(workspace) if "Kestrel" in text]
    kind = "message" if what == "conversation" else "chunk"
    other = {"id": f"{'chk' if kind == 'chunk' else 'msg'}_{uuid.uuid4().hex}", "text": "c", "digest": "f" * 40}
    more = edited(old, lambda lines: [line[kind].update(other) for line in lines if kind in line and line[kind]["text"] == "b"])
    await memory.import_(more)
    assert {text for text in await texts(workspace) if text in ("Kestrel", "a", "c")} == {"Kestrel", "c"}


async def test_a_document_that_is_still_here_has_no_tombstone(workspace: Workspace, memory: Memory, tmp_path: Path) -> None:
    """What was erased where the file comes from, and is here, is told and stays: a document, its content, its passages."""
    old = await erased_after_export(workspace, tmp_path / "v")
    new = await exported(workspace)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(old))
    receipt = await memory.import_(io.BytesIO(new))
    assert codes(receipt) == ["ERASED_ELSEWHERE"]
    (document,) = [d.id for d in (await workspace.documents()).documents if d.document == "v/Kestrel.md"]
    assert f"{document}, {document}_content" in receipt.warnings[0].message
    assert "chk_" in receipt.warnings[0].message


async def test_a_document_renamed_here_keeps_its_name(workspace: Workspace, memory: Memory, tmp_path: Path) -> None:
    """An export from before a rename takes nothing back, and makes no second document."""
    folder = vault(tmp_path / "v", One="Kestrels hunt voles.")
    await workspace.ingest(str(folder))
    old = await exported(workspace)
    (folder / "One.md").rename(folder / "Two.md")
    await workspace.ingest(str(folder))
    before = things(await dump(memory.store, workspace.name))
    await memory.import_(io.BytesIO(old))
    assert things(await dump(memory.store, workspace.name)) == before
