"""How far long work is: a bar where a person watches, nothing where a program does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[str, int, int | None], None]


@contextmanager
def bar() -> Iterator[Report | None]:
    """A bar on standard error, told by calls of (what, done, of how many); None when that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task("", total=None)
        yield lambda what, done, total: drawn.update(task, description=what, completed=done, total=total)
