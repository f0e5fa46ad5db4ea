"""The work memory, one command each: tasks and what came of them."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from graphmem.cli.call import Call
from graphmem.cli.frame import verb
from graphmem.cli.options import AsOf, Cursor, DryRun, Id, Limit, MaybeReason, Reason, RequestId, ValidAt

PANEL = "Work"
Source = Annotated[Path, typer.Argument(help="A JSON file; - is standard input.", show_default=False)]
State = Annotated[Literal["open", "closed"] | None, typer.Option(help="Only open ones, or only closed ones.")]
Result = Annotated[Literal["success", "partial", "failed"] | None, typer.Option(help="Only with this outcome.")]
Tag = Annotated[str | None, typer.Option(help="Only with this tag.", metavar="TAG")]
Why = Annotated[str | None, typer.Option(help="Why it matters, in a line.", metavar="TEXT")]
How = Annotated[str | None, typer.Option(help="How to apply it.", metavar="TEXT")]
Tags = Annotated[
    list[str] | None, typer.Option("--tags", "--tag", help="What sort of work it is for; may be said again.", metavar="TAG")
]
CandidateId = Annotated[str, typer.Argument(help="The id of a candidate.", show_default=False)]
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


@verb(PANEL)
def correct(
    call: Call, on: Annotated[str, typer.Argument(help="The id of a task or of a choice.", show_default=False)],
    wrong: Annotated[str, typer.Option(help="What was wrong.", show_default=False)],
    right: Annotated[str, typer.Option(help="What is right.", show_default=False)],
    why: Annotated[str, typer.Option(help="Why it matters.", show_default=False)],
    gainsays: Annotated[str | None, typer.Option(help="The id of a rule that it shows to be wrong.", metavar="RULE")] = None,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Say that a task went wrong: what was wrong, what is right, why it matters."""
    call.ask(lambda w: w.correct(on, wrong, right, why, gainsays=gainsays, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def promote(
    call: Call, decision: Annotated[str, typer.Argument(help="The id of a choice of a task.", show_default=False)],
    file: Source = Path("-"), dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Make a record of a choice: FILE holds a JSON object with `entities`, `relations` and maybe `files`."""
    from graphmem.cli.input import read_objects

    (told,) = read_objects(file, "promotion")
    call.ask(
        lambda w: w.promote(
            decision, entities=told.get("entities", ()), relations=told.get("relations", ()), files=told.get("files", ()),
            dry_run=dry_run,
        )
    )  # fmt: skip


@verb(PANEL)
def consolidate(
    call: Call,
    least: Annotated[int, typer.Option(help="In how many tasks a correction must recur.")] = 2,
    dry_run: DryRun = False,
) -> None:
    """Draft candidate rules of corrections that recur; nothing becomes a rule by itself."""
    call.ask(lambda w: w.consolidate(least=least, dry_run=dry_run))


@verb(PANEL)
def propose_rule(
    call: Call, rule: Annotated[str, typer.Argument(help="One instruction.", show_default=False)], why: Why = None, how: How = None,
    tags: Tags = None,
    corrections: Annotated[list[str] | None, typer.Option("--corrections", "--correction", help="What it rests on.", metavar="ID")] = None,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Put a rule into the review queue."""
    call.ask(
        lambda w: w.propose_rule(
            rule, why=why, how=how, tags=tags or (), corrections=corrections or (), request_id=request_id, dry_run=dry_run
        )
    )


@verb(PANEL)
def approve(
    call: Call, candidate: CandidateId, rule: Annotated[str | None, typer.Option(help="Other words for it.", metavar="TEXT")] = None,
    why: Why = None, how: How = None,
    scope: Annotated[Literal["workspace", "person"], typer.Option(help="The project's rule, or yours in every project.")] = "workspace",
    tags: Tags = None, into: Annotated[str | None, typer.Option(help="A rule to merge it into.", metavar="RULE")] = None,
    replaces: Annotated[list[str] | None, typer.Option("--replaces", help="A rule that it stands in for.", metavar="RULE")] = None,
    reason: MaybeReason = None, request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """Make a standing rule of a candidate."""
    call.ask(
        lambda w: w.approve(
            candidate, rule=rule, why=why, how=how, scope=scope, tags=tags, into=into, replaces=replaces or (), reason=reason,
            request_id=request_id, dry_run=dry_run,
        )
    )  # fmt: skip


@verb(PANEL)
def reject(call: Call, candidate: CandidateId, reason: Reason, request_id: RequestId = None, dry_run: DryRun = False) -> None:
    """Take a candidate out of the review queue."""
    call.ask(lambda w: w.reject(candidate, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def retire_rule(
    call: Call, rule: Annotated[str, typer.Argument(help="The id of a rule.", show_default=False)], reason: Reason,
    request_id: RequestId = None, dry_run: DryRun = False,
) -> None:  # fmt: skip
    """End a rule from now on."""
    call.ask(lambda w: w.retire_rule(rule, reason=reason, request_id=request_id, dry_run=dry_run))


@verb(PANEL)
def rules(call: Call, tags: Tags = None, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """The standing rules, what they cost, and what may be pruned."""
    call.ask(lambda w: w.rules(tags=tags, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def candidates(
    call: Call,
    state: Annotated[Literal["pending", "approved", "merged", "rejected"] | None, typer.Option(help="Only in this state.")] = "pending",
    limit: Limit = 50, as_of: AsOf = None, valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """The review queue: candidates of rules, with the corrections they rest on."""
    call.ask(lambda w: w.candidates(state=state, limit=limit, as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def recall(
    call: Call, task: Annotated[str, typer.Argument(help="What is to be done, in words.", show_default=False)],
    budget: Annotated[int, typer.Option(help="The most tokens of the text.")] = 800, tags: Tags = None, as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:  # fmt: skip
    """What earlier work says about a task."""
    call.ask(lambda w: w.recall(task, budget=budget, tags=tags or (), as_of=as_of, valid_at=valid_at))


@verb(PANEL)
def worker(call: Call, once: Annotated[bool, typer.Option("--once", help="Do what is due now, and end.")] = False) -> None:
    """Consolidate every workspace when it is due (GRAPHMEM_CONSOLIDATE_EVERY, in hours), until it is stopped."""
    from typing import Any

    async def work(memory: Any) -> Any:
        from graphmem.work.schedule import AGAIN, consolidate_due, keep_consolidated

        found = await consolidate_due(memory.store)
        if not once:
            await keep_consolidated(memory.store, first=AGAIN)
        return found

    found = call.answer(work)
    call.show_text("consolidated: " + (", ".join(found.done) or "nothing was due"))
    if found.failed:  # who runs this by the clock is told by the exit code; the log has each of them
        raise next(iter(found.failed.values()))
