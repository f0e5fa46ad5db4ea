"""How people see the answers: a view of its own where one reads better, the general one for all others."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

# Class of the answer → module of its view, loaded when it is shown.
VIEWS = {
    "Asked": "asked",
    "Candidates": "work",
    "Cards": "cards",
    "Context": "context",
    "Diagnosis": "diagnosis",
    "Graph": "graph",
    "Impact": "impact",
    "Radar": "radar",
    "Recall": "work",
    "Receipt": "receipt",
    "Rules": "work",
    "Search": "search",
    "Subgraph": "subgraph",
    "TaskView": "work",
    "Tasks": "work",
    "Timeline": "timeline",
    "Wiki": "wiki",
}


def view(answer: Any) -> Iterator[RenderableType]:
    """The parts of the answer, in the order they are printed."""
    module = import_module(f"graphmem.cli.views.{VIEWS.get(type(answer).__name__, 'general')}")
    yield from module.view(answer)
