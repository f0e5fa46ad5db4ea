"""A subgraph: its nodes by how far they lie, then the links between them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from graphmem.cli.views.words import clocks, kind, line, words
from graphmem.model.answers.subgraph import Subgraph, SubgraphEdge


def view(answer: Subgraph) -> Iterator[RenderableType]:
    """The nodes as a table, the links as sentences."""
    if answer.note:
        yield Text(answer.note, style="yellow")
    table = Table("hop", "kind", "what", "since", "by", "id", box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for node in answer.nodes:
        what = Text("\n").join(
            [words(node.name, "bold" if node.hop == 0 else ""), *([words(node.text, "dim")] if node.text else [])]
        )
        table.add_row(
            words(node.hop), words(kind(node.type or node.kind), "cyan"), what, words(node.at), words(node.author),
            words(node.id, "dim"),
        )  # fmt: skip
    if answer.nodes:
        yield table
        yield Text(f"\nLinks: {len(answer.edges)}", style="bold")
    names = {node.id: node.name for node in answer.nodes}
    yield from (_link(edge, names) for edge in answer.edges)
    if answer.truncated:
        yield Text("There is more around than is shown: ask for more nodes or with other words.", style="yellow")
    yield clocks(answer)


def _link(edge: SubgraphEdge, names: dict[str, str]) -> Text:
    said = ", ".join(part for part in (edge.author, edge.record, f"since {edge.since}" if edge.since else None) if part)
    reason = f"— {edge.reason}" if edge.reason else ""
    return line(names[edge.source], (kind(edge.type), "cyan"), names[edge.target], reason, (f"({said})" if said else "", "dim"))
