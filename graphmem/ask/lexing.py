"""The tokens of a statement: names, numbers, texts and signs, all of them plain ASCII outside texts; anything else is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from graphmem.errors import QueryRefused

MOST_TEXT = 4_000  # characters of a statement
MOST_TOKENS = 600
_TOKEN = re.compile(
    r"(?P<blank>[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)"
    r"|(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?(?![0-9A-Za-z_]))"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]{0,59}(?![A-Za-z0-9_]))"
    r"|(?P<text>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<sign><>|<=|>=|\.\.|[()\[\]{},.:;|=<>+\-*/%&])",
    re.S,
)
_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Token:
    """One token; the `value` of a text is what it spells, that of everything else is itself."""

    kind: Literal["name", "number", "text", "sign", "end"]
    value: str

    @property
    def word(self) -> str:
        """A name as a keyword is compared; nothing for other tokens."""
        return self.value.lower() if self.kind == "name" else ""


def tokens(text: str) -> list[Token]:
    """The tokens, comments left out; raises `QueryRefused` at the first thing that is none."""
    if len(text) > MOST_TEXT:
        raise QueryRefused(f"it has {len(text):,} characters, at most {MOST_TEXT:,} are taken")
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise QueryRefused(f"{_shown(text[at : at + 12])} is nothing that a question may hold")
        at = match.end()
        if match.lastgroup == "text":
            found.append(Token("text", _spelled(match[0][1:-1])))
        elif match.lastgroup == "blank":
            if "\\" in match[0]:  # the server would read an escape in a comment before it knows that it is one
                raise QueryRefused("a comment holds a backslash")
        else:
            found.append(Token(match.lastgroup, match[0]))  # type: ignore[arg-type]
    if len(found) > MOST_TOKENS:
        raise QueryRefused(f"it has {len(found)} words and signs, at most {MOST_TOKENS} are taken")
    return [*found, Token("end", "")]


def _spelled(inside: str) -> str:
    """What a text literal spells. The server reads `\\u` before anything else, so that it could end a text: it is refused."""

    def escape(match: re.Match[str]) -> str:
        if match[1] not in _ESCAPES:
            raise QueryRefused(f"the escape {_shown(match[0])} in a text is not taken; write the character itself")
        return _ESCAPES[match[1]]

    text = re.sub(r"\\(.)", escape, inside, flags=re.S)
    if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise QueryRefused("a text holds half a surrogate pair")
    return text


def _shown(text: str) -> str:
    return ascii(text.split("\n")[0])
