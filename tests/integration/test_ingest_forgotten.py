"""Documents that were forgotten, and documents that were erased: what ends, what goes, what stays, and that a later ingest heeds it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import NotFound, Refused
from graphmem.ingest.ledger import Ledger
from graphmem.memory import Memory
from graphmem.tools import Toolbox
from graphmem.workspace import Workspace
from tests.acting import links, texts
from tests.conftest import MakeWorkspace
from tests.integration.test_cli import answer, environment, run
from tests.integration.test_ingest import vault

__all__ = ["environment", "run"]  # fixtures

ONE = "# Keeping\n\n(api:object) -[depends_on]-> (auth:object): every call\n\n(api:object) -[depends_on]-> (redis:object): sessions\n"
TWO = "(api:object) -[depends_on]-> (auth:object): as in the other note\n"


async def needed_by_api(workspace: Workspace, **at: str) -> set[str]:
    """What the api depends on."""
    found = await workspace.neighbours("api", types=["depends_on"], **at)
    return {n.entity.name for n in found.neighbours}


async def test_what_a_forgotten_document_alone_said_ends(workspace: Workspace, tmp_path: Path) -> None:
    """Its statements and chunks end with the reason, what another says too loses evidence; the day before reads as it was."""
    await workspace.ingest(str(vault(tmp_path / "v", One=ONE, Two=TWO)))
    assert await needed_by_api(workspace) == {"auth", "redis"}
    before = (await workspace.records()).records[0].recorded_at
    receipt = await workspace.forget(document="v/One.md", reason="the team was dissolved")
    assert receipt.counts == {"records": 1, "descriptions": 0, "chunks": 1}
    assert "api depends_on redis" in links(receipt.ended)
    assert links(receipt.evidence_lost) == ["api depends_on auth"]
    assert await needed_by_api(workspace) == {"auth"}
    assert await needed_by_api(workspace, as_of=str(before)) == {"auth", "redis"}
    end = (await workspace.history("api", "redis")).links[0].ends[0]
    assert (end.how, end.why) == ("forgotten", "the team was dissolved")
    assert [h.title for h in (await workspace.search("Keeping", kinds=["chunk"], current=True)).hits] == ["Two"]
    past = [h for h in (await workspace.search("Keeping", kinds=["chunk"])).hits if "Keeping" in h.snippet]
    assert [(h.holds, h.end_reason) for h in past] == [(False, "forgotten")]
    (document,) = (await workspace.documents(state="forgotten")).documents
    assert (document.document, document.reason) == ("v/One.md", "the team was dissolved")


async def test_a_forgotten_document_stays_out(workspace: Workspace, tmp_path: Path) -> None:
    """Neither an ingest of the same file, nor of a changed, unreadable, renamed or removed one brings it back; `again` does."""
    folder = vault(tmp_path / "v", One=ONE, Two=TWO)
    await workspace.ingest(str(folder))
    (document,) = (d.id for d in (await workspace.documents()).documents if d.path == "One.md")
    await workspace.forget(document=document, reason="outdated")

    async def noted() -> list[tuple[str, str]]:
        found = await workspace.ingest(str(folder))
        assert (found.counts.get("new", 0), found.counts.get("changed", 0), found.failed, found.ended) == (0, 0, (), ())
        return [(n.document, n.code) for n in found.notes]

    assert await noted() == [("v/One.md", "SKIPPED_FORGOTTEN")]
    (folder / "One.md").rename(folder / "Moved.md")
    assert await noted() == [("v/Moved.md", "SKIPPED_FORGOTTEN")]
    (folder / "Moved.md").write_bytes(b"\xff\xfe\x00")
    assert await noted() == [("v/Moved.md", "SKIPPED_FORGOTTEN")]
    (folder / "Moved.md").rename(tmp_path / "Moved.md")
    assert await noted() == []
    vault(folder, Moved=ONE)
    again = await workspace.ingest(str(folder), again=True)
    assert again.counts["changed"] == 1
    assert await needed_by_api(workspace) == {"auth", "redis"}
    assert sorted(link.holds for link in (await workspace.history("api", "redis")).links) == [False, True]
    assert (await workspace.ingest(str(folder))).counts["unchanged"] == 2


async def test_del_04_a_forgotten_link_of_a_note_stays_ended(workspace: Workspace, tmp_path: Path) -> None:
    """What a note as a whole stated and somebody forgot stays ended when the note changes, beside new links too; `again` states it."""
    folder = vault(tmp_path / "v", One=ONE)
    await workspace.ingest(str(folder))
    await workspace.forget((await workspace.records()).records[0].record, reason="no longer")

    async def changed(text: str, **given: bool) -> tuple[set[str], list[str]]:
        vault(folder, One=text)
        found = await workspace.ingest(str(folder), **given)
        assert (found.counts["changed"], found.failed) == (1, ())
        return await needed_by_api(workspace), [n.message for n in found.notes]

    more = f"{ONE}\n(api:object) -[depends_on]-> (queue:object): jobs\n"
    for text, left in ((f"{ONE}More.", set()), (more, {"queue"}), (f"{more}More.", {"queue"})):
        names, (note,) = await changed(text)
        assert names == left
        assert re.search(r"2 statements .* \(forgotten on \d{4}-\d\d-\d\d\)", note)
    every = {"auth", "redis", "queue"}
    assert await changed(f"{more}Even more.", again=True) == (every, [])
    assert await changed(f"{more}And on.") == (every, [])
    assert await changed("Nothing.") == (set(), [])
    assert await changed(f"{more}And on.") == (every, [])


async def test_an_erased_link_of_a_note_stays_away(workspace: Workspace, tmp_path: Path) -> None:
    """What a note as a whole stated and somebody erased is not stated again when the note changes elsewhere."""
    folder = vault(tmp_path / "v", One=ONE)
    await workspace.ingest(str(folder))
    await workspace.erase((await workspace.records()).records[0].record, reason="private")
    vault(folder, One=f"{ONE}More.")
    (note,) = (await workspace.ingest(str(folder))).notes
    assert "forgotten or erased" in note.message
    with pytest.raises(NotFound):
        await needed_by_api(workspace)
    vault(folder, One=f"{ONE}Even more.")
    await workspace.ingest(str(folder), again=True)
    assert await needed_by_api(workspace) == {"auth", "redis"}


async def test_a_document_that_never_held(workspace: Workspace, tmp_path: Path) -> None:
    """With `never_held` nothing of it held on any day, in links and in chunks."""
    await workspace.ingest(str(vault(tmp_path / "v", One=ONE)))
    at = (await workspace.records()).records[0].recorded_at
    await workspace.forget(document="v/One.md", reason="a forgery", never_held=True)
    assert await needed_by_api(workspace, valid_at=str(at)) == set()
    assert not (await workspace.search("Keeping", kinds=["chunk"], current=True, valid_at=str(at))).hits
    assert await needed_by_api(workspace, as_of=str(at)) == {"auth", "redis"}


async def test_documents_that_cannot_be_forgotten(workspace: Workspace, make_workspace: MakeWorkspace, tmp_path: Path) -> None:
    """An unknown document is not found, nor is one of another workspace; an empty name, two filters and no reason are refused."""
    other = await make_workspace()
    await other.ingest(str(vault(tmp_path / "v", One=ONE)))
    document = (await other.documents()).documents[0].id
    for name in ("v/One.md", document, "doc_0"):
        with pytest.raises(NotFound):
            await workspace.forget(document=name, reason="x")
    for given in ({"document": " "}, {"document": "v/One.md", "author": "ana"}, {}):
        with pytest.raises(Refused):
            await other.forget(reason="x", **given)
    dry = await other.forget(document=document, reason="x", dry_run=True)
    assert (dry.counts["records"], await needed_by_api(other)) == (1, {"auth", "redis"})


async def test_texts_given_by_hand_are_forgotten_too(workspace: Workspace) -> None:
    """A document whose pieces somebody gave ends with its pieces; the same piece given again stays ended."""
    await workspace.add_texts("guide", "How the heron is fed.")
    assert (await workspace.forget(document="guide", reason="old")).counts["chunks"] == 1
    await workspace.add_texts("guide", "How the heron is fed.")
    assert not (await workspace.search("heron", kinds=["chunk"], current=True)).hits


async def test_agents_forget_a_document_and_erase_none(memory: Memory, workspace: Workspace, tmp_path: Path) -> None:
    """The tool `forget` takes a document; to erase one no tool is offered."""
    await workspace.ingest(str(vault(tmp_path / "v", One=ONE)))
    toolbox = Toolbox(memory, workspace=workspace.name, author="claude")
    result = await toolbox.call("forget", {"document": "v/One.md", "reason": "over"})
    assert not result.error
    assert "api depends_on redis" in result.text
    assert await needed_by_api(workspace) == set()
    assert (await toolbox.call("erase", {"document": "v/One.md", "reason": "over"})).error


async def test_a_forgotten_document_moves(workspace: Workspace, memory: Memory, tmp_path: Path) -> None:
    """An export says that a document was forgotten and what of it ended; imported again nothing of it comes back."""
    folder = vault(tmp_path / "v", One=ONE)
    await workspace.ingest(str(folder))
    await workspace.forget(document="v/One.md", reason="the team was dissolved")
    await workspace.export(tmp_path / "x.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    assert [line["document"]["state"] for line in lines if "document" in line] == ["forgotten"]
    assert [len(line["chunk"]["ends"]) for line in lines if "chunk" in line] == [1]
    known = await memory.import_(tmp_path / "x.jsonl", workspace=workspace.name, author="ana")
    assert (known.counts.get("records", 0), known.counts.get("ends", 0)) == (0, 0)


async def test_erasing_reaches_what_was_forgotten(workspace: Workspace, tmp_path: Path) -> None:
    """By its id too; its text, chunks and statements go, and so does the reason for which it had been forgotten before."""
    folder = vault(tmp_path / "v", One=ONE.replace("redis", "kestrel"), Two=TWO)
    await workspace.ingest(str(folder))
    (document,) = (d.id for d in (await workspace.documents()).documents if d.path == "One.md")
    await workspace.forget(document=document, reason="about the kestrel")
    counts = (await workspace.erase(document=document, reason="private")).counts
    assert (counts["records"], counts["texts"]) == (1, 1)
    left = await everything(workspace)
    assert "kestrel" not in left
    assert [n.code for n in (await workspace.ingest(str(folder))).notes] == ["SKIPPED_ERASED"]


async def test_an_erased_document_stays_out_under_another_name(workspace: Workspace, tmp_path: Path) -> None:
    """Its content is left out wherever it lies, its name whatever it holds; a name that it had long before is free; `again` frees it."""
    folder = vault(tmp_path / "v", First=ONE, Two=TWO)
    await workspace.ingest(str(folder))
    (folder / "First.md").rename(folder / "One.md")
    await workspace.ingest(str(folder))
    await workspace.erase(document="v/One.md", reason="private")

    async def noted(**given: Any) -> list[tuple[str, str]]:
        return [(n.document, n.code) for n in (await workspace.ingest(str(folder), **given)).notes]

    assert await noted() == [("v/One.md", "SKIPPED_ERASED")]
    (folder / "One.md").rename(folder / "Moved.md")
    assert await noted() == [("v/Moved.md", "SKIPPED_ERASED")]
    (folder / "Moved.md").unlink()
    vault(folder, First="Something else.", One=ONE.replace("redis", "kestrel"))
    assert await noted() == [("v/One.md", "SKIPPED_ERASED")]
    assert [d.document for d in (await workspace.documents()).documents] == ["v/First.md", "v/Two.md"]
    assert await needed_by_api(workspace) == {"auth"}
    assert await noted(again=True) == await noted() == []
    assert await needed_by_api(workspace) == {"auth", "kestrel"}


@pytest.mark.parametrize("given", [{"document": "v/One.md"}, {"author": "bob"}], ids=["document", "author"])
async def test_a_document_that_goes_in_full_batches_stays_out(
    workspace: Workspace, memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str]
) -> None:
    """Erased with its name or with its author, a document whose last texts fill a batch to the brim is left out by a later ingest."""
    folder = vault(tmp_path / "v", One=f"{ONE}\n{'The kestrel nests above the door. ' * 40}")
    bob = await memory.workspace(workspace.name, author="bob")
    found = await bob.ingest(str(folder), chunk_tokens=256, overlap=0)
    chunks = found.counts["chunks"]
    assert chunks > 1
    monkeypatch.setattr("graphmem.write.erase.BATCH", chunks)
    assert (await workspace.erase(reason="private", **given)).counts["texts"] == chunks
    assert "kestrel" not in await everything(workspace)
    assert [n.code for n in (await workspace.ingest(str(folder))).notes] == ["SKIPPED_ERASED"]
    (folder / "One.md").rename(folder / "Moved.md")
    assert [n.code for n in (await workspace.ingest(str(folder))).notes] == ["SKIPPED_ERASED"]
    assert (await workspace.ingest(str(folder), again=True)).counts["new"] == 1


async def test_a_copy_of_an_erased_document_that_is_known_stays(workspace: Workspace, tmp_path: Path) -> None:
    """What another document says in the same words is there as before, and is read again when it changes."""
    folder = vault(tmp_path / "v", One=ONE, Copy=ONE)
    await workspace.ingest(str(folder))
    await workspace.erase(document="v/One.md", reason="private")
    (folder / "One.md").unlink()
    found = await workspace.ingest(str(folder))
    assert (found.counts["unchanged"], found.notes) == (1, ())
    vault(folder, Copy=ONE + "More.")
    assert (await workspace.ingest(str(folder))).counts["changed"] == 1


async def test_a_forgotten_document_is_not_called_removed(workspace: Workspace, tmp_path: Path) -> None:
    """An ingest that misses a document which somebody forgot meanwhile leaves its state and the reason as they are."""
    await workspace.ingest(str(vault(tmp_path / "v", One=ONE)))
    ledger = Ledger(workspace._store, workspace.name, "ana", "v")
    entry = (await ledger.entries())["One.md"]
    await workspace.forget(document="v/One.md", reason="the team was dissolved")
    await ledger.removed(entry, "source removed")
    (document,) = (await workspace.documents()).documents
    assert (document.state, document.reason) == ("forgotten", "the team was dissolved")


async def test_reasons_go_with_their_author(workspace: Workspace, memory: Memory, tmp_path: Path) -> None:
    """Why somebody forgot a document, or applied an ontology, is erased with the author, where nothing else is of the author too."""
    await workspace.ingest(str(vault(tmp_path / "v", One=ONE, Two=TWO)))
    bob = await memory.workspace(workspace.name, author="bob")
    await bob.forget(document="v/One.md", reason="the kestrel is ill")
    await bob.apply_ontology("semantic_types: [perches]", reason="for the kestrel")
    await workspace.forget(document="v/Two.md", reason="out of date")
    assert "kestrel" in await everything(workspace)
    await workspace.erase(author="bob", reason="asked to")
    assert "kestrel" not in await everything(workspace)
    await workspace.export(tmp_path / "x.jsonl")
    assert "kestrel" not in (tmp_path / "x.jsonl").read_text()
    reasons = {d.document: (d.state, d.reason) for d in (await workspace.documents(state="forgotten")).documents}
    assert reasons == {"v/One.md": ("forgotten", None), "v/Two.md": ("forgotten", "out of date")}
    with pytest.raises(NotFound):
        await workspace.erase(author="bob", reason="asked to")


async def everything(workspace: Workspace) -> str:
    """Every text of every node and relationship of the workspace, as one."""
    return "\n".join(await texts(workspace))


async def test_a_repeated_forget_is_told(workspace: Workspace, tmp_path: Path) -> None:
    """Sent again under its request_id it is answered by the first receipt; a second forget ends nothing anew."""
    await workspace.ingest(str(vault(tmp_path / "v", One=ONE)))
    first = await workspace.forget(document="v/One.md", reason="over", request_id="f1")
    again = await workspace.forget(document="v/One.md", reason="over", request_id="f1")
    assert (again.replayed, again.counts) == (True, first.counts)
    assert (await workspace.forget(document="v/One.md", reason="over")).counts["chunks"] == 0
    assert len((await workspace.history("api", "redis")).links[0].ends) == 1


async def test_an_erased_conversation_stays_out(workspace: Workspace, tmp_path: Path) -> None:
    """The document of a conversation is erased with its messages; a later ingest leaves them out, unless asked."""
    told = [{"title": "Birds", "messages": [{"role": "user", "content": "Where do kestrels nest?"}]}]
    (tmp_path / "conversations.json").write_text(json.dumps(told))
    path = str(tmp_path / "conversations.json")
    await workspace.ingest(path)
    (document,) = (await workspace.documents()).documents
    assert (await workspace.erase(document=document.id, reason="private")).counts["texts"] == 1
    assert "kestrel" not in await everything(workspace)
    assert [n.code for n in (await workspace.ingest(path)).notes] == ["SKIPPED_ERASED"]
    assert (await workspace.ingest(path, again=True)).counts["messages"] == 1
    back = await workspace.ingest(path)
    assert (back.counts["unchanged"], back.notes) == (1, ())


@pytest.mark.slow
def test_documents_on_the_command_line(run: Callable[..., Any], tmp_path: Path) -> None:
    """Ingested, forgotten, listed, and left out by the next ingest, each by a command; the log is listed, and replayed."""
    folder = str(vault(tmp_path / "v", One=ONE))
    assert answer(run("ingest", folder, "--json"))["counts"]["new"] == 1
    receipt = answer(run("forget", "--document", "v/One.md", "--reason", "over", "--json"))
    assert (receipt["counts"]["chunks"], receipt["ended"][0]["reason"]) == (1, "forgotten")
    assert [d["document"] for d in answer(run("documents", "--state", "forgotten", "--json"))["documents"]] == ["v/One.md"]
    assert answer(run("ingest", folder, "--json"))["notes"][0]["code"] == "SKIPPED_FORGOTTEN"
    assert answer(run("extractions", "--json"))["extractions"] == []
    assert answer(run("replay-extractions", "--json"))["counts"]["documents"] == 0
    assert run("invalidate-extraction", "ext_0", "--reason", "x").returncode == 3
