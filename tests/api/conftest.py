"""One server a test run, over real HTTP: uvicorn in a thread of its own on a free port; tokens are asked for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import uvicorn

from graphmem.access import Principal, Role
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from graphmem_api.app import Api
from graphmem_api.settings import ApiSettings

Ask = Callable[..., Awaitable[dict[str, Any]]]


@dataclass(slots=True)
class Running:
    """A server that answers."""

    api: Api
    url: str

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")


@contextlib.contextmanager
def running(api: Api) -> Iterator[Running]:
    """Runs the server in a thread with its own event loop until the block ends."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(api.app, log_config=None, lifespan="on", timeout_graceful_shutdown=2, ws="websockets-sansio")
    )
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.02)
        yield Running(api, f"http://127.0.0.1:{listening.getsockname()[1]}")
    finally:
        server.should_exit = True
        thread.join(30)
        listening.close()


GENEROUS = ApiSettings(port=0, rate=10_000, burst=100_000, poll=0.05)


@pytest.fixture(scope="session")
def server(settings: Settings) -> Iterator[Running]:
    """A server that asks for tokens, and shows its schema."""
    with running(Api(settings, GENEROUS.model_copy(update={"introspection": True}), tokens=True)) as found:
        yield found


@pytest.fixture(scope="session")
async def client(server: Running) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client that says nothing of itself."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as found:
        yield found


@pytest.fixture(scope="session")
def token_for(memory: Memory) -> Callable[..., Awaitable[str]]:
    """Makes a token with a role in a workspace."""

    async def make(workspace: str, role: Role = "administrator", kind: Any = "person", name: str = "ana") -> str:
        return (await memory.tokens.create(name, roles={workspace: role}, kind=kind)).token

    return make


@pytest.fixture
async def ask(client: httpx.AsyncClient, workspace: Workspace, token_for: Callable[..., Awaitable[str]]) -> Ask:
    """Asks the server as the administrator of this test's workspace, which `$w` stands for; returns the whole answer."""
    return asking(client, await token_for(workspace.name), workspace.name)


def asking(client: httpx.AsyncClient, token: str | None, workspace: str) -> Ask:
    """Posts a query with `$w` and other variables."""

    async def ask(query: str, **variables: Any) -> dict[str, Any]:
        given = {"w": workspace, **variables} if "$w" in query else variables
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        body = json.dumps({"query": query, "variables": given})  # in ASCII: half a character has no other form
        answer = await client.post("/graphql", content=body, headers=headers)
        told: dict[str, Any] = answer.json()
        return told

    return ask


def codes(told: dict[str, Any]) -> list[str]:
    """The codes of the errors of an answer."""
    return [error["extensions"]["code"] for error in told.get("errors") or []]


__all__ = ["GENEROUS", "Ask", "Principal", "Running", "asking", "codes", "running"]
