"""The words that a statement of a model may use: labels, relationship types, properties and functions, from the declaration."""

from __future__ import annotations

from graphmem.model.ontology import DEFAULT, KINDS, STRUCTURE
from graphmem.store.schema import EDGE_TYPES, PROPERTIES

KIND_LABELS = frozenset(k.label for k in KINDS)
TYPE_LABELS = frozenset(t.label for t in DEFAULT.entity_types)
HELD_NODES = ("Document", "Conversation", "Session", "File", "Name")  # nodes that a question may name and a search never returns
FOUND = frozenset({"Record", "Entity", "Chunk", "Message", "Preference", "Fact", *KIND_LABELS, *TYPE_LABELS})
LABELS = FOUND | frozenset(HELD_NODES)

ELSEWHERE = {
    "Task": "`tasks` or `recall`", "TaskDecision": "`task` or `recall`", "Correction": "`task` or `candidates`",
    "Candidate": "`candidates`", "Rule": "`rules`", "Topic": "`topics`", "Card": "`cards`",
}  # fmt: skip
"""Labels that no question may name, with the verbs that tell of what has them."""

ENTITIES = TYPE_LABELS | {"Entity"}

RELATIONS = frozenset(EDGE_TYPES)
_ENDS = {(type_, end) for type_, source, target, _ in STRUCTURE for end in (source, target)}
TYPES = RELATIONS | frozenset(type_ for type_, source, target, _ in STRUCTURE if {source, target} <= LABELS)
"""Relationship types both of whose ends may be named; ends that may not are left out by the labels that a pattern gets."""

TIMED = RELATIONS | KIND_LABELS | {"MENTIONS", "Record", "Chunk", "Message"}
"""What always has times of its own."""

# What a statement may never read: vectors and texts made for indexes, secrets and digests, bodies of requests, inner bookkeeping.
SHOWN = frozenset(
    {
        "id", "name", "type", "kind", "title", "text", "author", "session", "on_behalf_of", "valid_from", "valid_to", "stated_to",
        "recorded_at", "ended_at", "seq", "item", "assumed", "precision", "description", "reason", "record", "path", "lines", "commit",
        "document", "conversation", "speaker", "part", "position", "heading", "ref", "count", "captions", "version", "semantic",
        "subtype", "fields", "how",
        "by", "ends_how", "ends_by", *(f for k in KINDS for f in k.fields), *(f for t in DEFAULT.entity_types for f in t.fields),
    }
)  # fmt: skip
HIDDEN = frozenset({*PROPERTIES, "workspace", "roles", "token", "password", "survivor"}) - SHOWN - {"created_at"}

AGGREGATES = frozenset({"count", "collect", "sum", "avg", "min", "max", "stdev"})
FUNCTIONS = AGGREGATES | frozenset(
    {
        "size", "coalesce", "head", "last", "tolower", "toupper", "trim", "ltrim", "rtrim", "left", "right", "substring", "tostring",
        "tointeger", "tofloat", "toboolean", "abs", "round", "floor", "ceil", "sign", "labels", "type", "length", "nodes",
        "relationships", "startnode", "endnode", "date", "datetime", "duration", "isempty", "reverse",
    }
)  # fmt: skip

# Words that begin or join clauses, here or in some version of the language: none of them is the name of a variable.
RESERVED = frozenset(
    """
    match optional mandatory where with unwind return union call yield create merge set delete detach nodetach remove foreach insert
    load csv use using drop show terminate order by skip limit offset distinct as and or xor not in is null true false case when then
    else end exists starts ends contains all any none single reduce shortestpath allshortestpaths shortest explain profile finish
    """.split()  # noqa: SIM905
)


def ends_of(type_: str) -> frozenset[str]:
    """The labels that the ends of a relationship of this type may have."""
    return frozenset({"Entity"}) if type_ in RELATIONS else frozenset(end for other, end in _ENDS if other == type_)
