"""Conversations with a language model: their messages state entities, links, preferences and facts as the passages of a document do."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import count, texts
from tests.dumping import dump, run, wipe
from tests.integration.test_ingest_log import LOSE, OTHER, SAID, blurred, needing
from tests.integration.test_ingest_model import GOOD, RICH, Serve, served
from tests.integration.test_ingest_sources import talk
from tests.model_server import ModelServer, reply
from tests.moved import exported, things
from tests.stating import decision

__all__ = ["served"]  # a fixture

SPOKEN = "2026-11-01T10:00:00Z"


def answers(passage: str, n: int) -> Any:
    return GOOD if "api" in passage else SAID if "worker" in passage else reply()


async def said(workspace: Workspace, folder: Path, served: Serve) -> ModelServer:
    """Two messages, read by the model."""
    server = served(answers)
    talk(folder, "a.jsonl", RICH, OTHER)
    found = await workspace.ingest(str(folder), extract=True)
    assert (found.failed, found.counts["messages"], found.counts["statements"]) == ((), 2, 4)
    return server


async def provenance(workspace: Workspace) -> set[tuple[str, str]]:
    """The kind of each record that a message states, and the words that it begins with."""
    rows = await run(
        workspace._store,
        "MATCH (m:Message)<-[:FROM]-(r:Record {workspace: $w}) RETURN r.kind AS kind, left(m.text, 7) AS text",
        w=workspace.name,
    )
    return {(row["kind"], row["text"]) for row in rows}


async def test_messages_state_what_passages_do(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Each leads back to its message and holds since it was said; who said it is told to the model; nothing is asked twice."""
    server = await said(workspace, tmp_path, served)
    assert await provenance(workspace) == {
        ("statement", RICH[:7]), ("statement", OTHER[:7]), ("preference", OTHER[:7]), ("fact", OTHER[:7])
    }  # fmt: skip
    assert await needing(workspace) == {"api", "worker"}
    assert {r.at for r in (await workspace.records(kind="statement")).records} == {SPOKEN}
    assert '"heading": "user"' in server.bodies[0]["messages"][1]["content"]
    assert (await workspace.ingest(str(tmp_path), extract=True)).counts["unchanged"] == 1
    assert len(server.asked) == 2


