"""A client that is killed in mid-write leaves no half-written record, and nothing that it was told is stored is lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from graphmem.local import Endpoint
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.faults.shape import request_id, stored

pytestmark = pytest.mark.fault

KILLS = 50 if os.environ.get("GRAPHMEM_FULL") else 10
SHARE_INSIDE = 0.3


async def killed_once(endpoint: Endpoint, workspace: str, run: str, rng: random.Random) -> tuple[list[int], bool]:
    """Starts a writer, kills it at a random moment; returns what it had acknowledged and whether a transaction was open."""
    environment = os.environ | {
        "GRAPHMEM_URI": endpoint.uri,
        "GRAPHMEM_USER": endpoint.user,
        "GRAPHMEM_PASSWORD": endpoint.password,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.faults.writer", workspace, run,
        stdout=asyncio.subprocess.PIPE, env=environment, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert process.stdout
    words: list[str] = []
    async with asyncio.timeout(60):
        for _ in range(rng.randrange(1, 8)):  # a few transactions and receipts, so that the caches are warm
            words.append((await process.stdout.readline()).decode())
    await asyncio.sleep(rng.random() * 0.03)
    process.send_signal(signal.SIGKILL)
    words += [line.decode() async for line in _lines(process.stdout)]
    await process.wait()
    acknowledged = [int(w.split()[1]) for w in words if w.startswith("ack ")]
    return acknowledged, words[-1].startswith("open ")


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while line := await stream.readline():
        yield line


async def test_client_killed(endpoint: Endpoint, memory: Memory, workspace: Workspace) -> None:
    """Each request is there whole or not at all, those acknowledged are there, and at least a third died inside a transaction."""
    rng, inside, promised = random.Random(11), 0, set()
    for kill in range(KILLS):
        acknowledged, was_open = await killed_once(endpoint, workspace.name, f"k{kill}", rng)
        inside += was_open
        promised |= {(f"k{kill}", request_id(n, part)) for n in acknowledged for part in range(3)}
    landed = await stored(memory.store, workspace.name)
    assert promised <= landed, f"acknowledged and lost: {sorted(promised - landed)[:3]}"
    assert len({(run, request.split("-")[0]) for run, request in landed}) * 3 == len(landed), "half a batch landed"
    assert inside >= KILLS * SHARE_INSIDE, f"only {inside} of {KILLS} died inside a transaction: the test proves too little"
