"""What the benchmarks share: the bare driver, the large workspace, those that are searched, and the table that they fill."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from graphmem.local import Endpoint
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.benchmarks.bare import Bare
from tests.benchmarks.generator import Sizes, populate
from tests.benchmarks.searched import populate_searched
from tests.benchmarks.table import Table
from tests.benchmarks.unfinished import leave_unfinished

SCALE = float(os.environ.get("GRAPHMEM_BENCH_SCALE", "1"))
LARGE = Sizes(int(100_000 * SCALE), int(1_000_000 * SCALE), int(100_000 * SCALE), int(17_000 * SCALE))
SHARES = {"90 %": 0.899, "10 %": 0.1, "0.1 %": 0.001}  # of 100,000 records in one index
PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


@pytest.fixture(scope="session")
def table() -> Iterator[Table]:
    """The figures of this run; with GRAPHMEM_BENCH_WRITE they replace those of docs/performance.md."""
    table = Table(SCALE)
    yield table
    print("\n" + table.text())
    if os.environ.get("GRAPHMEM_BENCH_WRITE"):
        table.write(PAGE)


@pytest.fixture(scope="session")
async def bare(endpoint: Endpoint) -> AsyncIterator[Bare]:
    bare = Bare(endpoint)
    yield bare
    await bare.close()


@pytest.fixture(scope="session")
async def large(memory: Memory, bare: Bare) -> str:
    """The name of a workspace of 100,000 entities, a million links and 100,000 records (times the scale), much of it unfinished.

    Nothing of it is found by a search: its texts would change the shares of the workspaces that are.
    """

    async def fill(name: str) -> None:
        await populate(memory, bare, name, LARGE)
        await leave_unfinished(bare, name, LARGE)

    return await _filled(bare, f"unfinished-{SCALE:g}", fill)


@pytest.fixture(scope="session")
async def searched(memory: Memory, bare: Bare) -> dict[str, Workspace]:
    """Three workspaces of 100,000 records together (times the scale), with words, vectors, terms, things and links, by their share."""
    found = {}
    for share in SHARES:

        async def fill(name: str, records: int = records_of(share)) -> None:
            await populate_searched(memory, bare, name, records)

        found[share] = await memory.workspace(await _filled(bare, f"searched-{SCALE:g}-{SHARES[share]:g}", fill))
    await bare.run("CALL db.awaitIndexes(600)")
    return found


def records_of(share: str) -> int:
    """How many records the workspace of that share has."""
    return max(20, round(100_000 * SCALE * SHARES[share]))


async def _filled(bare: Bare, name: str, fill: Callable[[str], Awaitable[None]]) -> str:
    """The workspace, filled unless an earlier run on this server has done it."""
    await bare.run("MATCH (w:Workspace {id: $w}) WHERE w.filled IS NULL SET w.filled = false", w=name)
    found = await bare.run("MATCH (w:Workspace {id: $w}) RETURN w.filled AS filled", w=name)
    if not (found and found[0]["filled"]):
        await fill(name)
        await bare.run("MATCH (w:Workspace {id: $w}) SET w.filled = true", w=name)
    return name
