"""The demo, as a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.browser import signing_in
from graphmem.cli.call import Call
from graphmem.cli.frame import verb

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.settings import Settings

PANEL = "Server and store"


Serve = Annotated[bool, typer.Option("--serve", help="Then serve the explorer on what was loaded, until it is stopped.")]


@verb(PANEL)
def demo(call: Call, serve: Serve = False) -> None:
    """Load two real memories, ask them, and say how to look at the same graph in the explorer and in Neo4j Browser."""
    settings = call.settings()

    async def told(memory: Memory) -> None:
        await _demo(memory, call)

    call.answer(told)
    _ending(call, settings, serving=serve)
    if serve:
        from graphmem.cli.serve import start

        start(call)


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


def _ending(call: Call, settings: Settings, *, serving: bool) -> None:
    """Where Neo4j Browser is, who signs in, and what to paste there; at last, the explorer."""
    from graphmem.cli.serve import address
    from graphmem.demo import story
    from graphmem.demo.browser import queries

    _heading(call, "See the same graph in Neo4j Browser")
    call.show(signing_in(settings))
    for query in queries():
        _heading(call, query.shows)
        call.show_text(query.text)
    _heading(call, "See it in the explorer")
    place = f"{address()}/#/w/{story.WORKSPACE}/graph"
    call.show({"open": place} if serving else {"serve it with": "graphmem demo --serve", "then open": place})


def _heading(call: Call, text: str, command: str | None = None) -> None:
    from graphmem.cli import output

    if call.as_json:
        return
    output.write(f"\n{'─' * 3} {text}" + (f"\n    $ {command}" if command else "") + "\n")
