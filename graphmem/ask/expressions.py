"""Expressions: operators, functions and literals of an allow-list; texts become parameters, patterns in them are guarded like all."""

from __future__ import annotations

from graphmem.ask.lexing import Token
from graphmem.ask.patterns import Patterns, property_name
from graphmem.ask.reading import Reading
from graphmem.ask.vocabulary import AGGREGATES, FUNCTIONS
from graphmem.errors import QueryRefused

ITEMS = 100  # of a list or a map
COMPARISONS = ("=", "<>", "<=", ">=", "<", ">")
WORDS = {("starts", "with"), ("ends", "with"), ("contains",), ("in",)}


class Expressions:
    """Reads one expression after another; each comes back as the text that runs."""

    def __init__(self, reading: Reading) -> None:
        self.r = reading
        self.looping = False

    def expression(self) -> str:
        """Alternatives of conditions, down to single values."""
        self.r.deeper()
        text = self._either()
        self.r.shallower()
        return text

    def patterns(self) -> Patterns:
        return Patterns(self.r, self.expression)

    # -- operators, loosest first

    def _either(self) -> str:
        text = self._both()
        while self.r.takes("or"):
            text += f" OR {self._both()}"
        return text

    def _both(self) -> str:
        text = self._negated()
        while self.r.takes("and"):
            text += f" AND {self._negated()}"
        return text

    def _negated(self) -> str:
        if not self.r.takes("not"):
            return self._compared()
        self.r.deeper()
        text = f"NOT ({self._negated()})"
        self.r.shallower()
        return text

    def _compared(self) -> str:
        text = self._added()
        while True:
            if self.r.takes("is", "not", "null"):
                text += " IS NOT NULL"
            elif self.r.takes("is", "null"):
                text += " IS NULL"
            elif operator := self._comparison():
                text += f" {operator} {self._added()}"
            else:
                return text

    def _comparison(self) -> str | None:
        for sign in COMPARISONS:
            if self.r.sign(sign):
                return sign
        return next((" ".join(words).upper() for words in WORDS if self.r.takes(*words)), None)

    def _added(self) -> str:
        text = self._multiplied()
        while self.r.is_sign("+") or self.r.is_sign("-"):
            self.r.spend("sums")  # texts and lists grow by sums, and sums of sums double
            sign = self.r.token.value
            self.r.at += 1
            text += f" {sign} {self._multiplied()}"
        return text

    def _multiplied(self) -> str:
        text = self._signed()
        while self.r.token in (Token("sign", "*"), Token("sign", "/"), Token("sign", "%")):
            sign = self.r.token.value
            self.r.at += 1
            text += f" {sign} {self._signed()}"
        return text

    def _signed(self) -> str:
        if not self.r.sign("-"):
            return self._value()
        if self.r.token.kind != "number":
            raise self.r.unexpected("a number is wanted behind a minus")
        return f"(-{self._value()})"

    def _value(self) -> str:
        """A value and what is taken out of it: a property, an item of a list, a question for a label."""
        plain = self.r.token.kind == "name" and self.r.ahead() != Token("sign", "(")
        text = self._single()
        while True:
            if self.r.sign("."):
                text += f".{property_name(self.r)}"
            elif self.r.is_sign("["):
                text += self._item()
            elif plain and self.r.sign(":"):
                text = f"{text}:{self.patterns().label()}"
            else:
                return text

    def _item(self) -> str:
        """An item or a slice by its numbers; by a name it could be any property."""
        self.r.must("[")
        first = self._place()
        between = self.r.sign("..")
        last = self._place() if between else ""
        self.r.must("]")
        if not first and not last:
            raise self.r.unexpected("the number of an item is wanted")
        return f"[{first}{'..' if between else ''}{last}]"

    def _place(self) -> str:
        minus = "-" if self.r.sign("-") else ""
        return f"{minus}{self.r.number(ITEMS)}" if minus or self.r.token.kind == "number" else ""

    # -- single values

    def _single(self) -> str:
        token = self.r.token
        if token.kind == "text":
            self.r.at += 1
            return self.r.literal(token.value)
        if token.kind == "number":
            self.r.at += 1
            return token.value
        if token.kind == "name":
            return self._named(token)
        if self.r.is_sign("("):
            return self._condition() if self._is_pattern() else self._grouped()
        if self.r.is_sign("["):
            return self._list()
        if self.r.is_sign("{"):
            return self._map()
        raise self.r.unexpected("a value is wanted")

    def _named(self, token: Token) -> str:
        if token.word in ("true", "false", "null"):
            self.r.at += 1
            return token.word
        if token.word == "case":
            return self._case()
        if token.word in ("exists", "count") and self.r.ahead() == Token("sign", "{"):
            return self._subquery(token.word)
        if self.r.ahead() == Token("sign", "("):
            return self._call(token.word)
        name = self.r.variable()
        return f"{name} {self._projection()}" if self.r.is_sign("{") else name

    def _grouped(self) -> str:
        self.r.must("(")
        text = f"({self.expression()})"
        self.r.must(")")
        return text

    def _list(self) -> str:
        if self.r.ahead(2).word == "in" and self.r.ahead().kind == "name":
            return self._comprehension()
        items: list[str] = []
        self.r.must("[")
        while not self.r.sign("]"):
            if items:
                self.r.must(",")
            items.append(self.expression())
        if len(items) > ITEMS:
            raise QueryRefused(f"a list has more than {ITEMS} items")
        return f"[{', '.join(items)}]"

    def _comprehension(self) -> str:
        """`[x IN list WHERE … | …]`, and none within another."""
        if self.looping:
            raise QueryRefused("one list is made out of another inside a third; take two steps")
        self.looping = True
        self.r.must("[")
        name = self.r.variable()
        self.r.must_word("in")
        text = f"{name} IN {self.expression()}"
        if self.r.takes("where"):
            text += f" WHERE {self.expression()}"
        if self.r.sign("|"):
            text += f" | {self.expression()}"
        self.r.must("]")
        self.looping = False
        return f"[{text}]"

    def _map(self) -> str:
        pairs: list[str] = []
        self.r.must("{")
        while not self.r.sign("}"):
            if pairs:
                self.r.must(",")
            key = property_name(self.r)
            self.r.must(":")
            pairs.append(f"{key}: {self.expression()}")
        if len(pairs) > ITEMS:
            raise QueryRefused(f"a map has more than {ITEMS} entries")
        return f"{{{', '.join(pairs)}}}"

    def _projection(self) -> str:
        """`n {.name, since: n.valid_from}`: each property by its name, never all of them."""
        parts: list[str] = []
        self.r.must("{")
        while not self.r.sign("}"):
            if parts:
                self.r.must(",")
            if self.r.sign("."):
                parts.append(f".{property_name(self.r)}")
            else:
                key = property_name(self.r)
                self.r.must(":")
                parts.append(f"{key}: {self.expression()}")
        return f"{{{', '.join(parts)}}}"

    def _case(self) -> str:
        self.r.must_word("case")
        text = "CASE" if self.r.is_word("when") else f"CASE {self.expression()}"
        while self.r.takes("when"):
            text += f" WHEN {self.expression()}"
            self.r.must_word("then")
            text += f" THEN {self.expression()}"
        if self.r.takes("else"):
            text += f" ELSE {self.expression()}"
        self.r.must_word("end")
        return f"{text} END"

    def _call(self, function: str) -> str:
        """A function of the list."""
        if function not in FUNCTIONS:
            raise QueryRefused(f"the function {function!r} is not for questions")
        name = self.r.token.value
        self.r.at += 2
        if function in AGGREGATES:
            self.r.aggregated += 1
        if function == "count" and self.r.sign("*"):
            self.r.must(")")
            return "count(*)"
        distinct = "DISTINCT " if function in AGGREGATES and self.r.takes("distinct") else ""
        arguments: list[str] = []
        while not self.r.sign(")"):
            if arguments:
                self.r.must(",")
            arguments.append(self.expression())
        return f"{name}({distinct}{', '.join(arguments)})"

    # -- patterns as values

    def _is_pattern(self) -> bool:
        """Whether the parenthesis opens a node of a path: an arrow or a line comes behind it, as the server would see it."""
        depth, at = 0, self.r.at
        while self.r.tokens[at].kind != "end":
            depth += {"(": 1, ")": -1}.get(self.r.tokens[at].value, 0) if self.r.tokens[at].kind == "sign" else 0
            at += 1
            if not depth:
                break
        after = [t.value if t.kind == "sign" else "" for t in self.r.tokens[at : at + 2]]
        return after in (["-", "-"], ["-", "["], ["<", "-"], ["-", ">"])

    def _condition(self) -> str:
        """A path as a condition: that there is one."""
        return f"EXISTS {{ {self._matched()} }}"

    def _subquery(self, word: str) -> str:
        self.r.at += 2
        self.r.takes("match")
        text = f"{word.upper()} {{ {self._matched()} }}"
        self.r.must("}")
        return text

    def _matched(self) -> str:
        """Patterns that hold together, with their conditions; the names that they bind end with them."""
        self.r.deeper()
        outer, inner = set(self.r.scope), self.patterns()
        found = inner.pattern()
        if not (found.used & outer) and not found.pinned:
            raise QueryRefused("a pattern inside a condition has nothing to do with the rest of the question")
        where = f"({self.expression()})" if self.r.takes("where") else ""
        self.r.scope = outer
        self.r.shallower()
        return f"MATCH {found.text} WHERE {' AND '.join(part for part in (where, *found.holding) if part)}"
