"""What the benchmarks share: the bare driver, the large workspace, and the table that they fill."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from graphmem.local import Endpoint
from graphmem.memory import Memory
from tests.benchmarks.bare import Bare
from tests.benchmarks.generator import Sizes, populate
from tests.benchmarks.table import Table

SCALE = float(os.environ.get("GRAPHMEM_BENCH_SCALE", "1"))
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
    """The name of a workspace of 100,000 entities, a million links and 100,000 records (times the scale)."""
    sizes = Sizes(int(100_000 * SCALE), int(1_000_000 * SCALE), int(100_000 * SCALE), int(17_000 * SCALE))
    name = f"large-{SCALE:g}"
    await bare.run("MATCH (w:Workspace {id: $w}) WHERE w.filled IS NULL SET w.filled = false", w=name)
    found = await bare.run("MATCH (w:Workspace {id: $w}) RETURN w.filled AS filled", w=name)
    if not (found and found[0]["filled"]):
        await populate(memory, bare, name, sizes)
        await bare.run("MATCH (w:Workspace {id: $w}) SET w.filled = true", w=name)
    return name
