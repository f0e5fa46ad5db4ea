"""The graph of one workspace as plain rows, read by Cypher alone; and its removal. Tests of moving compare and wipe with these."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from graphmem.store import Store

Row = tuple[Any, ...]


async def dump(store: Store, workspace: str) -> list[Row]:
    """Every node and relationship of a workspace with all properties, in one order; the name of the workspace reads `$`."""
    mine = f"(n.workspace = '{workspace}' OR (n:Workspace AND n.id = '{workspace}'))"
    nodes = await store.command(f"MATCH (n) WHERE {mine} RETURN labels(n) AS labels, properties(n) AS row")
    edges = await store.command(
        f"MATCH (n)-[r]->(m) WHERE {mine} RETURN type(r) AS type, properties(r) AS row,"
        " coalesce(n.id, n.key) AS source, coalesce(m.id, m.key) AS target"
    )
    rows = [("node", tuple(sorted(n["labels"])), _plain(n["row"], workspace)) for n in nodes]
    rows += [
        ("edge", e["type"], _named(e["source"], workspace), _named(e["target"], workspace), _plain(e["row"], workspace))
        for e in edges
    ]
    return sorted(rows, key=repr)


async def wipe(store: Store, *workspaces: str) -> None:
    """Deletes workspaces with all they hold, as if they had never been."""
    for name in workspaces:
        await store.command(f"MATCH (n {{workspace: '{name}'}}) DETACH DELETE n")
        await store.command(f"MATCH (w:Workspace {{id: '{name}'}}) DETACH DELETE w")


def _plain(row: dict[str, Any], workspace: str) -> tuple[tuple[str, Any], ...]:
    # The term of the full-text index is a hash of the workspace's name.
    return tuple((k, _value(v, workspace)) for k, v in sorted(row.items()) if k != "scope")


def _value(value: Any, workspace: str) -> Any:
    if isinstance(value, list):
        return tuple(_value(v, workspace) for v in value)
    if isinstance(value, datetime):
        return value.isoformat()
    return _named(value, workspace)


def _named(value: Any, workspace: str) -> Any:
    if not isinstance(value, str):
        return value
    return "$" if value == workspace else value.replace(f"{workspace}\x1f", "$\x1f")
