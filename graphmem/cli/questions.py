"""The questions, one command each."""

from pathlib import Path as Path_
from typing import Annotated, Any, Literal

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb
from graphmem.cli.options import AsOf, Cursor, Limit, Name, ValidAt

PANEL = "Questions"
Path = Annotated[str, typer.Argument(help="A path below the project's root.", show_default=False)]
FilePath = Annotated[str, typer.Argument(help="A path below the project's root.", show_default=False)]
Start = Annotated[str | None, typer.Argument(help="From when on: 2026-10-18, 2026-10, 2026, or an instant with its zone.")]
End = Annotated[str | None, typer.Argument(help="Until when; a day, month or year as a whole.")]
CountBy = Annotated[
    Literal["year", "month", "day"] | None,
    typer.Option(help="Say also how much happened in each of these, over the whole period."),
]
ClockName = Annotated[Literal["valid", "recorded"], typer.Option(help="When it held, or when the memory learned it.")]
Earlier = Annotated[str, typer.Argument(help="The earlier instant, as the memory knew things then.", show_default=False)]
Later = Annotated[str | None, typer.Argument(help="The later one; by default now.")]
Depth = Annotated[int, typer.Option(help="How many hops away, 1 to 12.")]
Text = Annotated[str, typer.Argument(help="Any words, or a question.", show_default=False)]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kinds", "--kind", help="Only this kind, as decision, message or entity; may be said again.", metavar="KIND"),
]
OfSession = Annotated[str | None, typer.Option(help="Only of this session.", metavar="NAME")]
OfAuthor = Annotated[str | None, typer.Option(help="Only of this author.", metavar="NAME")]
Since = Annotated[str | None, typer.Option("--start", help="Only what began then or later.", metavar="TIME")]
Until = Annotated[str | None, typer.Option("--end", help="Only what began before the end of this.", metavar="TIME")]
Current = Annotated[bool | None, typer.Option("--current/--ended", help="Only what holds, or only what ended.")]
Walked = Annotated[bool, typer.Option("--walk/--no-walk", help="Walk from the best hits over terms, entities and links.")]
Weights = Annotated[
    list[str] | None,
    typer.Option(
        "--weights", "--weight", help="What a list counts: text, vector or walk; 0 leaves it out.", metavar="LIST=NUMBER"
    ),
]
Rerank = Annotated[bool, typer.Option("--rerank", help="Let a cross-encoder order the best 30 anew (a second; extra bge).")]
Mermaid = Annotated[bool, typer.Option("--mermaid", help="Draw it: a flowchart in the language of Mermaid.")]
Hops = Annotated[int, typer.Option(help="How many hops away from the best hits.")]
Nodes = Annotated[int, typer.Option("--limit", help="The most nodes, up to 200.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show the way of the walk to each hit.")]


