"""The work memory, one command each: tasks and what came of them."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb
from graphmem.cli.options import AsOf, Cursor, DryRun, Id, Limit, RequestId, ValidAt

PANEL = "Work"
Source = Annotated[Path, typer.Argument(help="A JSON file; - is standard input.", show_default=False)]
State = Annotated[Literal["open", "closed"] | None, typer.Option(help="Only open ones, or only closed ones.")]
Result = Annotated[Literal["success", "partial", "failed"] | None, typer.Option(help="Only with this outcome.")]
Tag = Annotated[str | None, typer.Option(help="Only with this tag.", metavar="TAG")]
OfSession = Annotated[str | None, typer.Option(help="Only of this session.", metavar="NAME")]
OfAuthor = Annotated[str | None, typer.Option(help="Only of this author.", metavar="NAME")]


@verb(PANEL)
def record_task(call: Call, file: Source = Path("-"), request_id: RequestId = None, dry_run: DryRun = False) -> None:
    """Store what was asked and done: FILE holds one JSON object with `request`, `summary`, `outcome` and what it rested on."""
    from graphmem.cli.input import read_task

    told = read_task(file)
    call.ask(lambda w: w.record_task(**{"request_id": request_id, "dry_run": dry_run, **told}))


@verb(PANEL)
def tasks(
    call: Call, state: State = None, outcome: Result = None, tag: Tag = None, session: OfSession = None, author: OfAuthor = None,
    limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """Tasks, newest first; open ones are flagged with what was corrected since."""
    call.ask(
        lambda w: w.tasks(
            state=state, outcome=outcome, tag=tag, session=session, author=author, limit=limit, cursor=cursor, as_of=as_of,
            valid_at=valid_at,
        )
    )  # fmt: skip


@verb(PANEL)
def task(call: Call, id: Id, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """One task with all that hangs on it."""
    call.ask(lambda w: w.task(id, as_of=as_of, valid_at=valid_at))
