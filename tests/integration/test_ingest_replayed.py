"""Replays and marks where the graph went on meanwhile: erased entities, broken rules, later answers, passages that are gone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.embed.serving import Vectors
from graphmem.ingest import replaying
from graphmem.model.ontology import MAX_FIELD
from graphmem.store import Store
from graphmem.workspace import Workspace
from tests.dumping import dump, run
from tests.integration.test_ingest import vault
from tests.integration.test_ingest_log import LOSE, OTHER, SAID, answers, ingested, needing
from tests.integration.test_ingest_model import GOOD, RICH, Serve, served
from tests.integration.test_ontology import OWN
from tests.model_server import entity, relation, reply

__all__ = ["served"]  # a fixture

KNOWN = {
    "kind": "preference", "slot": "indentation", "preference": "tabs",
    "entities": [{"name": "auth service", "type": "object", "aliases": ["auth"]}],
}  # fmt: skip


async def read(workspace: Workspace, folder: Path, **given: bool) -> dict[str, int]:
    """Reads the folder with the model; returns what it counted."""
    found = await workspace.ingest(str(folder), extract=True, chunk_tokens=32, overlap=0, **given)
    assert found.failed == ()
    return found.counts


async def marked(workspace: Workspace, document: str = "v/Front.md") -> str:
    """The id of the usable answer about a document, which is marked as invalid now."""
    (id_,) = (e.id for e in (await workspace.extractions(document)).extractions if e.state == "usable")
    await workspace.invalidate_extraction(id_, reason="it misread the note")
    return id_


async def replayed(workspace: Workspace) -> dict[str, int]:
    """What a replay counts that does not change a thing."""
    before = await dump(workspace._store, workspace.name)
    counts = (await workspace.replay_extractions()).counts
    assert await dump(workspace._store, workspace.name) == before
    return counts


async def standing(workspace: Workspace, kind: str = "statement") -> int:
    """How many records of a kind hold."""
    return sum(r.kind == kind for r in (await workspace.records(current=True)).records)


async def test_an_erased_entity_stays_away(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """The answers that named it go with it, so that no replay brings it back; what else they stated stays, other answers too."""
    await ingested(workspace, tmp_path / "v", served)
    vault(tmp_path / "v", Third=f"A third one. {OTHER.replace('auth service', 'api')}")
    served(lambda passage, n: reply(entities=[entity("worker"), entity("queue")], relations=[relation("worker", "queue")]))
    await read(workspace, tmp_path / "v")
    await workspace.erase(entity="auth service", reason="private")
    assert [e.document for e in (await workspace.extractions()).extractions] == ["v/Third.md"]
    assert (await replayed(workspace))["documents"] == 1
    assert "auth service" not in {e.entity.name for e in (await workspace.entities()).entities}
    assert await needing(workspace, "queue") == {"worker"}
    assert await standing(workspace, "fact") == 1


async def test_a_statement_that_breaks_a_rule_is_left_out(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """One statement that is refused stops no replay: all others are stated."""
    long = GOOD | {"entities": [entity("api", description="x" * (MAX_FIELD + 1)), entity("auth service")]}
    served(lambda passage, n: long if "api" in passage else SAID)
    await read(workspace, vault(tmp_path / "v", Front=RICH, Back=OTHER))
    await run(workspace._store, LOSE, workspace=workspace.name)
    assert (await workspace.replay_extractions()).counts["records"] == 3
    assert await needing(workspace) == {"worker"}


async def test_an_invalid_answer_blocks_no_other(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """The answer about a corrected passage may state again what the invalid one stated, and a replay states it too."""
    await ingested(workspace, tmp_path / "v", served)
    await marked(workspace, "v/Back.md")
    assert await needing(workspace, "queue") == set()
    vault(tmp_path / "v", Back=f"{OTHER} Nothing else.")
    await read(workspace, tmp_path / "v")
    assert await needing(workspace, "queue") == {"worker"}
    assert (await standing(workspace, "fact"), await standing(workspace, "preference")) == (1, 1)
    assert (await replayed(workspace))["changed"] == 0


async def test_again_reads_what_was_misread(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """An unchanged document with an invalid answer is read anew with `again`, once; without it, and every other one, is not."""
    server = await ingested(workspace, tmp_path / "v", served)
    await marked(workspace)
    assert (await read(workspace, tmp_path / "v"))["unchanged"] == 2
    counts = await read(workspace, tmp_path / "v", again=True)
    assert (counts["changed"], counts["unchanged"], server.calls("api"), server.calls("worker")) == (1, 1, 2, 2)
    assert await needing(workspace) == {"api", "worker"}
    assert (await read(workspace, tmp_path / "v", again=True))["unchanged"] == 2
    assert (await replayed(workspace))["changed"] == 0


@pytest.mark.parametrize("gone", ["edited", "forgotten"])
async def test_undo_revives_no_passage_that_is_gone(workspace: Workspace, tmp_path: Path, served: Serve, gone: str) -> None:
    """Where the passage was edited away, or its document forgotten, a mark that is taken back brings nothing back."""
    await ingested(workspace, tmp_path / "v", served)
    id_ = await marked(workspace)
    if gone == "forgotten":
        await workspace.forget(document="v/Front.md", reason="over")
    else:
        vault(tmp_path / "v", Front="It goes on and on for a while, about other things.")
        await read(workspace, tmp_path / "v")
    undone = await workspace.invalidate_extraction(id_, reason="it was right", undo=True)
    assert (undone.counts, undone.records) == ({"records": 0}, ())
    assert await needing(workspace) == {"worker"}
    assert (await replayed(workspace))["changed"] == 0


async def test_undo_states_nothing_twice(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Where another answer states the same meanwhile, that one counts on."""
    await ingested(workspace, tmp_path / "v", served)
    id_ = await marked(workspace)
    served(answers)
    vault(tmp_path / "v", Front=f"---\ncreated: 2024-05-06\n---\n{RICH}\n\n# More\n\n{'It goes on and on for a while. ' * 5}")
    await read(workspace, tmp_path / "v", again=True)
    held = await standing(workspace)
    assert await needing(workspace) == {"api", "worker"}
    await workspace.invalidate_extraction(id_, reason="it was right", undo=True)
    assert await standing(workspace) == held
    assert (await replayed(workspace))["changed"] == 0


