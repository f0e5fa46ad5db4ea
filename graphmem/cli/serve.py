"""The GraphQL server."""

from __future__ import annotations

import os
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
    """Serve the explorer and GraphQL until it is stopped; settings are read from GRAPHMEM_API_*."""
    start(call, host=host, port=port, tokens=tokens)


def start(call: Call, **given: str | int | bool | None) -> None:
    """Serves until it is stopped; raises `InvalidArgument` where packages are missing."""
    from graphmem.errors import InvalidArgument

    try:
        from graphmem_api.server import serve
        from graphmem_api.settings import ApiSettings
    except ImportError as error:
        raise InvalidArgument("serve", f"it needs more packages ({error.name}): pip install 'graphmem[api]'") from None
    serve(reached(call.settings()), ApiSettings.read(**{name: value for name, value in given.items() if value is not None}))


def address() -> str:
    """Where the server listens, by the same settings, which are read here without the packages that serve."""
    host, port = os.environ.get("GRAPHMEM_API_HOST") or "127.0.0.1", os.environ.get("GRAPHMEM_API_PORT") or "8017"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
