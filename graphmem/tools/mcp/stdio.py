"""The protocol on standard input and output, where nothing but messages of the protocol may be written."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Wire:
    """The two ends of the connection, taken away from everything else in the process."""

    reading: TextIO
    writing: TextIO


def take_wire() -> Wire:
    """Keeps standard input and output for the protocol: what libraries or children print goes to standard error from now on."""
    sys.stdout.flush()
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return Wire(
        os.fdopen(reading, encoding="utf-8", errors="replace", newline="\n"),
        os.fdopen(writing, "w", encoding="utf-8", newline="\n"),
    )


def serve(workspace: str | None, author: str | None, session: str | None) -> None:
    """Serves one client until it closes its end; the memory is opened by the first call that needs it."""
    wire = take_wire()  # before anything heavy is imported: an import may print
    import asyncio

    asyncio.run(_serve(wire, workspace, author, session))


async def _serve(wire: Wire, workspace: str | None, author: str | None, session: str | None) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    from graphmem.access import local_principal
    from graphmem.settings import Settings
    from graphmem.tools import Toolbox
    from graphmem.tools.mcp.server import protocol_server

    settings = Settings().model_copy(update={"author": author} if author else {})
    agent = local_principal(settings, kind="agent")
    toolbox = Toolbox(settings, workspace=workspace or settings.workspace, session=session, principal=agent)
    server = protocol_server(lambda _: toolbox)
    try:
        async with stdio_server(anyio.wrap_file(wire.reading), anyio.wrap_file(wire.writing)) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    finally:
        await toolbox.close()
