"""The protocol by HTTP: each request by itself, with the token of an agent or, on loopback, without one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from graphmem.access import Principal, local_principal
from graphmem.access.local import is_loopback
from graphmem.errors import InvalidArgument, NotAllowed, StoreError, TokenRefused
from graphmem.settings import Settings
from graphmem.tools import Toolbox
from graphmem.tools.toolbox import Door

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/mcp"
MAKE_ONE = "graphmem token create NAME --role WORKSPACE=writer"
PRINCIPAL = "graphmem.principal"


def serve(host: str, port: int, *, workspace: str | None, author: str | None, tokens: bool, hosts: Iterable[str] = ()) -> None:
    """Serves until it is stopped; raises `InvalidArgument` where others could reach it and no token exists."""
    import asyncio

    asyncio.run(_serve(host, port, workspace, author, tokens=tokens or not is_loopback(host), hosts=tuple(hosts)))


async def _serve(
    host: str, port: int, workspace: str | None, author: str | None, *, tokens: bool, hosts: tuple[str, ...]
) -> None:
    import uvicorn

    settings = Settings().model_copy(update={"author": author} if author else {})
    door = Door(settings)
    try:
        if tokens:
            await _must_have_tokens(door)
        else:
            print(f"No token is asked for: whoever uses this machine is the agent {_local(settings).name!r}.", file=sys.stderr)
        app = protocol_app(door, settings, workspace=workspace or settings.workspace, tokens=tokens, hosts=hosts or (host,))
        config = uvicorn.Config(app, host=host, port=port, log_level="warning", access_log=False, server_header=False)
        print(f"The memory answers at http://{host}:{port}{PATH}", file=sys.stderr, flush=True)
        await uvicorn.Server(config).serve()
    finally:
        await door.close()


async def _must_have_tokens(door: Door) -> None:
    lines = await (await door.memory()).tokens.list()
    if not any(line.revoked_at is None for line in lines):
        raise InvalidArgument("host", f"others could reach this address, and there is no token: {MAKE_ONE}")


def _local(settings: Settings) -> Principal:
    return local_principal(settings, kind="agent")


def protocol_app(
    door: Door, settings: Settings, *, workspace: str | None = None, tokens: bool = True, hosts: Iterable[str] = ("localhost",)
) -> ASGIApp:
    """The application: who asks is settled before the protocol sees a request."""
    from mcp.server.transport_security import TransportSecuritySettings

    from graphmem.tools.mcp.server import protocol_server

    def toolbox_of(context: Any) -> Toolbox:
        return Toolbox(door, workspace=workspace, principal=context.request.scope[PRINCIPAL])

    checked = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the guard below answers for every route
    app = protocol_server(toolbox_of).streamable_http_app(
        streamable_http_path=PATH, json_response=True, stateless_http=True, transport_security=checked
    )
    return _Guard(app, door, None if tokens else _local(settings), hosts)


class _Guard:
    """Refuses other hosts and origins with 403, and with 401 whoever has no token where one is needed."""

    def __init__(self, app: ASGIApp, door: Door, local: Principal | None, hosts: Iterable[str]) -> None:
        self._app, self._door, self._local = app, door, local
        named = {host.strip("[]").lower() for host in hosts}
        self._hosts = named | ({"localhost", "127.0.0.1", "::1"} if any(is_loopback(host) for host in named) else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(headers)
            scope[PRINCIPAL] = await self._principal(headers)
        except TokenRefused as refused:
            await _answer(send, 401, str(refused))
        except NotAllowed as refused:
            await _answer(send, 403, str(refused))
        except StoreError:
            await _answer(send, 503, "The memory cannot be reached now.")
        else:
            await self._app(scope, receive, send)

    def _check(self, headers: dict[str, str]) -> None:
        """Raises `NotAllowed` for a request that a page of another site may have sent."""
        origin = headers.get("origin")
        if _host_of(headers.get("host", "")) not in self._hosts:
            raise NotAllowed("This host is not served here.")
        if origin is not None and _host_of(origin.partition("://")[2]) not in self._hosts:
            raise NotAllowed("Requests of this origin are not answered.")

    async def _principal(self, headers: dict[str, str]) -> Principal:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if self._local is not None and not scheme:
            return self._local
        if scheme.lower() != "bearer":
            raise TokenRefused()
        return await (await self._door.memory()).tokens.principal(token.strip())


def _host_of(authority: str) -> str:
    """The host of `host:port`, without brackets."""
    host = authority.rpartition("]")[0] if authority.startswith("[") else authority.partition(":")[0]
    return host.strip("[]").lower()


async def _answer(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"www-authenticate", b"Bearer")][: 2 if status == 401 else 1]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
