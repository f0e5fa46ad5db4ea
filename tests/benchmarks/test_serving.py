"""Serving: fifty clients at once, each with a token of its own, ask and state things through `graphmem serve` for a minute."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.benchmarks.bare import quantile
from tests.benchmarks.conftest import SCALE
from tests.benchmarks.table import Table
from tests.stating import decision

pytestmark = pytest.mark.benchmark

ROOT = Path(__file__).parents[2]
CLIENTS = 50
SECONDS = max(5.0, 60 * min(1.0, SCALE))
NAMES = [f"part {n}" for n in range(60)]

QUERIES = {
    "impact": "query ($w: String!, $n: String!) { impact(workspace: $w, name: $n) { dependents { hop entity { name } path { reason } } } }",
    "entity": "query ($w: String!, $n: String!) { entity(workspace: $w, name: $n) { names records { title } } }",
    "lineage": "query ($w: String!, $n: String!) { lineage(workspace: $w, name: $n) { events { role reason } } }",
    "search": "query ($w: String!, $n: String!) { search(workspace: $w, text: $n) { hits { id title score } } }",
    "radar": "query ($w: String!) { radar(workspace: $w) { unsolvedProblems { total } } }",
    "remember": "mutation ($w: String!, $r: [RecordInput!]!) { remember(workspace: $w, records: $r) { records { id } } }",
}
MIX = ["impact"] * 6 + ["search"] * 5 + ["entity"] * 4 + ["lineage"] * 2 + ["radar"] * 1 + ["remember"] * 2


@contextmanager
def served(settings: Settings) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`graphmem serve` as a process of its own, and its address."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    password = settings.password.get_secret_value() if settings.password else ""
    own = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'api'}",
    }  # fmt: skip
    command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port), "--tokens"]
    with subprocess.Popen(command, env={**os.environ, **own}, stderr=subprocess.DEVNULL) as process:
        try:
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


async def test_fifty_clients(memory: Memory, settings: Settings, table: Table) -> None:
    """A mixed load of fifty clients gives no error of any kind; the table says how long an answer takes."""
    workspace = await memory.workspace(f"load-{secrets.token_hex(4)}", create=True)
    await workspace.remember(
        *(decision(f"{name} depends_on {NAMES[n // 3]}s", f"{NAMES[n // 3]}s depends_on {name}") for n, name in enumerate(NAMES))
    )
    tokens = [
        (await memory.tokens.create(f"client {n}", roles={workspace.name: "writer"}, kind="agent")).token for n in range(CLIENTS)
    ]
    took: dict[str, list[float]] = {name: [] for name in QUERIES}
    wrong: list[str] = []
    with served(settings) as (process, url):
        async with httpx.AsyncClient(base_url=url, timeout=60, limits=httpx.Limits(max_connections=CLIENTS)) as client:
            await _awaited(process, client)
            until = time.monotonic() + SECONDS
            await asyncio.gather(*(_client(client, token, workspace.name, until, took, wrong) for token in tokens))
    every = sorted(ms for times in took.values() for ms in times)
    told = ", ".join(f"{name} {quantile(times, 0.95):.0f}" for name, times in took.items() if times)
    table.add(
        f"{CLIENTS} clients for {SECONDS:.0f} s, mixed, one in ten writes", "no error",
        f"{len(wrong)} errors, {len(every) / SECONDS:.0f} answers/s, p95 {quantile(every, 0.95):.0f} ms ({told})", not wrong,
    )  # fmt: skip
    assert not wrong, wrong[:3]


async def _awaited(process: subprocess.Popen[bytes], client: httpx.AsyncClient) -> None:
    """Returns when the server is ready to answer."""
    until = time.monotonic() + 120
    while True:
        try:
            if (await client.get("/ready")).status_code == 200:
                return
        except httpx.TransportError:
            assert process.poll() is None, "the server ended; run it by hand to see why"
            assert time.monotonic() < until, "the server does not start"
        await asyncio.sleep(0.2)


async def _client(
    client: httpx.AsyncClient, token: str, workspace: str, until: float, took: dict[str, list[float]], wrong: list[str]
) -> None:
    """Asks one thing after another, as quickly as it is answered."""
    random_ = random.Random(token)
    while time.monotonic() < until:
        name = random_.choice(MIX)
        begun = time.perf_counter()
        answer = await client.post(
            "/graphql", json={"query": QUERIES[name], "variables": _variables(name, workspace, random_)},
            headers={"authorization": f"Bearer {token}"},
        )  # fmt: skip
        took[name].append((time.perf_counter() - begun) * 1000)
        if answer.status_code != 200 or "errors" in answer.json():
            wrong.append(f"{name}: {answer.status_code} {answer.text[:300]}")


def _variables(name: str, workspace: str, random_: random.Random) -> dict[str, object]:
    if name == "radar":
        return {"w": workspace}
    if name != "remember":
        return {"w": workspace, "n": random_.choice(NAMES)}
    source, target = random_.sample(NAMES, 2)
    entity = [{"name": name_, "type": "code_component"} for name_ in (source, target)]
    link = {"source": source, "target": target, "type": "related_to", "reason": "they are called together"}
    return {
        "w": workspace,
        "r": [{"kind": "decision", "decision": f"{source} and {target}", "entities": entity, "relations": [link]}],
    }
