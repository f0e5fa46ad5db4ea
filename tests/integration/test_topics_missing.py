"""Where the graph algorithms are not installed, topics say what to install; everything else goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import AnalyticsUnavailable
from graphmem.local import Endpoint, LocalServer, config
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from tests.stating import decision


async def test_the_client_is_missing(settings: Settings, monkeypatch: pytest.MonkeyPatch, workspace: Any) -> None:
    """Without the extra the error names it."""
    await workspace.remember(decision("a depends_on b"))
    monkeypatch.setitem(sys.modules, "graphdatascience", None)
    async with Memory.open(settings) as memory:
        fresh = await memory.workspace(workspace.name)
        with pytest.raises(AnalyticsUnavailable, match=r"pip install 'graphmem\[topics\]'"):
            await fresh.topics()
        assert [d.entity.name for d in (await fresh.impact("b")).dependents] == ["a"]


@pytest.fixture
def without_gds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    """A server that lets nobody use the plugin."""
    written = config.configuration
    monkeypatch.setattr(config, "configuration", lambda *a, **k: written(*a, **k).replace("allowlist=gds.*", "allowlist=other.*"))
    server = LocalServer(tmp_path / "server", cache_folder(), heap="512m", pagecache="64m")
    try:
        yield server.up()
    finally:
        server.down()


@pytest.mark.own_server
@pytest.mark.slowest
@pytest.mark.timeout(300)
async def test_the_plugin_is_missing(without_gds: Endpoint) -> None:
    """A server without the plugin gets an error that says what to install and how, never another algorithm."""
    place = Settings(uri=without_gds.uri, user=without_gds.user, password=without_gds.password, author="ana")
    async with Memory.open(place) as memory:
        workspace = await memory.workspace("plain", create=True)
        await workspace.remember(decision("a depends_on b"))
        with pytest.raises(AnalyticsUnavailable, match="Graph Data Science plugin"):
            await workspace.topics()
        with pytest.raises(AnalyticsUnavailable, match="Graph Data Science plugin"):
            await workspace.topics(as_of="2020")
        assert (await workspace.entity("a")).rank is None
