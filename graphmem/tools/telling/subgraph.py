"""A subgraph: the links that were stated first, for they say most, then the nodes, nearest first."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.subgraph import Subgraph, SubgraphEdge, SubgraphNode
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, name, quoted, since


def subgraph(answer: Subgraph) -> Told:
    """One line a link and a node; mentions are told beside the text that names."""
    more = ", and there is more around" if answer.truncated else ""
    head = f"{len(answer.nodes)} nodes and {len(answer.edges)} links around {len(answer.seeds)} hits{more}."
    return Told(head if answer.nodes else answer.note or "Nothing was found.", list(_lines(answer)), answer=answer)


def _lines(answer: Subgraph) -> Iterator[str]:
    names = {node.id: node.name for node in answer.nodes}
    yield from (_link(edge, names) for edge in answer.edges if edge.type not in ("mentions", "of"))
    beside: dict[str, list[str]] = {}
    for edge in answer.edges:
        if edge.type in ("mentions", "of"):
            beside.setdefault(edge.source, []).append(names[edge.target])
    yield from (_node(node, beside.get(node.id, [])) for node in answer.nodes)


def _link(edge: SubgraphEdge, names: dict[str, str]) -> str:
    reason = f" because {quoted(edge.reason, SHORT)}" if edge.reason else ""
    said = f"[{edge.record}, {name(edge.author)}{since(edge.since)}]"
    return f"{quoted(names[edge.source])} {edge.type} {quoted(names[edge.target])}{reason} {said}"


def _node(node: SubgraphNode, beside: list[str]) -> str:
    kind = f"{node.kind} {node.type}" if node.type else node.kind
    text = f": {quoted(node.text, SHORT)}" if node.text else ""
    about = f" about {', '.join(quoted(b) for b in beside[:6])}" if beside else ""
    by = f", {name(node.author)}" if node.author else ""
    return f"hop {node.hop}: {kind} {quoted(node.name, SHORT)}{text}{about} [{node.id}{by}{since(node.at)}]"
