"""`graphmem serve` as its users run it: a process that says where it listens, logs in JSON, and stops when it is told to."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graphmem.settings import Settings
from graphmem.tracing import trace_with
from graphmem.workspace import Workspace
from graphmem_api.app import Api
from tests.api.conftest import GENEROUS, asking, codes, running
from tests.stating import decision

ROOT = Path(__file__).parent.parent.parent


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def process(settings: Settings) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command, running on a free port."""
    port = free_port()
    own = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'api'}",
        "GRAPHMEM_PASSWORD": settings.password.get_secret_value() if settings.password else "", "GRAPHMEM_AUTHOR": "tester",
    }  # fmt: skip
    command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port)]
    with subprocess.Popen(command, env={**os.environ, **own}, stderr=subprocess.PIPE, text=True) as started:
        try:
            yield started, port
        finally:
            started.kill()


async def test_serve(process: tuple[subprocess.Popen[str], int], workspace: Workspace) -> None:
    """It announces that no token is asked for, answers, writes one JSON line a request, and ends by SIGTERM with no error."""
    started, port = process
    assert started.stderr
    said = started.stderr.readline()
    assert f"http://127.0.0.1:{port}/graphql" in said
    assert "no token is asked for" in said
    url = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=url, timeout=60, transport=httpx.AsyncHTTPTransport(retries=8)) as client:
        told = await asking(client, None, workspace.name)("query ($w: String!) { radar(workspace: $w) { asOf } }")
        assert not codes(told)
        headers = {"x-request-id": "id-1", "authorization": "Bearer gmt_secret"}
        assert (await client.post("/graphql", json={"query": "{ workspaces { id } }"}, headers=headers)).status_code == 401
    started.send_signal(signal.SIGTERM)
    rest = started.communicate(timeout=60)[1]
    assert started.returncode in (0, -signal.SIGTERM)
    lines: list[dict[str, Any]] = [json.loads(line) for line in rest.splitlines() if line.startswith("{")]
    assert [line for line in rest.splitlines() if line and not line.startswith("{")] == []
    requests = [line for line in lines if line["message"] == "request"]
    assert [(r["path"], r["status"]) for r in requests] == [("/graphql", 200), ("/graphql", 401)]
    assert (requests[0]["principal"], requests[1]["request"]) == ("tester", "id-1")
    assert not re.search(r"gmt_secret|radar|Bearer", rest)


async def test_spans(settings: Settings, workspace: Workspace) -> None:
    """When it is traced, a request has a span, below it one for each verb, below that one for each statement; none has a value."""
    await workspace.remember(decision("api depends_on auth"))
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace_with(provider.get_tracer("test"))
    try:
        with running(Api(settings, GENEROUS, tokens=False)) as server:
            async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
                ask = asking(client, None, workspace.name)
                assert not codes(await ask('query ($w: String!) { impact(workspace: $w, name: "auth") { inCycle } }'))
    finally:
        trace_with(None)
    spans = {s.name: s for s in kept.get_finished_spans()}
    verb, level, request = spans["verb impact"], spans["read/impact_level"], spans["request /graphql"]
    assert level.parent
    assert verb.parent
    assert (level.parent.span_id, verb.parent.span_id) == (verb.context.span_id, request.context.span_id)
    told = [value for s in spans.values() for value in (s.attributes or {}).values()]
    assert "auth" not in told
    assert workspace.name not in told
