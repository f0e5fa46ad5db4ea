"""The log of extractions: raw answers as events, what they state as a projection that can be made anew, invalid ones, and erasure."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import NotFound, Refused
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import count, links, texts
from tests.conftest import MakeWorkspace
from tests.dumping import dump, run, wipe
from tests.integration.test_ingest import vault
from tests.integration.test_ingest_model import GOOD, RICH, Serve, served
from tests.model_server import ModelServer, entity, relation, reply

__all__ = ["served"]  # a fixture

OTHER = "The worker asks the auth service too, and the queue keeps what it could not do."
SAID = reply(
    entities=[entity("worker"), entity("auth service"), entity("queue")],
    relations=[relation("worker", "auth service"), relation("worker", "queue")],
    preferences=[{"slot": "indentation", "preference": "tabs", "holder": None, "valid_from": None}],
    facts=[{"subject": "the queue", "predicate": "keeps", "object": "what it could not do", "valid_from": None}],
)


def answers(passage: str, n: int) -> Any:
    """Each passage its own; the worker's only at the second time."""
    if "goes on" in passage:
        return reply()
    return GOOD if "api" in passage else "I cannot say anything about xylophones." if n == 1 else SAID


async def ingested(workspace: Workspace, folder: Path, served: Serve) -> ModelServer:
    """Two notes, read by the model; returns what was asked."""
    server = served(answers)
    found = await workspace.ingest(
        str(vault(folder, Front=f"---\ncreated: 2024-05-06\n---\n{RICH}", Back=OTHER)), extract=True, chunk_tokens=32, overlap=0
    )
    assert found.failed == ()
    return server


async def needing(workspace: Workspace, name: str = "auth service", **at: str) -> set[str]:
    return {d.entity.name for d in (await workspace.impact(name, **at)).dependents}


LOSE = """
MATCH (r:Record {workspace: $workspace}) WHERE r.chunk IS NOT NULL
CALL (r) { OPTIONAL MATCH (:Entity)-[e]->(:Entity) WHERE e.record = r.id DELETE e RETURN count(*) AS links }
DETACH DELETE r
"""
OWN = {"seq", "clock", "item", "recorded_at", "ended_at", "valid_from", "assumed", "precision", "place_seq", "place_item"}
OWN |= {"place_from", "place_last"}


