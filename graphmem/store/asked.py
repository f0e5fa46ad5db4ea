"""Running a statement that a model wrote and the guard wrote anew: read access, explained first, its time, rows and bytes capped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from graphmem.clock import Instants
from graphmem.errors import DatabaseTimeout, QueryRefused, WorkspaceNotFound
from graphmem.model.times import OPEN, shown_time
from graphmem.store.connection import Clocks, Plan, Store, Transaction, _operators
from graphmem.store.driver import (
    AsyncManagedTransaction,
    AsyncSession,
    ClientError,
    mapped,
    neo4j,
    plain,
    through,
    unit_of_work,
    values_of,
)

SECONDS = 8.0  # that the statement may take in the database
GRACE = 4.0  # more that we wait: what the server does not stop by itself is left behind with its connection
BYTES = 256_000  # of an answer


@dataclass(frozen=True, slots=True)
class Caps:
    """How much an answer may be."""

    rows: int
    bytes: int = BYTES
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Asked:
    """The rows of a statement as plain values, what they are called, and whether there were more."""

    clocks: Clocks
    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    truncated: bool


async def run_asked(
    store: Store, text: str, params: Mapping[str, Any], *, workspace: str, clocks: Instants, check: Callable[[Plan], None],
    caps: Caps, hidden: Callable[[str], bool],
) -> Asked:  # fmt: skip
    """Explains the statement, lets `check` look at its plan, and runs it. Raises `QueryRefused`, or `DatabaseTimeout`."""

    @unit_of_work(timeout=caps.seconds)
    async def transaction(tx: AsyncManagedTransaction) -> Asked:
        opening = await Transaction(tx, workspace).rows("read/clock")
        if not opening:
            raise WorkspaceNotFound(workspace)
        at = Clocks(*clocks(opening[0]["clock"], opening[0]["now"]))
        given = {**params, "workspace": workspace, "as_of": through(at.as_of), "valid_at": through(at.valid_at)}
        check(await _explained(tx, text, given))
        return await _read(tx, text, given, at, caps, hidden)

    try:
        async with store.asking, asyncio.timeout(caps.seconds + GRACE):
            with mapped():
                async with _session(store) as session:
                    return await session.execute_read(transaction)
    except TimeoutError as error:
        raise DatabaseTimeout("The statement took longer than a question may; ask for less.") from error


def _session(store: Store) -> AsyncSession:
    """A session of its own: remarks about words that a model made up are nobody's concern."""
    return store._driver.session(
        database=store._database,
        default_access_mode=neo4j.READ_ACCESS,
        bookmark_manager=store._driver.execute_query_bookmark_manager,
        notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
        fetch_size=50,
    )


async def _explained(tx: AsyncManagedTransaction, text: str, given: Mapping[str, Any]) -> Plan:
    """The plan; what the server cannot read is refused, in words that hold no value of the store."""
    try:
        result = await tx.run("EXPLAIN " + text, dict(given))
        columns, summary = tuple(result.keys()), await result.consume()
    except ClientError as error:
        if "Statement" not in (error.code or "") or "Timeout" in (error.code or ""):
            raise
        raise QueryRefused(f"the database cannot read it ({(error.message or '').splitlines()[0][:200]})") from error
    return Plan(columns, summary.query_type or "", tuple(_operators(summary.plan)))


async def _read(
    tx: AsyncManagedTransaction, text: str, given: Mapping[str, Any], at: Clocks, caps: Caps, hidden: Callable[[str], bool]
) -> Asked:
    """Row by row until a cap is reached; the rest is never fetched."""
    try:
        result = await tx.run(text, dict(given))
        rows: list[dict[str, Any]] = []
        size = 0
        async for record in result:
            row = {key: shown(value, hidden) for key, value in values_of(record)}
            size += len(repr(row))
            if len(rows) == caps.rows or size > caps.bytes:
                return Asked(at, tuple(result.keys()), tuple(rows), truncated=True)
            rows.append(row)
        return Asked(at, tuple(result.keys()), tuple(rows), truncated=False)
    except ClientError as error:
        if "Timeout" in (error.code or "") or "TimedOut" in (error.code or ""):
            raise
        raise QueryRefused("the database could not run it, for a value in it has the wrong type") from error


def shown(value: Any, hidden: Callable[[str], bool]) -> Any:
    """A value as it may be told: nodes and relationships as maps without what is hidden, times as texts, an open end as nothing."""
    if isinstance(value, neo4j.graph.Node):
        return {"labels": sorted(value.labels - {"Searchable"}), **_properties(value, hidden)}
    if isinstance(value, neo4j.graph.Relationship):
        ends = {f"{end}_id": node.get("id") for end, node in zip(("source", "target"), value.nodes, strict=True) if node}
        return {"type": value.type, **ends, **{k: v for k, v in _properties(value, hidden).items() if k != "type"}}
    if isinstance(value, neo4j.graph.Path):
        return {"nodes": [shown(n, hidden) for n in value.nodes], "links": [shown(r, hidden) for r in value.relationships]}
    if isinstance(value, list | tuple | set) and not hasattr(value, "iso_format"):
        return [shown(item, hidden) for item in value]
    if isinstance(value, dict):
        return {key: shown(item, hidden) for key, item in value.items() if not hidden(key)}
    return _scalar(plain(value))


def _properties(held: Any, hidden: Callable[[str], bool]) -> dict[str, Any]:
    return dict(_told(held, hidden))


def _told(held: Any, hidden: Callable[[str], bool]) -> Iterator[tuple[str, Any]]:
    for key, value in sorted(held.items()):
        if not hidden(key):
            yield key, shown(value, hidden)


def _scalar(value: Any) -> Any:
    if isinstance(value, datetime):
        return None if value >= OPEN else shown_time(value)
    if isinstance(value, date):
        return value.isoformat()
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
