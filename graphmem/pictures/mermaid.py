"""Answers as Mermaid flowcharts: nodes are numbered by us, names and reasons are labels with every sign of the language escaped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from graphmem.model.answers.base import EntityBrief, Step
from graphmem.model.answers.impact import Impact
from graphmem.model.answers.lineage import Lineage
from graphmem.model.answers.subgraph import Subgraph

LABEL = 80  # characters


def mermaid(answer: Any) -> str:
    """The answer as a flowchart, ready for a Markdown page; raises KeyError for one that has no picture."""
    chart = Chart()
    _DRAWN[type(answer).__name__](answer, chart)
    return chart.text()


@dataclass(slots=True)
class Chart:
    """A flowchart in the making: every node once, under a number of its own."""

    nodes: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    links: dict[tuple[str, str, str], None] = field(default_factory=dict)

    def node(self, key: str, name: str, kind: str = "") -> str:
        """The number of the node with this key, drawn when it is first named."""
        if key not in self.nodes:
            self.nodes[key] = f"n{len(self.nodes)}"
            told = f"{label(name)}<br/><i>{label(kind)}</i>" if kind else label(name)
            self.lines.append(f'  {self.nodes[key]}["{told}"]')
        return self.nodes[key]

    def link(self, source: str, target: str, text: str) -> None:
        """An arrow, once however many statements say the same."""
        self.links[source, target, label(text)] = None

    def text(self) -> str:
        arrows = [f'  {a} -->|"{text}"| {b}' for a, b, text in self.links]
        return "\n".join(["flowchart LR", *self.lines, *arrows]) + "\n"


def label(text: str) -> str:
    """Stored text as a label: all but letters, digits, blanks and a few harmless signs are written by their number."""
    line = " ".join(text.split())
    cut = line if len(line) <= LABEL else line[: LABEL - 1].rstrip() + "…"
    return "".join(c if c.isalnum() or c in " _-.,…/" else f"#{ord(c)};" if c.isprintable() else "" for c in cut)


def _subgraph(answer: Subgraph, chart: Chart) -> None:
    for node in answer.nodes:
        chart.node(node.id, node.name, node.type or node.kind)
    for edge in answer.edges:
        chart.link(chart.nodes[edge.source], chart.nodes[edge.target], edge.type)


def _impact(answer: Impact, chart: Chart) -> None:
    above: dict[tuple[Step, ...], EntityBrief] = {(): answer.entity}
    _thing(chart, answer.entity)
    for dependent in answer.dependents:  # nearest first: what it hangs on is there already
        step, upper = dependent.path[-1], _thing(chart, above[dependent.path[:-1]])
        here = _thing(chart, dependent.entity)
        source, target = (here, upper) if step.source == dependent.entity.name else (upper, here)
        chart.link(source, target, step.type)
        above.setdefault(dependent.path, dependent.entity)


def _thing(chart: Chart, entity: EntityBrief) -> str:
    return chart.node(entity.id, entity.name, entity.type)


def _lineage(answer: Lineage, chart: Chart) -> None:
    """Each link in the direction it was stated in."""
    _thing(chart, answer.entity)
    for event in answer.events:
        if event.of is not None and event.type is not None:
            ends = _thing(chart, event.entity), _thing(chart, event.of)
            forth = (event.role == "cause") != (event.type == "caused_by") if event.type != "solves" else True
            chart.link(*(ends if forth else ends[::-1]), event.type)


_DRAWN: dict[str, Callable[[Any, Chart], None]] = {"Impact": _impact, "Lineage": _lineage, "Subgraph": _subgraph}
