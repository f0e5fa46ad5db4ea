"""Sources that are fetched with a token: pages, limits, and services that misbehave; a list that is not whole changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from graphmem.access import Principal
from graphmem.errors import InvalidArgument
from graphmem.ingest.connectors import live
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store.services import Service
from graphmem.workspace import Workspace
from tests.web_server import Answer, WebServer, web_server

TOKEN = "zqx-4711-secret"
Serve = Callable[[Answer], WebServer]


@pytest.fixture
def served(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Starts a service that answers as told, and makes it both of those that documents are fetched from."""
    monkeypatch.setattr(live, "USUAL_WAIT", 0.01)
    with ExitStack() as opened:

        def serve(answer: Answer) -> WebServer:
            server = opened.enter_context(web_server(answer))
            both = {name: Service(server.url, SecretStr(TOKEN), f"GRAPHMEM_{name}") for name in ("readwise:", "stars:")}
            monkeypatch.setattr(memory.store, "services", both)
            return server

        yield serve


def book(number: int, *texts: str, deleted: tuple[str, ...] = ()) -> dict[str, Any]:
    """A book of the export; the id of a highlight is its text before the first colon."""
    said = [{"id": t.split(":")[0], "text": t, "tags": [], "is_deleted": t in deleted} for t in texts]
    return {"user_book_id": number, "title": f"Book {number}", "author": None, "category": "books", "highlights": said}


def export(*pages: list[dict[str, Any]]) -> Answer:
    """An export in pages that lead one to the next."""

    def answer(path: str, n: int) -> tuple[int, dict[str, str], Any]:
        place = int(path.split("pageCursor=")[1]) if "pageCursor" in path else 0
        return 200, {}, {"nextPageCursor": place + 1 if place + 1 < len(pages) else None, "results": pages[place]}

    return answer


async def said(workspace: Workspace, text: str) -> list[str]:
    """What current chunks say."""
    return sorted(h.snippet for h in (await workspace.search(text, kinds=["chunk"], current=True)).hits)


async def test_rws_01_every_page_is_read(workspace: Workspace, served: Serve) -> None:
    """All highlights of all pages are there once, with a page that is repeated and an empty one in the middle."""
    first, last = [book(1, "h1: Herons wade."), book(2, "h2: Rooks build.")], [book(3, "h3: Swifts sleep aloft.")]
    server = served(export(first, [], first, last))
    found = await workspace.ingest("readwise:")
    assert (found.source, found.counts["new"], found.counts["chunks"], found.failed) == ("readwise", 3, 3, ())
    assert len(server.asked) == 4
    assert {token for _, token in server.asked} == {f"Token {TOKEN}"}
    assert (await workspace.ingest("readwise:")).counts["unchanged"] == 3


async def test_rws_02_what_changes_between_runs(workspace: Workspace, served: Serve) -> None:
    """Stopped at page 2 nothing has changed; then an edit, a deletion and a move each do what they should, and nothing is there twice."""
    before = [book(1, "h1: Herons wade.", "h2: Rooks build."), book(2, "h3: Swifts sleep aloft.")]
    server = served(export(before[:1], before[1:]))
    await workspace.ingest("readwise:")
    count = len((await workspace.records()).records)
    swifts = "h3: Swifts sleep aloft."
    after = [book(1, "h1: Herons wade at dawn."), book(2, swifts, "h2: Rooks build.", deleted=(swifts,))]
    whole = export(after[:1], after[1:])
    server.answer = lambda path, n: (429, {"Retry-After": "600"}, {}) if "pageCursor" in path else whole(path, n)
    with pytest.raises(InvalidArgument, match="600 s") as error:
        await workspace.ingest("readwise:")
    assert TOKEN not in str(error.value)
    assert len((await workspace.records()).records) == count
    assert "at dawn" not in str(await said(workspace, "herons"))
    server.answer = whole
    assert (await workspace.ingest("readwise:")).counts["changed"] == 2
    texts = await said(workspace, "herons rooks swifts")
    assert ["at dawn" in t for t in texts] == [True, False]
    assert sum("Rooks build" in t for t in texts) == 1
    assert not any("Swifts" in t for t in texts)


async def test_a_rate_limit_is_waited_for(workspace: Workspace, served: Serve) -> None:
    """A short wait is kept to, a server in trouble is asked again, and the list is whole."""
    whole = export([book(1, "h1: Herons wade.")])
    troubles: list[tuple[int, dict[str, str], Any]] = [(429, {"Retry-After": "1"}, {}), (503, {}, "later")]
    server = served(lambda path, n: troubles[n - 1] if n <= 2 else whole(path, n))
    assert (await workspace.ingest("readwise:")).counts["new"] == 1
    assert len(server.asked) == 3


