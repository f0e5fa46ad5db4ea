"""The plain look-ups, one command each."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb
from graphmem.cli.options import AsOf, Cursor, Id, Limit, Name, ValidAt

if TYPE_CHECKING:
    from graphmem.model.answers.records import Records
    from graphmem.workspace import Workspace

PANEL = "Look-ups"
Kind = Annotated[str | None, typer.Option(help="Only this kind, as decision.", metavar="KIND")]
OfSession = Annotated[str | None, typer.Option(help="Only of this session.", metavar="NAME")]
OfAuthor = Annotated[str | None, typer.Option(help="Only of this author.", metavar="NAME")]
About = Annotated[str | None, typer.Option(help="Only about this entity.", metavar="NAME")]
Current = Annotated[bool | None, typer.Option("--current/--ended", help="Only what holds, or only what ended.")]
Start = Annotated[str | None, typer.Option(help="Only what began then or later.", metavar="TIME")]
End = Annotated[str | None, typer.Option(help="Only what began before the end of this.", metavar="TIME")]
OfType = Annotated[str | None, typer.Option(help="Only this type, as technology.", metavar="TYPE")]
Prefix = Annotated[str | None, typer.Option(help="Only what has a name that begins so.", metavar="TEXT")]
LinkTypes = Annotated[
    list[str] | None, typer.Option("--types", "--type", help="Only links of this type; may be said again.", metavar="TYPE")
]
EntityTypes = Annotated[
    list[str] | None,
    typer.Option("--types", "--entity-type", help="Only entities of this type; may be said again.", metavar="TYPE"),
]
WithEnded = Annotated[bool, typer.Option(help="Also links that held before and ended.")]
Entities = Annotated[int, typer.Option("--limit", help="How many entities at most, 1 to 20,000.")]
OfSource = Annotated[str | None, typer.Option(help="Only of this source.", metavar="NAME")]
InState = Annotated[
    str | None, typer.Option(help="Only in this state: done, partial, failed, gone or forgotten.", metavar="STATE")
]
LogOf = Annotated[str | None, typer.Argument(help="A document, by name or id.", show_default=False)]
OfSlot = Annotated[str | None, typer.Option(help="Only for this slot, as indentation.", metavar="SLOT")]
OfHolder = Annotated[str | None, typer.Option(help="Only of this person.", metavar="NAME")]
Depth = Annotated[int, typer.Option(help="How many steps at most, 1 to 12.")]


@verb(PANEL)
def record(call: Call, id: Id, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """Everything of one record: what it says, how it ends, what it replaced and ended."""
    call.ask(lambda w: w.record(id, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def records(
    call: Call, kind: Kind = None, session: OfSession = None, author: OfAuthor = None, entity: About = None,
    current: Current = None, start: Start = None, end: End = None, limit: Limit = 50, cursor: Cursor = None,
    as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """Records that fit every filter, those that were stated last first."""

    async def found(workspace: "Workspace") -> "Records":
        return await workspace.records(
            kind=kind, session=session, author=author, entity=entity, current=current, start=start, end=end,
            limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at,
        )  # fmt: skip

    call.ask(found)


@verb(PANEL)
def changes(call: Call, limit: Limit = 50, cursor: Cursor = None) -> None:
    """What was written, in the order it was written; the cursor leads on."""
    call.ask(lambda w: w.changes(limit=limit, cursor=cursor))


@verb(PANEL)
def entities(
    call: Call, type: OfType = None, prefix: Prefix = None, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """Entities by name, of one type or with a name that begins with PREFIX."""
    call.ask(lambda w: w.entities(type=type, prefix=prefix, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def ingests(call: Call, limit: Limit = 20, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """Ingests, newest first, each with how far it is."""
    call.ask(lambda w: w.ingests(limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def documents(
    call: Call, source: OfSource = None, state: InState = None, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """Ingested documents by name; --state failed lists what is to be tried again."""
    call.ask(lambda w: w.documents(source=source, state=state, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def extractions(
    call: Call, document: LogOf = None, limit: Limit = 20, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None
) -> None:  # fmt: skip
    """What models answered about passages, as it came, newest first; of one DOCUMENT, or of all."""
    call.ask(lambda w: w.extractions(document, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def preferences(call: Call, slot: OfSlot = None, holder: OfHolder = None, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """What is wanted, by slot and holder, and what was wanted before."""
    call.ask(lambda w: w.preferences(slot=slot, holder=holder, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def dismissals(call: Call, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """What was dismissed from the radar and not put back, newest first, with the keys that `undismiss` takes."""
    call.ask(lambda w: w.dismissals(limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def sessions(call: Call, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """Sessions, those that began last first, each with how many records it holds."""
    call.ask(lambda w: w.sessions(limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def neighbours(
    call: Call, name: Name, types: LinkTypes = None, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What current links join to NAME, each link with its evidence."""
    call.ask(lambda w: w.neighbours(name, types=types or None, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def graph(
    call: Call, types: EntityTypes = None, relations: LinkTypes = None, ended: WithEnded = False, limit: Entities = 2_000,
    as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """All of the workspace as columns, for drawing; with --json."""
    call.ask(
        lambda w: w.graph(
            types=types or None, relations=relations or None, ended=ended, limit=limit, as_of=as_of, valid_at=valid_at
        )
    )


@verb(PANEL)
def path(call: Call, a: Name, b: Name, depth: Depth = 6, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """A shortest way from A to B over links that hold at one instant."""
    call.ask(lambda w: w.path(a, b, depth=depth, as_of=as_of, valid_at=valid_at))
