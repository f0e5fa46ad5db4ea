"""Ingest behind the answer: the job at once, how far it is, how it ends, on every surface, and at the end of the process."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from graphmem import sync
from graphmem.errors import InvalidArgument
from graphmem.ingest import running
from graphmem.memory import Memory
from graphmem.model.answers.ingested import IngestLine
from graphmem.settings import Settings
from graphmem.tools import Toolbox
from graphmem.workspace import Workspace
from tests.dumping import run
from tests.integration.test_ingest import vault
from tests.integration.test_ingest_model import GOOD, RICH, Serve, served

__all__ = ["served"]  # a fixture


async def job_of(workspace: Workspace, job: str) -> IngestLine:
    """How far one ingest is."""
    return next(line for line in (await workspace.ingests()).ingests if line.id == job)


async def ended(workspace: Workspace) -> None:
    """Waits for what goes on behind the answers in this workspace."""
    tasks = [task for key, task in workspace._store.jobs.items() if workspace.name in key]
    await asyncio.gather(*tasks, return_exceptions=True)


def many(folder: Path, count: int = 3) -> Path:
    return vault(folder, **{f"N{n}": f"(a{n}:object) -[depends_on]-> (b:object)" for n in range(count)})


async def test_a_job_is_told_at_once(workspace: Workspace, tmp_path: Path) -> None:
    """The answer names a running job; `ingests` says when it is done, and the graph is that of one that was waited for."""
    told = await workspace.ingest(str(many(tmp_path / "v")), wait=False)
    assert (told.state, told.counts) == ("running", {})
    with pytest.raises(InvalidArgument, match="already"):
        await workspace.ingest(str(tmp_path / "v"), wait=False)
    await ended(workspace)
    job = await job_of(workspace, told.id)
    assert (job.state, job.done, job.total, job.failed) == ("done", 3, 3, 0)
    assert len((await workspace.impact("b")).dependents) == 3
    assert len((await workspace.ingests()).ingests) == 1


async def test_ing_09_a_failure_is_told(workspace: Workspace, memory: Memory, tmp_path: Path, served: Serve) -> None:
    """A document whose extraction fails for good is listed with its reason and its text, by Python and by the tools of agents."""
    served(lambda passage, n: (400, {}, {"error": {"message": "no"}}))
    told = await workspace.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True, wait=False)
    await ended(workspace)
    job = await job_of(workspace, told.id)
    assert (job.state, job.failed) == ("done", 1)
    (document,) = (await workspace.documents(state="failed")).documents
    assert "MODEL_FAILED" in str(document.reason)
    assert (await workspace.search("tokens are checked", kinds=["chunk"])).hits
    text = (await Toolbox(memory, workspace=workspace.name, author="claude").call("ingests")).text
    assert told.id in text
    assert f"[{document.id}]" in text
    assert "MODEL_FAILED" in text


async def test_what_cannot_be_begun_is_refused_at_once(workspace: Workspace, tmp_path: Path) -> None:
    """A path that leads nowhere and sizes that never end are no jobs; what turns out later is the reason of a failed one."""
    for given in ({"path": str(tmp_path / "nothing")}, {"path": str(tmp_path), "overlap": 512}):
        with pytest.raises(InvalidArgument):
            await workspace.ingest(**given, wait=False)  # type: ignore[arg-type]
    assert (await workspace.ingests()).ingests == ()
    (tmp_path / "x.json").write_text("no json")
    told = await workspace.ingest(str(tmp_path / "x.json"), kind="readwise", wait=False)
    await ended(workspace)
    job = await job_of(workspace, told.id)
    assert job.state == "failed"
    assert "no JSON" in str(job.reason)


async def test_a_job_is_cancelled(workspace: Workspace, tmp_path: Path) -> None:
    """Cancelled before it has listed anything, or on its way, it stops and says who did it; run again it does the rest."""
    told = await workspace.ingest(str(many(tmp_path / "v")), wait=False)
    line = await workspace.cancel_ingest(told.id)
    assert (line.state, line.reason) == ("cancelled", "cancelled by ana")
    await ended(workspace)
    assert (await job_of(workspace, told.id)).state == "cancelled"
    assert not [key for key in workspace._store.jobs if workspace.name in key]
    assert (await workspace.ingest(str(tmp_path / "v"))).state == "done"
    assert len((await workspace.impact("b")).dependents) == 3


async def test_a_long_job_gives_signs(
    workspace: Workspace, tmp_path: Path, served: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """While a model thinks about one passage for long, the job goes on giving signs of itself, so that it is not taken for stopped."""
    monkeypatch.setattr(running, "SIGN", 0.05)
    seen, enough = set[str | None](), threading.Event()
    served(lambda passage, n: enough.wait(60) and GOOD)
    told = await workspace.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True, wait=False)
    async with asyncio.timeout(60):
        while len(seen) < 4:
            seen.add((await job_of(workspace, told.id)).updated_at)
    enough.set()
    await ended(workspace)
    assert (await job_of(workspace, told.id)).state == "done"


async def test_one_that_died_is_taken_up(workspace: Workspace, tmp_path: Path) -> None:
    """A job whose process died is told as stale after two minutes, and as taken up once its source is ingested again."""
    folder = str(many(tmp_path / "v"))
    dead = (await workspace.ingest(folder)).id
    back = "SET j.state = 'running', j.updated_at = datetime() - duration({minutes: 3})"
    await run(workspace._store, f"MATCH (j:Job {{id: $id}}) {back}", id=dead)
    assert (await job_of(workspace, dead)).stale
    other = await workspace.ingest(folder, source="another")
    assert (await job_of(workspace, dead)).state == "running"
    again = await workspace.ingest(folder)
    line = await job_of(workspace, dead)
    assert (line.state, line.stale, again.id in str(line.reason)) == ("cancelled", False, True)
    assert (await job_of(workspace, other.id)).state == "done"


async def test_closing_the_memory_ends_its_jobs(settings: Settings, workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A job that is at work when the memory closes says that it was stopped, and never that it runs; what it did stays."""
    server = served(lambda passage, n: GOOD)
    asked = asyncio.Event()
    loop, release = asyncio.get_running_loop(), asyncio.Event()

    def behave(passage: str, n: int) -> Any:
        loop.call_soon_threadsafe(asked.set)
        asyncio.run_coroutine_threadsafe(release.wait(), loop).result(30)
        return GOOD

    server.behave = behave
    async with Memory.open(settings) as memory:
        memory.store.model = workspace._store.model
        other = await memory.workspace(workspace.name, author="ana")
        told = await other.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True, wait=False)
        await asyncio.wait_for(asked.wait(), 30)
        memory.store.model = None
    release.set()
    job = await job_of(workspace, told.id)
    assert (job.state, job.stale) == ("cancelled", False)
    assert "run it again" in str(job.reason)


