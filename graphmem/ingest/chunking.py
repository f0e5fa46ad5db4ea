"""Chunks of a text: at most so many tokens, cut where the text has a boundary, with an overlap, and where each lies."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING

from graphmem.context.tokens import tokenizer
from graphmem.errors import InvalidArgument

if TYPE_CHECKING:
    from semantic_text_splitter import MarkdownSplitter

SIZE, OVERLAP = 512, 64  # tokens
MOST = 2_000  # letters of one run without a blank: a longer one is cut first, for looking for a boundary in it takes long
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$", re.M)
_LONG = re.compile(rf"\S{{{MOST + 1},}}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk: its text, where it begins and ends in the document, and the headings it stands below."""

    text: str
    begins: int
    until: int
    heading: str | None


def check_sizes(size: int, overlap: int) -> None:
    """Raises `InvalidArgument` for sizes with which no text would be finished."""
    if size < 16:
        raise InvalidArgument("chunk_tokens", "a chunk holds at least 16 tokens")
    if not 0 <= overlap <= size // 2:
        raise InvalidArgument("overlap", f"an overlap is 0 to {size // 2} tokens, half of a chunk: otherwise no text would end")


def chunks(text: str, *, size: int = SIZE, overlap: int = OVERLAP) -> list[Piece]:
    """The chunks of a Markdown or plain text, in order; they cover all of it but blanks at their edges."""
    check_sizes(size, overlap)
    splitter = _splitter(size, overlap)
    headings = _headings(text)
    found = []
    for begins, part in _parts(text):
        for at, piece in splitter.chunk_indices(part):
            if piece.strip():
                found.append(Piece(piece, begins + at, begins + at + len(piece), _above(headings, begins + at)))
    return found


@cache
def _splitter(size: int, overlap: int) -> MarkdownSplitter:
    """It takes its own copy of the tokeniser, which costs half a second."""
    from semantic_text_splitter import MarkdownSplitter

    return MarkdownSplitter.from_huggingface_tokenizer(tokenizer(), size, overlap=overlap)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The text, cut within runs of letters that go on for thousands."""
    at = 0
    for run in _LONG.finditer(text):
        for cut in range(run.start() + MOST, run.end(), MOST):
            cut = _whole(text, cut)
            yield at, text[at:cut]
            at = cut
    yield at, text[at:]


def _whole(text: str, cut: int) -> int:
    """The cut moved before signs that belong to the letter before it."""
    import unicodedata

    while cut > 1 and (text[cut] == "\u200d" or text[cut - 1] == "\u200d" or unicodedata.combining(text[cut])):
        cut -= 1
    return cut


def _headings(text: str) -> list[tuple[int, str]]:
    """Where each heading begins, with those that stand above what follows it, the outermost first."""
    found: list[tuple[int, str]] = []
    standing: list[tuple[int, str]] = []
    for heading in _HEADING.finditer(text):
        level = len(heading[1])
        standing = [(n, w) for n, w in standing if n < level] + [(level, heading[2].strip())]
        found.append((heading.start(), " > ".join(words for _, words in standing)[:200]))
    return found


def _above(headings: list[tuple[int, str]], at: int) -> str | None:
    """The headings that a place stands below."""
    before = bisect_right(headings, at, key=itemgetter(0))
    return headings[before - 1][1] or None if before else None
