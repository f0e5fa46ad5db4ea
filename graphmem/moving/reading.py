"""Reading a file to import: line by line, each named by its number when it cannot be read."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO

from pydantic import ValidationError

from graphmem.errors import InvalidArgument, Refusal, Refused
from graphmem.model.records import shape_refusals
from graphmem.moving.lines import KINDS, Envelope, Moved

MOST = 20  # broken lines that one refusal lists


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line of an export with its number and its kind."""

    number: int
    kind: str
    line: Any
    """One of the classes of `lines.KINDS`."""


class Refusals:
    """Collects what is wrong with a file; it is refused as a whole, with the first broken lines."""

    def __init__(self) -> None:
        self.found: list[Refusal] = []

    def add(self, number: int, code: str, message: str, path: str = "") -> None:
        """One broken rule; raises `Refused` once there are enough of them to see what is wrong."""
        self.found.append(Refusal(number, f"line {number}" + (f".{path}" if path else ""), code, message))
        if len(self.found) >= MOST:
            self.stop()

    def stop(self) -> None:
        """Raises `Refused` if anything is wrong."""
        if self.found:
            raise Refused(sorted(self.found, key=lambda refusal: refusal.index))


@contextmanager
def opened(source: Path | BinaryIO) -> Iterator[IO[bytes]]:
    """The source as a file that can be read several times; raises `InvalidArgument` when there is none."""
    if isinstance(source, Path):
        try:
            file: IO[bytes] = source.open("rb")
        except OSError as error:
            raise InvalidArgument("source", f"{source} cannot be read: {error.strerror or error}") from error
    else:
        file = tempfile.TemporaryFile()  # noqa: SIM115  (closed below, whichever it is)
        shutil.copyfileobj(source, file)
        file.seek(0)
    with file:
        yield file


def objects(file: IO[bytes], refusals: Refusals) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every line as a JSON object with its number; blank lines are passed over, broken ones refused."""
    file.seek(0)
    for number, raw in enumerate(file, 1):
        if not (text := raw.removeprefix(b"\xef\xbb\xbf").strip()):
            continue
        try:
            value = json.loads(text, parse_constant=_no_constant)
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair passes the parser and no database
        except (ValueError, RecursionError) as error:
            refusals.add(number, "MALFORMED_LINE", f"this is no line of JSON in UTF-8 ({_short(error)})")
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            refusals.add(number, "MALFORMED_LINE", "a line holds one JSON object")


def read_envelope(file: IO[bytes]) -> Envelope | None:
    """The first line of an export; None for another file. Raises `Refused` for an export that this version cannot read."""
    refusals = Refusals()
    first = next(objects(file, refusals), None)
    if refusals.found or first is None or "graphmem" not in first[1]:
        return None
    number, value = first
    if value.get("format") != 1:
        refusals.add(number, "UNKNOWN_FORMAT", f"format {value.get('format')!r} is not known; install the graphmem that wrote it")
    else:
        try:
            return Envelope.model_validate(value)
        except ValidationError as error:
            _shape(refusals, number, error)
    refusals.stop()
    return None


def read_lines(file: IO[bytes], refusals: Refusals) -> Iterator[Numbered]:
    """The lines after the envelope, each as what it says."""
    lines = objects(file, refusals)
    next(lines)
    for number, value in lines:
        kind = next(iter(value), "")
        if len(value) != 1 or kind not in KINDS:
            refusals.add(number, "MALFORMED_LINE", f"a line has one key, one of {', '.join(KINDS)}")
        elif line := _line(refusals, number, kind, value[kind]):
            yield Numbered(number, kind, line)


def _line(refusals: Refusals, number: int, kind: str, body: Any) -> Moved | None:
    try:
        return KINDS[kind].model_validate(body)
    except ValidationError as error:
        _shape(refusals, number, error, kind)
        return None


def _shape(refusals: Refusals, number: int, error: ValidationError, kind: str = "") -> None:
    for refusal in shape_refusals(error):
        path = refusal.path if refusal.path != "record" else ""
        refusals.add(number, "MALFORMED_LINE", refusal.message, ".".join(p for p in (kind, path) if p))


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:120] if str(error) else type(error).__name__
