"""A server apart, for tests that break a store on purpose or look at everything that it holds; one process runs them all in turn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from graphmem.local import Endpoint, LocalServer
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from graphmem.store import Store

LATER = "0099"  # the number of a migration of a version to come


@pytest.fixture(scope="session")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A running server with an empty store."""
    server = LocalServer(tmp_path_factory.mktemp("apart"), cache_folder(), heap="512m", pagecache="64m")
    try:
        server.up()
        yield server
    finally:
        server.down()


@pytest.fixture
def own_endpoint(own_server: LocalServer) -> Endpoint:
    """Where that server answers."""
    return own_server.up()


@pytest.fixture
def own_settings(own_endpoint: Endpoint) -> Settings:
    """Settings that point to that server."""
    return Settings(uri=own_endpoint.uri, user=own_endpoint.user, password=own_endpoint.password, author="tester")


@pytest.fixture
async def empty(own_endpoint: Endpoint) -> AsyncIterator[Store]:
    """A connection to that server, whose store holds nothing: no node, no index, no constraint."""
    store = await Store.connect(own_endpoint.uri, own_endpoint.user, own_endpoint.password)
    await emptied(store)
    yield store
    await store.close()


async def emptied(store: Store) -> None:
    """Makes a store as it was before anything was written."""
    await store.command("MATCH (n) DETACH DELETE n")
    await without_schema(store)


async def without_schema(store: Store) -> None:
    """Takes every constraint and index away, and the memory of migrations."""
    await store.command("MATCH (m:SchemaMigration) DELETE m")
    constraints = await store.command("SHOW CONSTRAINTS YIELD name RETURN name")
    await store.commands([f"DROP CONSTRAINT {row['name']}" for row in constraints])
    indexes = await store.command("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name")
    await store.commands([f"DROP INDEX {row['name']}" for row in indexes])


@pytest.fixture
async def memory(own_endpoint: Endpoint, own_settings: Settings) -> AsyncIterator[Memory]:
    """A memory on that server which holds nothing but its schema."""
    store = await Store.connect(own_endpoint.uri, own_endpoint.user, own_endpoint.password)
    # It may not open as it was left: with twins, or by a version to come.
    kept = f"n:Embedding OR n:SchemaMigration AND n.version < '{LATER}'"
    await store.command(f"MATCH (n) WHERE NOT ({kept}) DETACH DELETE n")
    await store.command("DROP INDEX record_title IF EXISTS")
    await store.close()
    async with Memory.open(own_settings) as opened:
        yield opened


@pytest.fixture
def other_home(tmp_path: Path) -> Path:
    """A folder for a second server."""
    return tmp_path / "other"
