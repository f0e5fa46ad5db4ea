"""What decision 0017 promises of an ingest without an orchestrator: workers that share a source, limits, and what a stop leaves."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from graphmem.ingest import running
from graphmem.ingest.documents import Found
from graphmem.ingest.storing import Entry
from graphmem.language_model import AT_ONCE
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.dumping import run
from tests.faults.test_ingest_killed import graph
from tests.integration.test_ingest import vault
from tests.integration.test_ingest_model import GOOD, RICH, Serve, pages, served
from tests.integration.test_ingest_sources import talk
from tests.integration.test_ingest_talk import answers, provenance
from tests.stating import decision

__all__ = ["served"]  # a fixture


async def test_workers_share_a_source(
    settings: Settings, workspace: Workspace, make_workspace: MakeWorkspace, tmp_path: Path
) -> None:  # fmt: skip
    """Several workers at one source do each document once, all of them have a part in it, and the graph is that of one alone."""
    folder = vault(tmp_path / "v", **{f"N{n}": f"(a{n}:object) -[depends_on]-> (hub:object)" for n in range(12)})

    async def worker() -> Any:
        async with Memory.open(settings) as memory:
            return await (await memory.workspace(workspace.name, author="ana")).ingest(str(folder))

    told = await asyncio.gather(*(worker() for _ in range(3)))
    assert [(t.state, t.failed) for t in told] == [("done", ())] * 3
    done = [t.counts.get("new", 0) for t in told]
    assert (sum(done), min(done) > 0) == (12, True)
    alone = await make_workspace()
    await alone.ingest(str(folder))
    assert await graph(workspace) == await graph(alone)


async def test_no_more_is_asked_at_once_than_allowed(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """However many passages wait, in one ingest or in two, a model gets a few questions at a time."""
    lock, now, most = threading.Lock(), [0], [0]

    def behave(passage: str, n: int) -> Any:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.03)
        with lock:
            now[0] -= 1
        return GOOD

    server = served(behave)
    one, other = (str(vault(tmp_path / name, A=f"{name}\n\n{pages(6)}")) for name in "xy")
    await asyncio.gather(*(workspace.ingest(path, extract=True, chunk_tokens=64, overlap=0) for path in (one, other)))
    assert len(server.asked) >= 12
    assert most[0] == AT_ONCE


async def test_what_was_spent_is_not_spent_again(
    workspace: Workspace, tmp_path: Path, served: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CON-08: an ingest that is stopped between the answers of a model and what they state asks nothing again, and ends."""
    server = served(lambda passage, n: GOOD)
    folder = str(vault(tmp_path / "v", A=RICH))
    await stopped(workspace, monkeypatch, folder, extract=True)
    done = await workspace.ingest(folder, extract=True)
    assert (done.state, done.counts["tokens"]) == ("done", 0)
    assert len(server.asked) == 1
    assert [d.entity.name for d in (await workspace.impact("auth service")).dependents] == ["api"]


@pytest.mark.parametrize("extract", [True, False])
async def test_a_conversation_stopped_between_messages_and_statements(
    workspace: Workspace, make_workspace: MakeWorkspace, tmp_path: Path, served: Serve, monkeypatch: pytest.MonkeyPatch, extract: bool
) -> None:  # fmt: skip
    """Run again, what its messages state is that of an ingest that nobody stopped."""
    served(answers)
    talk(tmp_path, "a.jsonl", RICH, "Ask Kestrel about it.")
    alone = await make_workspace()
    for mine in (workspace, alone):
        await mine.remember(decision("Kestrel depends_on Osprey"))
    await stopped(workspace, monkeypatch, str(tmp_path), extract=extract)
    assert await provenance(workspace) == set()
    for mine in (workspace, alone):
        await mine.ingest(str(tmp_path), extract=extract)
    assert await provenance(workspace) == await provenance(alone) != set()
    assert await graph(workspace) == await graph(alone)


async def stopped(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, path: str, *, extract: bool) -> None:
    """An ingest that goes down where the first document would be stored."""

    async def down(*_: Any) -> Any:
        raise RuntimeError("down")

    with monkeypatch.context() as patch:
        patch.setattr(running, "store_document", down)
        with pytest.raises(RuntimeError):
            await workspace.ingest(path, extract=extract)
    assert (await workspace.ingests()).ingests[0].state == "failed"


async def test_erased_while_an_ingest_runs(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is erased while an ingest runs stays erased: changed, unreadable or gone from the source, not even its name comes back."""
    folder = vault(tmp_path / "v", **{name: f"About the {name}." for name in ("Aaa", "Kestrel", "Kite", "Knot")})
    await workspace.ingest(str(folder))
    vault(folder, Aaa="Changed.", Kestrel="Changed.", Kite=b"PK\x03\x04\x00\xff\xfe")
    (folder / "Knot.md").unlink()
    real, erased = running.Running._one, list[str]()

    async def one(self: running.Running, entry: Entry, found: Found) -> None:
        for name in () if erased else ("Kestrel", "Kite", "Knot"):
            await workspace.erase(document=f"v/{name}.md", reason="private")
            erased.append(name)
        await real(self, entry, found)

    monkeypatch.setattr(running.Running, "_one", one)
    await workspace.ingest(str(folder), missing="end")
    left = await run(workspace._store, "MATCH (d:Document {workspace: $w}) RETURN d.name AS name", w=workspace.name)
    assert [row["name"] for row in left] == ["v/Aaa.md"]
