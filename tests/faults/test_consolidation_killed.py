"""Consolidations that are killed half-way: what they leave is what one leaves that nobody disturbed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from graphmem.local import Endpoint
from graphmem.workspace import Workspace
from tests.acting import stored
from tests.conftest import MakeWorkspace
from tests.work.telling import EUROS, ONE_OFF, corrected, queue

pytestmark = pytest.mark.fault

MONTHS = ("the month was Sept.", "write the names of months in full", "partners read them aloud")
FIRST = (("March", EUROS[0], ONE_OFF), ("April", EUROS[1]))
LATER = (("May", EUROS[2], MONTHS), ("June", MONTHS))


async def killed_at(point: str, endpoint: Endpoint, workspace: Workspace) -> None:
    """Consolidates in a process of its own and kills it when it has come to this point."""
    own = {"GRAPHMEM_URI": endpoint.uri, "GRAPHMEM_USER": endpoint.user, "GRAPHMEM_PASSWORD": endpoint.password}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.faults.consolidate_worker", workspace.name, point,
        stdout=asyncio.subprocess.PIPE, env=os.environ | own, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert process.stdout
    async with asyncio.timeout(60):
        assert (await process.stdout.readline()).decode() == f"{point}\n"
    process.send_signal(signal.SIGKILL)
    assert await process.wait() == -signal.SIGKILL


async def told(workspace: Workspace, tasks: Any) -> None:
    for month, *corrections in tasks:
        await corrected(workspace, f"write the report of {month}", *corrections)


async def test_a_consolidation_killed(endpoint: Endpoint, workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """Killed before its commit it leaves nothing, after it all; what comes after makes no candidate twice and loses no correction."""
    await told(workspace, FIRST)
    before = await stored(workspace)
    await killed_at("open", endpoint, workspace)
    assert await stored(workspace) == before
    await killed_at("kept", endpoint, workspace)
    assert len(await queue(workspace)) == 1
    await told(workspace, LATER)
    before = await stored(workspace)
    await killed_at("stored", endpoint, workspace)
    assert await stored(workspace) == before
    done = await workspace.consolidate()
    assert (len(done.created), len(done.grown)) == (1, 1)
    undisturbed = await make_workspace()
    for tasks in (FIRST, LATER):
        await told(undisturbed, tasks)
        await undisturbed.consolidate()
    found = await queue(workspace)
    assert found == await queue(undisturbed)
    assert sorted(k for *_, quoted in found for k in quoted) == sorted([*EUROS, MONTHS, MONTHS])
    again = await workspace.consolidate()
    assert (again.created, again.grown, again.corrections) == ((), (), len(EUROS) + 3)
