"""How far a long download is: a bar on a terminal, a line now and then elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from graphmem.local.filelock import Report

if TYPE_CHECKING:  # rich is loaded only when a bar is drawn
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID


class Progress(Protocol):
    """Something that is told how many bytes have come."""

    def advance(self, size: int) -> None:
        """Counts `size` more bytes as done."""


class Lines:
    """Reports each further quarter in a line of its own, fit for log files."""

    def __init__(self, total: int, report: Report) -> None:
        self._total, self._report = max(total, 1), report
        self._done = self._quarter = 0

    def advance(self, size: int) -> None:
        """Counts `size` more bytes as done."""
        self._done += size
        quarter = 4 * self._done // self._total
        if quarter > self._quarter:
            self._quarter = quarter
            self._report(f"  {self._done / 1e6:.0f} of {self._total / 1e6:.0f} MB")


@contextmanager
def progress(total: int, report: Report) -> Iterator[Progress]:
    """A progress bar where a person watches, lines where a program does."""
    if not sys.stderr.isatty():
        yield Lines(total, report)
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn, TransferSpeedColumn
    from rich.progress import Progress as Drawn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Drawn(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Bar(bar, bar.add_task("jars", total=total))


class Bar:
    """Moves a bar of rich."""

    def __init__(self, bar: "RichProgress", task: "TaskID") -> None:
        self._bar, self._task = bar, task

    def advance(self, size: int) -> None:
        """Counts `size` more bytes as done."""
        self._bar.advance(self._task, size)