@verb(PANEL)
def impact(
    call: Call, name: Name, depth: Depth = 3, as_of: AsOf = None, valid_at: ValidAt = None, mermaid: Mermaid = False
) -> None:
    """What breaks when NAME changes, and what went wrong there before."""
    call.drawn(mermaid).ask(lambda w: w.impact(name, depth=depth, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def lineage(
    call: Call, name: Name, limit: Limit = 200, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None,
    mermaid: Mermaid = False,
) -> None:  # fmt: skip
    """How we got to NAME: causes, the thing itself, fixes, and what followed."""
    call.drawn(mermaid).ask(lambda w: w.lineage(name, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def entity(
    call: Call, name: Name, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None
) -> None:
    """Everything about NAME: what it is, its records, decisions, links and files."""
    call.ask(lambda w: w.entity(name, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def radar(
    call: Call, limit: Annotated[int, typer.Option(help="The most lines of each list.")] = 10, as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What is open: unsolved problems, missing reasons and answers, duplicates, contradictions and more."""
    call.ask(lambda w: w.radar(limit=limit, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def topics(
    call: Call, limit: Annotated[int, typer.Option(help="The most groups to show, up to 200.")] = 20,
    recompute: Annotated[bool, typer.Option("--recompute", help="Compute them anew first.")] = False,
    as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What the workspace is about: groups of connected things, with their central ones and key decisions."""
    call.ask(lambda w: w.topics(limit=limit, recompute=recompute, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def context(
    call: Call, task: Annotated[str, typer.Argument(help="What is to be done, in words.", show_default=False)],
    budget: Annotated[int, typer.Option(help="The most tokens of the text.")] = 4_000, as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What to know before a task: cards, what it names, whom that reaches, risks, records that match."""
    call.ask(lambda w: w.context(task, budget=budget, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def cards(call: Call, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """How you work and how this project works, as people wrote it down."""
    call.ask(lambda w: w.cards(as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def file(call: Call, path: FilePath, limit: Limit = 50, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """What is known about one file, and what depends on the code its records name."""
    call.ask(lambda w: w.file(path, limit=limit, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def timeline(
    call: Call, start: Start = None, end: End = None, clock: ClockName = "valid", limit: Limit = 50, cursor: Cursor = None,
    count_by: CountBy = None, as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What began and what ended from START to END, oldest first."""
    page: dict[str, Any] = {"limit": limit, "cursor": cursor, "count_by": count_by}
    call.ask(lambda w: w.timeline(start, end, clock=clock, **page, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def history(
    call: Call, a: Name, b: Annotated[str | None, typer.Argument(help="The other thing.")] = None, limit: Limit = 50,
    cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """Every link between two things with all its ends; of one thing, what was said of it."""
    call.ask(lambda w: w.history(a, b, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def diff(call: Call, k1: Earlier, k2: Later = None, limit: Limit = 200, cursor: Cursor = None, valid_at: ValidAt = None) -> None:
    """What the memory came to know after K1, up to and with K2."""
    call.ask(lambda w: w.diff(k1, k2, limit=limit, cursor=cursor, valid_at=valid_at))


@verb(PANEL)
def search(
    call: Call, text: Text, limit: Limit = 10, kinds: Kinds = None, session: OfSession = None, author: OfAuthor = None,
    start: Since = None, end: Until = None, current: Current = None, walk: Walked = True, rerank: Rerank = False,
    weights: Weights = None, explain: Explain = False, cursor: Cursor = None, as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What words, meaning and links find for TEXT, best first."""
    from graphmem.cli.input import read_weights

    given = read_weights(weights or ())
    call.ask(
        lambda w: w.search(
            text, limit=limit, kinds=kinds or None, session=session, author=author, start=start, end=end, current=current,
            walk=walk, rerank=rerank, weights=given, explain=explain, cursor=cursor, as_of=as_of, valid_at=valid_at,
        )
    )  # fmt: skip


@verb(PANEL)
def subgraph(
    call: Call, text: Text, hops: Hops = 2, limit: Nodes = 100, kinds: Kinds = None, as_of: AsOf = None, valid_at: ValidAt = None,
    mermaid: Mermaid = False,
) -> None:  # fmt: skip
    """What lies around the best hits for TEXT: things, records and texts with what joins them."""
    call.drawn(mermaid).ask(
        lambda w: w.subgraph(text, hops=hops, limit=limit, kinds=kinds or None, as_of=as_of, valid_at=valid_at)
    )


@verb(PANEL)
def ask(
    call: Call, question: Annotated[str, typer.Argument(help="A question in plain words.", show_default=False)],
    cypher: Annotated[
        str | None, typer.Option(help="The statement that answers it, where you write it yourself.", metavar="TEXT")
    ] = None,
    words: Annotated[bool, typer.Option("--words/--no-words", help="Also let the model say what the rows say.")] = True,
    as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """Answer QUESTION by a statement that a language model writes and a guard checks; needs GRAPHMEM_MODEL."""
    call.ask(lambda w: w.ask(question, cypher=cypher, words=words, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def deep_search(
    call: Call, text: Annotated[str | None, typer.Argument(help="Any words, or a question; by default that of the folder.")] = None,
    folder: Annotated[Path_ | None, typer.Option(help="Where the wiki is written, an empty or a new folder, or its own.")] = None,
    hops: Hops = 3, limit: Annotated[int, typer.Option("--limit", help="The most nodes, up to 1,000.")] = 200, kinds: Kinds = None,
    page: Annotated[str | None, typer.Option(help="Show this page, as the index names it.", metavar="NAME")] = None,
    prose: Annotated[bool, typer.Option("--prose", help="Let a language model open the nearest pages.")] = False,
    discard: Annotated[bool, typer.Option("--discard", help="Remove the wiki in the folder.")] = False, as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """Make a wiki of what lies three hops around TEXT, one page a thing, on disk where a folder is named."""
    call.ask(
        lambda w: w.deep_search(
            text, folder=folder, hops=hops, limit=limit, kinds=kinds or None, page=page, prose=prose, discard=discard, as_of=as_of,
            valid_at=valid_at,
        )
    )  # fmt: skip


@verb(PANEL)
def conversation(
    call: Call, name: Annotated[str | None, typer.Argument(help="A conversation, by its name or id; by default all.")] = None,
    budget: Annotated[int, typer.Option(help="The most tokens of the text.")] = 2_000,
    limit: Annotated[int, typer.Option(help="The most messages, up to 200.")] = 50, cursor: Cursor = None, as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What was said last, the newest first, as much as a budget of tokens takes."""
    call.ask(lambda w: w.conversation(name, budget=budget, limit=limit, cursor=cursor, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def agenda(
    call: Call, name: Annotated[str | None, typer.Argument(help="Whose; by default everybody's.")] = None, limit: Limit = 50,
    as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What is to be done: open tasks that somebody has, those that end first coming first."""
    call.ask(lambda w: w.agenda(name, limit=limit, as_of=as_of, valid_at=valid_at))
