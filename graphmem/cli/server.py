"""The managed local server: start, stop, look, save."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.cli.call import Call, Say, local_server, reached
from graphmem.cli.exits import REPAIR, UNAVAILABLE
from graphmem.cli.frame import verb

if TYPE_CHECKING:
    from graphmem.local import Endpoint, LocalServer
    from graphmem.memory import Memory

PANEL = "Server and store"
Repair = Annotated[bool, typer.Option("--repair", help="Mend what can be mended without a loss.")]
Lines = Annotated[int, typer.Option(help="How many lines, from the end.", min=1)]
Target = Annotated[Path, typer.Argument(help="The archive to write, or a folder for one with a dated name.")]
Archive = Annotated[Path, typer.Argument(help="An archive that `backup` wrote.", show_default=False)]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the memory that is there.")]


@verb(PANEL)
def up(call: Call) -> None:
    """Start the managed local server, and fetch it first where it is not yet there."""
    server = _managed(call)
    call.show(_shown(server, server.up(report=Say())))


@verb(PANEL)
def down(call: Call) -> None:
    """Stop the managed local server; the memory stays."""
    call.show({"stopped": _managed(call).down(report=Say())})


@verb(PANEL)
def status(call: Call) -> None:
    """Whether the server runs, and where; exit code 5 when it does not answer."""
    settings = call.settings()
    if settings.uri:
        call.show({"uri": settings.uri, "answers": True, "workspaces": call.answer(_count_workspaces)})
        return
    server = local_server(settings)
    found = server.status()
    where = _shown(server, found.endpoint) if found.endpoint else {"home": str(found.home)}
    versions = {"neo4j": found.neo4j, "gds": found.gds}
    call.show({"running": found.running, "pid": found.pid, **where, **versions, "store_bytes": found.store_bytes})
    if not found.running:
        raise typer.Exit(UNAVAILABLE)


async def _count_workspaces(memory: "Memory") -> int:
    return len(await memory.store.look("read/workspaces"))


@verb(PANEL)
def logs(call: Call, lines: Lines = 50) -> None:
    """The end of what the managed local server said."""
    call.show_text(_managed(call).logs(lines))


@verb(PANEL)
def doctor(call: Call, repair: Repair = False) -> None:
    """Examine the store, and say what to do about what is wrong; exit code 7 when something is broken."""
    import asyncio

    from graphmem.doctor import diagnose

    found = asyncio.run(diagnose(reached(call.settings()), repair=repair))
    call.show(found)
    if not found.well:
        raise typer.Exit(REPAIR)


@verb(PANEL)
def backup(call: Call, target: Target = Path(".")) -> None:
    """Save the memory in one archive; a running server pauses for it."""
    call.show({"archive": str(_managed(call).backup(target, report=Say()))})


@verb(PANEL)
def restore(call: Call, source: Archive, overwrite: Overwrite = False) -> None:
    """Put the memory of an archive in place."""
    _managed(call).restore(source, overwrite=overwrite, report=Say())
    call.show({"restored": str(source)})


def _managed(call: Call) -> "LocalServer":
    """The managed server; raises `InvalidArgument` when the settings name another one."""
    from graphmem.errors import InvalidArgument

    settings = call.settings()
    if settings.uri:
        raise InvalidArgument("GRAPHMEM_URI", f"it names {settings.uri}; unset it to command the managed local server")
    return local_server(settings)


def _shown(server: "LocalServer", endpoint: "Endpoint") -> dict[str, Any]:
    """How to reach the server; the password stays in its file."""
    from graphmem.local.config import password_file

    browser = {"browser": endpoint.http_url, "user": endpoint.user, "password_file": str(password_file(server.home))}
    return {"uri": endpoint.uri, **browser, "home": str(server.home)}
