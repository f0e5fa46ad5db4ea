"""Context as the text that it is, then what did not fit."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from graphmem.cli.views.words import clocks, words
from graphmem.model.answers.context import Context


def view(answer: Context) -> Iterator[RenderableType]:
    """The text, and how much of the budget it takes; an empty one says whether nothing is known or nothing fitted."""
    if answer.text:
        yield words(answer.text)
    elif answer.left_out:
        yield Text("Nothing fits into this budget. What is known:", style="dim")
        yield from (words(f"- {left.lines} of {left.section}: {left.how}") for left in answer.left_out)
    else:
        yield Text(answer.note or "", style="dim")
    named = ", ".join(found.entity.name for found in answer.recognised)
    yield words(f"\n{answer.tokens} of {answer.budget} tokens; named in the task: {named or 'nothing that is known'}", "dim")
    yield clocks(answer)
