"""Upgrades: an older store is brought to this version when it is opened, once, by one process; other stores are refused."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from graphmem.doctor import doctor
from graphmem.errors import SchemaError
from graphmem.local import Endpoint, LocalServer
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from graphmem.store import Store
from graphmem.store import migrations as runner
from graphmem.store.migrations import migrate, migrations
from graphmem.store.statements import folder
from tests.apart.conftest import LATER
from tests.stating import decision

pytestmark = pytest.mark.own_server

FIRST = [m.name for m in migrations()]
SECOND = f"{LATER}_titles"


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations of a version to come: those of now, and one that makes an index and fills a property."""
    copy = tmp_path / "cypher"
    shutil.copytree(folder() / "schema", copy / "schema")
    file = copy / "schema" / f"{SECOND}.cypher"
    file.write_text(
        "// Titles are found by an index.\n"
        "CREATE INDEX record_title IF NOT EXISTS FOR (n:Record) ON (n.title);\n"
        "MATCH (r:Record) WHERE r.text IS NULL SET r.text = r.title;\n"
    )
    monkeypatch.setattr(runner, "folder", lambda: copy)
    return file


def rewrite(file: Path, old: str, new: str) -> None:
    """Changes the text of a migration."""
    file.write_text(file.read_text().replace(old, new))


async def applied(store: Store) -> list[str]:
    rows = await store.command("MATCH (m:SchemaMigration) RETURN m.name AS name ORDER BY m.version")
    return [row["name"] for row in rows]


async def index(store: Store, name: str) -> list[str]:
    rows = await store.command(f"SHOW INDEXES YIELD name, state WHERE name = '{name}' RETURN state")
    return [row["state"] for row in rows]


@pytest.fixture
async def kept(memory: Memory) -> Store:
    """A store of this version that holds a record."""
    workspace = await memory.workspace("kept", create=True)
    await workspace.remember(decision("api depends_on auth", title="why we trust it"))
    return memory.store


async def test_an_older_store_is_upgraded_when_opened(kept: Store, own_settings: Settings, newer: Path) -> None:
    """Opening applies what the store has not had, data steps too, and what it holds answers as before."""
    assert await applied(kept) == FIRST
    async with Memory.open(own_settings) as memory:
        assert await applied(kept) == [*FIRST, SECOND]
        assert await index(kept, "record_title") == ["ONLINE"]
        assert await kept.command("MATCH (r:Record) RETURN r.text AS text") == [{"text": "why we trust it"}]
        workspace = await memory.workspace("kept")
        assert [d.entity.name for d in (await workspace.impact("auth")).dependents] == ["api"]
    assert await migrate(kept) == []


async def test_doctor_names_what_is_to_be_applied(kept: Store, newer: Path) -> None:
    """Before it is opened, doctor says that the store is older; that is no damage."""
    diagnosis = await doctor(kept)
    assert [(f.code, f.examples) for f in diagnosis.findings] == [("PENDING_MIGRATION", (SECOND,))]
    assert diagnosis.well


@pytest.mark.slowest
async def test_a_restored_store_of_an_older_version_is_upgraded(
    kept: Store, own_server: LocalServer, newer: Path, other_home: Path, tmp_path: Path
) -> None:
    """A backup that an older version made is restored into another home and upgraded when it is opened there."""
    archive = await asyncio.to_thread(own_server.backup, tmp_path / "older.tar")
    other = LocalServer(other_home, cache_folder(), heap="512m", pagecache="64m")
    await asyncio.to_thread(other.restore, archive)
    try:
        endpoint = await asyncio.to_thread(other.up)
        async with Memory.open(_settings(endpoint)) as memory:
            assert await applied(memory.store) == [*FIRST, SECOND]
            workspace = await memory.workspace("kept")
            assert [d.entity.name for d in (await workspace.impact("auth")).dependents] == ["api"]
    finally:
        await asyncio.to_thread(other.down)


def _settings(endpoint: Endpoint) -> Settings:
    return Settings(uri=endpoint.uri, user=endpoint.user, password=endpoint.password, author="tester")


async def test_a_changed_migration_is_refused(kept: Store, own_settings: Settings, newer: Path) -> None:
    """A migration whose file was changed after it was applied stops the start, and nothing is applied."""
    await migrate(kept)
    rewrite(newer, "SET r.text", "SET r.title")
    with pytest.raises(SchemaError, match=f"{SECOND} was changed"):
        async with Memory.open(own_settings):
            pass
    assert [f.code for f in (await doctor(kept)).findings] == ["FOREIGN_MIGRATION", "EXTRA_INDEX"]
    assert len(await kept.command("MATCH (r:Record) RETURN r.id")) == 1


async def test_a_store_of_a_newer_version_is_refused(
    kept: Store, own_settings: Settings, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that had a migration which this version does not know is not touched; the message says what to install."""
    await migrate(kept)
    monkeypatch.setattr(runner, "folder", folder)
    with pytest.raises(SchemaError, match="newer graphmem"):
        async with Memory.open(own_settings):
            pass


async def test_two_runners_at_once(empty: Store, own_endpoint: Endpoint) -> None:
    """Of several processes that open an empty store at once each ends well, and every migration is applied once."""
    stores = [await Store.connect(own_endpoint.uri, own_endpoint.user, own_endpoint.password) for _ in range(3)]
    try:
        done = await asyncio.gather(*(migrate(store) for store in stores))
    finally:
        for store in stores:
            await store.close()
    assert sorted(done) == [[], [], FIRST]
    assert await applied(empty) == FIRST
    assert (await doctor(empty)).well


async def test_a_migration_that_failed_is_taken_up_again(kept: Store, newer: Path) -> None:
    """A migration that stops in the middle holds no lock and is not marked as applied; mended, it runs to the end."""
    rewrite(newer, "r.text = r.title", "r.text = r.title / 0")
    with pytest.raises(Exception, match="refused the statement"):
        await migrate(kept)
    assert await applied(kept) == FIRST
    assert await index(kept, "record_title") != []
    rewrite(newer, " / 0", "")
    assert await migrate(kept) == [SECOND]


async def test_the_lock_of_a_killed_runner_ends(kept: Store, newer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock whose holder was killed is waited for no longer than it lasts; one that lasts is told."""
    monkeypatch.setattr(runner, "LOCK_SECONDS", 1)
    await kept.command(
        "MERGE (l:SchemaLock {id: 'migrations'}) SET l.owner = 'dead', l.expires_at = datetime.realtime('UTC') + duration({hours: 1})"
    )
    with pytest.raises(SchemaError, match="Another process"):
        await migrate(kept)
    await kept.command("MATCH (l:SchemaLock) SET l.expires_at = datetime.realtime('UTC') - duration({seconds: 1})")
    assert await migrate(kept) == [SECOND]