def test_blocking_callers_have_jobs(settings: Settings, tmp_path: Path) -> None:
    """Through the blocking memory a job goes on between calls, and is ended when the memory closes."""
    with sync.Memory.open(settings) as memory:
        workspace = memory.workspace("t-background", author="ana", create=True)
        told = workspace.ingest(str(many(tmp_path / "v")), source=tmp_path.name, wait=False)
        while (line := workspace.ingests().ingests[0]).state == "running":
            assert line.id == told.id
        assert (line.state, line.done) == ("done", 3)


async def test_what_closes_with_its_answer_waits(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that closes with the answer, as the command line's, does the work before it answers."""
    monkeypatch.setattr(workspace._store, "lasting", False)
    told = await workspace.ingest(str(many(tmp_path / "v")), wait=False)
    assert (told.state, told.counts["new"]) == ("done", 3)


async def test_agents_need_not_wait(
    memory: Memory, workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tool says the job and where to ask for it."""
    monkeypatch.setattr(workspace._store, "ingest_root", tmp_path)
    toolbox = Toolbox(memory, workspace=workspace.name, author="claude")
    told = await toolbox.call("ingest", json.dumps({"path": str(many(tmp_path / "v")), "wait": False}))
    assert "running" in told.text
    assert "ingests" in told.text
    await ended(workspace)
    assert "3 of 3 done" in (await toolbox.call("ingests")).text


async def test_an_agent_stops_an_ingest(
    memory: Memory, workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tool stops one that runs and says how to go on; of one that is done it says so, and an unknown id is told as such."""
    monkeypatch.setattr(workspace._store, "ingest_root", tmp_path)
    toolbox, going_on, real = Toolbox(memory, workspace=workspace.name, author="claude"), asyncio.Event(), running.store_document

    async def waiting(*given: Any) -> Any:
        await going_on.wait()
        return await real(*given)

    monkeypatch.setattr(running, "store_document", waiting)
    begun = await workspace.ingest(str(many(tmp_path / "v")), wait=False)
    stopped = await toolbox.call("cancel_ingest", {"job": begun.id})
    going_on.set()
    assert "stops after the document in hand" in stopped.text
    assert "cancelled, 0 of " in stopped.text
    assert '0 failed: "cancelled by claude"' in stopped.text
    await ended(workspace)
    assert (await job_of(workspace, begun.id)).state == "cancelled"
    done = await workspace.ingest(str(tmp_path / "v"))
    assert "had come to its end before" in (await toolbox.call("cancel_ingest", {"job": done.id})).text
    assert "NOT_FOUND" in (await toolbox.call("cancel_ingest", {"job": "job_0"})).text
