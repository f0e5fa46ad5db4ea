"""What the tests of acts share: the whole workspace as stored, every text in it, and short readings of receipts and refusals."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Iterator
from typing import Any

import pytest

from graphmem.errors import Refused
from graphmem.model.receipts import EndedLine, Receipt
from graphmem.workspace import Workspace


async def nodes(workspace: Workspace) -> list[dict[str, Any]]:
    """Every node of the workspace with its labels and properties."""
    name = workspace.name
    return await workspace._store.command(
        f"MATCH (n) WHERE n.workspace = '{name}' OR (n:Workspace AND n.id = '{name}') "
        "RETURN labels(n) AS labels, properties(n) AS properties"
    )


async def edges(workspace: Workspace) -> list[dict[str, Any]]:
    """Every relationship that begins at a node of the workspace, with the keys of its two ends."""
    return await workspace._store.command(
        f"MATCH (n)-[r]->(m) WHERE n.workspace = '{workspace.name}' "
        "RETURN type(r) AS type, properties(r) AS properties, coalesce(n.id, n.key) AS source, coalesce(m.id, m.key) AS target"
    )


async def stored(workspace: Workspace) -> list[str]:
    """The whole workspace as sorted lines: equal exactly when nothing in it differs."""
    rows = [*await nodes(workspace), *await edges(workspace)]
    return sorted(json.dumps(row, sort_keys=True, default=str) for row in rows)


async def texts(workspace: Workspace) -> list[str]:
    """Every text property of every node and relationship of the workspace, those in lists too."""
    rows = [*await nodes(workspace), *await edges(workspace)]
    return [text for row in rows for value in row["properties"].values() for text in _texts(value)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))


async def count(workspace: Workspace, pattern: str) -> int:
    """How often a pattern such as `(x:Record)` occurs; its `x` must belong to the workspace."""
    rows = await workspace._store.command(f"MATCH {pattern} WHERE x.workspace = '{workspace.name}' RETURN count(x) AS n")
    return int(rows[0]["n"])


def codes(receipt: Receipt) -> list[str]:
    """The codes of the warnings, in order."""
    return [w.code for w in receipt.warnings]


def warning(receipt: Receipt, code: str) -> str:
    """The message of the one warning of this code."""
    (message,) = [w.message for w in receipt.warnings if w.code == code]
    return message


def links(lines: tuple[EndedLine, ...]) -> list[str]:
    """The links among ended lines, in order."""
    return [line.link for line in lines if line.link]


def records(lines: tuple[EndedLine, ...]) -> list[tuple[str, str]]:
    """The records among ended lines with how they ended."""
    return [(line.record, line.reason) for line in lines if line.record]


async def refusals(act: Awaitable[Any]) -> list[tuple[str, str]]:
    """The path and the code of every rule that the act broke; fails when it is not refused."""
    with pytest.raises(Refused) as refused:
        await act
    return [(r.path, r.code) for r in refused.value.refusals]


async def dependents(workspace: Workspace, name: str, **clocks: Any) -> list[str]:
    """Whom a change of `name` reaches directly."""
    return [d.entity.name for d in (await workspace.impact(name, depth=1, **clocks)).dependents]


async def current(workspace: Workspace, record: str, **clocks: Any) -> bool:
    """Whether a record holds."""
    return (await workspace.record(record, **clocks)).record.holds


async def removed(workspace: Workspace, name: str, **clocks: Any) -> bool:
    """Whether an entity is marked as removed."""
    return (await workspace.entity(name, **clocks)).removed is not None


async def unsolved(workspace: Workspace, **clocks: Any) -> list[str]:
    """The problems that are open."""
    return [line.entity.name for line in (await workspace.radar(**clocks)).unsolved_problems.lines]
