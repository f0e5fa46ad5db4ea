"""A server of the contracts' own: nothing but the migrations has named a label, a type or a key in its database."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator

import pytest

from graphmem.local import Endpoint, LocalServer
from graphmem.model.ontology import KEYS, SEARCHABLE, STRUCTURE
from graphmem.settings import cache_folder
from graphmem.store import Store
from graphmem.store.migrations import migrate
from graphmem.store.schema import EDGE_TYPES, NODE_INDEXES

ROWS = 800  # nodes a label: on a nearly empty database the planner prefers scans, and no plan could be told from another


@pytest.fixture(scope="session")
def own_endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    """Where the contracts' server answers."""
    server = LocalServer(tmp_path_factory.mktemp("contracts"), cache_folder(), heap="768m", pagecache="128m")
    try:
        yield server.up()
    finally:
        server.down()


@pytest.fixture(scope="session")
async def seeded(own_endpoint: Endpoint) -> AsyncIterator[Store]:
    """A store right after its migrations, with thousands of nodes and edges of every kind: its plans are those of a store in use."""
    store = await Store.connect(own_endpoint.uri, own_endpoint.user, own_endpoint.password)
    await migrate(store)
    await _seed(store)
    yield store
    await store.close()


async def _seed(store: Store) -> None:
    for label, key in KEYS.items():
        keyed = {p for name, ps in NODE_INDEXES if name == label for p in ps} | {key}
        values = ", ".join(f"{p}: {_value(p, unique=p == key)}" for p in sorted(keyed))
        found = f":{SEARCHABLE}" if label in ("Record", "Entity", "Chunk", "Message") else ""
        await store.command(f"UNWIND range(1, {ROWS}) AS n CREATE (:{label}{found} {{{values}}})")
    for type_, source, target in dict.fromkeys(_edges()):
        await store.command(
            f"UNWIND range(1, {ROWS}) AS n MATCH (a:{source} {{{KEYS[source]}: 'x' + n}}) "
            f"MATCH (b:{target} {{{KEYS[target]}: 'x' + (1 + (n * 7) % {ROWS})}}) "
            f"CREATE (a)-[:{type_} {{id: '{source}-' + n, workspace: 'w' + (n % 50), record: 'x' + n, "
            "ended_at: datetime(), valid_to: datetime()}]->(b)"
        )
    await store.command("CALL db.awaitIndexes(120)")
    await store.command("CALL db.clearQueryCaches()")


def _edges() -> Iterator[tuple[str, str, str]]:
    return itertools.chain(((t, "Entity", "Entity") for t in EDGE_TYPES), ((t, s, e) for t, s, e, _ in STRUCTURE))


def _value(key: str, *, unique: bool) -> str:
    if unique:
        return "'x' + n"
    return "'w' + (n % 50)" if key == "workspace" else "'v' + n"
