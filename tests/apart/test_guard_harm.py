"""What the guard refuses is shown to do harm without it: none of the hostile statements is refused for a mere mistake."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

import neo4j
import pytest

from graphmem.local import LocalServer, archive, launch
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from graphmem.workspace import Workspace
from tests.guarding import HOSTILE, Hostile
from tests.stating import decision

pytestmark = [pytest.mark.own_server, pytest.mark.timeout(300)]


@pytest.fixture
async def scratch(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Memory]:
    """A memory on a server of its own: what reads all there is must end soon, and what harms must harm nobody else's test.

    With the usual stack a deep statement overflows it as long as the code is not compiled, and the server then never answers.
    """
    flags = (*launch.FLAGS, "-Xss8m")
    for module in (launch, archive):
        monkeypatch.setattr(module, "FLAGS", flags)
    server = LocalServer(tmp_path_factory.mktemp("harm"), cache_folder(), heap="512m", pagecache="64m")
    try:
        at = await asyncio.to_thread(server.up)
        async with Memory.open(Settings(uri=at.uri, user=at.user, password=at.password, author="tester")) as memory:
            yield memory
    finally:
        await asyncio.to_thread(server.down)


async def outcome(driver: neo4j.AsyncDriver, hostile: Hostile, other: str, mark: str) -> str:
    """What the server does with the statement as it is; whatever it changes is rolled back."""
    text = hostile.text.replace("OTHER", other).replace("MARK", mark)
    given: dict[str, Any] = {"workspace": "mine", "name": "api"}
    async with driver.session(notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF) as session:
        if hostile.proof == "plans":
            await (await session.run("EXPLAIN " + text, given)).consume()
            return "plans"
        tx = await session.begin_transaction(timeout=60)
        try:
            result = await tx.run(text, given)
            if hostile.proof == "leaks":
                async for record in result:
                    if mark in repr(record) or other in repr(record):
                        return "leaks"
                return "nothing"
            counters = (await result.consume()).counters
            return "writes" if counters.contains_updates or counters.contains_system_updates else "runs"
        finally:
            if not tx.closed():
                await tx.rollback()


async def test_each_does_harm_without_the_guard(scratch: Memory) -> None:
    """Each changes the graph, tells of another workspace, or is run or planned by the server: as its line in the list says."""
    mark, other = f"mark{secrets.token_hex(4)}", f"t-{secrets.token_hex(6)}"
    foreign = await scratch.workspace(other, create=True, author="ana")
    await foreign.remember(decision(f"{mark} depends_on redis", decision=f"{mark} was said", request_id="r1"))
    await foreign.card("project", f"how {mark} works")
    await (await mine(scratch)).remember(decision("api depends_on redis", request_id="r1"))
    found = [(h.proof, await outcome(scratch.store._driver, h, other, mark), h.text) for h in HOSTILE]
    assert [f for f in found if f[0] != f[1]] == []
    assert [r.title for r in (await foreign.records()).records] == [f"{mark} was said"]


async def mine(memory: Memory) -> Workspace:
    return await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana")
