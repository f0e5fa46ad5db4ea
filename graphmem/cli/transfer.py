"""Moving a workspace: exports and imports, with a bar for whoever watches."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.model.receipts import Receipt
    from graphmem.moving.lines import Envelope

PANEL = "Moving"
Target = Annotated[Path, typer.Argument(help="The file to write; - is standard output.", show_default=False)]
Source = Annotated[Path, typer.Argument(help="An export or a story; - is standard input.", show_default=False)]
Create = Annotated[bool, typer.Option(help="Make the workspace if it does not exist.")]
Again = Annotated[bool, typer.Option("--again", help="Also what was erased here.")]


@verb(PANEL)
def export(call: Call, target: Target) -> None:
    """Write everything of the workspace as JSON lines, as of one instant."""
    from graphmem.cli.progress import bar

    piped = str(target) == "-"

    async def exported(memory: "Memory") -> "Envelope":
        workspace = await memory.workspace(call.workspace, author=call.author)
        with bar() as report:
            return await workspace.export(sys.stdout.buffer if piped else target, report=report)

    written = call.answer(exported)
    if not piped:
        call.show(written)


@verb(PANEL)
def import_(call: Call, source: Source, create: Create = True, again: Again = False) -> None:
    """Bring an export or a story in; run again, it goes on where it stopped."""
    from graphmem.cli.progress import bar

    content = sys.stdin.buffer if str(source) == "-" else source

    async def imported(memory: "Memory") -> "Receipt":
        with bar() as report:
            return await memory.import_(
                content, workspace=call.workspace, create=create, again=again, author=call.author, report=report
            )

    call.ask_memory(imported)


@verb(PANEL)
def reembed(call: Call) -> None:
    """Change over to the model of GRAPHMEM_EMBEDDER while searches go on; run again, it goes on where it stopped."""
    import asyncio

    from graphmem.cli.call import reached
    from graphmem.cli.progress import bar
    from graphmem.memory import Memory

    memory = Memory.open(reached(call.settings()))
    with bar() as report:
        found = asyncio.run(memory.reembed(report=report))
    call.show(found)