async def test_a_conversation_that_goes_on_is_read_on(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Of a longer one the new messages alone are asked about, and what the others stated stays as it is."""
    server = await said(workspace, tmp_path, served)
    before = {r.record for r in (await workspace.records()).records}
    talk(tmp_path, "b.jsonl", RICH, OTHER, "And what of the api then, I ask you?")
    found = await workspace.ingest(str(tmp_path), extract=True)
    assert (found.counts["statements"], len(server.asked)) == (1, 3)
    after = {r.record for r in (await workspace.records()).records}
    assert (before < after, len(after)) == (True, 5)


@pytest.mark.parametrize("stating", [True, False])
async def test_a_model_takes_the_place_of_names(workspace: Workspace, tmp_path: Path, served: Serve, stating: bool) -> None:
    """What messages only named before no longer holds once a model has read them, also where it reads nothing in any."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    talk(tmp_path, "a.jsonl", *(first := (f"{OTHER} Ask Kestrel.", "Hello there, Kestrel, my old friend.")))
    await workspace.ingest(str(tmp_path))
    named = [r.record for r in (await workspace.records(kind="statement")).records]
    assert len(named) == 2
    served(lambda passage, n: SAID if passage == first[0] and stating else reply())
    await workspace.ingest(str(tmp_path), extract=True)
    assert [(await workspace.record(id_)).record.holds for id_ in named] == [False, False]
    assert ("preference" in {kind for kind, _ in await provenance(workspace)}) is stating


async def test_ing_07_a_message_that_failed_is_asked_again_alone(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A conversation of which one message could not be read is partial; the next run asks about that one, and it is done."""
    down = [True]
    server = served(
        lambda passage, n: (400, {}, {"error": {"message": "no"}}) if down[0] and "worker" in passage else answers(passage, n)
    )
    talk(tmp_path, "a.jsonl", RICH, OTHER)
    await workspace.ingest(str(tmp_path), extract=True)
    assert [d.state for d in (await workspace.documents()).documents] == ["partial"]
    down[0], asked = False, len(server.asked)
    await workspace.ingest(str(tmp_path), extract=True)
    assert [d.state for d in (await workspace.documents()).documents] == ["done"]
    assert server.asked[asked:] == [OTHER]
    assert await needing(workspace) == {"api", "worker"}


async def test_a_conversation_is_replayed(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """From the log the same graph is made again; an invalid answer states nothing, and with its mark taken back it does again."""
    await said(workspace, tmp_path, served)
    whole = blurred(things(await dump(workspace._store, workspace.name)))
    assert (await workspace.replay_extractions()).counts["changed"] == 0
    await run(workspace._store, LOSE, workspace=workspace.name)
    assert (await workspace.replay_extractions()).counts["records"] == 4
    assert blurred(things(await dump(workspace._store, workspace.name))) == whole
    (event,) = (e for e in (await workspace.extractions()).extractions if "worker" in e.raw)
    await workspace.invalidate_extraction(event.id, reason="misread")
    assert await needing(workspace) == {"api"}
    assert (await workspace.ingest(str(tmp_path), extract=True, again=True)).counts["changed"] == 1
    assert await needing(workspace) == {"api", "worker"}


async def test_what_a_conversation_stated_moves(workspace: Workspace, memory: Memory, tmp_path: Path, served: Serve) -> None:
    """In another store it is the same, and leads back to its messages."""
    await said(workspace, tmp_path, served)
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    stated = await provenance(workspace)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))
    assert await dump(memory.store, workspace.name) == [row for row in before if row[1] != ("Job",)]
    assert await provenance(workspace) == stated
    assert (await workspace.replay_extractions()).counts["changed"] == 0


@pytest.mark.parametrize("what", ["document", "conversation"])
async def test_erase_takes_what_messages_stated(workspace: Workspace, tmp_path: Path, served: Serve, what: str) -> None:
    """Of an erased conversation neither messages nor what they stated nor the answers are left, and it stays out."""
    await said(workspace, tmp_path, served)
    (document,) = (await workspace.documents()).documents
    await workspace.erase(**{what: document.document if what == "document" else document.path}, reason="private")
    left = "\n".join(await texts(workspace))
    assert not [word for word in ("worker", "auth", "queue", "tabs") if word in left]
    assert await count(workspace, "(x:Extraction)") == 0
    assert [n.code for n in (await workspace.ingest(str(tmp_path), extract=True)).notes] == ["SKIPPED_ERASED"]


async def test_erase_of_a_record_takes_its_answer(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """The answer about the message on which an erased record rests goes; the other one stays."""
    await said(workspace, tmp_path, served)
    (line,) = (r for r in (await workspace.records(entity="api")).records)
    await workspace.erase(line.record, reason="private")
    assert ["worker" in e.raw for e in (await workspace.extractions()).extractions] == [True]


async def test_an_empty_text_is_done(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A file without any text, or with front matter alone, is done with a model too: the next run finds it unchanged."""
    server = served(answers)
    folder = tmp_path / "v"
    folder.mkdir()
    for name, text in {"empty": "", "blank": " \n\n", "front": "---\ntitle: x\n---\n", "bom": "\ufeff"}.items():
        (folder / f"{name}.md").write_text(text)
    found = await workspace.ingest(str(folder), extract=True)
    assert (found.state, found.counts["new"], found.failed) == ("done", 4, ())
    assert (await workspace.ingest(str(folder), extract=True)).counts["unchanged"] == 4
    assert server.asked == []


async def test_messages_that_are_added_are_read(workspace: Workspace, served: Serve) -> None:
    """`add_messages` with `extract` states what an ingest of the conversation states, and tells it; more messages are read on."""
    server = served(answers)
    receipt = await workspace.add_messages("standup", {"text": RICH, "at": SPOKEN, "speaker": "kim"}, extract=True)
    assert [(r.kind, len(receipt.relations)) for r in receipt.records] == [("statement", 1)]
    assert receipt.counts == {"messages": 1, "known": 0}
    await workspace.add_messages("standup", RICH, OTHER, extract=True)
    assert await needing(workspace) == {"api", "worker"}
    asked = len(server.asked)
    again = await workspace.add_messages("standup", {"text": RICH, "at": SPOKEN, "speaker": "kim"}, OTHER, extract=True)
    assert (again.records, len(server.asked)) == ((), asked)
    assert [(d.document, d.state) for d in (await workspace.documents()).documents] == [("add_messages/standup", "done")]


async def test_messages_that_are_added_are_linked(workspace: Workspace) -> None:
    """Without a model each leads to what it names; what names nothing makes no document; what was erased stays away."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    assert (await workspace.add_messages("chat", "Hello.")).records == ()
    assert (await workspace.documents()).documents == ()
    receipt = await workspace.add_messages("chat", "Where is Kestrel?", request_id="r1")
    assert [r.kind for r in receipt.records] == ["statement"]
    assert (await workspace.add_messages("chat", "Where is Kestrel?")).records == ()
    assert (await workspace.add_messages("chat", "And Osprey?", dry_run=True)).records == ()
    assert await provenance(workspace) == {("statement", "Where i")}
    await workspace.erase(conversation="chat", reason="private")
    assert (await provenance(workspace), (await workspace.documents()).documents) == (set(), ())
    assert (await workspace.add_messages("chat", "Where is Kestrel?")).records == ()
    assert [r.kind for r in (await workspace.add_messages("chat", "Osprey then.")).records] == ["statement"]
    assert [r.kind for r in (await workspace.add_messages("chat", "And Kestrel.")).records] == ["statement"]


async def test_messages_that_a_model_cannot_read_are_kept(workspace: Workspace, served: Serve) -> None:
    """They are stored, the receipt says why nothing was read in them, and the same call again reads them."""
    down = [True]
    served(lambda passage, n: (400, {}, {"error": {"message": "no"}}) if down[0] else answers(passage, n))
    receipt = await workspace.add_messages("standup", RICH, extract=True)
    assert ([w.code for w in receipt.warnings], receipt.counts["messages"]) == (["MODEL_FAILED"], 1)
    down[0] = False
    assert [r.kind for r in (await workspace.add_messages("standup", RICH, extract=True)).records] == ["statement"]
    assert [d.state for d in (await workspace.documents()).documents] == ["done"]


async def test_a_forgotten_conversation_is_read_no_more(workspace: Workspace) -> None:
    """What its messages named ends, and more of them are kept without being read, unless asked."""
    await workspace.remember(decision("Kestrel depends_on Osprey"))
    await workspace.add_messages("chat", "Where is Kestrel?")
    await workspace.forget(document="add_messages/chat", reason="off the record")
    receipt = await workspace.add_messages("chat", "And Osprey?")
    assert (receipt.counts["messages"], receipt.records) == (1, ())
    assert [r.kind for r in (await workspace.add_messages("chat", "And Osprey?", again=True)).records] == ["statement"]
