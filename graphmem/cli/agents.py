"""What agents and their clients run: the protocol server, the hooks of a plugin, and what the hooks left to be taken in."""

from typing import Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb

PANEL = "Agents"
Http = Annotated[bool, typer.Option("--http", help="Serve by HTTP instead of standard input and output.")]
Host = Annotated[str, typer.Option(help="The address to listen on.", metavar="ADDRESS")]
Port = Annotated[int, typer.Option(help="The port to listen on.")]
Tokens = Annotated[bool, typer.Option("--tokens", help="Ask for a token on loopback too.")]
Hosts = Annotated[
    list[str] | None,
    typer.Option("--hosts", "--served-as", help="A host name that clients use; may be said again.", metavar="NAME"),
]


@verb(PANEL)
def mcp(
    call: Call, http: Http = False, host: Host = "127.0.0.1", port: Port = 8674, tokens: Tokens = False, hosts: Hosts = None
) -> None:
    """Serve the tools for agents over the Model Context Protocol."""
    from graphmem.tools.extras import need

    need("mcp", "mcp")
    if http:
        from graphmem.tools.mcp.http import serve

        serve(host, port, workspace=call.workspace, author=call.author, tokens=tokens, hosts=hosts or ())
    else:
        from graphmem.tools.mcp import stdio

        stdio.serve(call.workspace, call.author, call.session)
