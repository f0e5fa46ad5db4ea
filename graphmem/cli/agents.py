"""What agents and their clients run: the protocol server, the hooks of a plugin, and what the hooks left to be taken in."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from graphmem.cli.call import Call, local_server
from graphmem.cli.frame import app, verb
from graphmem.cli.options import WithModel

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


spool = typer.Typer(no_args_is_help=True, help="What hooks left of conversations, to be taken in.")
app.add_typer(spool, name="spool", rich_help_panel=PANEL)


@verb(PANEL, within=spool)
def take(call: Call, extract: WithModel = False) -> None:
    """Take in the messages that hooks left; what cannot be stored now stays."""
    from graphmem.spooled import spool_folder, waiting
    from graphmem.tools.spool import take

    if waiting(spool_folder()):
        call.ask_memory(
            lambda memory: take(memory, spool_folder(), usual=call.workspace or call.settings().workspace, extract=extract)
        )
    else:
        call.show({"taken": 0})


@verb(PANEL)
def hook(call: Call, what: Annotated[Literal["start", "prompt"], typer.Argument(help="Which hook.")]) -> None:
    """Answer a hook of a coding agent: its input is read from standard input; nothing is started for it."""
    import os

    from graphmem.cli.input import parse_values, read_text
    from graphmem.tools.hooks import answer

    given = parse_values(read_text(Path("-")))[0]
    settings = call.settings()
    if not settings.uri and not local_server(settings).status().running:
        print("graphmem: the managed server does not run; `graphmem up` starts it.", file=sys.stderr)
        return
    workspace = call.workspace or os.environ.get("CLAUDE_PLUGIN_OPTION_WORKSPACE") or settings.workspace
    if workspace and (told := call.answer(lambda memory: answer(memory, what, workspace, given))):
        print(told)
