"""The work memory: tasks with how they were corrected, the review queue as it is reviewed, rules with what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from graphmem.cli.views.general import heading, pairs, table, tree
from graphmem.cli.views.words import clocks, fields_of, kind, line, words
from graphmem.model.answers.recall import Recall
from graphmem.model.answers.rules import CandidateLine, Candidates, Pruning, RuleLine, Rules
from graphmem.model.answers.tasks import CorrectionLine, TaskLine, Tasks, TaskView
from graphmem.model.ontology import MAX_LIMIT

Told = Recall | Rules | Candidates | Tasks | TaskView
OUTCOMES = {"success": "green", "partial": "yellow", "failed": "red"}


def view(answer: Told) -> Iterator[RenderableType]:
    """What is to be read first, then what may be done about it."""
    match answer:
        case Recall():
            yield from _recall(answer)
        case Rules():
            yield from _rules(answer)
        case Candidates():
            yield from _candidates(answer)
        case Tasks():
            yield from _tasks(answer)
        case TaskView():
            yield from _task(answer)
    yield clocks(answer)


def _recall(answer: Recall) -> Iterator[RenderableType]:
    yield words(answer.text) if answer.text else Text(answer.note or "Nothing fits into this budget.", style="dim")
    left = f", {answer.left_out} lines left out" if answer.left_out else ""
    yield words(f"\n{answer.tokens} of {answer.budget} tokens{left}", "dim")


def _rules(answer: Rules) -> Iterator[RenderableType]:
    root = Tree("", hide_root=True)
    for rule in answer.rules:
        branch = root.add(_rule(rule))
        _reasons(branch, rule)
        branch.add(words(_worth(rule), "dim"))
    yield root if answer.rules else Text("No rule stands.", style="dim")
    if answer.pruning:
        yield heading("to prune", len(answer.pruning))
        yield tree([_pruned(one) for one in answer.pruning])
    since = answer.overdue or f"consolidated {answer.consolidated_at or 'never'}"
    yield words(f"\n{answer.tokens} of {answer.budget} tokens; {answer.waiting} candidates wait for a person; {since}", "dim")


def _rule(rule: RuleLine) -> Text:
    scope = "" if rule.scope == "workspace" else "(yours, in every workspace)"
    return line((rule.rule, "bold"), scope, *((f"#{tag}", "cyan") for tag in rule.tags), (f"({rule.id})", "dim"))


def _reasons(branch: Tree, said: RuleLine | CandidateLine) -> None:
    for name, text in (("why", said.why), ("how", said.how)):
        if text:
            branch.add(line((f"{name}:", "dim"), text))


def _worth(rule: RuleLine) -> str:
    used = f", last {rule.used_at}" if rule.used_at else ""
    approved = f"approved by {rule.approved_by}" + (f" on {rule.approved_at}" if rule.approved_at else "")
    return f"{approved}; {rule.tokens} tokens; relevant {rule.uses} times{used}; applied {rule.applied} times"


def _pruned(one: Pruning) -> dict[str, object]:
    return {"kind": one.kind, "advice": one.advice, "rules": ", ".join(one.rules), "corrections": ", ".join(one.corrections)}


def _candidates(answer: Candidates) -> Iterator[RenderableType]:
    root = Tree("", hide_root=True)
    for candidate in answer.candidates:
        branch = root.add(
            line((candidate.rule, "bold"), *((f"#{tag}", "cyan") for tag in candidate.tags), (f"({candidate.id})", "dim"))
        )
        _reasons(branch, candidate)
        branch.add(words(_origin(candidate), "dim"))
        _corrections(branch, candidate.corrections)
    yield root if answer.candidates else Text("Nothing waits.", style="dim")
    if answer.total > len(answer.candidates):
        yield words(f"\n{answer.total - len(answer.candidates)} more: --limit {min(answer.total, MAX_LIMIT)}", "dim")
    if any(candidate.state == "pending" for candidate in answer.candidates):
        yield words('\ngraphmem approve ID [--rule "other words"], or graphmem reject ID --reason "…"', "dim")


def _origin(candidate: CandidateLine) -> str:
    by = f"{candidate.state}; {kind(candidate.origin)} of {candidate.tasks} tasks, words by {candidate.written_by}"
    decided = (
        f"; {candidate.decided_by} on {candidate.decided_at}: {candidate.reason or 'no reason'}" if candidate.decided_by else ""
    )
    return by + decided + (f"; rule {candidate.rule_id}" if candidate.rule_id else "")


def _corrections(branch: Tree, corrections: Sequence[CorrectionLine]) -> None:
    for one in corrections:
        said = branch.add(line((one.right, "green"), (f"({one.author}, {one.id})", "dim")))
        said.add(line(("not:", "dim"), one.wrong))
        said.add(line(("for:", "dim"), one.why))


def _tasks(answer: Tasks) -> Iterator[RenderableType]:
    root = Tree("", hide_root=True)
    for task in answer.tasks:
        _affected(root.add(_head(task)), task)
    yield root if answer.tasks else Text("No task is known.", style="dim")
    if answer.cursor:
        yield pairs({"cursor": answer.cursor})


def _head(task: TaskLine) -> Text:
    outcome = task.outcome or task.state
    corrected = f"corrected {task.corrections} times" if task.corrections > 1 else "corrected" if task.corrections else ""
    tags = ((f"#{tag}", "cyan") for tag in task.tags)
    by = (f"({task.agent or task.author}, {task.id})", "dim")
    return line(
        (task.at or "", "dim"), (outcome, OUTCOMES.get(outcome, "cyan")), (task.request, "bold"), (corrected, "yellow"), *tags, by
    )


def _affected(branch: Tree, task: TaskLine) -> None:
    if task.summary:
        branch.add(words(task.summary))
    for one in task.affected_by:
        branch.add(line(("may no longer be so:", "yellow"), one.title, kind(one.how), one.replaced, (f"({one.record})", "dim")))


def _task(answer: TaskView) -> Iterator[RenderableType]:
    root = Tree(_head(answer.task))
    _affected(root, answer.task)
    _corrections(root, answer.corrections)
    yield root
    for name in ("decisions", "sources", "tools", "artifacts", "entities", "related"):
        if rows := getattr(answer, name):
            yield heading(name, len(rows))
            yield table([fields_of(row) for row in rows])
    if answer.rules:
        yield pairs({"rules that came of it": ", ".join(answer.rules)})
