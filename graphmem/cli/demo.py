"""The demo, as a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphmem.cli.call import Call, local_server
from graphmem.cli.frame import verb

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.settings import Settings

PANEL = "Server and store"


@verb(PANEL)
def demo(call: Call) -> None:
    """Load two real memories, ask them, and say how to open the same graph in Neo4j Browser."""
    settings = call.settings()

    async def told(memory: Memory) -> None:
        await _demo(memory, call)

    call.answer(told)
    _ending(call, settings)


async def _demo(memory: Memory, call: Call) -> None:
    """Loads, then asks; each answer is shown as soon as it is there."""
    from graphmem.demo import packages, story
    from graphmem.demo.tour import scenes, tour

    _heading(call, "Loading the memory of a real project, told with its dates")
    new = await story.load(memory)
    call.show({"workspace": story.WORKSPACE, "records added": new})
    _heading(call, "Loading the Python packages installed here, from their own metadata")
    loaded = await packages.load(memory)
    call.show(
        {
            "workspace": packages.WORKSPACE, "packages": loaded.packages, "links": loaded.links,
            "records added": loaded.added, "records ended": loaded.ended,
        }
    )  # fmt: skip
    async for told in tour(memory, scenes(loaded.hub)):
        _heading(call, told.question, told.command)
        call.show(told if call.as_json else told.answer)


def _ending(call: Call, settings: Settings) -> None:
    """Where Neo4j Browser is, who signs in, and what to paste there."""
    from graphmem.demo.browser import queries

    _heading(call, "See the same graph in Neo4j Browser")
    call.show(_browser(settings))
    for query in queries():
        _heading(call, query.shows)
        call.show_text(query.text)


def _browser(settings: Settings) -> dict[str, Any]:
    if settings.uri:
        return {"open": "Neo4j Browser of your server", "connect to": settings.uri, "user": settings.user}
    from graphmem.local.config import password_file

    server = local_server(settings)
    endpoint = server.status().endpoint
    where = {"open": endpoint.http_url, "connect to": endpoint.uri, "user": endpoint.user} if endpoint else {}
    return {**where, "the password is in": str(password_file(server.home)), "stop the server with": "graphmem down"}


def _heading(call: Call, text: str, command: str | None = None) -> None:
    from graphmem.cli import output

    if call.as_json:
        return
    output.write(f"\n{'─' * 3} {text}" + (f"\n    $ {command}" if command else "") + "\n")
