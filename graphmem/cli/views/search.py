"""Hits, best first: what was found, since when, its place in each list, and the way of the walk below it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from graphmem.cli.views.general import pairs
from graphmem.cli.views.words import clocks, kind, line, words
from graphmem.model.answers.search import Hit, Search, Waypoint


def view(answer: Search) -> Iterator[RenderableType]:
    """The hits as a table, how each list was made, and where the next page begins."""
    if answer.hits:
        yield _table(answer)
    if answer.note:
        yield Text(answer.note, style="yellow")
    if answer.shortened:
        yield words("The text is long: it was asked by its strongest words.", "yellow")
    ran = answer.ran
    last = "" if ran.rerank == "off" else f" · rerank: {ran.rerank}"
    yield line((f"\ntext: {ran.text} · vector: {ran.vector} · walk: {ran.walk}{last}", "dim"))
    if answer.cursor:
        yield pairs({"cursor": answer.cursor})
    yield clocks(answer)


def _table(answer: Search) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("kind", "what", "since", "text", "vector", "walk", "id"):
        table.add_column(name, no_wrap=name not in ("what", "id"), overflow="fold")
    for hit in answer.hits:
        places = (words(place or "–", "dim") for place in (hit.ranks.text, hit.ranks.vector, hit.ranks.walk))
        table.add_row(words(kind(hit.type or hit.kind), "cyan"), _what(hit), words(hit.at), *places, words(hit.id, "dim"))
    return table


def _what(hit: Hit) -> Text:
    """Title, end and snippet; then what it replaces and how the walk came there."""
    until = f" {hit.valid_to}" if hit.valid_to else ""
    ended = "" if hit.holds else (f"[ended{until}: {hit.end_reason or 'as stated'}]", "yellow")
    lines = [line((hit.title, "" if hit.holds else "dim"), ended)]
    if hit.snippet and hit.snippet != hit.title:
        lines.append(words(hit.snippet, "dim"))
    if hit.replaces:
        lines.append(words(f"replaces {', '.join(hit.replaces)}", "green"))
    if hit.path:
        lines.append(line(("by way of", "dim"), *(_point(point) for point in hit.path)))
    return Text("\n").join(lines)


def _point(point: Waypoint) -> Text:
    by = f"—{kind(point.by)}→" if point.by else ""
    return line((by, "dim"), point.name, (f"({kind(point.kind)})" if point.kind == "term" else "", "dim"))
