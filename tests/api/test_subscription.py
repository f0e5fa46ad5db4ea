"""The subscription: what is written is told once, in order, from a cursor on, by one poller however many follow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import websockets

from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.api.conftest import Running, codes
from tests.api.following import following
from tests.stating import decision

MakeToken = Callable[..., Awaitable[str]]


async def take(told: AsyncIterator[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """The next changes."""
    found = []
    for _ in range(count):
        message = await asyncio.wait_for(anext(told), 60)
        assert not codes(message), message
        found.append(message["data"]["changes"])
    return found


async def until(reached: Callable[[], bool]) -> None:
    """Returns once it is so."""
    async with asyncio.timeout(60):
        while not reached():  # noqa: ASYNC110  (what is waited for happens in the thread of the server)
            await asyncio.sleep(0.02)


async def polling(server: Running, workspace: str) -> None:
    """Returns once somebody follows the workspace."""
    feeds = server.api.feeds
    assert feeds
    await until(lambda: workspace in feeds.open and feeds.open[workspace][0].polls > 0)


async def test_every_change(server: Running, workspace: Workspace, token_for: MakeToken) -> None:
    """A follower learns what is recorded, ended, reinstated, merged and unmerged from now on, each once."""
    await workspace.remember(decision("before depends_on it"))
    async with following(server, await token_for(workspace.name, "reader", "agent"), workspace.name) as told:
        await polling(server, workspace.name)
        first = (await workspace.remember(decision("api depends_on auth"), decision("web depends_on auth"))).records
        await workspace.forget(first[0].id, reason="x")
        await workspace.reinstate(first[0].id, reason="x")
        merge = (await workspace.merge("web", "api", reason="x")).id
        await workspace.unmerge(str(merge), reason="x")
        found = await take(told, 6)
    assert [c["change"] for c in found] == ["recorded", "recorded", "ended", "reinstated", "merged", "unmerged"]
    assert [c["id"] for c in found[:2]] == [r.id for r in first]
    assert found[2]["endedRecords"] == [first[0].id]
    assert (found[4]["id"], found[5]["target"]) == (merge, merge)


async def test_it_goes_on_from_a_cursor(server: Running, workspace: Workspace, token_for: MakeToken) -> None:
    """Cut off and come again with the last cursor, a follower misses nothing and hears nothing twice."""
    token = await token_for(workspace.name, "reader")
    ids = [(await workspace.remember(decision(f"a{n} depends_on b"))).records[0].id for n in range(5)]
    begin = (await workspace.changes(limit=1)).cursor
    async with following(server, token, workspace.name, begin) as told:
        seen = await take(told, 2)
    ids.append((await workspace.remember(decision("late depends_on b"))).records[0].id)
    async with following(server, token, workspace.name, seen[-1]["cursor"]) as told:
        seen += await take(told, 3)
    assert [c["id"] for c in seen] == ids[1:]


async def test_one_poller_for_all(server: Running, workspace: Workspace, token_for: MakeToken) -> None:
    """Ten followers share one poller, which ends when the last of them goes; each hears everything."""
    token = await token_for(workspace.name, "reader")
    feeds = server.api.feeds
    assert feeds

    async def follow() -> list[str]:
        async with following(server, token, workspace.name) as told:
            return [c["id"] for c in await take(told, 3)]

    followers = [asyncio.create_task(follow()) for _ in range(10)]
    await until(lambda: workspace.name in feeds.open and feeds.open[workspace.name][0].followers == 10)
    assert [name for name in feeds.open if name == workspace.name] == [workspace.name]
    ids = [(await workspace.remember(decision(f"a{n} depends_on b"))).records[0].id for n in range(3)]
    assert await asyncio.gather(*followers) == [ids] * 10
    await until(lambda: workspace.name not in feeds.open)


async def test_who_may_not_follow(server: Running, workspace: Workspace, token_for: MakeToken) -> None:
    """Without a token the connection is closed; a stranger hears what he hears of an unknown workspace; a wrong cursor is refused."""
    with pytest.raises(websockets.ConnectionClosedError, match="4403"):
        async with following(server, "x", workspace.name):
            pass
    stranger = await token_for("elsewhere")
    said = []
    for name in (workspace.name, "nowhere-at-all"):
        async with following(server, stranger, name) as told:
            message = await asyncio.wait_for(anext(told), 60)
        said.append(str(message).replace(name, "W"))
    assert said[0] == said[1]
    assert "WORKSPACE_NOT_FOUND" in said[0]
    async with following(server, await token_for(workspace.name), workspace.name, "garbage") as told:
        assert codes(await asyncio.wait_for(anext(told), 60)) == ["INVALID_ARGUMENT"]


async def test_a_revoked_token_hears_no_more(server: Running, memory: Memory, workspace: Workspace, token_for: MakeToken) -> None:
    """Once its token is revoked, the next thing a follower hears is that it is."""
    token = await token_for(workspace.name, "reader")
    async with following(server, token, workspace.name) as told:
        await polling(server, workspace.name)
        await memory.tokens.revoke(token)
        await workspace.remember(decision("api depends_on auth"))
        assert codes(await asyncio.wait_for(anext(told), 60)) == ["TOKEN_REFUSED"]


async def test_queries_over_the_same_socket(server: Running, workspace: Workspace, token_for: MakeToken) -> None:
    """A query over the WebSocket is answered, with the same limits and the same errors."""
    token = await token_for(workspace.name, "reader")
    for query, expected in (
        ("query ($w: String!) { records(workspace: $w) { cursor } }", []),
        ('query ($w: String!) { record(workspace: $w, id: "x") { asOf } }', ["NOT_FOUND"]),
        ("query ($w: String!) { " + "records(workspace: $w) { cursor } " * 40 + "}", ["LIMIT_EXCEEDED"]),
        ("{ nothing }", ["GRAPHQL_VALIDATION_FAILED"]),
    ):
        async with following(server, token, workspace.name, query=query) as told:
            assert codes(await asyncio.wait_for(anext(told), 60)) == expected, query
