"""Doors: who may come in, by which host and origin, how much and how often; and what every answer carries."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from graphmem_api.app import Api
from graphmem_api.logs import JsonLines
from graphmem_api.security import OPEN, Buckets, Doors
from graphmem_api.server import prepared
from graphmem_api.settings import ApiSettings
from tests.api.conftest import GENEROUS, Running, running

ROUTES = [*OPEN, "/metrics", "/graphql", "/nothing"]
ASK = {"query": "{ workspaces { id } }"}


@pytest.fixture(scope="module")
def small(settings: Settings) -> Iterator[Running]:
    """A server without tokens, on loopback, that hides its schema and takes little."""
    tight = GENEROUS.model_copy(update={"introspection": False, "body": 2_000, "rate": 1.0, "burst": 25})
    with running(Api(settings, tight, tokens=False)) as found:
        yield found


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"}, {"origin": "null"}, {"host": "evil.example:8000"}, {"host": ""},
        {"origin": "http://localhost.evil.example"}, {"host": "evil.example", "origin": "http://evil.example"},
    ],
)  # fmt: skip
async def test_sec_09_other_hosts_and_origins(client: httpx.AsyncClient, path: str, headers: dict[str, str]) -> None:
    """SEC-09: on every route, another origin, `null`, and another host get 403 and nothing else."""
    for method in ("GET", "POST", "OPTIONS"):
        answer = await client.request(method, path, headers=headers)
        assert answer.status_code in (403, 400), (method, answer.status_code)
        assert "evil" not in answer.text


async def test_the_guide_is_for_neo4j_browser(client: httpx.AsyncClient) -> None:
    """The guide alone may be read by another origin, for Neo4j Browser shows it; still only on our own hosts."""
    answer = await client.get("/guide.html", headers={"origin": "http://127.0.0.1:7474"})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
    assert "carousel" in answer.text
    assert (await client.get("/guide.html", headers={"host": "evil.example"})).status_code == 403


async def test_sec_09_no_origin_and_the_own_one(client: httpx.AsyncClient, server: Running) -> None:
    """SEC-09: without an Origin header, and from the server's own page, it works."""
    assert (await client.get("/health")).status_code == 200
    assert (await client.get("/health", headers={"origin": server.url})).status_code == 200
    assert (await client.post("/graphql", json=ASK)).status_code == 401


async def test_sec_09_websockets(server: Running) -> None:
    """SEC-09: a WebSocket of another origin or host is refused at the handshake."""
    url = server.url.replace("http", "ws") + "/graphql"
    for given in ({"origin": "https://evil.example"}, {"additional_headers": {"Host": "evil.example"}}):
        with pytest.raises(websockets.InvalidHandshake):
            async with websockets.connect(url, subprotocols=["graphql-transport-ws"], **given):  # type: ignore[arg-type, list-item]
                pass


async def test_sec_09_open_bind(settings: Settings, memory: Memory) -> None:
    """SEC-09: the default is loopback; elsewhere it does not start without tokens, and with them asks for one."""
    assert ApiSettings().host == "127.0.0.1"
    with pytest.raises(InvalidArgument, match="needs a token"):
        await prepared(settings, ApiSettings(host="0.0.0.0", tokens=False))
    await memory.tokens.create("ana", roles={"*": "reader"})
    assert (await prepared(settings, ApiSettings(host="0.0.0.0"))).tokens
    assert not (await prepared(settings, ApiSettings())).tokens


def test_sec_09_the_command_refuses(settings: Settings) -> None:
    """SEC-09: `graphmem serve` on every address without tokens ends with a usage error and opens nothing."""
    root = Path(__file__).parent.parent.parent
    own = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "PYTHONPATH": f"{root}{os.pathsep}{root / 'api'}",
        "GRAPHMEM_PASSWORD": settings.password.get_secret_value() if settings.password else "",
    }  # fmt: skip
    command = [sys.executable, "-m", "graphmem", "serve", "--host", "0.0.0.0", "--port", "0", "--no-tokens"]
    done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, "needs a token" in done.stderr) == (2, True), done.stderr


