"""A wiki: where it is and what changed there, or the page that was asked for."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from graphmem.cli.views.words import clocks, words
from graphmem.model.answers.wiki import Wiki


def view(answer: Wiki) -> Iterator[RenderableType]:
    """The page or the index, and what was written."""
    shown = next((page.text for page in answer.pages if page.text), None)
    if shown or not answer.folder:
        yield words(shown or answer.index)
    if answer.folder:
        yield words(f"{answer.folder}: {answer.written} pages written, {answer.kept} kept, {answer.removed} removed")
    for path in answer.left:
        yield words(f"{path} was changed by somebody else; it is left as it is", "yellow")
    if answer.note:
        yield Text(answer.note, style="yellow")
    if answer.truncated:
        yield Text("There is more around than is told: ask for more nodes.", style="yellow")
    yield clocks(answer)
