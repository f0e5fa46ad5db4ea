"""The arguments that several verbs share, each with its one help text."""

from __future__ import annotations

from typing import Annotated

import typer

Name = Annotated[str, typer.Argument(help="A name, or an id.", show_default=False)]
Id = Annotated[str, typer.Argument(help="The id of a record.", show_default=False)]
AsOf = Annotated[
    str | None,
    typer.Option(help="What the memory knew then: 2026-10-18, 2026-10, 2026, or an instant with its zone.", metavar="TIME"),
]
ValidAt = Annotated[str | None, typer.Option(help="What held in the world then; by default now.", metavar="TIME")]
Limit = Annotated[int, typer.Option(help="The most lines to show, up to 200.")]
Cursor = Annotated[str | None, typer.Option(help="Where to go on: the cursor of the page before.", metavar="CURSOR")]
Reason = Annotated[str, typer.Option(help="Why; it stays in the history.", metavar="TEXT", show_default=False)]
MaybeReason = Annotated[str | None, typer.Option(help="Why; it stays in the history.", metavar="TEXT")]
RequestId = Annotated[
    str | None, typer.Option(help="Names the request: sent again, it is answered by its first receipt.", metavar="ID")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and store nothing.")]

WorkspaceName = Annotated[
    str | None,
    typer.Option("--workspace", "-w", help="The workspace; by default GRAPHMEM_WORKSPACE.", metavar="NAME", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON; errors are one JSON object on standard error.")]
WithModel = Annotated[bool, typer.Option("--extract", help="Let the model of GRAPHMEM_MODEL read every chunk or message.")]
