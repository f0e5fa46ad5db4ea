"""What stands before every route: host and origin, size, time, rate, who asks, and the headers of each answer."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.access import Principal
from graphmem.errors import GraphmemError, TokenRefused
from graphmem.tracing import span
from graphmem_api.errors import told, unexpected
from graphmem_api.logs import request_id
from graphmem_api.metrics import Metrics
from graphmem_api.pages import ASSETS, GUIDE

log = logging.getLogger("graphmem.api")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
OPEN = ("/health", "/ready", "/", "/queries", "/page.js", "/page.css")  # they tell nothing of what is stored, nor do assets
ROUTES = (*OPEN, "/graphql", "/metrics")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
Recognise = Callable[[str | None], Awaitable[Principal]]


@dataclass(slots=True)
class Buckets:
    """A token bucket for each client: `burst` at once, `rate` a second; the clients seen longest ago are forgotten."""

    rate: float
    burst: int
    most: int = 10_000
    _kept: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def wait(self, client: str) -> float:
        """Takes one; 0 when there was one, else the seconds until there is."""
        now = time.monotonic()
        left, at = self._kept.pop(client, (float(self.burst), now))
        left = min(float(self.burst), left + (now - at) * self.rate)
        taken = left >= 1
        self._kept[client] = (left - 1 if taken else left, now)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return 0.0 if taken else (1 - left) / self.rate


@dataclass(slots=True)
class Doors:
    """Which hosts and origins may come in."""

    hosts: frozenset[str]
    origins: frozenset[str]

    @classmethod
    def of(cls, bound: str, hosts: Iterable[str], origins: Iterable[str]) -> Doors:
        """Loopback names, the address it is bound to, and what the settings add."""
        named = bound if ":" not in bound else f"[{bound.strip('[]')}]"
        return cls(frozenset(h.lower() for h in (*LOOPBACK, named, *hosts)), frozenset(o.lower().rstrip("/") for o in origins))

    def let_in(self, headers: dict[bytes, list[bytes]]) -> bool:
        """Whether the `Host` is one of ours and the `Origin`, if there is one, too."""
        host = _one(headers, b"host").lower()
        if not host or re.sub(r":\d+$", "", host) not in self.hosts:
            return False
        if b"origin" not in headers:
            return True
        origin = _one(headers, b"origin").lower().rstrip("/")
        parts = urlsplit(origin)
        return origin in self.origins or (parts.scheme in ("http", "https") and parts.netloc == host)


def _one(headers: dict[bytes, list[bytes]], name: bytes) -> str:
    """The value of a header that may stand once; an empty text where it does not."""
    found = headers.get(name, [])
    return found[0].decode("latin-1").strip() if len(found) == 1 else ""


class Problem(Exception):
    """A request that gets no further."""

    def __init__(self, status: int, code: str, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.code, self.headers = status, code, headers


class Gate:
    """The outermost application: what it lets through has a principal, a request id, a size and a time limit."""

    def __init__(
        self, app: ASGIApp, *, doors: Doors, recognise: Recognise, buckets: Buckets, metrics: Metrics, body: int, seconds: float
    ) -> None:
        self._app, self._doors, self._recognise, self._clients = app, doors, recognise, buckets
        # An address may hold several clients; this one also bounds how often tokens can be guessed.
        self._addresses = Buckets(buckets.rate * 4, buckets.burst * 4)
        self._metrics, self._body, self._seconds = metrics, body, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request or one WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name, []).append(value)
        given = _one(headers, b"x-request-id")
        id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        token = request_id.set(id)
        answer = Answering(send, id)
        try:
            with span(f"request {scope['path'] if scope['path'] in ROUTES else 'other'}", request=id):
                await self._served(scope, headers, receive, answer)
        finally:
            self._told(scope, answer)
            request_id.reset(token)

    async def _served(self, scope: Scope, headers: dict[bytes, list[bytes]], receive: Receive, answer: Answering) -> None:
        try:
            await self._admit(scope, headers)
            if scope["type"] == "websocket":
                await self._app(scope, receive, answer)
            else:
                async with asyncio.timeout(self._seconds):
                    await self._app(scope, self._sized(receive, headers), answer)
        except Problem as problem:
            await answer.problem(scope, problem)
        except TimeoutError:
            await answer.problem(scope, Problem(503, "TIMEOUT", "The request took longer than it may; ask for less."))
        except GraphmemError as error:
            shown = told(error)
            await answer.problem(scope, Problem(503, str((shown.extensions or {})["code"]), shown.message))
        except Exception as error:
            shown = unexpected(error)
            await answer.problem(scope, Problem(500, "INTERNAL", shown.message))

    async def _admit(self, scope: Scope, headers: dict[bytes, list[bytes]]) -> None:
        """Host, origin, rate, then who asks."""
        if scope["path"] == GUIDE:  # the one page that other origins may read: Neo4j Browser shows it
            headers = {name: values for name, values in headers.items() if name != b"origin"}
        if not self._doors.let_in(headers):
            raise Problem(403, "NOT_ALLOWED", "This host or origin is not served here.")
        address = scope["client"][0] if scope.get("client") else "?"
        given = _one(headers, b"authorization")
        self._take(self._addresses, address)
        if scope["path"] in (*OPEN, GUIDE) or scope["path"].startswith(ASSETS):
            return
        token = _bearer(given)
        if scope["type"] == "websocket" and token is None:  # a browser can only say it in the first message
            return
        try:
            principal = await self._recognise(token)
        except TokenRefused as error:
            raise Problem(401, error.code, str(error), **{"www-authenticate": "Bearer"}) from None
        scope["graphmem"] = {"principal": principal, "token": token}
        if principal.token:
            self._take(self._clients, principal.token)

    def _take(self, buckets: Buckets, client: str) -> None:
        if wait := buckets.wait(client):
            raise Problem(429, "RATE_LIMITED", "Too many requests; wait a little.", **{"retry-after": str(int(wait) + 1)})

    def _sized(self, receive: Receive, headers: dict[bytes, list[bytes]]) -> Receive:
        """`receive`, which ends with 413 once the body is too large; a stated length is believed only when it is too large."""
        stated = _one(headers, b"content-length")
        if stated.isdigit() and int(stated) > self._body:
            raise self._too_large()
        got = 0

        async def sized() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self._body:
                raise self._too_large()
            return message

        return sized

    def _too_large(self) -> Problem:
        return Problem(413, "BODY_TOO_LARGE", f"A request has at most {self._body:,} bytes.")

    def _told(self, scope: Scope, answer: Answering) -> None:
        path = scope["path"] if scope["path"] in ROUTES else "other"
        self._metrics.request(path, answer.status)
        who: Principal | None = (scope.get("graphmem") or {}).get("principal")
        log.info(
            "request",
            extra={
                "method": scope.get("method", "WS"), "path": path, "status": answer.status, "ms": round(answer.milliseconds(), 1),
                "principal": who.name if who else None, "token": who.token if who else None,
            },
        )  # fmt: skip


def _bearer(header: str) -> str | None:
    """The token of an Authorization header; an empty text, which no token is, for one of another form."""
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


class Answering:
    """`send`, with the headers that every answer has; it remembers what was sent."""

    def __init__(self, send: Send, id: str) -> None:
        self._send, self._id, self.status, self._began = send, id, 0, time.perf_counter()

    async def __call__(self, message: Message) -> None:
        """Sends one message."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = {name for name, _ in HEADERS}
            kept = [(n, v) for n, v in message.get("headers", []) if n.lower() not in own]
            message = {**message, "headers": [*kept, *HEADERS, (b"x-request-id", self._id.encode())]}
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close" and not self.status:
            self.status = 403
        await self._send(message)

    def milliseconds(self) -> float:
        """How long it has taken."""
        return (time.perf_counter() - self._began) * 1000

    async def problem(self, scope: Scope, problem: Problem) -> None:
        """Tells it as GraphQL tells errors, unless the answer has begun."""
        if scope["type"] == "websocket":
            if not self.status:
                await self({"type": "websocket.close", "code": 1008})
            return
        if self.status:
            return
        body: dict[str, Any] = {
            "data": None, "errors": [{"message": str(problem), "extensions": {"code": problem.code, "path": None}}]
        }  # fmt: skip
        content = json.dumps(body).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
        headers += [(name.encode(), value.encode()) for name, value in problem.headers.items()]
        await self({"type": "http.response.start", "status": problem.status, "headers": headers})
        await self({"type": "http.response.body", "body": content})
