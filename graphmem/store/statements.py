"""The statements: one a file under `cypher/`, each with a checked header, loaded once.

A file starts with `// purpose:`, `// mode: read|write|schema`, `// params:` and `// returns:`. Loading fails, naming file and line,
when the declared and the used parameters differ. Pseudo words are expanded here and nowhere else, so that each rule stands once:

- `holds(x)`: the row `x` holds at `$as_of` and `$valid_at` (design: two clocks, half-open intervals)
- `held(x)`: the row held at its own start, as known at `$as_of` (false for what never held)
- `end_of(x)`: the end of the row as known at `$as_of`
- `later(a, b)`: the place of `a` in the order of statement is later than that of `b`
- `begun(x)`: a thing that a search may return is known, has begun and stands for itself; `lasts(x)`: it holds; `kind(x)`: what it is
- `fits(x)`: it has begun and passes the filters of the search
- `[r:RELATION]`, `[r:IMPACT]`, `[r:LINEAGE]`: every relation type, or those that one question reads
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from graphmem.model.ontology import DEFAULT

MODES = ("read", "write", "schema")
_HEADER = re.compile(r"^// (purpose|mode|params|returns|plan): ?(.*)$")
_PARAMETER = re.compile(r"\$([a-z_]+)")
_TEXT = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|//[^\n]*|`[^`]*`")
_OUTSIDE_TEXT = re.compile(f"{_TEXT.pattern}|{_PARAMETER.pattern}")

_NOT_ENDED = (
    "none(i IN range(0, size(coalesce({x}.ends_learned, [])) - 1)"
    " WHERE {x}.ends_learned[i] <= $as_of AND $as_of < {x}.ends_undone[i] AND {x}.ends_valid_to[i] <= {at})"
)
# A row whose last change was known: `ended_at` is never before `recorded_at`, nor `valid_to` after `stated_to`, so three properties do.
_HOLDS = (
    "(CASE WHEN {x}.ended_at <= $as_of THEN {x}.valid_from <= $valid_at AND $valid_at < {x}.valid_to"
    " ELSE {x}.recorded_at <= $as_of AND {x}.valid_from <= $valid_at AND $valid_at < {x}.stated_to AND "
    + _NOT_ENDED.replace("{at}", "$valid_at")
    + " END)"
)
_HELD = (
    "({x}.recorded_at <= $as_of AND CASE WHEN {x}.ended_at <= $as_of THEN {x}.valid_from < {x}.valid_to ELSE "
    + _NOT_ENDED.replace("{at}", "{x}.valid_from")
    + " END)"
)
_END_OF = (
    "CASE WHEN {x}.ended_at <= $as_of THEN {x}.valid_to"
    " ELSE reduce(known = {x}.stated_to, i IN range(0, size(coalesce({x}.ends_learned, [])) - 1) |"
    " CASE WHEN {x}.ends_learned[i] <= $as_of AND $as_of < {x}.ends_undone[i] AND {x}.ends_valid_to[i] < known"
    " THEN {x}.ends_valid_to[i] ELSE known END) END"
)
# Periods that overlap go by order of statement, others by date.
_LATER = (
    "(CASE WHEN {a}.place_from <= {b}.place_last AND {b}.place_from <= {a}.place_last"
    " THEN {a}.place_seq > {b}.place_seq OR ({a}.place_seq = {b}.place_seq AND {a}.place_item > {b}.place_item)"
    " ELSE {a}.place_from > {b}.place_from END)"
)
# Identity has no clock: an entity lasts.
_LASTS = "(CASE WHEN {x}:Entity THEN true ELSE " + _HOLDS + " END)"
_KIND = (
    "coalesce({x}.kind, CASE WHEN {x}:Entity THEN 'entity' ELSE toLower(head([l IN labels({x}) WHERE l <> 'Searchable'])) END)"
)
_BEGUN = (
    "({x}.workspace = $workspace AND {x}.recorded_at <= $as_of AND {x}.survivor IS NULL"
    " AND ({x}:Entity OR {x}.valid_from <= $valid_at))"
)
_FITS = (
    "coalesce(" + _BEGUN + " AND ($kinds IS NULL OR " + _KIND + " IN $kinds)"
    " AND ($session IS NULL OR {x}.session = $session) AND ($author IS NULL OR {x}.author = $author)"
    " AND ($first IS NULL OR {x}.valid_from >= $first) AND ($last IS NULL OR {x}.valid_from <= $last)"
    " AND ($current IS NULL OR $current = " + _LASTS + "), false)"
)


class StatementError(Exception):
    """A file under `cypher/` is not a well-formed statement; the message names file and line."""


@dataclass(frozen=True)
class Statement:
    """One statement, ready to run: `text` is what a person can paste into Neo4j Browser."""

    name: str
    text: str
    purpose: str
    mode: str
    params: tuple[str, ...]
    returns: tuple[str, ...]
    plan: str = ""

    @cached_property
    def sent(self) -> str:
        """The statement as it is sent, with its parameters in one map, `$given`.

        The server plans a statement anew for each magnitude of each list among its parameters (1, 10, 100 … items), which takes
        longer than running it; what lies inside a map it does not look at.
        """
        return _OUTSIDE_TEXT.sub(lambda m: f"$given.{m[1]}" if m[1] else m[0], self.text)

    @cached_property
    def packed(self) -> str:
        """The same with its rows in one list: the driver spends a tenth of a millisecond on each row that comes alone."""
        columns = ", ".join(f"{c}: {c}" for c in self.returns)
        return f"CALL () {{\n{self.sent}}}\nRETURN collect({{{columns}}}) AS rows"

    def given(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters as they are sent; raises `KeyError` for one that is missing."""
        return {"given": {name: params[name] for name in self.params}}


