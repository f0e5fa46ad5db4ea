"""The cases of start-up, each by its id, they take the schema of a server apart."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from graphmem.errors import NameNotFound, SchemaError, StoreError
from graphmem.local import Endpoint, LocalServer
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store import Store
from graphmem.tools import Toolbox
from tests.apart.conftest import emptied
from tests.stating import decision

pytestmark = [pytest.mark.own_server, pytest.mark.timeout(300)]


@pytest.fixture(scope="module", autouse=True)
async def nothing_yet(own_server: LocalServer) -> None:
    """The first of these tests finds a server that holds nothing."""
    at = own_server.up()
    store = await Store.connect(at.uri, at.user, at.password)
    await emptied(store)
    await store.close()


@pytest.fixture
async def store(own_endpoint: Endpoint) -> AsyncIterator[Store]:
    """A connection beside the memory, for what another tool does to the database."""
    store = await Store.connect(own_endpoint.uri, own_endpoint.user, own_endpoint.password)
    yield store
    await store.close()


async def states(store: Store) -> dict[str, str]:
    rows = await store.command("SHOW INDEXES YIELD name, state RETURN name, state")
    return {row["name"]: row["state"] for row in rows}


async def test_con_12_a_fresh_database_serves_at_once(own_settings: Settings, store: Store) -> None:
    """Started on an empty database, what is recorded is found at once, by its name and by one that is nearly it."""
    async with Memory.open(own_settings) as memory:
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
async def test_con_01_start_up_makes_what_is_missing(own_settings: Settings, store: Store, drop: str) -> None:
    """A constraint or an index that was dropped is made again at the next start, and serves before the first question."""
    async with Memory.open(own_settings) as memory:
        await memory.workspace("again", create=True)
    before = await states(store)
    await store.command(f"DROP {drop}")
    assert await states(store) != before
    async with Memory.open(own_settings) as memory:
        assert await states(store) == before
        workspace = await memory.workspace("again")
        await workspace.remember(decision("SessionStore depends_on Ledger"))
        with pytest.raises(NameNotFound) as caught:
            await workspace.impact("SessionStor")
        assert "SessionStore" in caught.value.nearest


async def test_con_01_or_it_stops(own_settings: Settings, store: Store) -> None:
    """Where twins came in meanwhile the start stops with the list and the repair, and never serves without the constraint."""
    async with Memory.open(own_settings) as memory:
        workspace = await memory.workspace("twins", create=True)
        await workspace.remember(decision("Kestrel depends_on Ledger"))
    await store.command("DROP CONSTRAINT name_key")
    await store.command(
        "MATCH (n:Name {workspace: 'twins', name: 'Kestrel'})-[:NAMES]->(e) CREATE (m:Name)-[:NAMES]->(f:Entity) "
        "SET m = properties(n), f = e {.*, id: 'ent_twin'}, f:CodeComponent"
    )
    for _ in range(2):
        with pytest.raises(SchemaError) as caught:
            async with Memory.open(own_settings):
                pass
        assert "Kestrel" in str(caught.value)
        assert "ent_twin" in str(caught.value)
        assert "doctor" in str(caught.value)
    await store.command("MATCH (e:Entity {id: 'ent_twin'})<-[:NAMES]-(n) DETACH DELETE e, n")
    async with Memory.open(own_settings) as memory:
        assert (await states(store))["name_key"] == "ONLINE"
        workspace = await memory.workspace("twins")
        assert [d.entity.name for d in (await workspace.impact("Ledger")).dependents] == ["Kestrel"]


async def test_con_12_a_missing_index_is_no_empty_list(own_settings: Settings, store: Store) -> None:
    """A full-text index that vanishes while the memory is open gives an error with a name, never an empty list."""
    async with Memory.open(own_settings) as memory:
        workspace = await memory.workspace("open", create=True)
        await workspace.remember(decision("SessionStore depends_on Ledger"))
        await store.command("DROP INDEX names")
        with pytest.raises(StoreError):
            await workspace.impact("SessionStor")
        await store.command("DROP INDEX searchable")
        with pytest.raises(StoreError):
            await workspace.search("SessionStore")
        told = await Toolbox(memory, workspace="open").call("search", {"text": "SessionStore"})
        assert (told.error, told.text.split(":")[0].isupper()) == (True, True)
