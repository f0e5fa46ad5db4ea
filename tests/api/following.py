"""A client of the subscription, over a real WebSocket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import websockets

from tests.api.conftest import Running

QUERY = """subscription ($w: String!, $c: String) { changes(workspace: $w, cursor: $c) {
  change id kind title author endedRecords target cursor } }"""


@asynccontextmanager
async def following(
    server: Running, token: str | None, workspace: str, cursor: str | None = None, query: str = QUERY
) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """The payloads of the messages that a follower gets."""
    url = server.url.replace("http", "ws") + "/graphql"
    async with websockets.connect(url, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
        payload = {"authorization": f"Bearer {token}"} if token else {}
        await socket.send(json.dumps({"type": "connection_init", "payload": payload}))
        assert json.loads(await socket.recv())["type"] == "connection_ack"
        variables = {"w": workspace, "c": cursor}
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": query, "variables": variables}}))
        yield _payloads(socket)


async def _payloads(socket: Any) -> AsyncIterator[dict[str, Any]]:
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "complete":
            return
        if message["type"] in ("next", "error"):
            payload = message["payload"]
            yield {"errors": payload} if isinstance(payload, list) else payload
