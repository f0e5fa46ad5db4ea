"""Writing: one record against the bare Cypher that stores the same rows, batches, and writers side by side."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

import pytest

from graphmem.memory import Memory
from graphmem.model.records import Record
from graphmem.store import connection
from graphmem.store.statements import statement
from graphmem.workspace import Workspace
from tests.benchmarks.bare import Bare, milliseconds, quantile, ratio
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table
from tests.conftest import MakeWorkspace
from tests.stating import decision

pytestmark = pytest.mark.benchmark

STORING = ("write/nodes", "write/links")


def record(n: int, kind: str = "s") -> Record:
    """Three entities, two relations."""
    return decision(f"{kind}a{n} depends_on {kind}b{n}", f"{kind}b{n} depends_on {kind}c{n}", reason="the second one calls it")


async def stored_rows(workspace: Workspace, records: list[Record], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """The storing statements of a request with their parameters, taken from a dry run, which leaves nothing behind."""
    seen: list[tuple[str, dict[str, Any]]] = []
    rows = connection.Transaction.rows

    async def noted(self: connection.Transaction, name: str, /, **params: Any) -> list[dict[str, Any]]:
        if name in STORING:
            found = statement(name)
            seen.append((found.text, self._params(found, params)))
        return await rows(self, name, **params)

    with monkeypatch.context() as patch:
        patch.setattr(connection.Transaction, "rows", noted)
        await workspace.remember(*records, dry_run=True)
    return seen


async def test_remember_one(make_workspace: MakeWorkspace, bare: Bare, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record costs at most one and a half times the bare Cypher that stores the same rows."""
    workspace, other = await make_workspace(), await make_workspace()
    for n in range(20):
        await workspace.remember(record(n, "w"))
    ours, theirs = [], []
    for n in range(150):
        rows = await stored_rows(other, [record(n)], monkeypatch)
        theirs.append(await milliseconds(lambda rows=rows: bare.together(rows)))  # type: ignore[misc]
        ours.append(await milliseconds(lambda n=n: workspace.remember(record(n))))  # type: ignore[misc]
    reached = ratio(ours, theirs)
    shown = f"{reached:.2f} × ({statistics.median(ours):.0f} ms, p95 {quantile(ours, 0.95):.0f} ms)"
    table.add("remember one record (3 entities, 2 relations)", "≤ 1.5 × bare", shown, reached <= 1.5)


async def test_round_trips(make_workspace: MakeWorkspace, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record takes at most three round trips before the commit."""
    workspace, trips = await make_workspace(), []
    write = connection.Store.write

    async def counted(self: connection.Store, work: Any, **given: Any) -> Any:
        async def noted(writer: connection.Writer) -> Any:
            result = await work(writer)
            trips.append(writer.trips)
            return result

        return await write(self, noted, **given)

    with monkeypatch.context() as patch:
        patch.setattr(connection.Store, "write", counted)
        await workspace.remember(record(1))
    assert trips == [3]
    table.add("round trips before the commit", "≤ 3", "3, one transaction", True)


async def test_batches(make_workspace: MakeWorkspace, bare: Bare, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand records in batches of 500 reach at least 60 % of the bare rate."""
    workspace, other = await make_workspace(), await make_workspace()
    ours, theirs = [], []
    for batch in range(max(2, int(20 * SCALE))):
        records = [record(batch * 500 + n) for n in range(500)]
        rows = await stored_rows(other, records, monkeypatch)
        theirs.append(await milliseconds(lambda rows=rows: bare.together(rows)))  # type: ignore[misc]
        ours.append(await milliseconds(lambda records=records: workspace.remember(*records)))  # type: ignore[misc]
    share = 1 / ratio(ours, theirs)
    rate = 500_000 / statistics.median(ours)
    table.add(f"remember {len(ours) * 500:,} in batches", "≥ 60 % of bare", f"{share:.0%} ({rate:.0f} records/s)", share >= 0.6)


async def test_writers(memory: Memory, make_workspace: MakeWorkspace, bare: Bare, table: Table) -> None:
    """Eight writers on the same names: no error, no duplicate."""
    workspace = await make_workspace()
    start = time.perf_counter()

    async def writer(who: int) -> None:
        mine = await memory.workspace(workspace.name, author=f"w{who}")
        for n in range(25):
            await mine.remember(decision(f"n{n % 7} depends_on n{(n + 1) % 7}"))

    await asyncio.gather(*(writer(n) for n in range(8)))
    took = time.perf_counter() - start
    rows = await bare.run("MATCH (e:Entity {workspace: $w}) RETURN count(e) AS n", w=workspace.name)
    assert rows[0]["n"] == 7
    edges = await bare.run("MATCH (:Entity {workspace: $w})-[r:DEPENDS_ON]->() RETURN count(r) AS n", w=workspace.name)
    assert edges[0]["n"] == 200
    table.add("8 writers on the same names", "0 errors, 0 duplicates", f"0, 0 ({200 / took:.0f} records/s)", True)
