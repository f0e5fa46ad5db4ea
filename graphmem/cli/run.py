"""Runs one command: output that no console can break, errors as exit codes, never a trace for an error of ours."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

import typer

from graphmem.cli import exits
from graphmem.cli.app import app

# The base of every error that Typer raises for a command line it cannot read; it has no public name of its own.
UsageError: type[Exception] = typer.BadParameter.__base__  # type: ignore[assignment]


def run(arguments: Sequence[str] | None = None) -> int:
    """The exit code of the command that `arguments` (or the command line) name."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name may hold what the console's encoding lacks
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _attempt(given)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains when it flushes at exit
        code = exits.READER_GONE
    return code


def _attempt(given: list[str]) -> int:
    as_json = "--json" in given
    try:
        code = app(given, prog_name="graphmem", standalone_mode=False)
        return code if isinstance(code, int) else exits.DONE
    except SystemExit:  # Typer and rich say so when the reader of the help closes early
        return exits.READER_GONE
    except (KeyboardInterrupt, typer.Abort):
        return exits.INTERRUPTED
    except UsageError as error:
        _tell_usage(error, as_json=as_json)
        return exits.USAGE
    except BrokenPipeError:
        raise
    except OSError as error:  # a file that is not there, or may not be read or written
        from graphmem.errors import InvalidArgument

        exits.tell(InvalidArgument("file", f"{error.filename or 'the file'}: {error.strerror or error}"), as_json=as_json)
        return exits.USAGE
    except Exception as error:
        code = exits.code_of(error)
        if code is None:
            traceback.print_exc()
            print("This is a fault of graphmem itself; please report it with the lines above.", file=sys.stderr)
            return exits.FAULT
        exits.tell(error, as_json=as_json)
        return code


def _tell_usage(error: Exception, *, as_json: bool) -> None:
    from graphmem.errors import InvalidArgument

    message = error.format_message()  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None)
    if as_json or context is None:
        parameter = getattr(error, "param", None)
        exits.tell(InvalidArgument(getattr(parameter, "name", None) or "command", message), as_json=as_json)
    else:
        hint = f"Try `{context.command_path} --help`."
        print(f"{context.get_usage()}\nError: {message}\n{hint}", file=sys.stderr)
