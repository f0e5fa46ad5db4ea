"""The schema as declared: what the first migration creates, and what the live store is compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.model.ontology import DEFAULT, KEYS, KINDS, SEARCHABLE, STRUCTURE

EDGE_TYPES = tuple(t.type for t in DEFAULT.relation_types)
LABELS = (*KEYS, SEARCHABLE, *(k.label for k in KINDS), *(t.label for t in DEFAULT.entity_types if t.label not in KEYS))
RELATIONSHIP_TYPES = (*EDGE_TYPES, *dict.fromkeys(s[0] for s in STRUCTURE))

WORK = ("Task", "TaskDecision", "Source", "Tool", "Artifact", "Correction", "Candidate", "Rule")

# Range indexes: label and properties; the first property is always given, so that the index serves.
NODE_INDEXES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Name", ("lookup",)),
    ("Name", ("workspace", "fold")),
    ("Record", ("workspace", "valid_from")),
    ("Record", ("workspace", "recorded_at")),
    ("Record", ("workspace", "seq")),
    ("Record", ("workspace", "arrived")),
    ("Record", ("workspace", "ended_at")),
    ("Record", ("workspace", "valid_to")),
    ("Record", ("workspace", "kind")),
    ("Record", ("workspace", "lacks")),
    ("Record", ("workspace", "author")),
    ("Record", ("workspace", "session")),
    ("Record", ("workspace", "document")),
    ("Entity", ("workspace", "type")),
    ("Entity", ("workspace", "name")),
    ("Entity", ("survivor",)),
    ("File", ("workspace", "path")),
    ("Session", ("workspace",)),
    ("Document", ("workspace", "name")),
    ("Document", ("workspace", "source")),
    ("Job", ("workspace", "seq")),
    ("Extraction", ("workspace", "document")),
    ("Chunk", ("workspace", "document", "position")),
    ("Chunk", ("workspace", "digest")),
    ("Chunk", ("workspace", "author")),
    ("Chunk", ("workspace", "recorded_at")),
    ("Conversation", ("workspace", "name")),
    ("Message", ("workspace", "conversation", "position")),
    ("Message", ("workspace", "digest")),
    ("Message", ("workspace", "author")),
    ("Message", ("workspace", "recorded_at")),
    ("Term", ("workspace",)),
    ("Searchable", ("workspace",)),
    ("Searchable", ("id",)),
    ("Searchable", ("workspace", "id")),
    ("Description", ("workspace",)),
    ("Removal", ("workspace",)),
    ("Dismissal", ("workspace", "key")),
    ("Merge", ("workspace",)),
    ("Merge", ("workspace", "seq")),
    ("Merge", ("workspace", "arrived")),
    ("Act", ("workspace",)),
    ("Act", ("workspace", "seq")),
    ("Act", ("workspace", "arrived")),
    ("Request", ("workspace",)),
    ("Tombstone", ("workspace",)),
    ("Topic", ("workspace", "place")),
    ("Topic", ("workspace", "community")),
    ("TopicRun", ("workspace", "seq")),
    ("Card", ("workspace", "kind", "seq")),
    ("OntologyVersion", ("workspace", "version")),
    *((label, ("workspace", "seq")) for label in WORK),
    *((label, ("workspace", "arrived")) for label in WORK),
    ("Task", ("workspace", "key")),
    ("Task", ("workspace", "state")),
    ("Task", ("workspace", "session")),
    ("Task", ("workspace", "author")),
    ("Candidate", ("workspace", "key")),
    ("Candidate", ("workspace", "state")),
)
EDGE_INDEXES = (("record",), ("workspace", "ended_at"), ("workspace", "valid_to"))

PROPERTIES = (
    "id", "key", "workspace", "seq", "clock", "name", "type", "kind", "title", "text", "author", "session", "on_behalf_of",
    "lacks", *dict.fromkeys(f for k in KINDS for f in k.stored), "valid_from", "precision", "assumed", "stated_to",
    "stated_precision", "recorded_at", "valid_to", "ended_at", "item", "place_from", "place_last", "place_seq", "place_item",
    "ends_valid_to", "ends_learned", "ends_undone", "ends_act", "ends_how", "ends_by", "ended_records", "ended_edges",
    "record", "stated_source", "stated_target", "stated", "lookup", "name_key", "home", "fold", "scope", "parts", "typos", "survivor",
    "path", "lines", "commit", "score", "fields", "unset", "body", "receipt", "request_id", "erased", "started_at",
    "undone_at", "loser", "loser_home", "survivor_home", "undone_by", "version", "checksum", "applied_at", "owner",
    "expires_at", "digest", "counts", "until", "one", "other", "act", "touched", "fresh", "arrived", "reason", "description", "how",
    "by", "at", "target", "records", "aliases", "undone", "undone_reason", "secret", "old", "new", "removed",
    "workspaces", "roles", "created_at", "revoked_at",
    "lexical", "vector_a", "vector_b", "unembedded", "stem", "dimension", "slot", "document", "conversation", "speaker", "part",
    "captions", "position", "heading", "ref", "count",
    "semantic", "source", "state", "updated_at", "versions", "char_from", "char_to", "metadata", "notes",
    "done", "total", "failed", "contract", "raw", "resolved", "ontology",
    "topics_slot", "topics_run", "topics_at", "topics_owner", "topics_until", "topic_a", "topic_b", "rank_a", "rank_b",
    "community", "size", "place", "record_count", "central", "ranks", "decisions", "computed_at", "valid_at", "seconds",
    "request", "summary", "said", "said_at", "outcome", "state", "closed_at", "agent", "tags", "task", "held_up", "right",
    "location", "choice", "reasoning", "wrong", "why", "rule", "origin", "written_by", "corrections", "log_state", "log_at",
    "log_by", "log_reason", "rule_id", "scope_of", "decided_by", "decided_at", "candidate", "uses", "used_at", "applied", "applied_at",
    "note",
    "work_owner", "work_until", "consolidated_at", "consolidated_seq", "consolidated_clock",
    "entities", "links", "isolated", "random_seed", "gamma", "theta", "damping_factor", "max_iterations",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SchemaItem:
    """One constraint or index: its name and the command that makes it."""

    name: str
    command: str


def items() -> Iterator[SchemaItem]:
    """Every constraint and index that the store must have."""
    for label, key in KEYS.items():
        name = f"{label.lower()}_{key}"
        yield SchemaItem(name, f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.{key} IS UNIQUE")
    for label, properties in NODE_INDEXES:
        name = f"{label.lower()}_{'_'.join(properties)}"
        yield SchemaItem(name, f"CREATE INDEX {name} IF NOT EXISTS FOR (n:{label}) ON ({_on('n', properties)})")
    for type_ in (*EDGE_TYPES, "PARKED", "MENTIONS"):
        name = f"{type_.lower()}_id"
        yield SchemaItem(name, f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR ()-[r:{type_}]-() REQUIRE r.id IS UNIQUE")
    yield SchemaItem("may_be_workspace", "CREATE INDEX may_be_workspace IF NOT EXISTS FOR ()-[r:MAY_BE]-() ON (r.workspace)")
    for type_ in (*EDGE_TYPES, "PARKED"):
        for properties in EDGE_INDEXES:
            name = f"{type_.lower()}_{'_'.join(properties)}"
            yield SchemaItem(name, f"CREATE INDEX {name} IF NOT EXISTS FOR ()-[r:{type_}]-() ON ({_on('r', properties)})")
    analyzer = "OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}}"
    yield SchemaItem(
        "names", f"CREATE FULLTEXT INDEX names IF NOT EXISTS FOR (n:Name) ON EACH [n.scope, n.name, n.parts, n.typos] {analyzer}"
    )

    # The workspace stands in the index as one exact term, so that a search of a small one is not cut off by a large one.
    yield SchemaItem(
        "searchable",
        "CREATE FULLTEXT INDEX searchable IF NOT EXISTS FOR (n:Searchable) ON EACH [n.scope, n.lexical] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}",
    )


def vector_items(slot: str, dimension: int) -> Iterator[SchemaItem]:
    """The vector indexes of one slot, `a` or `b`: of all that a search can return, and of every type of link.

    Their dimension is the embedder's, so no migration can hold them. Quantised, they would lose a tenth of what they should find.
    """
    options = (
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension}, `vector.similarity_function`: 'cosine', "
        "`vector.quantization.enabled`: false}}"
    )
    name = f"vectors_{slot}"
    yield SchemaItem(name, f"CREATE VECTOR INDEX {name} IF NOT EXISTS FOR (n:Searchable) ON (n.vector_{slot}) {options}")
    for type_ in EDGE_TYPES:
        name = f"{type_.lower()}_vectors_{slot}"
        yield SchemaItem(name, f"CREATE VECTOR INDEX {name} IF NOT EXISTS FOR ()-[r:{type_}]-() ON (r.vector_{slot}) {options}")


def dropping(item: SchemaItem) -> str:
    """The command that drops an index."""
    return f"DROP INDEX {item.name} IF EXISTS"


def _on(variable: str, properties: tuple[str, ...]) -> str:
    return ", ".join(f"{variable}.{p}" for p in properties)


def first_migration() -> str:
    """The text of `cypher/schema/0001_memory_graph.cypher`."""
    header = (
        "// The first schema: every label, relationship type and property key, then constraints and indexes.\n"
        "// Generated from graphmem/store/schema.py (python -m graphmem.store.schema); an applied migration never changes.\n"
    )
    tokens = [
        f"UNWIND {_list(LABELS)} AS label CALL db.createLabel(label)",
        f"UNWIND {_list(RELATIONSHIP_TYPES)} AS type CALL db.createRelationshipType(type)",
        f"UNWIND {_list(dict.fromkeys(PROPERTIES))} AS key CALL db.createProperty(key)",
    ]
    return header + "".join(f"{command};\n" for command in (*tokens, *(i.command for i in items())))


def _list(words: object) -> str:
    return "[" + ", ".join(f"'{w}'" for w in words) + "]"  # type: ignore[attr-defined]


if __name__ == "__main__":
    print(first_migration(), end="")
