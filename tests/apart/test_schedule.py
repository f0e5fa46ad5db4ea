"""The schedule: what is due is consolidated once, by whoever comes first."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.work.schedule import consolidate_due
from graphmem.workspace import Workspace
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
