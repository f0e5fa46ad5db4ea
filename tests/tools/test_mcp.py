"""The tools over the Model Context Protocol: real processes on standard input and output, and real HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.tools import TOOLS
from graphmem.tools.mcp.http import protocol_app
from graphmem.tools.toolbox import Door
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace

SMALLEST = dict(TOOLS["remember"].example)
COMMAND = str(Path(sys.executable).with_name("graphmem"))


def words(result: CallToolResult) -> str:
    """The text of a result."""
    (content,) = result.content
    return str(content.text)  # type: ignore[union-attr]


async def once(environment: dict[str, str], tool: str, **arguments: Any) -> str:
    """One call by a client of its own to a server process of its own."""
    parameters = StdioServerParameters(command=COMMAND, args=["mcp"], env=environment)
    async with Client(parameters) as client:
        result = await client.call_tool(tool, arguments)
        assert not result.is_error, words(result)
        return words(result)


@pytest.mark.slow
async def test_mcp_05_every_tool_takes_the_workspace(environment: dict[str, str], make_workspace: MakeWorkspace) -> None:
    """A record stated in a workspace that is not the default is read, listed, replaced and ended there, each in a new process."""
    other = (await make_workspace()).name
    stated = await once(environment, "remember", workspace=other, session="one", **SMALLEST)
    record = stated.split("stored decision ")[1].split()[0]
    assert record in await once(environment, "record", workspace=other, id=record)
    assert "hop 1: " in await once(environment, "impact", workspace=other, name="auth")
    newer = await once(environment, "remember", workspace=other, **{**SMALLEST, "supersedes": [record]})
    assert f"ended record {record}: superseded" in newer
    successor = newer.split("stored decision ")[1].split()[0]
    assert f"ended record {successor}" in await once(environment, "forget", workspace=other, record=successor, reason="over")
    assert "No record fits" in await once(environment, "records")


NOISY = """
import os, subprocess, sys, warnings
print("a library that prints when it is imported")
from graphmem.tools import TOOLS, Tool
from graphmem.tools.arguments import OfWorkspace
from graphmem.tools.pages import Told

async def noisy(room, asked, place):
    from rich.progress import Progress
    print("a print"); os.write(1, b"a write\\n"); subprocess.run(["echo", "a child"]); warnings.warn("deprecated", DeprecationWarning)
    with Progress() as bar:
        bar.advance(bar.add_task("working", total=1))
    return Told("Done.")

def main():
    TOOLS["noisy"] = Tool("noisy", "prints a lot", OfWorkspace, noisy, {})
    from graphmem.cli import main
    sys.exit(main(["mcp"]))
"""


def talk(command: list[str], environment: dict[str, str], calls: list[tuple[str, dict[str, Any]]]) -> tuple[list[Any], bytes]:
    """What a server process writes on its standard output, line by line as JSON, and on standard error."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    messages: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        *({"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
          for n, (name, arguments) in enumerate(calls, 2)),
    ]  # fmt: skip
    answers = []
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, env=environment) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for message in messages:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            if "id" in message:
                answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        rest, said = process.stdout.read(), process.stderr.read()
        assert process.wait(60) == 0
    return [*answers, *(json.loads(line) for line in rest.splitlines())], said


def test_mcp_02_nothing_but_protocol_on_standard_output(environment: dict[str, str], tmp_path: Path) -> None:
    """Whatever libraries, children, warnings and progress bars print, every line on standard output is a message; so with no database."""
    (tmp_path / "noisy.py").write_text(NOISY, encoding="utf-8")
    wire = "from graphmem.tools.mcp import stdio; stdio.take_wire = (lambda wire: lambda: wire)(stdio.take_wire()); "
    command = [sys.executable, "-W", "always", "-c", f"{wire}import noisy; noisy.main()"]
    paths = os.pathsep.join([str(tmp_path), os.getcwd()])
    answers, said = talk(command, {**environment, "PYTHONPATH": paths}, [("noisy", {}), ("workspaces", {})])
    assert [answer["id"] for answer in answers] == [0, 1, 2, 3]
    assert answers[2]["result"]["content"][0]["text"].startswith("Done.")
    assert not answers[3]["result"]["isError"]
    for text in (b"a library that prints", b"a print", b"a write", b"a child", b"deprecated", b"working"):
        assert text in said, text


def test_mcp_02_the_database_is_down(environment: dict[str, str]) -> None:
    """The server starts, lists its tools and answers each call with an error that says what to do."""
    down = {**environment, "GRAPHMEM_URI": "bolt://127.0.0.1:1"}
    answers, _ = talk([COMMAND, "mcp"], down, [("radar", {}), ("nothing", {})])
    assert {tool["name"] for tool in answers[1]["result"]["tools"]} == set(TOOLS)
    for answer, code in zip(answers[2:], ("DATABASE_UNAVAILABLE", "UNKNOWN_TOOL"), strict=True):
        assert answer["result"]["isError"]
        assert answer["result"]["content"][0]["text"].startswith(code)


