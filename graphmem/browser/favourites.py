"""The favourites: queries with parameters, as files that Neo4j Browser takes in."""

from __future__ import annotations

import json
from dataclasses import dataclass

from graphmem.store.statements import statement

QUERIES = ("browser/day", "browser/impact", "browser/lineage", "browser/radar", "browser/topics", "browser/evidence")
WORKSPACE, NAME = "demo-story", "SessionPersister"  # what the parameters say at first


@dataclass(frozen=True, slots=True)
class Favourite:
    """A query: what it is called, what it shows, and its text, which begins with what it shows."""

    name: str
    shows: str
    text: str


def favourites() -> tuple[Favourite, ...]:
    """Every favourite, in the order they are worth trying."""
    return tuple(_favourite(name) for name in QUERIES)


def _favourite(name: str) -> Favourite:
    found = statement(name)
    body = "\n".join(line for line in found.text.splitlines() if not line.startswith("//"))
    return Favourite(name.removeprefix("browser/"), found.purpose, f"// {found.purpose}\n{body}")


def parameters(workspace: str = WORKSPACE, name: str = NAME) -> str:
    """The command that sets the parameters: now, at both clocks."""
    return f":params {{workspace: {json.dumps(workspace)}, name: {json.dumps(name)}, as_of: datetime(), valid_at: datetime()}}"
