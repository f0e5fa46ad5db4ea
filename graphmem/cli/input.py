"""What a command reads: records as JSON, always in UTF-8 whatever the console speaks."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer

from graphmem.errors import InvalidArgument, Refusal, Refused

_BLANK = " \t\r\n"


def read_records(file: Path) -> list[dict[str, Any]]:
    """The records in `file` (`-` is standard input): one object, an array, or objects one after the other, as in JSON lines.

    Raises `InvalidArgument` for what is not JSON, and `Refused` for what is no object or names a field twice.
    """
    return read_objects(file, "record")


def read_objects(file: Path, what: str) -> list[dict[str, Any]]:
    """The objects in `file`, however they stand there; raises as `read_records` does."""
    values = parse_values(read_text(file))
    if len(values) == 1 and isinstance(values[0], list):
        values = values[0]
    wrong = [n for n, value in enumerate(values) if not isinstance(value, dict)]
    if wrong:
        raise Refused([Refusal(n, what, "INVALID_FIELD", f"a {what} is a JSON object") for n in wrong])
    return values


def read_text(file: Path) -> str:
    """The text of a file or of standard input; raises `InvalidArgument`."""
    try:
        content = _standard_input() if str(file) == "-" else file.read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidArgument("file", f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidArgument("file", f"{file} is not UTF-8: byte {error.start} cannot be read") from error


def _standard_input() -> bytes:
    if sys.stdin.isatty():
        print("Reading JSON from the terminal; end it with Ctrl-D on a line of its own.", file=sys.stderr)
    return sys.stdin.buffer.read()


def parse_values(text: str) -> list[Any]:
    """The JSON values in `text`, one after the other; raises `InvalidArgument` with line and column of what is wrong."""
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
    values: list[Any] = []
    at = _skip(text, 0)
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise InvalidArgument("file", f"no JSON at line {error.lineno}, column {error.colno}: {error.msg}") from error
        except (ValueError, RecursionError) as error:
            line = text.count("\n", 0, at) + 1
            raise InvalidArgument("file", f"the JSON that starts in line {line} cannot be read: {error}") from error
        values.append(value)
        at = _skip(text, at)
    return values


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as a dict; a field given twice would silently be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is given twice in one object")
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no value of JSON")


def read_fields(given: Iterable[str]) -> dict[str, Any]:
    """The fields of `name=text` and `name:=value`, where the value is JSON; raises `InvalidArgument`."""
    return dict(_field(text) for text in given)


def _field(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip(":"):
        raise InvalidArgument("field", f"{text!r} given; write name=text, or name:=7 for a number, true or false")
    if not name.endswith(":"):
        return name, value
    try:
        return name.removesuffix(":"), json.loads(value)
    except ValueError as error:
        raise InvalidArgument("field", f"{value!r} in {text!r} is no JSON; write {name}text for a text") from error


def confirm(question: str) -> None:
    """Asks a person at a terminal; raises `InvalidArgument` where nobody can answer, and `Abort` after a no."""
    if not sys.stdin.isatty():
        raise InvalidArgument("yes", "nobody is there to be asked: say --yes")
    typer.confirm(question, abort=True, err=True)


def read_weights(given: Iterable[str]) -> dict[str, float] | None:
    """`text=2` as a weight of a list; raises `InvalidArgument`."""
    found: dict[str, float] = {}
    for pair in given:
        name, sign, number = pair.partition("=")
        try:
            found[name.strip()] = float(number if sign else "")
        except ValueError:
            raise InvalidArgument("weights", f"{pair!r}: write LIST=NUMBER, as text=2") from None
    return found or None


def read_task(file: Path) -> dict[str, Any]:
    """The one task in `file`, with the names that `Workspace.record_task` takes; raises `Refused` for another shape."""
    from graphmem.model.ontology import WORK_LINKS
    from graphmem.workspace import Workspace

    found = read_objects(file, "task")
    if len(found) != 1:
        raise Refused([Refusal(0, "task", "INVALID_FIELD", f"one JSON object is taken, {len(found)} given")])
    unknown = sorted(set(found[0]) - set(inspect.signature(Workspace.record_task).parameters) | ({"self"} & set(found[0])))
    if unknown:
        links = ", ".join(WORK_LINKS)
        message = f"no field of a task; the links of work are {links}"
        raise Refused([Refusal(0, name, "UNKNOWN_FIELD", message) for name in unknown])
    return found[0]
