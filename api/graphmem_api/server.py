"""`graphmem serve`: decides who may come in, says so, and runs until it is told to stop."""

from __future__ import annotations

import asyncio
import sys

import uvicorn

from graphmem.access.local import is_loopback
from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem_api.app import Api
from graphmem_api.logs import set_up
from graphmem_api.settings import ApiSettings
from graphmem_api.traces import start_tracing

GRACE = 10  # seconds that open requests have at a stop


def serve(settings: Settings, api: ApiSettings) -> None:
    """Serves until a signal; raises `InvalidArgument` where nobody would be asked who they are beyond this machine."""
    made = asyncio.run(prepared(settings, api))
    set_up()
    if api.tracing:
        start_tracing()
    print(_announcement(made, api), file=sys.stderr, flush=True)
    uvicorn.run(
        made.app, host=api.host, port=api.port, log_config=None, lifespan="on", timeout_graceful_shutdown=GRACE,
        server_header=False, proxy_headers=False, ws_max_size=api.body, limit_concurrency=500, ws="websockets-sansio",
    )  # fmt: skip


async def prepared(settings: Settings, api: ApiSettings) -> Api:
    """The server, once it is known that it may run like this."""
    loopback = is_loopback(api.host)
    tokens = not loopback if api.tokens is None else api.tokens
    if not loopback and not tokens:
        raise InvalidArgument("host", f"{api.host} can be reached from other machines: there every client needs a token")
    if tokens and not await _has_token(settings):
        raise InvalidArgument("tokens", "no token can be used: make one first, with `graphmem token create`")
    return Api(settings, api, tokens=tokens)


async def _has_token(settings: Settings) -> bool:
    async with Memory.open(settings) as memory:
        return await memory.tokens.usable()


def _announcement(made: Api, api: ApiSettings) -> str:
    place = f"http://{api.host if ':' not in api.host else f'[{api.host}]'}:{api.port}"
    who = "every client needs a token" if made.tokens else "no token is asked for: whoever uses this machine is its administrator"
    return f"graphmem serves the explorer at {place}/ and GraphQL at {place}/graphql (query page: {place}/queries); {who}."
