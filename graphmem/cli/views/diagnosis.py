"""What is wrong with a store, each finding with its examples and the way out."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from graphmem.cli.views.words import line, plain, words
from graphmem.model.answers.diagnosis import Diagnosis


def view(answer: Diagnosis) -> Iterator[RenderableType]:
    """The server, what was mended, what is wrong."""
    yield words(answer.server, "dim")
    for done in answer.repaired:
        yield line(("repaired", "green"), done)
    for found in answer.findings:
        yield Text()
        yield line(
            (found.weight, "red" if found.weight == "broken" else "yellow"),
            f"{found.count}",
            found.message,
            (f"({found.code})", "dim"),
        )
        yield words(f"  {found.advice}")
        if found.examples:
            yield words(f"  for example {plain(found.examples)}", "dim")
    if answer.well:
        yield line(("Nothing is broken.", "green"))
