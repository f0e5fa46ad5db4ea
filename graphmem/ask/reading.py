"""What reading a statement keeps: the place among the tokens, the names in scope, and how much the statement asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from graphmem.ask.lexing import Token
from graphmem.ask.vocabulary import RESERVED
from graphmem.errors import QueryRefused

MOST = {"nesting": 14, "hops": 6, "untyped": 2, "sums": 6, "unwinds": 2, "branches": 3, "clauses": 12, "elements": 24}
TOO_MUCH = {
    "nesting": "it nests too deep", "hops": "it walks too many hops", "untyped": "too many relationships have no type",
    "sums": "too many sums", "unwinds": "too many UNWIND", "branches": "too many UNION", "clauses": "too many clauses",
    "elements": "too many nodes and relationships",
}  # fmt: skip


@dataclass(slots=True)
class Reading:
    """One statement being read from left to right."""

    tokens: list[Token]
    at: int = 0
    literals: list[str] = field(default_factory=list)
    scope: set[str] = field(default_factory=set)
    spent: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MOST, 0))
    used: set[str] = field(default_factory=set)
    """Names that were read since somebody emptied it."""
    aggregated: int = 0
    _numbers: Any = field(default_factory=count)

    # -- tokens

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def ahead(self, by: int = 1) -> Token:
        return self.tokens[min(self.at + by, len(self.tokens) - 1)]

    def is_word(self, *words: str) -> bool:
        """Whether the next tokens are these keywords."""
        return all(self.ahead(n).word == word for n, word in enumerate(words))

    def takes(self, *words: str) -> bool:
        """Takes these keywords, if they are next."""
        if not self.is_word(*words):
            return False
        self.at += len(words)
        return True

    def is_sign(self, *signs: str) -> bool:
        return all(self.ahead(n) == Token("sign", sign) for n, sign in enumerate(signs))

    def sign(self, *signs: str) -> bool:
        """Takes these signs, if they are next."""
        if not self.is_sign(*signs):
            return False
        self.at += len(signs)
        return True

    def must(self, sign: str) -> None:
        if not self.sign(sign):
            raise self.unexpected(f"{sign!r} is wanted")

    def must_word(self, word: str) -> None:
        if not self.takes(word):
            raise self.unexpected(f"{word.upper()} is wanted")

    def unexpected(self, wanted: str) -> QueryRefused:
        found = "the end" if self.token.kind == "end" else "a text" if self.token.kind == "text" else repr(self.token.value)
        return QueryRefused(f"{wanted}, and {found} was found")

    # -- names and values

    def variable(self) -> str:
        """A name that stands for a value; none of the language's own words, and none of ours."""
        token = self.token
        if token.kind != "name" or token.word in RESERVED or token.value.startswith("_"):
            raise self.unexpected("a name is wanted")
        self.at += 1
        self.used.add(token.value)
        return token.value

    def number(self, most: int) -> int:
        token = self.token
        if token.kind != "number" or "." in token.value or int(token.value) > most:
            raise self.unexpected(f"a whole number up to {most} is wanted")
        self.at += 1
        return int(token.value)

    def literal(self, text: str) -> str:
        """The parameter that stands for a text: none is ever part of what the server reads."""
        self.literals.append(text)
        return f"$text_{len(self.literals) - 1}"

    def fresh(self) -> str:
        """A name of our own."""
        return f"_{next(self._numbers)}"

    # -- bounds

    def spend(self, what: str, amount: int = 1) -> None:
        self.spent[what] += amount
        if self.spent[what] > MOST[what]:
            raise QueryRefused(f"{TOO_MUCH[what]}: at most {MOST[what]} are taken")

    def deeper(self) -> None:
        self.spend("nesting")

    def shallower(self) -> None:
        self.spent["nesting"] -= 1
