"""The cases of start-up, each by its id, on a server of their own: they take the schema apart."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from graphmem.errors import NameNotFound, SchemaError, StoreError
from graphmem.local import Endpoint, LocalServer
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from graphmem.store import Store
from tests.stating import decision

pytestmark = [pytest.mark.own_server, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    """A server that holds nothing yet."""
    server = LocalServer(tmp_path_factory.mktemp("bare"), cache_folder())
    try:
        yield server.up()
    finally:
        server.down()


@pytest.fixture
def place(bare: Endpoint) -> Settings:
    return Settings(uri=bare.uri, user=bare.user, password=bare.password, author="ana")


@pytest.fixture
async def store(bare: Endpoint) -> AsyncIterator[Store]:
    """A connection beside the memory, for what another tool does to the database."""
    store = await Store.connect(bare.uri, bare.user, bare.password)
    yield store
    await store.close()


async def states(store: Store) -> dict[str, str]:
    rows = await store.command("SHOW INDEXES YIELD name, state RETURN name, state")
    return {row["name"]: row["state"] for row in rows}


async def test_con_12_a_fresh_database_serves_at_once(place: Settings, store: Store) -> None:
    """Started on an empty database, what is recorded is found at once, by its name and by one that is nearly it."""
    async with Memory.open(place) as memory:
        assert set((await states(store)).values()) == {"ONLINE"}
        workspace = await memory.workspace("fresh", create=True)
        await workspace.remember(decision("SessionStore depends_on Ledger"))
        assert [d.entity.name for d in (await workspace.impact("Ledger")).dependents] == ["SessionStore"]
        with pytest.raises(NameNotFound) as caught:
            await workspace.impact("SessionStor")
        assert "SessionStore" in caught.value.nearest


@pytest.mark.parametrize(
    "drop",
    ["CONSTRAINT name_key", "CONSTRAINT depends_on_id", "INDEX record_workspace_lacks", "INDEX names", "CONSTRAINT request_key"],
)
async def test_con_01_start_up_makes_what_is_missing(place: Settings, store: Store, drop: str) -> None:
    """A constraint or an index that was dropped is made again at the next start, and serves before the first question."""
    async with Memory.open(place) as memory:
        await memory.workspace("again", create=True)
    before = await states(store)
    await store.command(f"DROP {drop}")
    assert await states(store) != before
    async with Memory.open(place) as memory:
        assert await states(store) == before
        workspace = await memory.workspace("again")
        await workspace.remember(decision("SessionStore depends_on Ledger"))
        with pytest.raises(NameNotFound) as caught:
            await workspace.impact("SessionStor")
        assert "SessionStore" in caught.value.nearest


async def test_con_01_or_it_stops(place: Settings, store: Store) -> None:
    """Where twins came in meanwhile the start stops with the list and the repair, and never serves without the constraint."""
    async with Memory.open(place) as memory:
        workspace = await memory.workspace("twins", create=True)
        await workspace.remember(decision("Kestrel depends_on Ledger"))
    await store.command("DROP CONSTRAINT name_key")
    await store.command(
        "MATCH (n:Name {workspace: 'twins', name: 'Kestrel'})-[:NAMES]->(e) CREATE (m:Name)-[:NAMES]->(f:Entity) "
        "SET m = properties(n), f = e {.*, id: 'ent_twin'}, f:CodeComponent"
    )
    for _ in range(2):
        with pytest.raises(SchemaError) as caught:
            async with Memory.open(place):
                pass
        assert "Kestrel" in str(caught.value)
        assert "ent_twin" in str(caught.value)
        assert "doctor" in str(caught.value)
    await store.command("MATCH (e:Entity {id: 'ent_twin'})<-[:NAMES]-(n) DETACH DELETE e, n")
    async with Memory.open(place) as memory:
        assert (await states(store))["name_key"] == "ONLINE"
        workspace = await memory.workspace("twins")
        assert [d.entity.name for d in (await workspace.impact("Ledger")).dependents] == ["Kestrel"]


async def test_con_12_a_missing_index_is_no_empty_list(place: Settings, store: Store) -> None:
    """A full-text index that vanishes while the memory is open gives an error with a name, never an empty list."""
    async with Memory.open(place) as memory:
        workspace = await memory.workspace("open", create=True)
        await workspace.remember(decision("SessionStore depends_on Ledger"))
        await store.command("DROP INDEX names")
        with pytest.raises(StoreError):
            await workspace.impact("SessionStor")
