"""Stated links: lines of a small notation by which a text says itself how things relate.

    (api:code_component) -[depends_on]-> (auth:code_component): every call is checked there
    (kim:person) -[related_to/works_on]-> (api)

A line that is not of this form says nothing; one that is, with a word that the ontology does not know, is told as a problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE = re.compile(
    r"^[ \t>*+-]*\((?P<source>[^()\n]{1,512})\)\s*-\[\s*(?P<type>[\w/ -]{1,80}?)\s*\]->\s*\((?P<target>[^()\n]{1,512})\)"
    r"(?:\s*:\s*(?P<reason>[^\n]+))?[ \t]*$",
    re.M,
)


@dataclass(frozen=True, slots=True)
class StatedEnd:
    """A thing as the notation names it; without a type it is what the memory knows under that name."""

    name: str
    type: str | None


@dataclass(frozen=True, slots=True)
class StatedTriple:
    """One line: what it states, and the line itself."""

    source: StatedEnd
    type: str
    semantic: str | None
    target: StatedEnd
    reason: str
    line: str


def triples(text: str) -> Iterator[StatedTriple]:
    """The links that the lines of a text state."""
    for found in _LINE.finditer(text):
        type_, _, semantic = found["type"].strip().lower().replace(" ", "_").partition("/")
        line = found[0].strip()
        yield StatedTriple(_end(found["source"]), type_, semantic or None, _end(found["target"]), found["reason"] or line, line)


def _end(text: str) -> StatedEnd:
    name, colon, type_ = text.rpartition(":")
    known = colon and re.fullmatch(r"\s*[a-z_]+\s*", type_)
    return StatedEnd(name.strip(), type_.strip()) if known else StatedEnd(text.strip(), None)
