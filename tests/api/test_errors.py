"""Errors: what goes wrong inside is logged with an id, and nothing of it is shown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest

from graphmem.errors import BrokenInvariant
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from graphmem_api.app import Api
from tests.api.conftest import GENEROUS, Ask, Running, asking, codes, running
from tests.api.following import following
from tests.stating import decision

SECRET = "bolt://10.0.0.1:7687 password=hunter2 /srv/app/secret.py MATCH (n)"


def shows_nothing(told: Any) -> None:
    """No address, query text, stack or path of a file."""
    text = str(told)
    for part in ("bolt", "hunter2", "/srv", "MATCH", "Traceback", ".py", "127.0.0.1", "Constraint", "neo4j"):
        assert part not in text, text


async def raising(*_: Any, **__: Any) -> Any:
    raise RuntimeError(SECRET)


async def test_gql_05_inside_a_resolver(ask: Ask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """GQL-05: an error of ours that no one expected is a general message with an id, under which the log has the rest."""
    monkeypatch.setattr("graphmem.workspace.impact", raising)
    with caplog.at_level(logging.ERROR, "graphmem.api"):
        told = await ask('query ($w: String!) { impact(workspace: $w, name: "x") { inCycle } }')
    assert codes(told) == ["INTERNAL"]
    shows_nothing(told)
    id = told["errors"][0]["extensions"]["id"]
    assert any(id in r.getMessage() and SECRET in str(r.exc_info) for r in caplog.records)


async def test_gql_05_inside_a_loader(ask: Ask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """GQL-05: so is one in a loader."""
    await workspace.remember(decision("api depends_on auth"))
    monkeypatch.setattr("graphmem_api.nested.records_of", raising)
    told = await ask('query ($w: String!) { entity(workspace: $w, name: "api") { entity { records { record } } } }')
    assert codes(told) == ["INTERNAL"]
    shows_nothing(told)


async def test_gql_05_inside_a_subscription(
    server: Running, workspace: Workspace, token_for: Callable[..., Awaitable[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """GQL-05: and one in a subscription, which ends with it."""
    token = await token_for(workspace.name)
    cursor = (await workspace.changes()).cursor
    await workspace.remember(decision("api depends_on auth"))
    monkeypatch.setattr("graphmem.workspace.changes", raising)
    async with following(server, token, workspace.name, cursor) as told:
        message = await asyncio.wait_for(anext(told), 30)
    assert codes(message) == ["INTERNAL"]
    shows_nothing(message)


async def test_gql_05_a_constraint(ask: Ask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """GQL-05: what a constraint of the database refuses is told by a code, without the values."""

    async def doubling(store: Any, *_: Any, **__: Any) -> Any:
        await store.command(f"CREATE (:Workspace {{id: '{workspace.name}'}})")

    monkeypatch.setattr("graphmem.workspace.radar", doubling)
    told = await ask("query ($w: String!) { radar(workspace: $w) { asOf } }")
    assert codes(told) == [BrokenInvariant.code]
    shows_nothing(told)


class Wire:
    """A way to the database that can be cut."""

    def __init__(self, host: str, port: int) -> None:
        self._to, self._open, self._cut = (host, port), list[socket.socket](), False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while not self._cut:
            try:
                one, _ = self._listening.accept()
                other = socket.create_connection(self._to)
            except OSError:
                return
            self._open += [one, other]
            for source, target in ((one, other), (other, one)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65_536):
                target.sendall(data)
        except OSError:
            return

    def cut(self) -> None:
        self._cut = True
        for one in (self._listening, *self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@pytest.fixture
def wired(settings: Settings) -> Iterator[tuple[Running, Wire]]:
    """A server whose way to the database can be cut."""
    host, port = (settings.uri or "").split("://")[1].split(":")
    wire = Wire(host, int(port))
    far = settings.model_copy(update={"uri": f"bolt://127.0.0.1:{wire.port}"})
    with running(Api(far, GENEROUS.model_copy(update={"seconds": 15.0}), tokens=False)) as found:
        yield found, wire


@pytest.mark.slow
async def test_gql_05_without_the_database(wired: tuple[Running, Wire], workspace: Workspace) -> None:
    """GQL-05: when the database is gone the server says so, by a code and without an address; its health stays, it is not ready."""
    server, wire = wired
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        ask = asking(client, None, workspace.name)
        question = (
            "query ($w: String!) { entities(workspace: $w, limit: 1) { cursor } }"  # soon planned, however busy the machine
        )
        assert not codes(await ask(question))
        wire.cut()
        told = await ask(question)
        assert codes(told)[0] in ("DATABASE_UNAVAILABLE", "TIMEOUT")
        shows_nothing(told)
        assert (await client.get("/health")).status_code == 200
        ready = await client.get("/ready")
        assert ready.status_code == 503
        shows_nothing(ready.text)


async def test_time(ask: Ask, server: Running, monkeypatch: pytest.MonkeyPatch, settings: Settings, workspace: Workspace) -> None:
    """A request that takes longer than it may is ended and told so."""

    async def slow(*_: Any, **__: Any) -> Any:
        await asyncio.sleep(60)

    monkeypatch.setattr("graphmem.workspace.radar", slow)
    with running(Api(settings, GENEROUS.model_copy(update={"seconds": 0.3}), tokens=False)) as quick:
        async with httpx.AsyncClient(base_url=quick.url, timeout=60) as client:
            body = {"query": f'{{ radar(workspace: "{workspace.name}") {{ asOf }} }}'}
            answer = await client.post("/graphql", json=body)
    assert (answer.status_code, codes(answer.json())) == (503, ["TIMEOUT"])
