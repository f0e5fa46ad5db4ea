"""Rows that answer a question: the words first, then the table, then the statement that found it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from graphmem.cli.views.words import clocks, words
from graphmem.model.answers.asked import Asked


def view(answer: Asked) -> Iterator[RenderableType]:
    """What was found and how."""
    if answer.words:
        yield words(answer.words + "\n")
    if answer.rows:
        table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
        for column in answer.columns:
            table.add_column(words(column), overflow="fold")
        for row in answer.rows:
            table.add_row(*(words(row.get(column)) for column in answer.columns))
        yield table
    else:
        yield Text("No rows.")
    if answer.truncated:
        yield Text("There are more rows than are shown.", style="yellow")
    yield words(f"\n{answer.query}", "dim")
    if answer.repaired:
        yield Text("The first statement was refused; this is the second one.", style="yellow")
    yield clocks(answer)
