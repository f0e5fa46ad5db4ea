"""The GraphQL server."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli.call import Call, reached
from graphmem.cli.frame import verb

PANEL = "Server"
Host = Annotated[str | None, typer.Option(help="The address to listen on; by default loopback.", metavar="ADDRESS")]
Port = Annotated[int | None, typer.Option(help="The port; by default 8017.", metavar="PORT")]
NeedsToken = Annotated[
    bool | None, typer.Option("--tokens/--no-tokens", help="Ask for tokens on loopback too; elsewhere they always are.")
]


@verb(PANEL)
def serve(call: Call, host: Host = None, port: Port = None, tokens: NeedsToken = None) -> None:
    """Serve GraphQL until it is stopped; settings are read from GRAPHMEM_API_*."""
    from graphmem.errors import InvalidArgument

    try:
        from graphmem_api.server import serve
        from graphmem_api.settings import ApiSettings
    except ImportError as error:
        raise InvalidArgument("serve", f"it needs more packages ({error.name}): pip install 'graphmem[api]'") from None
    given = {"host": host, "port": port, "tokens": tokens}
    serve(reached(call.settings()), ApiSettings.read(**{name: value for name, value in given.items() if value is not None}))
