"""The command line: `graphmem [-w WORKSPACE] VERB …`, one command a verb, with the names and arguments of the library."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code (`graphmem.cli.exits` lists them)."""
    from graphmem.cli.run import run

    return run(arguments)
