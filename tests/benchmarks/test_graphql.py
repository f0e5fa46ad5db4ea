"""GraphQL: what the schema costs over graphql-core that resolves the same answer from plain dicts."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from graphql import build_schema, graphql

from graphmem.model.answers.base import EntityBrief, Step
from graphmem.model.answers.impact import Dependent, Impact
from graphmem.workspace import Workspace
from graphmem_api.context import Context
from graphmem_api.extensions import extensions
from graphmem_api.limits import Limits
from graphmem_api.metrics import Metrics
from graphmem_api.schema import make_schema, schema_text
from tests.benchmarks.table import Table

pytestmark = pytest.mark.benchmark
ROUNDS = 40
QUERY = """query ($w: String!) { impact(workspace: $w, name: "redis", depth: 3) { entity { id name type } inCycle truncated
  dependents { hop entity { id name type } path { source target type reason record author since }
    evidence { source target type reason record author since } } } }"""


def answer(dependents: int = 120) -> Impact:
    """An answer as large as the median one of a workspace of a million links."""
    brief = EntityBrief(id="ent_1", name="redis", type="technology")
    step = Step(
        source="a", target="b", type="depends_on", reason="because " * 6, record="rec_1", author="ana", since="2026-10-18"
    )
    found = tuple(
        Dependent(entity=brief.model_copy(update={"id": f"ent_{n}"}), hop=1 + n % 3, path=(step,) * (1 + n % 3), evidence=(step,))
        for n in range(dependents)
    )
    now = datetime.now(UTC)
    return Impact(
        as_of=now, valid_at=now, entity=brief, dependents=found, risks=(), in_cycle=False, truncated=False, risks_truncated=False
    )


class Ready(Workspace):
    """A workspace that has read its answer already: what is measured is what comes after."""

    told: Any = None

    async def _read(self, work: Any, as_of: Any, valid_at: Any) -> Any:
        return self.told


def camel(value: Any) -> Any:
    """The answer as a client's own server would keep it: dicts under GraphQL's names."""
    if isinstance(value, dict):
        return {re.sub(r"_(\w)", lambda m: m[1].upper(), k): camel(v) for k, v in value.items()}
    return [camel(v) for v in value] if isinstance(value, (list, tuple)) else value


async def test_graphql(table: Table) -> None:
    """Our schema, limits included, takes at most 1.5 times what graphql-core takes for the same answer from dicts."""
    handle = Ready(None, "w", "ana")  # type: ignore[arg-type]
    handle.told = answer()
    schema = make_schema(extensions(Limits(), Metrics(), introspection=True))
    plain = build_schema(schema_text())
    root = {"impact": camel(handle.told.model_dump(mode="json"))}

    async def ours() -> Any:
        return (await schema.execute(QUERY, variable_values={"w": "w"}, context_value=Opened(None))).data  # type: ignore[arg-type]

    class Opened(Context):
        """A context whose workspace is open."""

        async def workspace(self, name: str, session: str | None = None) -> Workspace:
            return handle

    async def theirs() -> Any:
        return (await graphql(plain, QUERY, root_value=root, variable_values={"w": "w"})).data

    assert await ours() == await theirs()
    ratios, times = [], []
    for _ in range(ROUNDS):
        own, other = await timed(ours), await timed(theirs)
        ratios.append(own / other)
        times.append(own * 1000)
    ratio, ms = statistics.median(ratios), statistics.median(times)
    table.add(
        "GraphQL, impact with 120 dependents", "≤ 1.5 × graphql-core on dicts", f"{ratio:.2f} × ({ms:.0f} ms)", ratio <= 1.5
    )
    assert ratio <= 1.5


async def timed(work: Callable[[], Awaitable[Any]]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began
