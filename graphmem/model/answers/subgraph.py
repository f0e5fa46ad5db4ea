"""The answer of `subgraph`: flat nodes and edges, each with where it comes from."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model


class SubgraphNode(Model):
    """One node: `hop` is how far from the nearest hit it lies, `score` is that of a hit, `source` the document or conversation.

    `at` is since when it holds, `recorded_at` when the memory learned it.
    """

    id: str
    kind: str
    type: str | None
    name: str
    text: str | None
    hop: int
    score: float | None
    source: str | None
    author: str | None
    session: str | None
    at: str | None
    recorded_at: str | None


class SubgraphEdge(Model):
    """One edge between two nodes by their ids: a statement (`record` asserts it), a mention, or `of` (a piece of its document)."""

    id: str
    source: str
    target: str
    type: str
    reason: str | None
    record: str | None
    author: str | None
    since: str | None
    recorded_at: str | None


class Subgraph(Answer):
    """What lies around the best hits of a search. `seeds` are their ids, best first; `truncated` says that there is more around."""

    seeds: tuple[str, ...]
    nodes: tuple[SubgraphNode, ...]
    edges: tuple[SubgraphEdge, ...]
    truncated: bool
    note: str | None