async def test_tokens(
    client: httpx.AsyncClient, memory: Memory, workspace: Workspace, token_for: Callable[..., Awaitable[str]]
) -> None:
    """No token, a wrong one and a revoked one get the same 401, from the next request on; a good one sees its workspaces."""
    good = await token_for(workspace.name, "reader")
    ok = await client.post("/graphql", json=ASK, headers={"authorization": f"Bearer {good}"})
    assert ok.json()["data"]["workspaces"] == [{"id": workspace.name}]
    await memory.tokens.revoke(good)
    said = set()
    for header in ("", f"Bearer {good}", "Bearer x", "Basic eDp5", good, "Bearer"):
        answer = await client.post("/graphql", json=ASK, headers={"authorization": header} if header else {})
        assert answer.headers["www-authenticate"] == "Bearer"
        said.add((answer.status_code, answer.text))
    assert len(said) == 1
    assert (await client.get("/metrics")).status_code == 401


async def test_one_user(small: Running, workspace: Workspace) -> None:
    """On loopback without tokens the user of this machine is an administrator and a person; a wrong token is still refused."""
    async with httpx.AsyncClient(base_url=small.url, timeout=60) as client:
        told = (await client.post("/graphql", json=ASK)).json()
        assert workspace.name in [w["id"] for w in told["data"]["workspaces"]]
        assert (await client.post("/graphql", json=ASK, headers={"authorization": "Bearer x"})).status_code == 401


async def test_gql_07_nothing_of_the_schema(small: Running) -> None:
    """GQL-07: with introspection off, neither introspection nor a misspelt name, argument or value gives anything away."""
    asked = [
        "{ __schema { types { name } } }", '{ __type(name: "Query") { name } }', "{ workspcaes { id } }",
        "{ workspaces { idd } }", '{ radar(workspce: "w") { asOf } }', '{ records(workspace: "w", kind: decisoin) { cursor } }',
        "{ workspaces { ... on Radra { asOf } } }", "query ($x: Tiem) { workspaces { id } }", "mutation { forgte { id } }",
    ]  # fmt: skip
    async with httpx.AsyncClient(base_url=small.url, timeout=60) as client:
        for query in asked:
            answer = (await client.post("/graphql", json={"query": query})).json()
            assert answer.get("data") is None
            assert "Did you mean" not in str(answer)
            for secret in ("workspaces'", "decision", "Radar'", "forget'", "types"):
                assert secret not in str(answer["errors"][0]["message"]).replace(query, "") or secret in query, (query, answer)


