"""Impact as a tree: who depends on whom, and why; then what went wrong before."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from graphmem.cli.views.words import clocks, entity, line, step, words
from graphmem.model.answers.base import Step
from graphmem.model.answers.impact import Dependent, Impact


def view(answer: Impact) -> Iterator[RenderableType]:
    """The dependents below what they depend on, then the risks."""
    yield _tree(answer)
    if not answer.dependents:
        yield Text("Nothing depends on it.")
    if answer.in_cycle:
        yield Text("It depends on itself, by a cycle.", style="yellow")
    if answer.truncated:
        yield Text("There are more dependents than are shown: lower the depth, or ask for one of them.", style="yellow")
    yield from _risks(answer)
    yield from _past_tasks(answer)
    yield clocks(answer)


def _tree(answer: Impact) -> Tree:
    root = Tree(entity(answer.entity))
    below: dict[tuple[Step, ...], Tree] = {(): root}
    for dependent in answer.dependents:  # nearest first: what it hangs on is there already
        branch = below[dependent.path[:-1]].add(_branch(dependent))
        below.setdefault(dependent.path, branch)
    return root


def _branch(dependent: Dependent) -> Text:
    more = len(dependent.evidence) - 1
    return Text.assemble(
        entity(dependent.entity), "\n", step(dependent.path[-1]),
        f"\nand {more} more that say so" if more else "",
    )  # fmt: skip


def _risks(answer: Impact) -> Iterator[RenderableType]:
    if not answer.risks:
        return
    yield Text(f"\nRisks: {len(answer.risks)}{' and more' if answer.risks_truncated else ''}", style="bold")
    table = Table("kind", "what", "about", "since", "record", box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for risk in answer.risks:
        title = line((risk.title, "" if risk.holds else "dim"), "" if risk.holds else ("[ended]", "dim"))
        what = Text("\n").join([title, words(risk.description, "dim")] if risk.description not in (None, risk.title) else [title])
        by = line(risk.record, (f"({risk.author})", "dim"))
        table.add_row(words(risk.kind.replace("_", " ")), what, words(risk.about.name), words(risk.at), by)
    yield table


def _past_tasks(answer: Impact) -> Iterator[RenderableType]:
    if not answer.past_tasks:
        return
    more = " and more" if answer.past_tasks_truncated else ""
    yield Text(f"\nPast tasks that failed or were corrected: {len(answer.past_tasks)}{more}", style="bold")
    table = Table("task", "outcome", "about", "since", "id", box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for task in answer.past_tasks:
        what = Text("\n").join([words(task.request), *(line(("right: ", "dim"), said) for said in task.corrected)])
        by = line(task.id, (f"({task.author})", "dim"))
        table.add_row(what, words(task.outcome), words(task.about.name), words(task.at), by)
    yield table