@cache
def folder() -> Path:
    """Where the statements are: beside the code in a wheel, at the top of a checkout."""
    packed = Path(__file__).parent.parent / "_cypher"
    return packed if packed.is_dir() else Path(__file__).parent.parent.parent / "cypher"


@cache
def statement(name: str) -> Statement:
    """The statement of that name (`read/impact_level`); raises `StatementError` when there is none or it is malformed."""
    path = folder() / f"{name}.cypher"
    if not path.is_file():
        raise StatementError(f"no statement {name!r}: {path.name} is not under cypher/")
    return parse(name, path.read_text(encoding="utf-8"))


def names() -> Iterator[str]:
    """The names of all statements but the migrations, sorted."""
    for path in sorted(folder().rglob("*.cypher")):
        name = path.relative_to(folder()).with_suffix("").as_posix()
        if not name.startswith("schema/"):
            yield name


def parse(name: str, source: str) -> Statement:
    """Checks the header of `source` against its text and expands the pseudo words."""
    header = _header(name, source)
    used = _parameters(expand(source))
    declared = tuple(p.strip() for p in header["params"].split(",") if p.strip())
    if set(declared) != used:
        missing, unused = sorted(used - set(declared)), sorted(set(declared) - used)
        raise StatementError(
            f"cypher/{name}.cypher:{_line(source, 'params')}: used but not declared {missing}, declared but not used {unused}"
        )
    returns = tuple(c.strip() for c in header["returns"].split(",") if c.strip())
    return Statement(name, expand(source), header["purpose"], header["mode"], declared, returns, header.get("plan", ""))


def _header(name: str, source: str) -> dict[str, str]:
    header = {m[1]: m[2].strip() for line in source.splitlines() if (m := _HEADER.match(line))}
    for key in ("purpose", "mode", "params", "returns"):
        if key not in header:
            raise StatementError(f"cypher/{name}.cypher:1: the header has no `// {key}:` line")
    if header["mode"] not in MODES:
        raise StatementError(f"cypher/{name}.cypher:{_line(source, 'mode')}: mode is one of {', '.join(MODES)}")
    return header


def _line(source: str, key: str) -> int:
    return next(n for n, line in enumerate(source.splitlines(), 1) if line.startswith(f"// {key}:"))


def _parameters(text: str) -> set[str]:
    """Parameters outside texts, comments and quoted names; `$(…)` is a dynamic label or type, not a parameter."""
    return set(_PARAMETER.findall(_TEXT.sub(" ", text)))


def expand(text: str) -> str:
    """The text with every pseudo word written out."""
    text = re.sub(r"\bholds\((\w+)\)", lambda m: _HOLDS.format(x=m[1]), text)
    text = re.sub(r"\bheld\((\w+)\)", lambda m: _HELD.format(x=m[1]), text)
    text = re.sub(r"\bend_of\((\w+)\)", lambda m: _END_OF.format(x=m[1]), text)
    text = re.sub(r"\bfits\((\w+)\)", lambda m: _FITS.format(x=m[1]), text)
    text = re.sub(r"\bbegun\((\w+)\)", lambda m: _BEGUN.format(x=m[1]), text)
    text = re.sub(r"\blasts\((\w+)\)", lambda m: _LASTS.format(x=m[1]), text)
    text = re.sub(r"\bkind\((\w+)\)", lambda m: _KIND.format(x=m[1]), text)
    text = re.sub(r"\blater\((\w+), (\w+)\)", lambda m: _LATER.format(a=m[1], b=m[2]), text)
    for word, types in _groups().items():
        text = re.sub(rf":{word}\b", ":" + types, text)
    return text


@cache
def _groups() -> dict[str, str]:
    return {
        "RELATION": "|".join(t.type for t in DEFAULT.relation_types),
        "IMPACT": "|".join(DEFAULT.relations_read_by("impact")),
        "LINEAGE": "|".join(DEFAULT.relations_read_by("lineage")),
    }
