"""The view of any answer: its single values as lines, each list as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from graphmem.cli.views.words import clocks, words
from graphmem.model.answers.base import Answer

NOTHING: tuple[Any, ...] = ("", None, (), [], {})
CLOCKS = ("as_of", "valid_at")  # they go below
QUIET = ("truncated", "dry_run", "replayed")  # worth a line only where they are so


def view(answer: Any) -> Iterator[RenderableType]:
    """Values first, then the lists under their names; what is empty is left out."""
    if answer is None:
        return
    if isinstance(answer, str | int | float):
        yield words(answer)
    elif isinstance(answer, Sequence):
        yield table(answer) if answer else Text("none", style="dim")
    else:
        yield from sections(_fields(answer))
    if isinstance(answer, Answer):
        yield clocks(answer)


def sections(fields: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The single values as pairs, then each list under its name."""
    lists = {name: value for name, value in fields.items() if is_list(value)}
    single = {name: value for name, value in fields.items() if name not in lists and _tells(name, value)}
    if single:
        yield pairs(single)
    for name, rows in lists.items():
        yield heading(name, len(rows))
        if rows:
            yield table(rows)


def _tells(name: str, value: Any) -> bool:
    return name not in CLOCKS and value not in NOTHING and not (value is False and name.endswith(QUIET))


def is_list(value: Any) -> bool:
    """Whether a field holds several things that have fields of their own, or could."""
    return isinstance(value, list | tuple) and all(isinstance(item, BaseModel | Mapping) for item in value)


def heading(name: str, count: int) -> Text:
    """The name of a list and how many it holds."""
    return Text(f"\n{name.replace('_', ' ')}: {count or 'none'}", style="bold")


def pairs(fields: Mapping[str, Any]) -> Table:
    """Names and values, one pair a line."""
    grid = Table.grid(padding=(0, 2))
    for name, value in fields.items():
        grid.add_row(Text(name.replace("_", " "), style="dim"), words(value))
    return grid


def table(rows: Sequence[Any]) -> Table:
    """A column a field; fields that no row fills are left out."""
    filled = [_fields(row) for row in rows]
    names = [name for name in dict.fromkeys(n for row in filled for n in row) if any(r.get(name) not in NOTHING for r in filled)]
    drawn = Table(*(name.replace("_", " ") for name in names), box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for row in filled:
        drawn.add_row(*(words(row.get(name)) for name in names))
    return drawn


def _fields(value: Any) -> Mapping[str, Any]:
    if isinstance(value, BaseModel):
        return {name: getattr(value, name) for name in type(value).model_fields}
    return value if isinstance(value, Mapping) else {"": value}
