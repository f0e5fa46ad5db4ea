"""Where answers are written: as JSON for programs, as text for people, on any console."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from graphmem.model.names import escape_shown

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 160  # columns where no terminal says how many it has


def write(text: str) -> None:
    """Writes to standard output, a line end at the end."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def write_json(answer: Any) -> None:
    """The answer as one JSON value: on one line for programs, indented for a person at a terminal.

    Characters that a terminal would act on are escaped, and all that are not ASCII where the output is not UTF-8.
    """
    from pydantic_core import to_jsonable_python

    plain = to_jsonable_python(answer)
    indent = 2 if sys.stdout.isatty() else None
    text = json.dumps(plain, ensure_ascii=False)
    if not _speaks_unicode() or escape_shown(text) != text:
        write(json.dumps(plain, indent=indent))
    else:
        write(text if indent is None else json.dumps(plain, indent=indent, ensure_ascii=False))


def _speaks_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf8")


def write_view(answer: Any) -> None:
    """The answer as lines, tables and trees."""
    from graphmem.cli.views import view

    console = _console()
    # Drawn first and written once: rich would end the process by itself when the reader goes away.
    with console.capture() as drawn:
        for part in view(answer):
            console.print(part)
    write("\n".join(line.rstrip() for line in drawn.get().splitlines()))


def _console() -> Console:
    from rich.console import Console

    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return Console(width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)
