"""Writing: one record against the bare Cypher that stores the same rows, batches, and writers side by side."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

import pytest

from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.model.records import Record
from graphmem.store import connection
from tests.benchmarks.bare import Bare, milliseconds, quantile, ratio
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table
from tests.conftest import MakeWorkspace
from tests.stating import decision

pytestmark = pytest.mark.benchmark


def record(n: int, kind: str = "s") -> Record:
    """Three entities, two relations."""
    return decision(f"{kind}a{n} depends_on {kind}b{n}", f"{kind}b{n} depends_on {kind}c{n}", reason="the second one calls it")


ENTITIES = "UNWIND $rows AS row MERGE (e:Entity {id: row.p.id}) ON CREATE SET e = row.p, e:Searchable:$(row.label)"
NAMES = """UNWIND $rows AS row MATCH (e:Entity {id: row.entity})
MERGE (n:Name {key: row.p.key}) ON CREATE SET n = row.p MERGE (n)-[:NAMES]->(e)"""
RECORDS = "UNWIND $rows AS row CREATE (r:Record) SET r = row.p, r:Searchable:$(row.label)"
TERMS = """UNWIND $rows AS row MATCH (r:Record {id: row.record})
MERGE (t:Term {key: row.p.key}) ON CREATE SET t = row.p CREATE (r)-[:HAS_TERM]->(t)"""
MENTIONS = """UNWIND $rows AS row MATCH (r:Record {id: row.record}) MATCH (e:Entity {id: row.entity})
CREATE (r)-[m:MENTIONS]->(e) SET m = row.p"""
EDGES = """UNWIND $rows AS row MATCH (a:Entity {id: row.source}) MATCH (b:Entity {id: row.target})
CREATE (a)-[r:$(row.type)]->(b) SET r = row.p"""

STORED = """
MATCH (r:Record) WHERE r.id IN $ids
CALL (r) { MATCH (r)-[m:MENTIONS]->(e:Entity) RETURN collect({record: r.id, entity: e.id, p: properties(m)}) AS mentions }
CALL (r) {
  MATCH (r)-[:MENTIONS]->(e:Entity)<-[:NAMES]-(n:Name)
  RETURN collect({label: [l IN labels(e) WHERE NOT l IN ['Entity', 'Searchable']][0], p: properties(e)}) AS entities,
    collect({entity: e.id, p: properties(n)}) AS names
}
CALL (r) {
  MATCH (a:Entity)-[x:DEPENDS_ON {record: r.id}]->(b:Entity)
  RETURN collect({source: a.id, target: b.id, type: type(x), p: properties(x)}) AS edges
}
RETURN {label: [l IN labels(r) WHERE NOT l IN ['Record', 'Searchable']][0], p: properties(r)} AS record, mentions, entities, names, edges,
  COLLECT { MATCH (r)-[:HAS_TERM]->(t:Term) RETURN {record: r.id, p: properties(t)} } AS terms"""

Statements = list[tuple[str, dict[str, Any]]]


async def by_hand(bare: Bare, receipt: Receipt) -> Statements:
    """The statements that store the same rows once more, under other ids, as a person would write them by hand."""
    rows = await bare.run(STORED, ids=[r.id for r in receipt.records])
    again = _renamed(rows, {"rec_": "bec_", "ent_": "bnt_", "rel_": "bel_", "t-": "b-"})
    return [
        (ENTITIES, {"rows": [e for r in again for e in r["entities"]]}),
        (NAMES, {"rows": [n for r in again for n in r["names"]]}),
        (RECORDS, {"rows": [r["record"] for r in again]}),
        (MENTIONS, {"rows": [m for r in again for m in r["mentions"]]}),
        (EDGES, {"rows": [e for r in again for e in r["edges"]]}),
        # Their own terms: the key begins with a hash of the workspace, which is renamed beside it.
        (TERMS, {"rows": [{**t, "p": {**t["p"], "key": f"b{t['p']['key']}"}} for r in again for t in r["terms"]]}),
    ]


def _renamed(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {k: _renamed(v, words) for k, v in value.items()}
    if isinstance(value, list):
        return [_renamed(v, words) for v in value]
    if isinstance(value, str):
        for old, new in words.items():
            value = value.replace(old, new)
    return value


async def test_remember_one(make_workspace: MakeWorkspace, bare: Bare, table: Table) -> None:
    """A record costs at most one and a half times the bare Cypher that stores the same rows."""
    workspace = await make_workspace()
    for n in range(20):
        await bare.together(await by_hand(bare, await workspace.remember(record(n, "w"))))
    ours, theirs = [], []
    for n in range(150):
        start = time.perf_counter()
        receipt = await workspace.remember(record(n))
        ours.append((time.perf_counter() - start) * 1000)
        rows = await by_hand(bare, receipt)
        theirs.append(await milliseconds(lambda rows=rows: bare.together(rows)))  # type: ignore[misc]
    reached = ratio(ours, theirs)
    middle, late, bare_middle = statistics.median(ours), quantile(ours, 0.95), statistics.median(theirs)
    shown = f"{reached:.2f} × ({middle:.0f} ms, p95 {late:.0f} ms; bare {bare_middle:.0f} ms)"
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


async def test_batches(make_workspace: MakeWorkspace, bare: Bare, table: Table) -> None:
    """Ten thousand records in batches of 500 reach at least 60 % of the bare rate."""
    workspace = await make_workspace()
    ours, theirs = [], []
    for batch in range(max(2, int(20 * SCALE))):
        records = [record(batch * 500 + n) for n in range(500)]
        start = time.perf_counter()
        receipt = await workspace.remember(*records)
        ours.append((time.perf_counter() - start) * 1000)
        rows = await by_hand(bare, receipt)
        theirs.append(await milliseconds(lambda rows=rows: bare.together(rows)))  # type: ignore[misc]
    share = 1 / ratio(ours, theirs)
    rate, bare_rate = 500_000 / statistics.median(ours), 500_000 / statistics.median(theirs)
    shown = f"{share:.0%} ({rate:.0f} records/s, bare {bare_rate:.0f})"
    table.add(f"remember {len(ours) * 500:,} in batches", "≥ 60 % of bare", shown, share >= 0.6)


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
