"""The radar: what is open, list by list, each line with the key that `dismiss` takes."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from graphmem.cli.views.general import heading, tree
from graphmem.cli.views.words import clocks, kind, words
from graphmem.model.answers.radar import Line, Listed, Radar


def view(answer: Radar) -> Iterator[RenderableType]:
    """The lists that hold something, then the names of those that hold nothing."""
    lists = {name: value for name in type(answer).model_fields if isinstance(value := getattr(answer, name), Listed)}
    for name, listed in lists.items():
        if listed.total:
            yield heading(name, listed.total, _more(listed))
            yield tree(listed.lines)
    if empty := [kind(name) for name, listed in lists.items() if not listed.total]:
        yield words(f"\nnone: {', '.join(empty)}")
    yield clocks(answer)


def _more(listed: Listed[Line]) -> str:
    """What the lines below leave out."""
    if listed.at_least:
        return "or more, for not everything was looked at"
    return f"the first {len(listed.lines)} are shown" if listed.total > len(listed.lines) else ""
