"""The schedule: what is due is consolidated once, by whoever comes first."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.cli import main
from graphmem.settings import Settings
from graphmem.work import schedule
from graphmem.work.consolidate import consolidate
from graphmem.work.schedule import consolidate_due, keep_consolidated
from graphmem.workspace import Workspace
from graphmem_api.app import Api
from tests.api.conftest import GENEROUS, running
from tests.conftest import MakeWorkspace
from tests.stating import decision
from tests.work.telling import EUROS, corrected

pytestmark = pytest.mark.own_server


async def test_what_is_due_is_done_once(workspace: Workspace) -> None:
    """Two workers at once consolidate a workspace once, and not again before it is due."""
    for n, said in enumerate(EUROS):
        await corrected(workspace, f"report {n}", said)
    done = await asyncio.gather(consolidate_due(workspace._store), consolidate_due(workspace._store))
    assert [name for found in done for name in found.done].count(workspace.name) == 1
    assert await consolidate_due(workspace._store) == ([], {})
    assert (await workspace.candidates()).total == 1


async def test_where_nobody_corrected_anything(workspace: Workspace) -> None:
    """A workspace without corrections is left alone: its clock stands still."""
    await workspace.remember(decision("api depends_on redis"))
    state = "MATCH (w:Workspace) RETURN properties(w) AS w"
    before = await workspace._store.command(state)
    assert await consolidate_due(workspace._store) == ([], {})
    assert await workspace._store.command(state) == before


class Broken:
    """Consolidation that fails in one workspace, whatever is wrong there; `again` is set when that one is tried a second time."""

    def __init__(self, workspace: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.workspace, self.tried, self.again = workspace, list[str](), asyncio.Event()
        monkeypatch.setattr(schedule, "consolidate", self)

    async def __call__(self, actor: Any) -> Any:
        self.tried.append(actor.workspace)
        if self.tried.count(self.workspace) == 2:
            self.again.set()
        if actor.workspace == self.workspace:
            raise RuntimeError("the words of this one cannot be read")
        return await consolidate(actor)


async def two_that_are_due(make_workspace: MakeWorkspace) -> list[Workspace]:
    """Two workspaces in the order in which a pass comes to them."""
    spaces = sorted([await make_workspace(), await make_workspace()], key=lambda w: w.name)
    for workspace in spaces:
        for n, said in enumerate(EUROS):
            await corrected(workspace, f"report {n}", said)
    return spaces


async def test_one_that_fails_holds_up_no_other(
    make_workspace: MakeWorkspace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong in one workspace is logged with its name; the next one is consolidated, and both are looked at again."""
    first, second = await two_that_are_due(make_workspace)
    broken = Broken(first.name, monkeypatch)
    monkeypatch.setattr(schedule, "LEASE", 0)  # the claim of the one that failed is free at once
    monkeypatch.setattr(schedule, "AGAIN", 0.05)
    keeping = asyncio.create_task(keep_consolidated(first._store, first=0.0))
    async with asyncio.timeout(60):
        await asyncio.wait([keeping, asyncio.create_task(broken.again.wait())], return_when=asyncio.FIRST_COMPLETED)
    assert not keeping.done()
    assert broken.tried[:3] == [first.name, second.name, first.name]
    assert ((await first.candidates()).total, (await second.candidates()).total) == (0, 1)
    assert f"consolidating '{first.name}': the words of this one cannot be read" in caplog.text
    keeping.cancel()
    await asyncio.wait([keeping])
    assert keeping.cancelled()


@pytest.fixture
def worker(own_settings: Settings, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Runs `graphmem worker --once`; its exit code and what it said, as its users see them."""
    assert own_settings.password
    monkeypatch.setenv("GRAPHMEM_URI", own_settings.uri or "")
    monkeypatch.setenv("GRAPHMEM_USER", own_settings.user)
    monkeypatch.setenv("GRAPHMEM_PASSWORD", own_settings.password.get_secret_value())

    async def once() -> tuple[int, str, str]:
        code = await asyncio.to_thread(main, ["worker", "--once"])
        return code, *capfd.readouterr()

    return once


async def test_a_worker_works_once(worker: Any, workspace: Workspace) -> None:
    """`graphmem worker --once` consolidates what is due, says what that was, and ends; at the second time nothing is."""
    for n, said in enumerate(EUROS):
        await corrected(workspace, f"report {n}", said)
    assert await worker() == (0, f"consolidated: {workspace.name}\n", "")
    (candidate,) = (await workspace.candidates()).candidates
    assert (candidate.author, candidate.tasks) == (schedule.AUTHOR, len(EUROS))
    assert await worker() == (0, "consolidated: nothing was due\n", "")


async def test_a_worker_that_could_not(worker: Any, make_workspace: MakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one workspace fails, `worker --once` does the others and says in its exit code that not all is done."""
    first, second = await two_that_are_due(make_workspace)
    Broken(first.name, monkeypatch)
    code, told, wrong = await worker()
    assert (code, told) == (70, f"consolidated: {second.name}\n")
    assert "the words of this one cannot be read" in wrong
    assert (await second.candidates()).total == 1


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
