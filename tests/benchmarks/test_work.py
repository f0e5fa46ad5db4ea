"""Work memory at 10,000 corrected tasks: capture against the bare Cypher that stores the same rows, recall, and consolidation."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence
from typing import Any

import pytest

from graphmem.embed.base import BUILT_IN, open_embedder
from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.settings import Settings
from graphmem.work.consolidate import weighing_of
from graphmem.work.stating import correction_text, found_by, request_key, task_text, title_of
from graphmem.workspace import Workspace
from tests.benchmarks.bare import Bare, milliseconds, quantile, ratio
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table
from tests.stating import decision

pytestmark = pytest.mark.benchmark

TASKS = int(10_000 * SCALE)
BATCH = 500
AREAS = 200  # tags that the tasks have, one each
WHY = "the house style says so"

TASK = "CREATE (t:Task:Searchable) SET t = $p"
CITED = """UNWIND $rows AS row MATCH (t:Task {id: row.task}) MERGE (x:Source {id: row.p.id}) ON CREATE SET x = row.p
CREATE (t)-[c:CITED]->(x) SET c = row.edge"""
USED = """UNWIND $rows AS row MATCH (t:Task {id: row.task}) MERGE (x:Tool {id: row.p.id}) ON CREATE SET x = row.p
CREATE (t)-[c:USED]->(x) SET c = row.edge"""
MENTIONED = """UNWIND $rows AS row MATCH (t:Task {id: row.task}) MATCH (e:Entity {id: row.entity})
CREATE (t)-[m:MENTIONS]->(e) SET m = row.p"""
CORRECTED = """UNWIND $rows AS row MATCH (t:Task {id: row.task})
CREATE (t)-[x:CORRECTED_BY]->(c:Correction:Searchable) SET c = row.p, x = row.edge"""
STORED = """
MATCH (t:Task {id: $id})
RETURN properties(t) AS task,
  COLLECT { MATCH (t)-[c:CITED]->(x) RETURN {p: properties(x), edge: properties(c)} } AS cited,
  COLLECT { MATCH (t)-[c:USED]->(x) RETURN {p: properties(x), edge: properties(c)} } AS used,
  COLLECT { MATCH (t)-[m:MENTIONS]->(e) RETURN {entity: e.id, p: properties(m)} } AS mentions,
  COLLECT { MATCH (t)-[x:CORRECTED_BY]->(c) RETURN {p: properties(c), edge: properties(x)} } AS corrections"""
FILL = """
UNWIND $rows AS row
CREATE (t:Task:Searchable) SET t = $task, t += row.task
CREATE (t)-[:CORRECTED_BY {recorded_at: $at}]->(c:Correction:Searchable) SET c = $correction, c += row.correction
WITH t, row
MATCH (e:Entity {id: $entities[row.n % size($entities)]})
CREATE (t)-[m:MENTIONS]->(e) SET m = $mention, m.id = 'men_' + t.id, m.record = t.id, m.stated = e.id, m.name = e.name"""


async def capture(workspace: Workspace, n: int) -> Receipt:
    """A task as an agent tells it: two sources, two tools, one correction, two things that the memory knows."""
    return await workspace.record_task(
        f"write report {n} of part{n % 20} for store{n % 20}", f"report {n} is written", "partial",
        sources=[{"ref": f"docs/{n % 50}.md", "held_up": True}, {"ref": "docs/style.md"}],
        tools=[{"name": "pandas", "right": True}, {"name": "sed", "right": False}],
        corrections=[{"wrong": f"report {n} was in dollars", "right": f"write report {n} in euros", "why": WHY}],
    )  # fmt: skip


async def by_hand(bare: Bare, receipt: Receipt) -> list[tuple[str, dict[str, Any]]]:
    """The statements that store the same rows once more, under other ids."""
    (row,) = await bare.run(STORED, id=receipt.id)
    id_ = f"b{row['task']['id']}"

    def rows(name: str, prefix: str) -> dict[str, Any]:
        return {"rows": [{**r, "task": id_, "p": {**r["p"], "id": f"{prefix}{r['p']['id']}"}} for r in row[name]]}

    return [
        (TASK, {"p": {**row["task"], "id": id_}}), (CITED, rows("cited", "b")), (USED, rows("used", "b")),
        (MENTIONED, rows("mentions", "b")), (CORRECTED, rows("corrections", "b")),
    ]  # fmt: skip


@pytest.fixture(scope="module")
async def working(memory: Memory, bare: Bare) -> Workspace:
    """A workspace with the tasks: half of their corrections repeat one of a hundred habits in other words, half are one of a kind."""
    workspace = await memory.workspace(f"work-{TASKS}-{time.time_ns()}", create=True, author="ana")
    await workspace.remember(*(decision(f"part{n} depends_on store{n}") for n in range(20)))
    first = await capture(workspace, 0)
    (row,) = await bare.run(STORED, id=first.id)
    await _fill(memory, bare, workspace, row)
    return workspace


async def _fill(memory: Memory, bare: Bare, workspace: Workspace, like: dict[str, Any]) -> None:
    told = _told(TASKS)
    model, slot = open_embedder(BUILT_IN["static"][0], Settings()), weighing_of(memory.store)[1]
    requests = [(f"make {wrong.split()[-1]} {n}", "made") for n, (wrong, _) in enumerate(told)]
    asked = model.embed([task_text(*r) for r in requests])
    said = model.embed([correction_text({"right": right, "wrong": wrong, "why": WHY}) for wrong, right in told])
    rows = [
        _row(workspace.name, n, requests[n], told[n], {f"vector_{slot}": list(map(float, asked[n]))},
             {f"vector_{slot}": list(map(float, said[n]))})
        for n in range(len(told))
    ]  # fmt: skip
    fixed = {
        "task": _unnamed(like["task"]), "correction": _unnamed(like["corrections"][0]["p"]),
        "mention": _unnamed(like["mentions"][0]["p"]),
        "at": like["task"]["recorded_at"], "entities": [m["entity"] for m in like["mentions"]],
    }  # fmt: skip
    await bare.many(FILL, rows, BATCH, **fixed)


def _unnamed(row: dict[str, Any]) -> dict[str, Any]:
    """The row without its id, which is no other row's."""
    return {key: value for key, value in row.items() if key != "id"}


