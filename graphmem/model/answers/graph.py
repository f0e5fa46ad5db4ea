"""The answer of `graph`: columns and not rows, so that tens of thousands of things are one small answer."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.answers.topics import TopicBrief
from graphmem.model.base import Model


class GraphNodes(Model):
    """The entities, one a place of each list; `topics` are places in the list of topics, -1 for an entity in none."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    topics: tuple[int, ...]


class GraphLinks(Model):
    """The links, one a place of each list; sources and targets are places among the entities, `ended` those of links no longer held."""

    sources: tuple[int, ...]
    targets: tuple[int, ...]
    types: tuple[str, ...]
    ended: tuple[int, ...]


class Graph(Answer):
    """A workspace as a graph, for drawing: the entities that most is said of and every link between two of them."""

    nodes: GraphNodes
    links: GraphLinks
    topics: tuple[TopicBrief, ...]
    total: int
    truncated: bool