def blurred(rows: list[Any]) -> list[Any]:
    """The graph without what every writing makes anew: ids of records and edges, and the instant at which they were written."""

    def told(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(told(v) for v in value if not (isinstance(v, tuple) and v and v[0] in OWN))
        return re.sub(r"\b(rec|rel|men)_[0-9a-f]+", r"\1", value) if isinstance(value, str) else value

    return sorted((told(row) for row in rows), key=repr)


async def test_every_answer_is_an_event(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Answers are kept as they came, the unusable one beside the usable one, and no search finds them."""
    assert len((await ingested(workspace, tmp_path / "v", served)).asked) == 3
    log = (await workspace.extractions()).extractions
    assert sorted((e.document, e.state) for e in log) == [
        ("v/Back.md", "unusable"),
        ("v/Back.md", "usable"),
        ("v/Front.md", "usable"),
    ]
    assert [e.raw for e in log if e.state == "unusable"] == ["I cannot say anything about xylophones."]
    assert all(e.characters == len(e.raw) and e.author == "ana" for e in log)
    assert not [h for h in (await workspace.search("xylophones")).hits if "xylophone" in f"{h.title}{h.snippet}"]
    page = await workspace.extractions("v/Back.md", limit=1)
    rest = await workspace.extractions("v/Back.md", limit=1, cursor=page.cursor)
    assert {page.extractions[0].id, rest.extractions[0].id} == {e.id for e in log if e.document == "v/Back.md"}
    assert (await workspace.extractions(as_of="2020")).extractions == ()
    with pytest.raises(NotFound):
        await workspace.extractions("v/Nothing.md")


async def test_replaying_a_whole_graph_changes_nothing(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Where the graph says what the log says, a replay writes nothing, to the last property, and asks no model."""
    server = await ingested(workspace, tmp_path / "v", served)
    before = await dump(workspace._store, workspace.name)
    workspace._store.model = None
    receipt = await workspace.replay_extractions()
    assert receipt.counts == {"documents": 2, "changed": 0, "records": 0, "ended": 0}
    assert await dump(workspace._store, workspace.name) == before
    assert len(server.asked) == 3


async def test_the_graph_is_a_projection_of_the_log(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Everything that models stated is lost; replayed from the log, without a model, the graph is the same."""
    await ingested(workspace, tmp_path / "v", served)
    before = await dump(workspace._store, workspace.name)
    await run(workspace._store, LOSE, workspace=workspace.name)
    assert await needing(workspace) == set()
    workspace._store.model = None
    receipt = await workspace.replay_extractions(source="v")
    assert (receipt.counts["changed"], receipt.counts["records"]) == (2, 4)
    assert await needing(workspace) == {"api", "worker"}
    assert [p.preference for p in (await workspace.preferences()).preferences] == ["tabs"]
    assert blurred(await dump(workspace._store, workspace.name)) == blurred(before)
    assert (await workspace.replay_extractions()).counts["changed"] == 0
    view = await workspace.impact("auth service")
    assert next(s.since for d in view.dependents if d.entity.name == "api" for s in d.path[:1]) == "2024-05-06"


async def test_an_invalid_answer_states_nothing(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """What it stated never held, what others state stays; it is not asked for again, and its mark can be taken back."""
    await workspace.ingest(str(vault(tmp_path / "w", Note="(worker:object) -[depends_on]-> (queue:object)")))
    server = await ingested(workspace, tmp_path / "v", served)
    (event,) = (e for e in (await workspace.extractions("v/Back.md")).extractions if e.state == "usable")
    at = str((await workspace.records()).as_of.isoformat())
    receipt = await workspace.invalidate_extraction(event.id, reason="it misread the note")
    assert receipt.counts == {"records": 3}
    assert "worker depends_on auth service" in links(receipt.ended)
    assert links(receipt.evidence_lost) == ["worker depends_on queue"]
    assert (await needing(workspace), await needing(workspace, "queue")) == ({"api"}, {"worker"})
    assert await needing(workspace, valid_at=at) == {"api"}
    assert await needing(workspace, as_of=at) == {"api", "worker"}
    (line,) = (e for e in (await workspace.extractions("v/Back.md")).extractions if e.id == event.id)
    assert (line.state, line.reason, line.raw) == ("invalid", "it misread the note", event.raw)
    assert {e.state for e in (await workspace.extractions(as_of=at)).extractions} == {"usable", "unusable"}
    vault(tmp_path / "v", Back=f"{OTHER}\n\n# More\n\n{'It goes on and on for a while. ' * 5}")
    again = await workspace.ingest(str(tmp_path / "v"), extract=True, chunk_tokens=32, overlap=0)
    assert (again.counts["changed"], server.calls("worker"), await needing(workspace)) == (1, 2, {"api"})
    assert (await workspace.replay_extractions()).counts["changed"] == 0
    assert await needing(workspace) == {"api"}


async def test_a_mark_is_taken_back(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Undone, the same records hold again, and nothing is stated twice; marks that are none, and unknown answers, are refused."""
    await ingested(workspace, tmp_path / "v", served)
    before = [(r.record, r.holds) for r in (await workspace.records()).records]
    (event,) = (await workspace.extractions("v/Front.md")).extractions
    with pytest.raises(Refused) as refused:
        await workspace.invalidate_extraction(event.id, reason="x", undo=True)
    assert refused.value.refusals[0].code == "NOT_ENDED"
    dry = await workspace.invalidate_extraction(event.id, reason="wrong", dry_run=True)
    assert (dry.dry_run, await needing(workspace)) == (True, {"api", "worker"})
    await workspace.invalidate_extraction(event.id, reason="wrong")
    with pytest.raises(Refused) as refused:
        await workspace.invalidate_extraction(event.id, reason="wrong")
    assert refused.value.refusals[0].code == "ALREADY_INVALID"
    back = await workspace.invalidate_extraction(event.id, reason="it was right", undo=True)
    assert len(back.records) == 1
    assert await needing(workspace) == {"api", "worker"}
    assert [(r.record, r.holds) for r in (await workspace.records()).records] == before
    assert (await workspace.replay_extractions()).counts["changed"] == 0
    for wrong in ("ext_0", "\ud800"):
        with pytest.raises(NotFound):
            await workspace.invalidate_extraction(wrong, reason="x")
    with pytest.raises(Refused):
        await workspace.invalidate_extraction(event.id, reason=" ")


async def test_a_replay_heeds_what_people_did(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A statement that somebody forgot, replaced or erased is not stated anew."""
    await ingested(workspace, tmp_path / "v", served)
    by_kind = {r.kind: r.record for r in (await workspace.records()).records if r.kind in ("fact", "preference")}
    await workspace.forget(by_kind["fact"], reason="no longer")
    await workspace.erase(by_kind["preference"], reason="private")
    assert (await workspace.replay_extractions()).counts["changed"] == 0
    assert not (await workspace.preferences()).preferences
    await workspace.forget(document="v/Front.md", reason="over")
    assert (await workspace.replay_extractions()).counts == {"documents": 0, "changed": 0, "records": 0, "ended": 0}
    assert await needing(workspace) == {"worker"}


async def test_a_new_version_heeds_what_people_did(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A statement that somebody forgot or erased is not stated again when the note changes elsewhere, and comes back with `again`."""
    await ingested(workspace, tmp_path / "v", served)
    by_kind = {r.kind: r.record for r in (await workspace.records()).records if r.kind in ("fact", "preference")}
    await workspace.forget(by_kind["fact"], reason="no longer")
    await workspace.erase(by_kind["preference"], reason="private")
    more = f"{OTHER}\n\n# More\n\n{'It goes on and on for a while. ' * 5}"

    async def again(text: str, **given: bool) -> list[str]:
        vault(tmp_path / "v", Back=text)
        found = await workspace.ingest(str(tmp_path / "v"), extract=True, chunk_tokens=32, overlap=0, **given)
        assert (found.counts["changed"], await needing(workspace)) == (1, {"api", "worker"})
        said = [r for r in (await workspace.records(current=True)).records if r.kind in ("fact", "preference")]
        assert len([n for n in found.notes if "forgotten or erased" in n.message]) == (0 if given else 1)
        return sorted(r.kind for r in said)

    assert await again(more) == []
    assert await again(f"{more} And on.") == []
    assert await again(f"{more} And on and on.", again=True) == ["fact", "preference"]


async def test_erase_reaches_the_log(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """The answers about an erased document go, those on which an erased record rests, and those that an erased author brought."""
    await ingested(workspace, tmp_path / "v", served)
    (event,) = (e for e in (await workspace.extractions("v/Back.md")).extractions if e.state == "usable")
    await workspace.invalidate_extraction(event.id, reason="xylophones misread")
    await workspace.erase(document="v/Back.md", reason="private")
    left = "\n".join(await texts(workspace))
    assert "xylophone" not in left
    assert "worker" not in left.casefold().replace("v/back.md", "")
    assert [e.document for e in (await workspace.extractions()).extractions] == ["v/Front.md"]
    for line in (await workspace.records(entity="auth service")).records:
        await workspace.erase(line.record, reason="private")
    assert (await workspace.extractions()).extractions == ()
    assert await count(workspace, "(x:Extraction)") == 0


async def test_a_reason_goes_with_its_author(workspace: Workspace, memory: Memory, tmp_path: Path, served: Serve) -> None:
    """Why somebody marked an answer as invalid is erased with that author; the answer stays, and stays invalid."""
    await ingested(workspace, tmp_path / "v", served)
    (event,) = (await workspace.extractions("v/Front.md")).extractions
    bob = await memory.workspace(workspace.name, author="bob")
    await bob.invalidate_extraction(event.id, reason="about a kestrel")
    await workspace.erase(author="bob", reason="asked to")
    assert "kestrel" not in "\n".join(await texts(workspace))
    (left,) = (await workspace.extractions("v/Front.md")).extractions
    assert (left.id, left.state, left.reason) == (event.id, "invalid", None)


async def test_the_log_moves(
    workspace: Workspace, make_workspace: MakeWorkspace, memory: Memory, tmp_path: Path, served: Serve
) -> None:  # fmt: skip
    """An export holds the answers, invalid ones with their mark; imported again nothing is new; elsewhere they are replayed."""
    await ingested(workspace, tmp_path / "v", served)
    (event,) = (await workspace.extractions("v/Front.md")).extractions
    await workspace.invalidate_extraction(event.id, reason="wrong")
    await workspace.export(tmp_path / "x.jsonl")
    lines = [
        json.loads(line)["extraction"]
        for line in (tmp_path / "x.jsonl").read_text().splitlines()
        if line.startswith('{"extraction"')
    ]
    assert sorted("undone_at" in line for line in lines) == [False, False, True]
    before = await dump(workspace._store, workspace.name)
    known = await memory.import_(tmp_path / "x.jsonl", workspace=workspace.name, author="ana")
    assert known.counts.get("extractions", 0) == 0
    assert await dump(workspace._store, workspace.name) == before
    other = await make_workspace()
    await wipe(workspace._store, workspace.name)
    assert (await memory.import_(tmp_path / "x.jsonl", workspace=other.name, author="ana")).counts["extractions"] == 3
    told = (await other.extractions()).extractions
    assert sorted(e.state for e in told) == ["invalid", "unusable", "usable"]
    assert await needing(other) == {"worker"}
    assert (await other.replay_extractions()).counts["changed"] == 0
    await other.invalidate_extraction(event.id, reason="right", undo=True)
    assert await needing(other) == {"api", "worker"}


async def test_the_log_can_be_left_out(
    workspace: Workspace, tmp_path: Path, served: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the setting off no answer is kept: what it states is there, and a replay leaves it alone."""
    monkeypatch.setattr(workspace._store, "ingest_log", False)
    await ingested(workspace, tmp_path / "v", served)
    assert (await workspace.extractions()).extractions == ()
    assert (await workspace.replay_extractions()).counts["documents"] == 0
    assert await needing(workspace) == {"api", "worker"}