def _row(
    workspace: str, n: int, request: tuple[str, str], told: tuple[str, str], asked: dict[str, Any], said: dict[str, Any]
) -> dict[str, Any]:
    task, (wrong, right) = f"tsk_{workspace}_{n}", told
    words = found_by(workspace, task_text(*request))
    more = found_by(workspace, correction_text({"right": right, "wrong": wrong, "why": WHY}))
    named = {
        "id": task,
        "seq": n,
        "tags": [f"area{n % AREAS}"],
        "request": request[0],
        "title": title_of(request[0]),
        "key": request_key(request[0]),
    }
    correction = {"id": f"cor_{workspace}_{n}", "task": task, "target": task, "wrong": wrong, "right": right, "title": right}
    return {"n": n, "task": {**named, **words, **asked}, "correction": {**correction, **more, **said}}


def _told(many: int) -> list[tuple[str, str]]:
    """Corrections, the same in each run."""
    rng = random.Random(7)
    words = ["".join(rng.choice(("ka", "ro", "mi", "tel", "su", "van", "pli", "dor")) for _ in range(3)) for _ in range(1_500)]
    habits = [(words[n], words[n + 100], words[n + 200]) for n in range(100)]
    ways = ("write every {0} in {1} {2}", "{0} is written in {1} {2}", "use {1} {2} for a {0}")
    found: list[tuple[str, str]] = []
    for n in range(many):
        if n % 2:
            a, b, c = habits[n // 2 % len(habits)]
            found.append(
                (f"{rng.choice(('no', 'another', 'the wrong'))} {b} {c} in the {a}", ways[rng.randrange(3)].format(a, b, c))
            )
        else:
            found.append((_of(rng, words), _of(rng, words)))
    return found


def _of(rng: random.Random, words: Sequence[str]) -> str:
    return " ".join(rng.choices(words, k=6))


async def test_capture(working: Workspace, bare: Bare, table: Table) -> None:
    """A task costs at most one and a half times the bare Cypher that stores the same rows."""
    ours, theirs = [], []
    for n in range(120):
        start = time.perf_counter()
        receipt = await capture(working, n)
        ours.append((time.perf_counter() - start) * 1000)
        rows = await by_hand(bare, receipt)
        theirs.append(await milliseconds(lambda rows=rows: bare.together(rows)))  # type: ignore[misc]
    warm = slice(20, None)
    reached = ratio(ours[warm], theirs[warm])
    middle, late = statistics.median(ours[warm]), quantile(ours[warm], 0.95)
    shown = f"{reached:.2f} × ({middle:.0f} ms, p95 {late:.0f} ms; bare {statistics.median(theirs[warm]):.0f} ms)"
    table.add("record a task (2 sources, 2 tools, 1 correction), vectors made too", "≤ 1.5 × bare", shown, reached <= 1.5)
    counts = (await working.task(receipt.id or "")).sources
    assert len(counts) == 2


async def test_recall(working: Workspace, table: Table) -> None:
    """What earlier work says about a task comes within a tenth of a second."""
    took = [
        await milliseconds(lambda n=n: working.recall(f"write report {n} of part{n % 20}", tags=[f"area{n}"])) for n in range(40)
    ]  # type: ignore[misc]
    unused = [await milliseconds(lambda n=n: working.recall(f"write report {n} of part{n % 20}", tags=["x"])) for n in range(40)]  # type: ignore[misc]
    for told, times in (("", took), (", with a tag that none has", unused)):
        middle, late = statistics.median(times[10:]), quantile(times[10:], 0.95)
        table.add(f"recall among {TASKS:,} tasks{told}", "≤ 100 ms", f"{middle:.0f} ms, p95 {late:.0f} ms", middle <= 100)
    assert (await working.recall("write report 3 of part3")).tasks


async def test_consolidation(working: Workspace, table: Table) -> None:
    """A pass over all corrections takes at most half a minute, and finds the habits."""
    start = time.perf_counter()
    done = await working.consolidate()
    took = time.perf_counter() - start
    table.add(
        f"consolidate {done.corrections:,} corrections", "≤ 30 s", f"{took:.1f} s, {len(done.created)} candidates", took <= 30
    )
    assert len(done.created) >= min(100, TASKS // 20)
