"""The end of the demo: the same graph in Neo4j Browser."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.store.statements import statement

QUERIES = ("browser/story_graph", "browser/story_ends", "browser/package_hubs")


@dataclass(frozen=True, slots=True)
class Query:
    """A query worth pasting, and what it shows."""

    shows: str
    text: str


def queries() -> tuple[Query, ...]:
    """Three queries for Neo4j Browser."""
    return tuple(Query(statement(name).purpose, _body(statement(name).text)) for name in QUERIES)


def _body(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("//"))
