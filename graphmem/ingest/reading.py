"""From bytes to text by one stated rule: a byte-order mark, else UTF-8, else Windows-1252; what cannot be read is named."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_BYTES = 20_000_000  # of one file: counted as they are read, whatever the file system says
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
PIECE = 1 << 20


class Unreadable(Exception):
    """A source that cannot be read as a document; `code` and the message stand in the report of the ingest."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it was read: line breaks are `\\n`, and `notes` say what was not as it should be."""

    text: str
    notes: tuple[str, ...] = ()


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file; raises `Unreadable` for one that is too large, or that the system refuses."""
    found = bytearray()
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                found += piece
                if len(found) > most:
                    raise Unreadable("TOO_LARGE", f"more than {most:,} bytes, which is the limit for one file")
    except OSError as error:
        raise Unreadable("UNREADABLE", error.strerror or type(error).__name__) from None
    return bytes(found)


def items(value: Any) -> list[Any]:
    """The items of what should be a list; what is none has none."""
    return value if isinstance(value, list) else []


def decode(data: bytes) -> Text:
    """The text of these bytes; raises `Unreadable` for what is no text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _cleaned(_decoded(data[len(mark) :], encoding), ())
    try:
        return _cleaned(data.decode("utf-8"), ())
    except UnicodeDecodeError as error:
        if b"\x00" in data[:PIECE]:
            raise Unreadable("NO_TEXT", f"not a text: byte {error.start} fits no known encoding") from None
        note = f"read as Windows-1252, for byte {error.start} is no UTF-8"
        return _cleaned(data.decode("cp1252", errors="replace"), (note,))


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable("NO_TEXT", f"not {encoding}, which its first bytes promise, at byte {error.start}") from None


def _cleaned(text: str, notes: tuple[str, ...]) -> Text:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x00" in text:
        text, notes = text.replace("\x00", ""), (*notes, "NUL characters were dropped")
    return Text(text, notes)
