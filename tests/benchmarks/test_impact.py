"""Impact on 100,000 entities and a million links: against the bare walk, with risks, and at a hub."""

from __future__ import annotations

import random
import statistics

import pytest

from graphmem.clock import instants
from graphmem.memory import Memory
from graphmem.read import impact as reading
from graphmem.read.names import find_entity
from graphmem.store import Reader
from tests.benchmarks.bare import Bare, milliseconds, quantile, ratio
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table

pytestmark = pytest.mark.benchmark

# The same walk by hand, level by level, with path, reasons and evidence, and a plain interval instead of the two clocks.
WALK = """
UNWIND $frontier AS id
MATCH (x:Entity {id: id})
CALL (x) {
  MATCH (x)<-[r:DEPENDS_ON|IMPLEMENTS]-(a:Entity) RETURN a, r
  UNION ALL
  MATCH (x)-[r:REQUIRED_BY]->(a:Entity) RETURN a, r
}
WITH x, a, r WHERE r.valid_from <= datetime.transaction() AND datetime.transaction() < r.valid_to AND NOT a.id IN $seen
WITH a, collect({via: x.id, r: r}) AS edges ORDER BY a.name LIMIT $limit
RETURN a.id AS id, a.name AS name, a.type AS type, edges[0].via AS via,
  [e IN edges | {source: startNode(e.r).name, target: endNode(e.r).name, type: type(e.r), reason: e.r.reason,
    record: e.r.record, author: e.r.author, since: toString(e.r.valid_from)}] AS evidence"""


async def _walk(memory: Memory, workspace: str, name: str, depth: int) -> int:
    """The walk of `impact` alone, through the same door: how many dependents it finds."""

    async def work(reader: Reader) -> int:
        found, _ = await reading.dependents(reader, [(await find_entity(reader, name)).id], depth=depth, width=reading.WIDTH)
        return len(found)

    return await memory.store.read(work, workspace=workspace, clocks=instants(None, None))


def _names(rng: random.Random, many: int) -> list[int]:
    """Ordinary entities: from the less popular half."""
    total = int(100_000 * SCALE)
    return [rng.randrange(total // 2, total) for _ in range(many)]


async def test_impact(memory: Memory, bare: Bare, large: str, table: Table) -> None:
    """Depth 3 with paths costs at most one and a half times the bare walk, with risks two and a half times."""
    workspace = await memory.workspace(large)
    theirs, paths, whole, sizes = [], [], [], []
    for n in _names(random.Random(3), 60):
        start, name = f"{large}-e{n}", f"component {n}"
        theirs.append(await milliseconds(lambda s=start: bare.walk(WALK, s, 3, 200)))  # type: ignore[misc]
        paths.append(await milliseconds(lambda m=name: _walk(memory, large, m, 3)))  # type: ignore[misc]
        whole.append(await milliseconds(lambda m=name: workspace.impact(m, depth=3)))  # type: ignore[misc]
        sizes.append(len((await workspace.impact(name, depth=3)).dependents))
    warm = slice(10, None)
    table.walk = statistics.median(theirs[warm])
    reached = ratio(paths[warm], theirs[warm])
    middle = statistics.median(sizes)
    table.add(
        f"impact depth 3 with paths ({middle:.0f} dependents in the median)",
        "≤ 1.5 × bare walk",
        f"{reached:.2f} × ({statistics.median(paths[warm]):.0f} ms)",
        reached <= 1.5,
    )
    reached = ratio(whole[warm], theirs[warm])
    shown = f"{reached:.2f} × ({statistics.median(whole[warm]):.0f} ms, p95 {quantile(whole[warm], 0.95):.0f} ms)"
    table.add("the same with risks", "≤ 2.5 × bare walk", shown, reached <= 2.5)


async def test_hub(memory: Memory, bare: Bare, large: str, table: Table) -> None:
    """A hub of 17,000 links answers within 100 ms at 200 a level."""
    workspace = await memory.workspace(large)
    took, theirs = [], []
    for _ in range(25):
        theirs.append(await milliseconds(lambda: bare.walk(WALK, f"{large}-e0", 2, 200)))
        took.append(await milliseconds(lambda: _walk(memory, large, "component 0", 2)))
    answer = await workspace.impact("component 0", depth=2)
    assert answer.truncated
    middle = statistics.median(took[5:])
    shown = f"{middle:.0f} ms (bare walk {statistics.median(theirs[5:]):.0f} ms)"
    table.add(f"impact of a hub of {int(17_000 * SCALE):,} links, depth 2", "≤ 100 ms", shown, middle <= 100)
