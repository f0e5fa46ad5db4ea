"""How Neo4j Browser draws the graph: a colour a type, names on nodes, reasons on relationships."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.ontology import DEFAULT

ENTITY = {
    "technology": "#2563c9", "code_component": "#0f7f6d", "concept": "#7a4fc4", "problem": "#c8322f", "solution": "#3c8018",
    "decision": "#a8620a", "person": "#a83680", "organization": "#5b6675", "location": "#7c6a10", "event": "#0b7a9e",
    "object": "#79574a",
}  # fmt: skip
RELATION = {
    "depends_on": "#3569c4", "required_by": "#4a86a8", "implements": "#0f8a74", "caused_by": "#c2542c", "leads_to": "#b07c12",
    "solves": "#478a1d", "conflicts_with": "#c71f4c", "related_to": "#8a94a3",
}  # fmt: skip
OTHER = "#6b7585"
REST = {"Record": ("#f3efe2", "title"), "Topic": ("#e0dcef", "id"), "File": ("#dce6ea", "path"), "Session": ("#e4e4e4", "name")}


def style() -> str:
    """The text of a style file (GraSS), every declared type in it."""
    return "\n".join([*_general(), *_nodes(), *_relationships()]) + "\n"


def _general() -> Iterator[str]:
    yield "node { diameter: 54px; color: #d5dae2; border-color: #aab2be; text-color-internal: #1c2430; font-size: 10px; }"
    yield 'relationship { color: #8a94a3; shaft-width: 2px; font-size: 8px; text-color-external: #1c2430; caption: "<type>"; }'


def _nodes() -> Iterator[str]:
    for label, (colour, shown) in REST.items():
        yield f'node.{label} {{ color: {colour}; border-color: #aab2be; text-color-internal: #1c2430; caption: "{{{shown}}}"; }}'
    yield f'node.Entity {{ color: {OTHER}; border-color: {OTHER}; text-color-internal: #ffffff; caption: "{{name}}"; }}'
    for kind in DEFAULT.entity_types:
        colour = ENTITY.get(kind.name, OTHER)
        yield f'node.{kind.label} {{ color: {colour}; border-color: {colour}; text-color-internal: #ffffff; caption: "{{name}}"; }}'


def _relationships() -> Iterator[str]:
    for kind in DEFAULT.relation_types:
        yield f'relationship.{kind.name.upper()} {{ color: {RELATION.get(kind.name, OTHER)}; caption: "{{reason}}"; }}'
    yield 'relationship.MENTIONS { color: #c2c9d3; shaft-width: 1px; caption: "<type>"; }'
