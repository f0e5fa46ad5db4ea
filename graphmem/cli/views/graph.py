"""A workspace in words: each link on a line, one that ended in another colour; then the things that no link joins."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from graphmem.cli.views.words import clocks, line
from graphmem.model.answers.graph import Graph


def view(answer: Graph) -> Iterator[RenderableType]:
    """The links, the rest, and how much of the workspace this is."""
    names, links = answer.nodes.names, answer.links
    ended, linked = set(links.ended), {*links.sources, *links.targets}
    for n, (source, kind, target) in enumerate(zip(links.sources, links.types, links.targets, strict=True)):
        past = n in ended
        yield line((names[source], "dim" if past else "bold"), (f" {kind} {names[target]}", "dim" if past else ""),
                   (" [ended]" if past else "", "yellow"))  # fmt: skip
    for n, name in enumerate(names):
        if n not in linked:
            yield line((name, ""), (f" {answer.nodes.types[n]}", "cyan"))
    yield line((f"{len(names):,} of {answer.total:,} things, {len(links.sources):,} links", "dim"))
    yield clocks(answer)
