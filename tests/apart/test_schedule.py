"""The schedule: what is due is consolidated once, by whoever comes first."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.settings import Settings
from graphmem.work import schedule
from graphmem.work.schedule import consolidate_due
from graphmem.workspace import Workspace
from graphmem_api.app import Api
from tests.api.conftest import GENEROUS, running
from tests.stating import decision
from tests.work.telling import EUROS, corrected

pytestmark = pytest.mark.own_server


async def test_what_is_due_is_done_once(workspace: Workspace) -> None:
    """Two workers at once consolidate a workspace once, and not again before it is due."""
    for n, said in enumerate(EUROS):
        await corrected(workspace, f"report {n}", said)
    done = await asyncio.gather(consolidate_due(workspace._store), consolidate_due(workspace._store))
    assert [name for names in done for name in names].count(workspace.name) == 1
    assert workspace.name not in await consolidate_due(workspace._store)
    assert (await workspace.candidates()).total == 1


async def test_where_nobody_corrected_anything(workspace: Workspace) -> None:
    """A workspace without corrections is left alone: its clock stands still."""
    await workspace.remember(decision("api depends_on redis"))
    state = "MATCH (w:Workspace) RETURN properties(w) AS w"
    before = await workspace._store.command(state)
    assert await consolidate_due(workspace._store) == []
    assert await workspace._store.command(state) == before


async def test_serving_consolidates(own_settings: Settings, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server consolidates what is due while it serves, and stops with it."""
    monkeypatch.setattr(schedule, "FIRST", 0.0)
    for n, said in enumerate(EUROS):
        await corrected(workspace, f"report {n}", said)
    with running(Api(own_settings, GENEROUS, tokens=False)):
        for _ in range(600):
            if found := (await workspace.candidates()).candidates:
                break
            await asyncio.sleep(0.1)
    assert (found[0].author, found[0].tasks) == (schedule.AUTHOR, len(EUROS))
