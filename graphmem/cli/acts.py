"""The acts: what is stated, and what is changed."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb
from graphmem.cli.options import DryRun

PANEL = "Acts"
Source = Annotated[Path, typer.Argument(help="A JSON file; - is standard input.", show_default=False)]
BatchMode = Annotated[Literal["atomic", "partial"], typer.Option(help="All items or none, or the good ones.")]


@verb(PANEL)
def remember(call: Call, file: Source = Path("-"), mode: BatchMode = "atomic", dry_run: DryRun = False) -> None:
    """Store records: FILE holds one JSON object, an array of them, or one a line."""
    from graphmem.cli.input import read_records

    records = read_records(file)
    call.ask(lambda w: w.remember(*records, mode=mode, dry_run=dry_run))
