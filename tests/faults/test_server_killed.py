"""A server that is killed under load comes back with everything it acknowledged, and nothing half-written."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
from pathlib import Path

import pytest

from graphmem.errors import StoreError
from graphmem.local import LocalServer
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from tests.faults.shape import item, request_id, stored

pytestmark = [pytest.mark.fault, pytest.mark.own_server, pytest.mark.timeout(900)]

KILLS = 5 if os.environ.get("GRAPHMEM_FULL") else 1
WRITERS = 4
PATIENCE = 240  # seconds and tries: a start on a busy machine takes its time


class Load:
    """Writers that send each request until it is acknowledged, as a careful client does."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.promised, self.under_way, self.stop = settings, set[tuple[str, str]](), 0, False

    async def writer(self, who: int) -> None:
        run = f"w{who}"
        for n in itertools.count():
            if self.stop:
                return
            await self._until_acknowledged(run, n)

    async def _until_acknowledged(self, run: str, n: int) -> None:
        for _ in range(PATIENCE):
            try:
                async with Memory.open(self.settings) as memory:
                    mine = await memory.workspace("load", author=run)
                    self.under_way += 1
                    try:
                        await mine.remember(*(item(run, n, part) for part in range(2)))
                    finally:
                        self.under_way -= 1
                self.promised |= {(run, request_id(n, part)) for part in range(2)}
                return
            except StoreError:
                await asyncio.sleep(1)
        raise AssertionError(f"request {n} of {run} never got through")


async def test_server_killed(tmp_path: Path) -> None:
    """Every acknowledged request survives each kill -9; a request sent again after it lands once."""
    server = LocalServer(tmp_path, cache_folder(), heap="768m", pagecache="128m")
    endpoint = await asyncio.to_thread(server.up)
    try:
        settings = Settings(uri=endpoint.uri, user=endpoint.user, password=endpoint.password)
        load, rng = Load(settings), random.Random(5)
        async with Memory.open(load.settings) as memory:
            await memory.workspace("load", create=True)
        tasks = [asyncio.create_task(load.writer(n)) for n in range(WRITERS)]
        for _ in range(KILLS):
            await asyncio.sleep(3 + rng.random() * 4)
            pid = server.status().pid
            assert pid
            while not load.under_way:  # noqa: ASYNC110  (each kill meets a request of whichever writer)
                await asyncio.sleep(0.005)
            os.kill(pid, signal.SIGKILL)
            await asyncio.to_thread(server.up)
        await asyncio.sleep(3)
        load.stop = True
        await asyncio.gather(*tasks)
        async with Memory.open(load.settings) as memory:
            landed = await stored(memory.store, "load")
        assert load.promised
        assert load.promised == landed
    finally:
        await asyncio.to_thread(server.down)
