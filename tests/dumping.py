"""The graph of one workspace as plain rows, read by Cypher alone; and its removal. Tests of moving compare and wipe with these."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from graphmem.model.ontology import KEYS
from graphmem.store import Store
from graphmem.store.driver import plain
from graphmem.store.schema import WORK

Row = tuple[Any, ...]


# Each label with the predicate by which an index finds the nodes of a workspace: the store of the tests is shared and large.
FOUND_BY = {
    "Workspace": "n.id = $workspace",
    "Session": "n.workspace = $workspace",
    "Record": "n.workspace = $workspace AND n.seq >= 0",
    "Entity": "n.workspace = $workspace AND n.name >= ''",
    "Name": "n.key STARTS WITH $workspace + '\u001f'",
    "File": "n.workspace = $workspace AND n.path >= ''",
    "Document": "n.workspace = $workspace AND n.name >= ''",
    "Chunk": "n.workspace = $workspace AND n.document >= ''",
    "Conversation": "n.workspace = $workspace AND n.name >= ''",
    "Message": "n.workspace = $workspace AND n.conversation >= ''",
    "Term": "n.workspace = $workspace",
    "Description": "n.workspace = $workspace",
    "Removal": "n.workspace = $workspace",
    "Dismissal": "n.workspace = $workspace AND n.key >= ''",
    "Merge": "n.workspace = $workspace AND n.seq >= 0",
    "Act": "n.workspace = $workspace AND n.seq >= 0",
    "Request": "n.key STARTS WITH $workspace + '\u001f'",
    "Tombstone": "n.workspace = $workspace",
    "Topic": "n.workspace = $workspace AND n.place >= 0",
    "TopicRun": "n.workspace = $workspace AND n.seq >= 0",
    "Card": "n.workspace = $workspace AND n.kind >= '' AND n.seq >= 0",
    "OntologyVersion": "n.workspace = $workspace AND n.version >= 1",
    "Job": "n.workspace = $workspace AND n.seq >= 0",
    "Extraction": "n.workspace = $workspace AND n.document >= ''",
    **dict.fromkeys(WORK, "n.workspace = $workspace AND n.seq >= 0"),
}
ALL = " UNION ".join(f"MATCH (n:{label}) WHERE {found} RETURN n" for label, found in FOUND_BY.items())


# What follows from the rest: words, vectors, and the term of the full-text index, which is a hash of the workspace's name; and when
# rows of a file came in, which belongs to the store.
FOLLOWS = {"scope", "lexical", "vector_a", "vector_b", "unembedded", "arrived"}


async def dump(store: Store, workspace: str) -> list[Row]:
    """Every node and relationship of a workspace with all properties, in one order; the name of the workspace reads `$`."""
    assert set(KEYS) - set(FOUND_BY) == {"SchemaMigration", "SchemaLock", "Embedding", "Token"}
    found = await run(
        store,
        f"CALL () {{ {ALL} }} RETURN labels(n) AS labels, properties(n) AS row, COLLECT {{ MATCH (n)-[r]->(m)"
        " RETURN [type(r), properties(r), coalesce(n.id, n.key), coalesce(m.id, m.key)] } AS edges",
        workspace=workspace,
    )
    rows: list[Row] = [("node", tuple(sorted(n["labels"])), _plain(n["row"], workspace)) for n in found]
    rows = [row for row in rows if row[1] != ("Term",)]
    for type_, row, source, target in (edge for n in found for edge in n["edges"] if edge[0] != "HAS_TERM"):
        rows.append(("edge", type_, _named(source, workspace), _named(target, workspace), _plain(row, workspace)))
    return sorted(rows, key=repr)


async def wipe(store: Store, *workspaces: str) -> None:
    """Deletes workspaces with all they hold, as if they had never been."""
    for name in workspaces:
        await run(store, f"CALL () {{ {ALL} }} DETACH DELETE n", workspace=name)


async def run(store: Store, text: str, **params: Any) -> list[dict[str, Any]]:
    """The rows of any text, with parameters: a text that the server has seen needs no new plan."""
    async with store._session("WRITE") as session:
        result = await session.run(text, params)
        return [{key: plain(record[key]) for key in record.keys()} async for record in result]  # noqa: SIM118


def _plain(row: dict[str, Any], workspace: str) -> tuple[tuple[str, Any], ...]:
    return tuple((k, _value(v, workspace)) for k, v in sorted(row.items()) if k not in FOLLOWS)


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