WRONG: dict[str, Answer] = {
    "TOKEN_REFUSED": lambda path, n: (401, {}, {"detail": f"bad token {TOKEN}"}),
    "UNREACHABLE redirects": lambda path, n: (302, {"Location": "http://127.0.0.1:1/elsewhere"}, {}),
    "RATE_LIMITED": lambda path, n: (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999"}, {}),
    "UNREADABLE no JSON": lambda path, n: (200, {}, '{"results": ['),
    "UNREADABLE cut": lambda path, n: (200, {"content-length": "5000"}, "[]"),
    "UNKNOWN_FORMAT": lambda path, n: (200, {}, "3"),
    "UNREACHABLE 404": lambda path, n: (404, {}, {}),
    "a ring": lambda path, n: (200, {"Link": f'<http://{HOST[0]}{path}>; rel="next"'}, {"results": [], "nextPageCursor": 1}),
}
HOST: list[str] = [""]


@pytest.mark.parametrize("path", ["readwise:", "stars:"])
@pytest.mark.parametrize("name", WRONG)
async def test_a_service_that_misbehaves(workspace: Workspace, served: Serve, name: str, path: str) -> None:
    """Whatever a service answers that is no whole list, nothing is ingested, the reason is told, and the token never is."""
    server = served(WRONG[name])
    HOST[0] = server.url.removeprefix("http://")
    with pytest.raises(InvalidArgument) as error:
        await workspace.ingest(path)
    assert TOKEN not in str(error.value)
    assert "127.0.0.1" in str(error.value) or "no export" in str(error.value) or "no list" in str(error.value)
    assert len(server.asked) <= 4
    assert (await workspace.documents()).documents == ()


def repository(id_: int, name: str) -> dict[str, Any]:
    return {"starred_at": "2026-05-04T10:00:00Z", "repo": {"id": id_, "full_name": name, "description": None}}


async def test_stars_page_by_page(workspace: Workspace, served: Serve) -> None:
    """Pages are followed by their links, on the same address alone; without its star a repository's link ends."""

    def answer(path: str, n: int) -> tuple[int, dict[str, str], Any]:
        if "page=2" in path:
            return 200, {}, [repository(2, "kim/lib")]
        return 200, {"Link": f'<{server.url}/user/starred?page=2>; rel="next", <x>; rel="last"'}, [repository(1, "kim/app")]

    server = served(answer)
    await workspace.ingest("stars:", source="mine")
    assert {n.entity.name for n in (await workspace.neighbours("stars of mine")).neighbours} == {"kim/app", "kim/lib"}
    assert {token for _, token in server.asked} == {f"Bearer {TOKEN}"}
    server.answer = lambda path, n: (200, {}, [repository(2, "kim/lib")])
    await workspace.ingest("stars:", source="mine")
    assert {n.entity.name for n in (await workspace.neighbours("stars of mine")).neighbours} == {"kim/lib"}
    asked = len(server.asked)
    server.answer = lambda path, n: (
        200,
        {"Link": '<http://localhost:1/user/starred?page=2>; rel="next"'},
        [repository(2, "kim/lib")],
    )
    with pytest.raises(InvalidArgument, match="another address"):
        await workspace.ingest("stars:", source="mine")
    assert len(server.asked) == asked + 1


async def test_who_may_fetch(workspace: Workspace, memory: Memory, served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a token the setting is named; agents and those from elsewhere fetch nothing with the token of this machine."""
    server = served(export([book(1, "h1: x")]))
    for principal in (Principal("bot", "agent", {"*": "administrator"}), Principal("ana", "person", {"*": "writer"}, token="t")):
        handle = await memory.workspace(workspace.name, principal=principal)
        with pytest.raises(InvalidArgument, match="only by a person"):
            await handle.ingest("readwise:")
    monkeypatch.setattr(memory.store, "services", {"stars:": Service("https://x", SecretStr(""), "GRAPHMEM_GITHUB_TOKEN")})
    with pytest.raises(InvalidArgument, match="GRAPHMEM_GITHUB_TOKEN"):
        await workspace.ingest("stars:")
    assert server.asked == []


def test_a_token_goes_nowhere_in_the_clear() -> None:
    """An address without TLS is refused unless it is on this machine; the settings never show a token."""
    for url in ("http://example.org", "ftp://example.org", "example.org"):
        with pytest.raises(ValidationError, match="https"):
            Settings(readwise_url=url)
    settings = Settings(github_url="http://127.0.0.1:1", github_token=SecretStr(TOKEN))
    assert TOKEN not in repr(settings)
