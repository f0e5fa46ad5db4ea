"""The acts: what is stated, and what is changed."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from graphmem.cli.call import Call
from graphmem.cli.exits import REFUSED
from graphmem.cli.frame import verb
from graphmem.cli.options import DryRun, MaybeReason, Name, Reason, RequestId, WithModel

if TYPE_CHECKING:
    from graphmem.cli.progress import Report
    from graphmem.memory import Memory
    from graphmem.model.answers.ingested import Ingested
    from graphmem.model.receipts import Receipt
    from graphmem.workspace import Workspace

PANEL = "Acts"
Source = Annotated[Path, typer.Argument(help="A JSON file; - is standard input.", show_default=False)]
BatchMode = Annotated[Literal["atomic", "partial"], typer.Option(help="All items or none, or the good ones.")]
Description = Annotated[str | None, typer.Option(help="What it is, in a sentence or two.", metavar="TEXT")]
FieldValues = Annotated[
    list[str] | None,
    typer.Option(
        "--fields", "--field", help="A field as name=text, or name:=7 for a number, true or false.", metavar="NAME=VALUE"
    ),
]
Unset = Annotated[list[str] | None, typer.Option(help="A field, or `description`, that holds no longer.", metavar="NAME")]
MaybeRecord = Annotated[str | None, typer.Argument(help="The id of a record.", show_default=False)]
OfSession = Annotated[str | None, typer.Option(help="All records of this session.", metavar="NAME")]
OfAuthor = Annotated[str | None, typer.Option(help="All records of this author.", metavar="NAME")]
OfDocument = Annotated[str | None, typer.Option(help="A document with all its pieces, by name or id.", metavar="NAME")]
Key = Annotated[str, typer.Argument(help="The key of the line, in brackets on the radar.", show_default=False)]
AlsoErased = Annotated[bool, typer.Option("--again", help="Also what was erased here.")]
CardName = Literal["person", "project"]
SourceName = Annotated[str | None, typer.Option(help="What the source is called; by default its folder.", metavar="NAME")]
KindOfSource = Annotated[Literal["auto", "folder", "conversations", "git", "readwise", "stars"], typer.Option(help="What it is.")]
IfMissing = Annotated[Literal["ask", "end", "keep"], typer.Option(help="What of documents that are gone, when they are many.")]
ChunkTokens = Annotated[int | None, typer.Option(help="The most tokens of a chunk; by default 512.")]
MaxTokens = Annotated[int | None, typer.Option(help="The most tokens that the model may cost.")]
Overlap = Annotated[int | None, typer.Option(help="How many tokens chunks share; by default 64.")]
Undo = Annotated[bool, typer.Option("--undo", help="Take the mark back.")]
OnlySource = Annotated[str | None, typer.Option(help="Only documents of this source.", metavar="NAME")]
OnlyDocument = Annotated[str | None, typer.Option(help="Only this document, by name or id.", metavar="NAME")]
NeverHeld = Annotated[bool, typer.Option("--never-held", help="It was never true, instead of true until now.")]


@verb(PANEL)
def remember(call: Call, file: Source = Path("-"), mode: BatchMode = "atomic", dry_run: DryRun = False) -> None:
    """Store records: FILE holds one JSON object, an array of them, or one a line."""
    from graphmem.cli.input import read_records

    records = read_records(file)
    receipt = call.ask(lambda w: w.remember(*records, mode=mode, dry_run=dry_run))
    if receipt.refused:
        raise typer.Exit(REFUSED)


@verb(PANEL)
def add_texts(
    call: Call, document: Annotated[str, typer.Argument(help="The name of the document.", show_default=False)],
    file: Source = Path("-"), again: AlsoErased = False, request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Keep pieces of a document as they are: FILE holds one JSON object a line, with `text` and maybe `heading`, `at`, `ref`."""
    _add(
        call, file, lambda w, texts, report: w.add_texts(
            document, *texts, again=again, request_id=request_id, dry_run=dry_run, report=report
        )
    )  # fmt: skip


