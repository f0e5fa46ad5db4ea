"""The guard: a statement that a model wrote is read token by token and written anew, or refused.

Nothing of the given text reaches the server: what runs is put together from what was recognised. Every node pattern is held to the
workspace, what has times to the two clocks; texts are parameters; what is on no list of what may be asked is refused.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from graphmem.ask.expressions import Expressions
from graphmem.ask.lexing import tokens
from graphmem.ask.patterns import Pattern
from graphmem.ask.reading import Reading
from graphmem.errors import QueryRefused

ROWS = 200  # rows of an answer
APART = 2  # patterns of one statement that are joined to the rest by nothing but a name or an id


@dataclass(frozen=True, slots=True)
class Guarded:
    """A statement that may run, with its texts as parameters."""

    text: str
    params: dict[str, str]

    @property
    def shown(self) -> str:
        """The same with its texts in it, for people."""
        return re.sub(r"\$(text_[0-9]+)", lambda m: json.dumps(self.params[m[1]], ensure_ascii=False), self.text)


def guarded(text: str) -> Guarded:
    """The statement as it may run; raises `QueryRefused` with what it may not hold."""
    reading = Reading(tokens(text))
    written = Clauses(reading).statement()
    return Guarded(written, {f"text_{n}": literal for n, literal in enumerate(reading.literals)})


class Clauses:
    """Reads the clauses of a statement: MATCH, OPTIONAL MATCH, UNWIND, WITH, RETURN and UNION."""

    def __init__(self, reading: Reading) -> None:
        self.r, self.x = reading, Expressions(reading)
        self.alone = True  # at most one row so far: the next pattern multiplies nothing
        self.apart = 0

    def statement(self) -> str:
        parts = [self._branch()]
        while self.r.takes("union"):
            self.r.spend("branches")
            parts += ["UNION ALL" if self.r.takes("all") else "UNION", self._branch()]
        self.r.sign(";")
        if self.r.token.kind != "end":
            raise self.r.unexpected("the end of the question is wanted")
        return "\n".join(parts)

    def _branch(self) -> str:
        self.r.scope, self.alone = set(), True
        lines: list[str] = []
        while not self.r.is_word("return"):
            self.r.spend("clauses")
            lines.append(self._clause())
        self.r.must_word("return")
        return "\n".join([*lines, f"RETURN {self._projected(ends=True)}"])

    def _clause(self) -> str:
        if self.r.takes("optional", "match"):
            return f"OPTIONAL {self._match()}"
        if self.r.takes("match"):
            return self._match()
        if self.r.takes("unwind"):
            return self._unwind()
        if self.r.takes("with"):
            return f"WITH {self._projected(ends=False)}"
        raise self.r.unexpected("MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN is wanted")

    def _match(self) -> str:
        found: list[Pattern] = []
        before = set(self.r.scope)
        while not found or self.r.sign(","):
            pattern = self.x.patterns().pattern()
            self._joined(pattern, before)
            before |= pattern.names
            found.append(pattern)
        where = f"({self.x.expression()})" if self.r.takes("where") else ""
        holding = [part for part in (where, *(h for p in found for h in p.holding)) if part]
        return f"MATCH {', '.join(p.text for p in found)}" + (f"\nWHERE {' AND '.join(holding)}" if holding else "")

    def _joined(self, pattern: Pattern, before: set[str]) -> None:
        """Refuses what would pair everything with everything: a further pattern shares a name with what stands before it."""
        if self.alone or pattern.used & before:
            self.alone = False
            return
        self.apart += 1
        if not pattern.pinned or self.apart > APART:
            raise QueryRefused(
                "a pattern has nothing to do with those before it: join them by a relationship, or give it a name or an id"
            )

    def _unwind(self) -> str:
        self.r.spend("unwinds")
        text = f"UNWIND {self.x.expression()} AS "
        self.r.must_word("as")
        name = self.r.variable()
        self.r.scope.add(name)
        self.alone = False
        return text + name

    # -- WITH and RETURN

    def _projected(self, *, ends: bool) -> str:
        distinct = "DISTINCT " if self.r.takes("distinct") else ""
        items, names, one_row = self._items(ends)
        text = f"{distinct}{', '.join(items)}"
        if not ends:
            self.r.scope = names
        if self.r.takes("order", "by"):
            text += f" ORDER BY {self._order()}"
        if self.r.takes("skip") or self.r.takes("offset"):
            text += f" SKIP {self.r.number(100_000)}"
        limit = self.r.number(999_999_999) if self.r.takes("limit") else None
        if ends or limit is not None:
            text += f" LIMIT {min(limit if limit is not None else ROWS + 1, ROWS + 1)}"
        self.alone = one_row or limit in (0, 1)
        if not ends and self.r.takes("where"):
            text += f"\nWHERE {self.x.expression()}"
        return text

    def _items(self, ends: bool) -> tuple[list[str], set[str], bool]:
        """The columns, the names that go on, and whether nothing but totals is among them."""
        items: list[str] = []
        names: set[str] = set()
        totals = True
        while not items or self.r.sign(","):
            before, bare = self.r.aggregated, self.r.token.kind == "name"
            text = self.x.expression()
            totals &= self.r.aggregated > before
            if self.r.takes("as"):
                name = self.r.variable()
                text += f" AS {name}"
                names.add(name)
            elif bare and text.isidentifier():
                names.add(text)
            elif not ends:
                raise self.r.unexpected("AS and a name are wanted behind what is no plain name")
            items.append(text)
        return items, names, totals

    def _order(self) -> str:
        keys: list[str] = []
        while not keys or self.r.sign(","):
            key = self.x.expression()
            down = self.r.takes("desc") or self.r.takes("descending")
            _ = down or self.r.takes("asc") or self.r.takes("ascending")
            keys.append(f"{key} DESC" if down else key)
        return ", ".join(keys)
