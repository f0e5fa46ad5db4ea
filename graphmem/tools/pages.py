"""Answers in pages that fit an agent's budget: a page is cut between lines, and a cursor leads to the next one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.errors import InvalidArgument
from graphmem.model.answers.base import Answer
from graphmem.tools.quoting import DATA, instant

BUDGET = 2_000  # tokens a page
_PIECES = re.compile(r"[A-Za-z0-9_-]{24,}|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\sA-Za-z\d]")
_CURSOR = re.compile(r"(\d{1,6})\.([0-9a-f]{0,16})\.([0-9a-f]{0,16})\.(.{0,2000})", re.S)
_MICROSECOND = timedelta(microseconds=1)
_BEGIN = datetime(1, 1, 1, tzinfo=UTC)


def tokens(text: str) -> int:
    """No fewer tokens than common tokenizers make of `text`: an estimate from above that costs no model."""
    return sum(_weight(piece) for piece in _PIECES.findall(text))


def _weight(piece: str) -> int:
    if not piece.isascii():
        return 3 * len(piece)
    if piece.isdigit() or len(piece) >= 24:  # so long a run is no word: it may cost a token a letter
        return len(piece)
    return 1 if len(piece) < 5 else -(-len(piece) // 3)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page begins: the cursor of the question itself, how many lines were told, and the instants of the first page."""

    core: str | None = None
    told: int = 0
    as_of: datetime | None = None
    valid_at: datetime | None = None

    def shown(self) -> str:
        """The cursor that an agent hands back, as short as it can be: it costs tokens."""
        return f"{self.told}.{_short(self.as_of)}.{_short(self.valid_at)}.{self.core or ''}"

    @classmethod
    def read(cls, cursor: str | None) -> Place:
        """The place that a cursor names; raises `InvalidArgument`."""
        if cursor is None:
            return cls()
        try:
            told, as_of, valid_at, core = _CURSOR.fullmatch(cursor.strip()).groups()  # type: ignore[union-attr]
            return cls(core or None, int(told), _instant(as_of), _instant(valid_at))
        except (AttributeError, OverflowError):
            raise InvalidArgument("cursor", "hand back the cursor of the page before, as it stands") from None


def _short(at: datetime | None) -> str:
    return f"{(at - _BEGIN) // _MICROSECOND:x}" if at else ""


def _instant(text: str) -> datetime | None:
    return _BEGIN + int(text, 16) * _MICROSECOND if text else None


@dataclass(frozen=True, slots=True)
class Told:
    """An answer in words: `head` opens every page, `lines` are cut into pages, `cursor` is the question's own next page."""

    head: str
    lines: Sequence[str] = ()
    cursor: str | None = None
    answer: Any = None


def page(told: Told, place: Place, budget: int = BUDGET) -> str:
    """The page that begins at `place`."""
    opening = [f"{told.head} {DATA}", *clocks(told.answer)]
    lines = [part for line in told.lines for part in parts(line)][place.told :]
    after = [_on(told, place.core, place.told + len(lines), len(lines)), _on(told, told.cursor, 0, 0)]
    left = budget - tokens("\n".join([*opening, max(after, key=len)]))
    shown = list(_fitting(lines, left))
    if len(shown) < len(lines):
        after = [_on(told, place.core, place.told + len(shown), len(lines) - len(shown))]
    else:
        after = after[1:] if told.cursor else []
    return "\n".join([*opening, *shown, *after])


def _on(told: Told, core: str | None, begun: int, left: int) -> str:
    """The line that says how to go on."""
    known = isinstance(told.answer, Answer)
    after = Place(core, begun, told.answer.as_of if known else None, told.answer.valid_at if known else None)
    more = f"{left} lines are" if left else "more is"
    return f'truncated: {more} left. For them call again with the same arguments and cursor "{after.shown()}".'


def _fitting(lines: Sequence[str], left: int) -> Iterator[str]:
    """As many lines as the budget takes, and always one, for else the next page would be this one again."""
    for n, line in enumerate(lines):
        left -= tokens(line) + 1
        if left < 0 and n:
            return
        yield line


def clocks(answer: Any) -> list[str]:
    """The two instants of a reading."""
    return [f"As of {instant(answer.as_of)}, valid at {instant(answer.valid_at)}."] if isinstance(answer, Answer) else []


PART = 1_200  # characters of a line: a longer one is told in parts


def parts(line: str) -> Iterator[str]:
    """A line that is too long for a page, in parts that say where they go on."""
    if len(line) <= PART and tokens(line) <= BUDGET // 2:
        yield line
        return
    size = PART if tokens(line) <= len(line) else PART // 3
    count = -(-len(line) // size)
    for n in range(count):
        yield f"({n + 1}/{count}) {line[n * size : (n + 1) * size]}"
