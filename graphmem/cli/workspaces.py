"""Workspaces: made here and nowhere by accident, and listed."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import app, verb

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.read.workspaces import WorkspaceBrief

PANEL = "Workspaces"
workspace = typer.Typer(no_args_is_help=True, help="Make and list workspaces.")
app.add_typer(workspace, name="workspace", rich_help_panel=PANEL)

NewName = Annotated[str, typer.Argument(help="Letters, digits, dots, dashes and underscores.", show_default=False)]


@verb(PANEL, within=workspace)
def create(call: Call, name: NewName) -> None:
    """Make a workspace; making it again changes nothing."""

    async def made(memory: "Memory") -> "WorkspaceBrief":
        from graphmem.read.workspaces import find_workspace

        await memory.workspace(name, author=call.author, create=True)
        return await find_workspace(memory.store, name)

    call.ask_memory(made)


@verb(PANEL, "list", within=workspace)
def list_workspaces(call: Call) -> None:
    """Every workspace of the store."""

    call.ask_memory(lambda memory: memory.workspaces())