async def test_bodies(small: Running) -> None:
    """A body over the limit is refused, stated or streamed; what is not JSON, has no query, or comes by GET is a client's error."""
    async with httpx.AsyncClient(base_url=small.url, timeout=60) as client:

        async def stream() -> Any:
            for _ in range(50):
                yield b" " * 100

        for content in (b" " * 2_001, stream()):
            answer = await client.post("/graphql", content=content, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (413, "BODY_TOO_LARGE")
        for content in (b"{", b"[]", b"{}", b"\xff", b'{"query": 1}', b"[" * 1_900, b'{"query": ' + b"9" * 1_900):
            answer = await client.post("/graphql", content=content, headers={"content-type": "application/json"})
            assert answer.status_code == 400, content
        assert (await client.get("/graphql", params={"query": "{ workspaces { id } }"})).status_code in (400, 404, 405)
        form = await client.post("/graphql", data={"query": "{ workspaces { id } }"})
        assert form.status_code in (400, 415)


def test_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings come from the environment, lists as JSON; one that cannot be meant is refused by its name."""
    monkeypatch.setenv("GRAPHMEM_API_HOSTS", '["memory.example"]')
    assert ApiSettings.read(port=9).hosts == ("memory.example",)
    for name, value in (("PORT", "x"), ("RATE", "0"), ("HOSTS", "memory.example")):
        monkeypatch.setenv(f"GRAPHMEM_API_{name}", value)
        with pytest.raises(InvalidArgument, match="GRAPHMEM_API"):
            ApiSettings.read()
        monkeypatch.delenv(f"GRAPHMEM_API_{name}")


def test_rate() -> None:
    """A bucket gives `burst` at once and then `rate` a second, for each client by itself, and forgets the oldest."""
    buckets = Buckets(rate=0.001, burst=3, most=2)
    assert [buckets.wait("a") > 0 for _ in range(5)] == [False, False, False, True, True]
    assert buckets.wait("b") == 0
    assert buckets.wait("c") == 0
    assert buckets.wait("a") == 0, "the oldest was forgotten"


async def test_too_many_requests(small: Running) -> None:
    """Over the rate a client gets 429 and is told when to come again."""
    async with httpx.AsyncClient(base_url=small.url, timeout=60) as client:
        told = [await client.get("/health") for _ in range(140)]
    refused = [answer for answer in told if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) >= 1


async def test_every_answer(client: httpx.AsyncClient) -> None:
    """Every answer, also a refusal, has the security headers and an id, which is the caller's own if it is a plain one."""
    for path in ROUTES:
        answer = await client.get(path, headers={"x-request-id": "my-1"})
        assert answer.headers["x-request-id"] == "my-1"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
    assert (await client.get("/health", headers={"x-request-id": "a\tb{}"})).headers["x-request-id"] != "a\tb{}"


async def test_health_and_figures(client: httpx.AsyncClient, token_for: Callable[..., Awaitable[str]]) -> None:
    """The process and the database are told apart; the figures count requests and errors, and name no workspace."""
    assert (await client.get("/health")).json() == {"status": "ok"}
    assert (await client.get("/ready")).json() == {"status": "ready"}
    headers = {"authorization": f"Bearer {await token_for('*')}"}
    await client.post("/graphql", json={"query": '{ radar(workspace: "nowhere-at-all") { asOf } }'}, headers=headers)
    text = (await client.get("/metrics", headers=headers)).text
    assert 'graphmem_errors_total{code="WORKSPACE_NOT_FOUND"}' in text
    assert re.search(r'graphmem_requests_total\{path="/graphql",status="200"\} \d+', text)
    assert "nowhere" not in text


async def test_the_page_needs_no_network(client: httpx.AsyncClient) -> None:
    """The query page is served by us alone: no address but its own, no script or style in the page itself."""
    page = (await client.get("/queries")).text
    assert '<script src="page.js"' in page
    assert not re.search(r"<script>|<style|\son\w+=|style=", page)
    for path in ("/queries", "/page.js", "/page.css"):
        found = await client.get(path)
        assert found.status_code == 200
        assert not re.search(r"https?://", found.text)


def test_logs_hold_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    """A line of the log is one JSON object with the fields that are named, and nothing else that a record carries."""
    record = logging.LogRecord("graphmem.api", logging.INFO, "x.py", 1, "request\nforged", (), None)
    record.method, record.authorization = "POST", "Bearer gmt_secret"
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["message"], told["method"]) == ("request\nforged", "POST")
    assert "secret" not in line


def test_doors() -> None:
    """Hosts are compared without their port, origins as a whole; a header that stands twice is none."""
    doors = Doors.of("::1", ("memory.example",), ("https://app.example",))

    def let_in(**headers: Any) -> bool:
        return doors.let_in(
            {k.encode(): [v.encode() for v in ([vs] if isinstance(vs, str) else vs)] for k, vs in headers.items()}
        )

    assert let_in(host="[::1]:8017")
    assert let_in(host="memory.example")
    assert let_in(host="memory.example", origin="https://app.example")
    assert let_in(host="localhost:1", origin="http://localhost:1")
    assert not let_in(host="localhost:1", origin="http://localhost:2")
    assert not let_in(host=["localhost", "localhost"])
    assert not let_in(host="localhost", origin=["http://localhost", "http://evil.example"])
    assert not let_in(origin="https://app.example")
