"""The work memory as agents call it: record, correct, propose, recall. To approve a rule is for a person; no tool does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from graphmem.model.answers.rules import Candidates, Consolidation, Rules
from graphmem.model.answers.tasks import TaskLine, Tasks, TaskView
from graphmem.tools.arguments import Arguments, Cursor, DryRun, OfWorkspace, Reading, RequestId
from graphmem.tools.pages import Place, Told
from graphmem.tools.quoting import entity, name, quoted
from graphmem.tools.stating import Entity, Relation
from graphmem.tools.telling.receipt import receipt
from graphmem.tools.tool import Tool
from graphmem.tools.toolbox import Room
from graphmem.work.stating import rule_line

ROWS = 40
Text = str | None


class GivenSource(Arguments):
    """A source that the task relied on."""

    ref: str = Field(description="Where it is: a path, an address, the id of a record.")
    held_up: bool | None = Field(None, description="true: it held up; false: it was wrong.")
    note: Text = Field(None, description="What was right or wrong about it.")


class GivenTool(Arguments):
    """A tool that was called."""

    name: str = Field(description="Its name.")
    right: bool | None = Field(None, description="Whether it was the right choice.")
    note: Text = Field(None, description="Why.")


class GivenArtifact(Arguments):
    """Something the task made."""

    location: str = Field(description="Where it is.")
    type: Text = Field(None, description="What it is, as report or migration.")


class GivenChoice(Arguments):
    """A choice that was not obvious."""

    choice: str = Field(description="What was chosen.")
    reasoning: Text = Field(None, description="Why.")


class GivenCorrection(Arguments):
    """Feedback that pushed back."""

    wrong: str = Field(description="What was wrong.")
    right: str = Field(description="What is right, as an instruction.")
    why: str = Field(description="Why it matters.")
    decision: Text = Field(None, description="The choice of this task that it is about, in its words.")
    gainsays: Text = Field(None, description="The id of a rule that it shows to be wrong.")


class RecordTask(OfWorkspace):
    """One task."""

    request: Text = Field(None, description="What was asked, in the words of whoever asked. Not with `task`.")
    summary: Text = Field(None, description="What was done, in a few sentences.")
    outcome: Literal["success", "partial", "failed"] | None = Field(None, description="How it ended; without it, it stays open.")
    task: Text = Field(None, description="The id of an open task to add to or to close (tsk_…).")
    sources: list[GivenSource] = Field(default_factory=list, description="What it relied on, and whether that held up.")
    tools: list[GivenTool] = Field(default_factory=list, description="Tools it called, and whether each was the right choice.")
    artifacts: list[GivenArtifact] = Field(default_factory=list, description="What it made: where, never the content.")
    decisions: list[GivenChoice] = Field(default_factory=list, description="Choices that were not obvious.")
    corrections: list[GivenCorrection] = Field(default_factory=list, description="How somebody pushed back.")
    tags: list[str] = Field(default_factory=list, description="What sort of work it was.")
    entities: list[str] = Field(default_factory=list, description="Names of things it was about; those in its words are found.")
    applied: list[str] = Field(default_factory=list, description="Ids of rules that were applied (rul_…).")
    related: list[str] = Field(default_factory=list, description="Ids of earlier tasks that belong to this one (tsk_…).")
    session: Text = Field(None, description="The piece of work it belongs to.")
    agent: Text = Field(None, description="Which agent did it.")
    at: Text = Field(None, description="When it was asked, if not now.")
    request_id: RequestId = None
    dry_run: DryRun = False


class Correct(OfWorkspace):
    """A correction that comes later."""

    on: str = Field(description="The id of the task (tsk_…) or of one of its choices (tdc_…).")
    wrong: str = Field(description="What was wrong.")
    right: str = Field(description="What is right, as an instruction.")
    why: str = Field(description="Why it matters.")
    gainsays: Text = Field(None, description="The id of a rule that it shows to be wrong.")
    request_id: RequestId = None
    dry_run: DryRun = False


class Promote(OfWorkspace):
    """A choice that is worth knowing beyond its task."""

    decision: str = Field(description="The id of the choice, as the receipt of `record_task` or `task` tells it (tdc_…).")
    entities: list[Entity] = Field(default_factory=list, description="Every thing that the decision is about, at least one.")
    relations: list[Relation] = Field(default_factory=list, description="How these things relate, each with its reason.")
    files: list[str] = Field(default_factory=list, description="Paths that it is about, with lines where known.")
    dry_run: DryRun = False


class Propose(OfWorkspace):
    """A rule for a person to look at."""

    rule: str = Field(description="One instruction.")
    why: Text = Field(None, description="Why it exists, in a line.")
    how: Text = Field(None, description="How to apply it, in a line.")
    tags: list[str] = Field(default_factory=list, description="What sort of work it is for.")
    corrections: list[str] = Field(default_factory=list, description="Ids of corrections that it rests on (cor_…).")
    request_id: RequestId = None
    dry_run: DryRun = False


class Consolidate(OfWorkspace):
    """One pass over the corrections."""

    least: int = Field(2, description="In how many tasks a correction must recur.")
    dry_run: DryRun = False


class Recall(Reading):
    """A task to come."""

    task: str = Field(description="What is to be done, in the words of whoever asked.")
    budget: int = Field(800, description="The most tokens of the answer.")
    tags: list[str] = Field(default_factory=list, description="What sort of work it is.")
    cursor: Cursor = None


class OfRules(Reading):
    """Which rules."""

    tags: list[str] | None = Field(None, description="Only those for this sort of work, and those for all.")
    cursor: Cursor = None


class Queue(Reading):
    """Which candidates."""

    state: Literal["pending", "approved", "merged", "rejected"] | None = Field("pending", description="In which state.")
    cursor: Cursor = None


class OneTask(Reading):
    """Which task."""

    id: str = Field(description="The id of a task, tsk_….")
    cursor: Cursor = None


class OfTasks(Reading):
    """Which tasks."""

    state: Literal["open", "closed"] | None = Field(None, description="Only open or only closed ones.")
    outcome: Literal["success", "partial", "failed"] | None = Field(None, description="Only with this outcome.")
    tag: Text = Field(None, description="Only with this tag.")
    session: Text = Field(None, description="Only of this session.")
    author: Text = Field(None, description="Only of this author.")
    cursor: Cursor = None


async def _record(room: Room, asked: RecordTask, _: Place) -> Told:
    return receipt(await (await room.workspace(asked.workspace, asked.session)).record_task(**asked.given("workspace")))


async def _promote(room: Room, asked: Promote, _: Place) -> Told:
    return receipt(await (await room.workspace(asked.workspace)).promote(**asked.given("workspace")))


async def _correct(room: Room, asked: Correct, _: Place) -> Told:
    return receipt(await (await room.workspace(asked.workspace)).correct(**asked.given("workspace")))


async def _propose(room: Room, asked: Propose, _: Place) -> Told:
    return receipt(await (await room.workspace(asked.workspace)).propose_rule(**asked.given("workspace")))


async def _consolidate(room: Room, asked: Consolidate, _: Place) -> Told:
    found: Consolidation = await (await room.workspace(asked.workspace)).consolidate(least=asked.least, dry_run=asked.dry_run)
    head = f"{found.corrections} corrections, {found.clusters} groups recur; {found.waiting} candidates wait for a person."
    lines = [*(f"new candidate {id_}" for id_ in found.created), *(f"grown candidate {id_}" for id_ in found.grown)]
    return Told(head, lines, answer=found)


async def _recall(room: Room, asked: Recall, _: Place) -> Told:
    found = await (await room.workspace(asked.workspace)).recall(**asked.given("workspace", "cursor"))
    lines = [line if line.startswith("## ") else quoted(line) for line in found.text.splitlines()]
    head = found.note or f"What earlier work says; {found.left_out} lines did not fit."
    return Told(head, lines, answer=found)


async def _rules(room: Room, asked: OfRules, _: Place) -> Told:
    found: Rules = await (await room.workspace(asked.workspace)).rules(**asked.given("workspace", "cursor"))
    head = f"{len(found.rules)} rules that a person approved, {found.tokens} of {found.budget} tokens; {found.waiting} candidates wait."
    lines = [f"{rule.id} ({rule.scope}): {quoted(rule_line(rule.model_dump()))}" for rule in found.rules]
    return Told(head, [*lines, *(f"{p.kind} {', '.join(p.rules)}: {p.advice}" for p in found.pruning)], answer=found)


async def _candidates(room: Room, asked: Queue, _: Place) -> Told:
    found: Candidates = await (await room.workspace(asked.workspace)).candidates(**asked.given("workspace", "cursor"))
    head = f"{found.total} candidates; none is a rule before a person approves it."
    return Told(head, list(_queue(found)), answer=found)


def _queue(found: Candidates) -> Iterator[str]:
    for line in found.candidates:
        yield f"{line.id} {line.state}, of {len(line.corrections)} corrections in {line.tasks} tasks: {quoted(line.rule)}"
        yield from (f"  {c.id}: {quoted(c.right)}, not {quoted(c.wrong)}, because {quoted(c.why)}" for c in line.corrections[:3])


async def _task(room: Room, asked: OneTask, _: Place) -> Told:
    found: TaskView = await (await room.workspace(asked.workspace)).task(**asked.given("workspace", "cursor"))
    return Told(_line(found.task), list(_parts(found)), answer=found)


def _parts(found: TaskView) -> Iterator[str]:
    yield from (f"cited {quoted(s.ref)}: {_judged(s.held_up, 'held up', 'was wrong')}" for s in found.sources)
    yield from (f"used {quoted(t.name)}: {_judged(t.right, 'right', 'wrong choice')}" for t in found.tools)
    yield from (f"produced {quoted(a.location)}" for a in found.artifacts)
    yield from (f"decided {d.id} {quoted(d.choice)}: {quoted(d.reasoning)}" for d in found.decisions)
    yield from (f"corrected by {c.id} on {c.target}: {quoted(c.right)}, not {quoted(c.wrong)}" for c in found.corrections)
    yield from (f"about {entity(e)}" for e in found.entities)
    yield from (f"affected by {a.record}: {quoted(a.title)} {a.how} {a.replaced}" for a in found.task.affected_by)


def _judged(good: bool | None, yes: str, no: str) -> str:
    return "not judged" if good is None else yes if good else no


async def _tasks(room: Room, asked: OfTasks, place: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    found: Tasks = await workspace.tasks(**asked.given("workspace", "cursor"), limit=ROWS, cursor=place.core)
    return Told(f"{len(found.tasks)} tasks, newest first.", [_line(t) for t in found.tasks], cursor=found.cursor, answer=found)


def _line(task: TaskLine) -> str:
    flag = f"; affected by {', '.join(a.record for a in task.affected_by)}" if task.affected_by else ""
    return f"{task.id} {task.outcome or 'open'}, by {name(task.agent or task.author)}: {quoted(task.request)}{flag}"


_CORRECTION: dict[str, Any] = {"wrong": "amounts in dollars", "right": "write euros", "why": "the books are in euros"}

WORK = (
    Tool(
        "record_task",
        "Store a task when it is done, in one call: what was asked, what you did, how it ended, what you relied on and whether that "
        "held up, and every correction you were given (what was wrong, what is right, why). Open one first for long work.",
        RecordTask,
        _record,
        {"request": "write the report", "summary": "written", "outcome": "success", "corrections": [_CORRECTION]},
        acts=True,
    ),
    Tool("correct", "Say later that a task went wrong: what was wrong, what is right, why it matters.", Correct, _correct,
         {"on": "tsk_0123456789abcdef", **_CORRECTION}, acts=True),
    Tool("promote", "Make a decision of the project of a choice that a task made, once; say what it is about.", Promote, _promote,
         {"decision": "tdc_0123456789abcdef", "entities": [{"name": "api", "type": "code_component"}]}, acts=True),
    Tool("propose_rule", "Put a rule into the review queue. It does nothing until a person approves it.", Propose, _propose,
         {"rule": "Write amounts in euros."}, acts=True),
    Tool("consolidate", "Draft candidate rules of corrections that recur; a person decides about them.", Consolidate, _consolidate,
         {}, acts=True),
    Tool("recall", "Ask BEFORE a task: rules that apply, corrections of similar tasks, sources that held up, tools that were right.",
         Recall, _recall, {"task": "write the April report"}),
    Tool("rules", "The standing rules that a person approved. Follow them.", OfRules, _rules, {}),
    Tool("candidates", "Rules that wait for a person, with the corrections they rest on.", Queue, _candidates, {}),
    Tool("task", "One task: what it rested on, made and decided, and how it was corrected.", OneTask, _task,
         {"id": "tsk_0123456789abcdef"}),
    Tool("tasks", "Tasks, newest first; open ones are flagged with what was corrected since.", OfTasks, _tasks, {}),
)  # fmt: skip
