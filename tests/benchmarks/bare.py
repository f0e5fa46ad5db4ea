"""The bare side of a comparison: the driver, a statement, nothing else; and the medians of paired runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import neo4j

from graphmem.local import Endpoint


class Bare:
    """Statements run by the driver alone, each in a transaction of its own."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.driver = neo4j.AsyncGraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))

    async def close(self) -> None:
        await self.driver.close()

    async def run(self, text: str, **params: Any) -> list[dict[str, Any]]:
        records, _, _ = await self.driver.execute_query(text, params, database_="neo4j")
        return [r.data() for r in records]

    async def many(self, text: str, rows: Sequence[Any], batch: int, **params: Any) -> None:
        for at in range(0, len(rows), batch):
            await self.run(text, rows=rows[at : at + batch], **params)

    async def together(self, statements: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """Several statements in one managed write transaction."""

        async def work(tx: neo4j.AsyncManagedTransaction) -> None:
            for text, params in statements:
                result = await tx.run(text, params)
                await result.consume()

        async with self.driver.session(database="neo4j") as session:
            await session.execute_write(work)

    async def walk(self, text: str, start: str, depth: int, limit: int) -> dict[str, list[Any]]:
        """A walk level by level in one read transaction, with the path to each thing found."""

        async def work(tx: neo4j.AsyncManagedTransaction) -> dict[str, list[Any]]:
            paths: dict[str, list[Any]] = {start: []}
            frontier = [start]
            for _ in range(depth):
                result = await tx.run(text, {"frontier": frontier, "seen": list(paths), "limit": limit})
                rows = [record.data() async for record in result]
                paths |= {r["id"]: [*paths[r["via"]], r["evidence"][0]] for r in rows}
                frontier = [r["id"] for r in rows]
                if not frontier:
                    break
            return paths

        async with self.driver.session(database="neo4j", default_access_mode=neo4j.READ_ACCESS) as session:
            return await session.execute_read(work)


async def milliseconds(work: Callable[[], Awaitable[Any]]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    await work()
    return (time.perf_counter() - start) * 1000


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of them lie."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def ratio(ours: Sequence[float], bare: Sequence[float]) -> float:
    """The median of the ratios, pair by pair: both sides of a pair saw the same machine."""
    return statistics.median(a / b for a, b in zip(ours, bare, strict=True))