async def test_names_of_one_entity_are_no_difference(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """An answer that lists an entity under two of its names is stored with one, and a replay sees that it is whole."""
    await workspace.remember(KNOWN)
    twice = GOOD | {"entities": [entity("api"), entity("auth service"), entity("auth")]}
    served(lambda passage, n: twice)
    await read(workspace, vault(tmp_path / "v", Front=RICH))
    assert await needing(workspace) == {"api"}
    assert await replayed(workspace) == {"documents": 1, "changed": 0, "records": 0, "ended": 0}


async def test_what_the_memory_refuses_changes_nothing(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A statement that only the memory can refuse is tried by every replay, which writes nothing."""
    await workspace.remember(KNOWN)
    itself = reply(entities=[entity("auth"), entity("auth service")], relations=[relation("auth", "auth service")])
    served(lambda passage, n: itself)
    await read(workspace, vault(tmp_path / "v", Front=RICH))
    assert await replayed(workspace) == {"documents": 1, "changed": 0, "records": 0, "ended": 0}


async def test_an_ontology_applied_meanwhile(
    workspace: Workspace, tmp_path: Path, served: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """What another applies between the plan and the write makes the plan be made anew."""
    await ingested(workspace, tmp_path / "v", served)
    await run(workspace._store, LOSE, workspace=workspace.name)
    real, applied = replaying.with_vectors, []

    async def meanwhile(store: Store, wanted: list[str], write: Callable[[Vectors], Awaitable[Any]]) -> Any:
        if not applied:
            applied.append(await workspace.apply_ontology(OWN))
        return await real(store, wanted, write)

    monkeypatch.setattr(replaying, "with_vectors", meanwhile)
    assert (await workspace.replay_extractions()).counts["records"] == 4
    assert (len(applied), await needing(workspace)) == (1, {"api", "worker"})