async def test_a_story_over_stdio(environment: dict[str, str], workspace: Workspace) -> None:
    """An agent states what it learned, asks what breaks, solves a problem and ends a record; the next process knows it all."""
    parameters = StdioServerParameters(command=COMMAND, args=["--session", "monday", "mcp"], env=environment)
    problem = {
        "kind": "problem_found", "problem": "logins time out", "description": "under load",
        "entities": [{"name": "logins time out", "type": "problem"}, {"name": "auth", "type": "code_component"}],
        "relations": [{"source": "logins time out", "type": "caused_by", "target": "auth", "reason": "one lock for all"}],
    }  # fmt: skip
    async with Client(parameters) as client:
        asked_for = ("context", "impact", "recall", "record_task", "correct")
        assert [tool for tool in asked_for if f"`{tool}`" not in (client.instructions or "")] == []
        await client.call_tool("remember", SMALLEST)
        await client.call_tool("remember", problem)
        impact = words(await client.call_tool("impact", {"name": "auth"}))
        assert "logins time out" in impact
        assert 'hop 1: "api" (code_component)' in impact
    fix = {
        **problem, "kind": "problem_solved", "solution": "a lock for each user", "description": None,
        "relations": [{"source": "auth", "type": "solves", "target": "logins time out", "reason": "no more waiting"}],
    }  # fmt: skip
    async with Client(parameters) as client:
        assert "logins time out" in words(await client.call_tool("radar", {}))
        opening = await client.get_prompt("opening", {})
        told = opening.messages[0].content.text  # type: ignore[union-attr]
        assert "logins time out" in told
        assert "rules that a person approved" in told
        await client.call_tool("remember", fix)
        resource = await client.read_resource(f"graphmem://{workspace.name}/open")
        assert "1 unsolved" not in resource.contents[0].text  # type: ignore[union-attr]
    records = (await workspace.records()).records
    assert [(r.author, r.session) for r in records] == [("claude", "monday")] * 3


@pytest.fixture
async def served(memory: Memory, settings: Settings, workspace: Workspace) -> AsyncIterator[str]:
    """The address of an HTTP server that asks for tokens."""
    async for address in serving(memory, settings, tokens=True, workspace=workspace.name):
        yield address


async def serving(memory: Memory, settings: Settings, *, tokens: bool, workspace: str) -> AsyncIterator[str]:
    import uvicorn

    app = protocol_app(Door(memory), settings, workspace=workspace, tokens=tokens, hosts=("127.0.0.1",))
    listening = socket.create_server(("127.0.0.1", 0))  # it takes connections from now on, answered or not
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    server.should_exit = True
    await task


async def test_http_asks_for_a_token(served: str, memory: Memory, workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """A token is the author, an agent even where it is a person's, and reaches its own workspaces alone."""
    foreign = (await make_workspace()).name
    token = await memory.tokens.create("ada", roles={workspace.name: "writer"}, kind="person")
    async with httpx2.AsyncClient() as bare:
        for headers in ({}, {"Authorization": "Bearer gmt_0"}, {"Authorization": "Basic x"}):
            assert (await bare.post(served, json={}, headers=headers)).status_code == 401
    known = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token.token}"})
    async with known, Client(streamable_http_client(served, http_client=known)) as client:
        assert not (await client.call_tool("remember", SMALLEST)).is_error
        denied = [
            words(await client.call_tool("radar", {"workspace": foreign})).replace(foreign, "x"),
            words(await client.call_tool("radar", {"workspace": "t-unknown"})).replace("t-unknown", "x"),
        ]
        assert denied[0].split("Did you mean")[0] == denied[1].split("Did you mean")[0]
        assert foreign not in words(await client.call_tool("workspaces", {}))
        dismissed = await client.call_tool("dismiss", {"key": "silent:ent_0", "reason": "x"})
        assert words(dismissed).startswith("NOT_ALLOWED")
    assert (await workspace.records()).records[0].author == "ada"
    await memory.tokens.revoke(token.id)
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token.token}"}) as late:
        assert (await late.post(served, json={})).status_code == 401


async def test_sec_09_other_hosts_and_origins(memory: Memory, settings: Settings, workspace: Workspace) -> None:
    """Another host or origin gets 403 on every route, a request without an origin is answered."""
    async for address in serving(memory, settings, tokens=False, workspace=workspace.name):
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
        accepts = {"Accept": "application/json, text/event-stream"}
        hostile = ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Host": "evil.example:8000"})
        async with httpx2.AsyncClient(headers=accepts) as client:
            for headers in hostile:
                for url in (address, address.replace("/mcp", "/"), address + "/x"):
                    assert (await client.post(url, json=message, headers=headers)).status_code == 403
            assert (await client.post(address, json=message)).status_code == 200


def test_sec_09_an_open_address_needs_tokens(environment: dict[str, str]) -> None:
    """Bound to every address, the server asks for tokens, and does not start while the database cannot say that there is one."""
    down = {**environment, "GRAPHMEM_URI": "bolt://127.0.0.1:1"}
    ran = subprocess.run(
        [COMMAND, "mcp", "--http", "--host", "0.0.0.0", "--port", "0"], env=down, capture_output=True, timeout=120
    )
    assert ran.returncode == 5
    assert b"answers at" not in ran.stderr
