"""The questions, one command each."""

from typing import Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb
from graphmem.cli.options import AsOf, Cursor, Limit, Name, ValidAt

PANEL = "Questions"
Path = Annotated[str, typer.Argument(help="A path below the project's root.", show_default=False)]
FilePath = Annotated[str, typer.Argument(help="A path below the project's root.", show_default=False)]
Depth = Annotated[int, typer.Option(help="How many hops away, 1 to 12.")]


@verb(PANEL)
def impact(call: Call, name: Name, depth: Depth = 3, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """What breaks when NAME changes, and what went wrong there before."""
    call.ask(lambda w: w.impact(name, depth=depth, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def lineage(
    call: Call, name: Name, limit: Limit = 200, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None
) -> None:
    """How we got to NAME: causes, the thing itself, fixes, and what followed."""
    call.ask(lambda w: w.lineage(name, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def entity(
    call: Call, name: Name, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None
) -> None:
    """Everything about NAME: what it is, its records, decisions, links and files."""
    call.ask(lambda w: w.entity(name, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def file(call: Call, path: FilePath, limit: Limit = 50, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """What is known about one file, and what depends on the code its records name."""
    call.ask(lambda w: w.file(path, limit=limit, as_of=as_of, valid_at=valid_at))