@verb(PANEL)
def add_messages(
    call: Call, conversation: Annotated[str, typer.Argument(help="The name of the conversation.", show_default=False)],
    file: Source = Path("-"), extract: WithModel = False, again: AlsoErased = False, request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Keep messages, linked to what they name: FILE is a JSON object a line, `text`, maybe `speaker`, `at`, `part`, `captions`, `ref`."""
    _add(
        call, file, lambda w, texts, report: w.add_messages(
            conversation, *texts, extract=extract, again=again, request_id=request_id, dry_run=dry_run, report=report
        )
    )  # fmt: skip


def _add(call: Call, file: Path, add: "Callable[[Workspace, list[Any], Report | None], Awaitable[Receipt]]") -> None:
    """Reads texts and stores them, with a bar for whoever watches; what was stored is told by its numbers."""
    from graphmem.cli.input import read_objects
    from graphmem.cli.progress import bar

    texts = read_objects(file, "text")

    async def added(memory: "Memory") -> "Receipt":
        workspace = await memory.workspace(call.workspace, author=call.author, session=call.session)
        with bar() as report:
            return await add(workspace, texts, report)

    call.ask_memory(added)


@verb(PANEL)
def ingest(
    call: Call, path: Annotated[str, typer.Argument(help="A folder, a file or an export.", show_default=False)],
    source: SourceName = None, kind: KindOfSource = "auto", missing: IfMissing = "ask", chunk_tokens: ChunkTokens = None,
    overlap: Overlap = None, extract: WithModel = False, max_tokens: MaxTokens = None, again: AlsoErased = False,
) -> None:  # fmt: skip
    """Take in documents: text in chunks, and what it states as entities and links. Run again, only what changed is done."""
    from graphmem.cli.progress import bar

    async def ingested(memory: "Memory") -> "Ingested":
        workspace = await memory.workspace(call.workspace, author=call.author, session=call.session)
        with bar() as report:
            return await workspace.ingest(
                path, source=source, kind=kind, missing=missing, chunk_tokens=chunk_tokens, overlap=overlap,
                extract=extract, max_tokens=max_tokens, again=again,
                report=report,
            )  # fmt: skip

    call.ask_memory(ingested)


@verb(PANEL)
def cancel_ingest(call: Call, job: Annotated[str, typer.Argument(help="The id of an ingest.", show_default=False)]) -> None:
    """Stop an ingest after the document in hand; what is done stays."""
    call.ask(lambda w: w.cancel_ingest(job))


@verb(PANEL)
def invalidate_extraction(
    call: Call, id: Annotated[str, typer.Argument(help="The id of an answer, from `extractions`.")], reason: Reason,
    undo: Undo = False, request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Mark an answer of a model as invalid: what it stated never held."""
    call.ask(lambda w: w.invalidate_extraction(id, reason=reason, undo=undo, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def replay_extractions(call: Call, source: OnlySource = None, document: OnlyDocument = None) -> None:
    """Make what models stated anew from their answers in the log; no model is asked."""
    from graphmem.cli.progress import bar

    async def replayed(memory: "Memory") -> "Receipt":
        workspace = await memory.workspace(call.workspace, author=call.author, session=call.session)
        with bar() as report:
            return await workspace.replay_extractions(source=source, document=document, report=report)

    call.ask_memory(replayed)


@verb(PANEL)
def describe(
    call: Call, name: Name, description: Description = None, fields: FieldValues = None, unset: Unset = None,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Say by hand what NAME is; what was said before stays in the past."""
    from graphmem.cli.input import read_fields

    said = read_fields(fields or ())
    call.ask(
        lambda w: w.describe(
            name, description=description, fields=said, unset=unset or (), request_id=request_id, dry_run=dry_run
        )
    )


@verb(PANEL)
def forget(
    call: Call, reason: Reason, record: MaybeRecord = None, session: OfSession = None, author: OfAuthor = None,
    document: OfDocument = None, never_held: NeverHeld = False, request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """End a record, or all of a session, an author or a document; nothing is deleted."""
    call.ask(
        lambda w: w.forget(
            record, reason=reason, session=session, author=author, document=document, never_held=never_held,
            request_id=request_id, dry_run=dry_run,
        )
    )  # fmt: skip


@verb(PANEL)
def reinstate(
    call: Call, id: Annotated[str, typer.Argument(help="The id of a record or a relation.")], reason: Reason,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Undo what ended a record or a relation by mistake."""
    call.ask(lambda w: w.reinstate(id, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def merge(call: Call, loser: Name, survivor: Name, reason: Reason, request_id: RequestId = None, dry_run: DryRun = False) -> None:
    """Make one entity of two: SURVIVOR keeps its name and type."""
    call.ask(lambda w: w.merge(loser, survivor, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def unmerge(
    call: Call, merge: Annotated[str, typer.Argument(help="The id of the merge, from its receipt.")], reason: Reason,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Undo a merge, in any order."""
    call.ask(lambda w: w.unmerge(merge, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def mark_different(
    call: Call, one: Name, other: Name, reason: MaybeReason = None,
    undo: Undo = False,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Say that two entities are different things."""
    call.ask(lambda w: w.mark_different(one, other, reason=reason, undo=undo, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def retype(
    call: Call, name: Name, type: Annotated[str, typer.Argument(help="An entity type, as technology.")], reason: Reason,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Give an entity another type."""
    call.ask(lambda w: w.retype(name, type, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def dismiss(call: Call, key: Key, reason: MaybeReason = None, request_id: RequestId = None, dry_run: DryRun = False) -> None:
    """Hide a line of the radar until a newer record names the thing."""
    call.ask(lambda w: w.dismiss(key, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def undismiss(call: Call, key: Key, reason: MaybeReason = None, request_id: RequestId = None, dry_run: DryRun = False) -> None:
    """Show a dismissed line of the radar again."""
    call.ask(lambda w: w.undismiss(key, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def card(
    call: Call, kind: Annotated[CardName, typer.Argument(help="person: how you work; project: how this project works.")],
    text: Annotated[str, typer.Argument(help="The whole card; - reads it from standard input.", show_default=False)],
    reason: MaybeReason = None,
    version: Annotated[int | None, typer.Option(help="The version that was read; it is refused where another is there.", min=0)] = None,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Write a card: how you work, or how this project works."""
    from graphmem.cli.input import read_text

    said = read_text(Path("-")) if text == "-" else text
    call.ask(lambda w: w.card(kind, said, reason=reason, version=version, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def erase(
    call: Call, reason: Reason, record: MaybeRecord = None,
    entity: Annotated[str | None, typer.Option(help="An entity, by name or id.", metavar="NAME")] = None,
    session: OfSession = None, author: OfAuthor = None,
    document: OfDocument = None,
    conversation: Annotated[str | None, typer.Option(help="A conversation with all its messages.", metavar="NAME")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask: it is meant.")] = False,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Delete for good a record, a task, a correction, a rule, an entity, a document, a conversation, or all of a session or an author."""
    from graphmem.cli.input import confirm

    if not (yes or dry_run):
        confirm("What is erased cannot be brought back. Erase it?")
    call.ask(
        lambda w: w.erase(
            record, reason=reason, entity=entity, session=session, author=author, document=document, conversation=conversation,
            request_id=request_id, dry_run=dry_run,
        )
    )  # fmt: skip
