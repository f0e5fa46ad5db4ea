"""The view of any answer: its single values as lines, each list as a table or, where its items hold lists, as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from graphmem.cli.views.words import clocks, ending, fields_of, is_list, kind, line, thing, words
from graphmem.model.answers.base import Answer, Step
from graphmem.model.answers.parts import RecordBrief

NOTHING: tuple[Any, ...] = ("", None, (), [], {})
OBVIOUS = ("ends", "evidence", "links", "path")  # lists that need no name below what they belong to
COLUMNS = 9  # more would be squeezed until none can be read
APART = ("content", "fields")  # mappings whose own names say enough
CLOCKS = ("as_of", "valid_at")  # they go below
QUIET = ("truncated", "dry_run", "replayed")  # worth a line only where they are so


def view(answer: Any) -> Iterator[RenderableType]:
    """Values first, then the lists under their names; what is empty is left out."""
    if isinstance(answer, str | int | float):
        yield words(answer)
    elif isinstance(answer, Sequence):
        yield listed(answer) if answer else Text("none", style="dim")
    elif answer is not None:
        yield from sections(fields_of(answer))
    if isinstance(answer, Answer):
        yield clocks(answer)


def sections(fields: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The single values as pairs, then each list under its name."""
    lists = {name: value for name, value in fields.items() if is_list(value)}
    single = {name: value for name, value in fields.items() if name not in lists and _tells(name, value)}
    if single:
        yield pairs(single)
    if not single and not lists:
        yield Text("none", style="dim")
    for name, rows in lists.items():
        yield heading(name, len(rows))
        yield listed(rows)


def _tells(name: str, value: Any) -> bool:
    return name not in CLOCKS and value not in NOTHING and not (value is False and name.endswith(QUIET))


def heading(name: str, count: int, more: str | Text = "") -> Text:
    """The name of a list and how many it holds."""
    return line((f"\n{kind(name)}: {count or 'none'}", "bold"), more)


def pairs(fields: Mapping[str, Any]) -> Table:
    """Names and values, one pair a line."""
    grid = Table.grid(padding=(0, 2))
    for name, value in fields.items():
        for label, told in value.items() if isinstance(value, Mapping) and name in APART else ((name, value),):
            grid.add_row(Text(kind(label), style="dim"), thing(told) if isinstance(told, BaseModel) else words(told))
    return grid


def listed(rows: Sequence[Any]) -> RenderableType:
    """A list in the form that fits what it holds."""
    if all(isinstance(row, RecordBrief) for row in rows):
        return records(rows)
    if any(is_list(value) for row in rows for value in fields_of(row).values()):
        return tree(rows)
    filled = {name for row in rows for name, value in fields_of(row).items() if value not in NOTHING}
    if len(filled) > COLUMNS or all(isinstance(row, Step) for row in rows):
        return Text("\n").join(thing(row) for row in rows)
    return table([fields_of(row) for row in rows])


def records(rows: Sequence[RecordBrief]) -> Table:
    """Records in short: what they say, their end if they have one, and what this list adds to them."""
    told = []
    for row in rows:
        what = [
            line(row.title, ending(row)),
            *([words(row.description, "dim")] if row.description not in (None, row.title) else []),
        ]
        more = {name: value for name, value in fields_of(row).items() if name not in RecordBrief.model_fields}
        said = {"since": row.at, "kind": kind(row.kind), "what": Text("\n").join(what)}
        told.append({**said, **more, "author": row.author, "record": row.record})
    return table(told)


def tree(rows: Sequence[Any]) -> Tree:
    """Each row with the lists it holds below it."""
    root = Tree("", hide_root=True)
    for row in rows:
        _grow(root, row)
    return root


def _grow(tree: Tree, row: Any) -> None:
    branch = tree.add(thing(row))
    for name, value in fields_of(row).items():
        if is_list(value):
            below = branch if name in OBVIOUS else branch.add(words(kind(name), "dim"))
            for item in value:
                _grow(below, item)


def table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """A column a field; fields that no row fills are left out, and only columns of prose are wrapped."""
    names = [name for name in dict.fromkeys(n for row in rows for n in row) if any(r.get(name) not in NOTHING for r in rows)]
    drawn = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    cells = {name: [_cell(row.get(name)) for row in rows] for name in names}
    for name in names:
        drawn.add_column(kind(name), no_wrap=all(" " not in cell.plain for cell in cells[name]), overflow="fold")
    for row in zip(*cells.values(), strict=True):
        drawn.add_row(*row)
    return drawn


def _cell(value: Any) -> Text:
    return value if isinstance(value, Text) else words(value)
