"""Workers of an ingest that are killed at random moments: the graph becomes that of an ingest that nobody disturbed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.local import Endpoint
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.dumping import run

pytestmark = [pytest.mark.fault, pytest.mark.timeout(900)]

KILLS = 30 if os.environ.get("GRAPHMEM_FULL") else 3
SHARE_INSIDE = 0.3
NOTES = 6

Round = Callable[[random.Random], Awaitable[bool]]


def write_notes(folder: Path, n: int) -> None:
    """The folder as it is in round `n`: notes that changed, some that did not, a new one, one that went, one with another name."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("Only*.md"):
        old.unlink()
    (folder / f"Only{n}.md").write_text(f"(only{n}:object) -[depends_on]-> (hub:object): in round {n}")
    (folder / f"Moved{n}.md").write_text("(moved:object) -[depends_on]-> (hub:object)")
    for old in folder.glob("Moved*.md"):
        if old.name != f"Moved{n}.md":
            old.unlink()
    for k in range(NOTES):
        changed = f"Round {n} says so." if k % 3 else "This never changes."
        link = f"(a{k}:object) -[depends_on]-> (hub:object)" if (n + k) % 2 else f"(a{k}:object) -[depends_on]-> (rim:object)"
        (folder / f"N{k}.md").write_text(f"# Note {k}\n\n{changed} See [[N{(k + 1) % NOTES}]].\n\n{link}\n")


GRAPH = {
    "documents": "MATCH (d:Document {workspace: $workspace}) RETURN d.name AS name, d.digest AS digest, d.state AS state, "
    "d.version AS version, size(d.versions) AS versions",
    "chunks": "MATCH (c:Chunk {workspace: $workspace})-[:OF]->(d:Document) RETURN d.id = c.document AS own, d.name AS name, "
    "c.text AS text, c.version AS version, c.valid_to.year < 9999 AS ended, c.ends_how AS how",
    "statements": "MATCH (r:Record {workspace: $workspace})-[:FROM]->(d:Document) RETURN r.statement AS said, r.title AS title, "
    "d.name AS of, r.valid_to.year < 9999 AS ended, r.ends_how AS how, COUNT { (r)-[:MENTIONS]->() } AS mentions",
    "entities": "MATCH (e:Entity {workspace: $workspace}) RETURN e.name AS name, e.type AS type",
    "links": "MATCH (a:Entity {workspace: $workspace})-[r]->(b:Entity) WHERE r.record IS NOT NULL AND r.reason IS NOT NULL "
    "RETURN a.name AS source, type(r) AS type, b.name AS target, r.reason AS reason, r.valid_to.year < 9999 AS ended, r.ends_how AS how",
}


async def graph(workspace: Workspace) -> dict[str, list[Any]]:
    """All that the ingest left, by what it says: each thing as often as it is there."""
    found = {part: await run(workspace._store, text, workspace=workspace.name) for part, text in GRAPH.items()}
    return {part: sorted((tuple(sorted(row.items())) for row in rows), key=repr) for part, rows in found.items()}


class Worker:
    """An ingest in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.words = process, list[str]()

    @classmethod
    async def start(cls, endpoint: Endpoint, workspace: str, folder: Path) -> Worker:
        own = {"GRAPHMEM_URI": endpoint.uri, "GRAPHMEM_USER": endpoint.user, "GRAPHMEM_PASSWORD": endpoint.password}
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.faults.ingest_worker", workspace, str(folder),
                stdout=asyncio.subprocess.PIPE, env=os.environ | own, cwd=Path(__file__).parents[2],
            )
        )  # fmt: skip

    async def _word(self) -> str:
        assert self.process.stdout is not None
        word = (await self.process.stdout.readline()).decode().strip()
        self.words += [word] if word else []
        return word

    async def killed_after(self, opened: int, pause: float) -> bool:
        """Kills it so many transactions on; says whether one was open."""
        async with asyncio.timeout(120):
            while self.words.count("open") < opened and await self._word():
                pass
        await asyncio.sleep(pause)
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
        while await self._word():
            pass
        await self.process.wait()
        return self.words[-1] == "open"

    async def ended(self) -> None:
        """Waits until it has come to its end by itself."""
        async with asyncio.timeout(120):
            while await self._word():
                pass
        assert (await self.process.wait(), self.words[-1]) == (0, "end"), self.words[-3:]


async def rounds(workspace: Workspace, undisturbed: Workspace, folder: Path, disturbed: Round, seed: int) -> None:
    """In each round the notes change, and an ingest is killed; in the other workspace the same notes are ingested in peace."""
    rng, inside = random.Random(seed), 0
    for n in range(KILLS):
        write_notes(folder, n)
        inside += await disturbed(rng)
        await undisturbed.ingest(str(folder), source="notes", missing="end")
    assert await graph(workspace) == await graph(undisturbed)
    assert inside >= KILLS * SHARE_INSIDE, f"only {inside} of {KILLS} died inside a transaction: the test proves too little"


async def test_a_worker_killed(endpoint: Endpoint, workspace: Workspace, make_workspace: MakeWorkspace, tmp_path: Path) -> None:
    """Killed at a random moment and run again, an ingest does nothing twice and leaves nothing out, round after round."""
    folder = tmp_path / "v"

    async def disturbed(rng: random.Random) -> bool:
        worker = await Worker.start(endpoint, workspace.name, folder)
        inside = await worker.killed_after(rng.randrange(1, NOTES), rng.random() * 0.03)
        await workspace.ingest(str(folder), source="notes", missing="end")
        return inside

    await rounds(workspace, await make_workspace(), folder, disturbed, seed=17)
    assert {j.state for j in (await workspace.ingests(limit=200)).ingests} >= {"done"}


async def test_one_of_two_workers_killed(
    endpoint: Endpoint, workspace: Workspace, make_workspace: MakeWorkspace, tmp_path: Path
) -> None:
    """Two workers at the same source: one is killed at a random moment, the other does all that is left, and nothing twice."""
    folder = tmp_path / "v"

    async def disturbed(rng: random.Random) -> bool:
        pair = [await Worker.start(endpoint, workspace.name, folder) for _ in range(2)]
        victim = pair.pop(rng.randrange(2))
        finishing = asyncio.create_task(pair[0].ended())
        inside = await victim.killed_after(rng.randrange(1, NOTES), rng.random() * 0.03)
        await finishing
        return inside

    await rounds(workspace, await make_workspace(), folder, disturbed, seed=23)
    left = {d.state for d in (await workspace.documents()).documents}
    assert left == {"done", "gone"}
