"""Neo4j Browser: where it is, how to sign in, and what to open it with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.cli.call import Call, local_server
from graphmem.cli.frame import verb

if TYPE_CHECKING:
    from graphmem.settings import Settings

PANEL = "Server and store"
Into = Annotated[
    Path | None, typer.Option(help="Write favourite queries, colours and a guide into this folder.", metavar="FOLDER")
]


@verb(PANEL)
def browser(call: Call, into: Into = None) -> None:
    """Where Neo4j Browser is and how to sign in; with --into also files to drop into it."""
    from graphmem.browser.favourites import favourites, parameters

    place = signing_in(call.settings())
    if into is not None:
        from graphmem.browser.kit import write_kit

        call.show({**place, "written": write_kit(into, call.workspace)})
        return
    call.show(place)
    given = parameters(call.workspace) if call.workspace else parameters()
    call.show_text(f"\n// run this first\n{given}\n", parameters=given)
    for found in favourites():
        call.show_text(f"{found.text}\n", name=found.name)


def signing_in(settings: Settings) -> dict[str, Any]:
    """Address, connection, user, and where the password is."""
    if settings.uri:
        return {"open": "Neo4j Browser of your server", "connect to": settings.uri, "user": settings.user}
    from graphmem.local.config import password_file

    server = local_server(settings)
    endpoint = server.status().endpoint
    if endpoint is None:
        return {"start the server with": "graphmem up", "the password is in": str(password_file(server.home))}
    where = {"open": endpoint.http_url, "connect to": endpoint.uri, "user": endpoint.user}
    return {**where, "the password is in": str(password_file(server.home)), "stop the server with": "graphmem down"}
