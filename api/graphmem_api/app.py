"""The ASGI application: GraphQL over HTTP and WebSocket, health, readiness, figures, and pages that need no network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cross_web import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import ASGIApp
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http import GraphQLHTTPResponse, process_result
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult

from graphmem.access import Principal, local_principal
from graphmem.errors import GraphmemError, TokenRefused
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.work.schedule import keep_consolidated
from graphmem_api.context import Context
from graphmem_api.errors import shown
from graphmem_api.extensions import extensions
from graphmem_api.feed import Feeds
from graphmem_api.limits import Limits
from graphmem_api.metrics import Metrics
from graphmem_api.pages import page_routes
from graphmem_api.schema import Schema, make_schema
from graphmem_api.security import Buckets, Doors, Gate
from graphmem_api.settings import ApiSettings


class Endpoint(GraphQL[Context, None]):
    """`/graphql`: each request has a context that knows who asks."""

    def __init__(self, api: Api, schema: Schema, origins: tuple[str, ...]) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            allow_queries_via_get=False,
            subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL],
            allowed_origins=origins,
            max_subscriptions_per_connection=20,
        )
        self._api = api

    async def get_context(self, request: Any, response: Any) -> Context:
        """The asker that the gate has recognised; of a WebSocket, perhaps none yet."""
        known = request.scope.get("graphmem") or {}
        return Context(
            self._api.memory, self._api, known.get("principal"), known.get("token"), request=request, response=response
        )

    def parse_json(self, data: str | bytes) -> object:
        """The body; what no JSON parser can read is the client's error, whatever the parser says of it."""
        try:
            return super().parse_json(data)
        except (ValueError, RecursionError):
            raise HTTPException(400, "Unable to parse request body as JSON") from None

    async def process_result(self, request: Any, result: ExecutionResult) -> GraphQLHTTPResponse:
        """Errors as they may leave."""
        result.errors = shown(result.errors, guesses=self._api.introspection)
        self._api.metrics.errors(result.errors)
        return process_result(result)

    async def on_ws_connect(self, context: Context) -> Any:
        """A browser says its token in the first message, for it can set no header."""
        if context.principal is None:
            given = context.connection_params if isinstance(context.connection_params, dict) else {}
            said = str(given.get("authorization") or given.get("Authorization") or "")
            context.token = said.removeprefix("Bearer ").strip() or None
            try:
                context.principal = await self._api.recognise(context.token)
            except TokenRefused:
                raise ConnectionRejectionError() from None
        return await super().on_ws_connect(context)


class Api:
    """One server: its memory, who may ask it, its limits and its figures."""

    def __init__(self, settings: Settings, api: ApiSettings, *, tokens: bool, limits: Limits | None = None) -> None:
        self._settings, self._api, self.tokens = settings, api, tokens
        self._memory: Memory | None = None
        self.metrics = Metrics()
        self.introspection = not tokens if api.introspection is None else api.introspection
        self.feeds: Feeds | None = None
        self.limits = limits or Limits()
        self.schema = make_schema(extensions(self.limits, self.metrics, introspection=self.introspection))
        self.app: ASGIApp = Gate(
            self._router(), doors=Doors.of(api.host, api.hosts, api.origins), recognise=self.recognise,
            buckets=Buckets(api.rate, api.burst), metrics=self.metrics, body=api.body, seconds=api.seconds,
        )  # fmt: skip

    @property
    def memory(self) -> Memory:
        """The open memory."""
        assert self._memory is not None, "the application has not started"
        return self._memory

    async def recognise(self, token: str | None) -> Principal:
        """Whom a request is by; without tokens, the user of this machine. Raises `TokenRefused`.

        The store is asked each time, so that a revoked token is refused from that moment on, wherever it was revoked.
        """
        if token is None and not self.tokens:
            return local_principal(self._settings)
        return await self.memory.tokens.principal(token or "")

    def _router(self) -> Router:
        endpoint = Endpoint(self, self.schema, self._api.origins)
        return Router(
            [
                *page_routes(),
                Route("/health", self._health),
                Route("/ready", self._ready),
                Route("/metrics", self._metrics),
                Route("/graphql", endpoint, methods=["GET", "POST"]),
                WebSocketRoute("/graphql", endpoint),
            ],
            redirect_slashes=False,
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Any) -> AsyncIterator[None]:
        async with Memory.open(self._settings) as memory:
            self._memory = memory
            self.feeds = Feeds(memory, self._api.poll, self.metrics)
            consolidating = asyncio.create_task(keep_consolidated(memory.store))
            try:
                yield
            finally:
                consolidating.cancel()
                await asyncio.gather(consolidating, return_exceptions=True)
                await self.feeds.close()

    async def _health(self, request: Request) -> Response:
        """The process serves."""
        return JSONResponse({"status": "ok"})

    async def _ready(self, request: Request) -> Response:
        """The database answers too."""
        try:
            await self.memory.store.look("read/schema_present")
        except GraphmemError as error:
            return JSONResponse({"status": "unavailable", "code": error.code}, status_code=503)
        return JSONResponse({"status": "ready"})

    async def _metrics(self, request: Request) -> Response:
        return PlainTextResponse(self.metrics.text(), media_type="text/plain; version=0.0.4")
