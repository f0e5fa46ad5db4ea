"""The vocabulary, declared once: entity types, relation types, kinds of record, labels, keys.

Constraints, indexes, enums, the schema page and the pseudo types of the statements follow from this file or are tested against it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from graphmem.model.base import Model

Question = Literal["impact", "lineage", "history", "search"]


Need = Literal["must", "may", "never"]


class EntityType(Model):
    """A type of entity: `name` as stated, `label` on the node, `fields` that may be said of it.

    `subtypes` are the values that its field `subtype` takes. One that a workspace added is a kind of a built-in type, and has its label.
    """

    name: str
    label: str
    fields: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    is_a: str | None = None


class RelationType(Model):
    """A type of relation: which question reads it, and which entity types its ends may have (empty: any).

    One that a workspace added is a kind of a built-in type: it is stored as that, with its own name in `semantic`.
    """

    name: str
    read_by: Question
    directed: bool = True
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    is_a: str | None = None

    @property
    def stored(self) -> str:
        """The built-in type that links of it have."""
        return self.is_a or self.name

    @property
    def type(self) -> str:
        """The relationship type in Neo4j."""
        return self.stored.upper()


class Slot(Model):
    """What a preference can be about: whether one value counts at a time, and which values it takes (empty: any)."""

    name: str
    single: bool = False
    values: tuple[str, ...] = ()


class Kind(Model):
    """A kind of record: its label, the fields it must have and may have, those its title is made of.

    `entities` and `relations` say whether it must, may or may never name things and state how they relate. What is not `stated`
    is made by the product itself, of what it was given; `made` are fields that only the product fills.
    """

    name: str
    label: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    titled: tuple[str, ...] = ()
    joined_by: str = " "
    entities: Need = "must"
    relations: Need = "must"
    stated: bool = True
    made: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        return (*self.required, *self.optional)

    @property
    def stored(self) -> tuple[str, ...]:
        """Every field that a record of the kind can have."""
        return (*self.fields, *self.made)


KINDS = (
    Kind(name="question", label="QuestionRecord", required=("question",), optional=("answer",)),
    Kind(name="decision", label="DecisionRecord", required=("decision",), optional=("reason",)),
    Kind(name="problem_solved", label="ProblemSolvedRecord", required=("problem", "solution"), optional=("cause",)),
    Kind(name="problem_found", label="ProblemFoundRecord", required=("problem",), optional=("description",)),
    Kind(name="code_change", label="CodeChangeRecord", required=("change",)),
    Kind(name="requirement", label="RequirementRecord", required=("requirement",), optional=("priority",)),
    Kind(name="definition", label="DefinitionRecord", required=("term", "definition")),
    Kind(
        name="preference", label="Preference", required=("preference", "slot"), optional=("holder",), titled=("slot", "preference"),
        joined_by=": ", entities="may", relations="may", made=("document", "chunk"),
    ),
    Kind(
        name="fact", label="Fact", required=("subject", "predicate", "object"), titled=("subject", "predicate", "object"),
        entities="never", relations="never", made=("document", "chunk"),
    ),
    Kind(
        name="statement", label="StatementRecord", required=("statement",), made=("document", "chunk"),
        entities="may", relations="may", stated=False,
    ),
)  # fmt: skip
KIND_BY_NAME = {kind.name: kind for kind in KINDS}
STATED_KINDS = tuple(kind for kind in KINDS if kind.stated)

# What a decision or a question still lacks is kept on the record, so that the radar finds it by an index.
LACKING = {"decision": "reason", "question": "answer"}

# Nodes that carry labels of the product's own; an ontology may not use them, nor the labels of the kinds.
KEYS: dict[str, str] = {
    "Workspace": "id",
    "Session": "id",
    "Record": "id",
    "Entity": "id",
    "Name": "key",
    "File": "id",
    "Document": "id",
    "Chunk": "id",
    "Conversation": "id",
    "Message": "id",
    "Term": "key",
    "Description": "id",
    "Removal": "id",
    "Dismissal": "id",
    "Merge": "id",
    "Act": "id",
    "Request": "key",
    "Tombstone": "id",
    "Token": "id",
    "Embedding": "id",
    "Topic": "id",
    "TopicRun": "id",
    "Card": "id",
    "OntologyVersion": "id",
    "Task": "id",
    "TaskDecision": "id",
    "Source": "id",
    "Tool": "id",
    "Artifact": "id",
    "Correction": "id",
    "Candidate": "id",
    "Rule": "id",
    "Job": "id",
    "Extraction": "id",
    "SchemaMigration": "version",
    "SchemaLock": "id",
}

# The label beside its own that every node has which a search can return: one full-text index and one vector index serve them all.
SEARCHABLE = "Searchable"

# Work memory: what a task used, cited, produced and decided, what it was corrected by, and what came of that.
WORK_STRUCTURE: tuple[tuple[str, str, str, str], ...] = (
    ("IN_SESSION", "Task", "Session", "the piece of work in which it was done"),
    ("MENTIONS", "Task", "Entity", "the task names the entity; carries the times"),
    ("USED", "Task", "Tool", "the task called the tool; says whether it was the right choice"),
    ("CITED", "Task", "Source", "the task relied on the source; says whether it held up"),
    ("PRODUCED", "Task", "Artifact", "the task made it"),
    ("DECIDED", "Task", "TaskDecision", "a choice that the task made"),
    ("CORRECTED_BY", "Task", "Correction", "somebody pushed back on the task"),
    ("CORRECTED_BY", "TaskDecision", "Correction", "somebody pushed back on this choice of it"),
    ("GAINSAYS", "Correction", "Rule", "the correction says that the rule is wrong"),
    ("RESTS_ON", "Candidate", "Correction", "the corrections that a proposed rule was drafted from"),
    ("PROMOTED_TO", "Correction", "Rule", "a person made a rule of it"),
    ("PROMOTED_TO", "TaskDecision", "Record", "the choice became knowledge of the project"),
    ("SUPERSEDES", "Rule", "Rule", "the older rule ended when the newer one was approved"),
    ("APPLIED", "Task", "Rule", "the agent reported that it applied the rule"),
    ("RELATED", "Task", "Task", "the two belong together"),
)
WORK_LINKS = ("used", "cited", "produced", "decided", "corrected_by", "promoted_to", "supersedes", "related")
OUTCOMES = ("success", "partial", "failed")

# Every structural relationship: type, from, to, what it says. Relations between entities are the ontology's.
STRUCTURE: tuple[tuple[str, str, str, str], ...] = (
    ("IN_SESSION", "Record", "Session", "the piece of work in which it was recorded"),
    ("NAMES", "Name", "Entity", "a spelling that leads to an entity"),
    ("MENTIONS", "Record", "Entity", "the record is about the entity; carries what was said of it and the times"),
    ("MENTIONS", "Description", "Entity", "an edit by hand; carries what was said and the times"),
    ("TOUCHES", "Record", "File", "the record is about this file; carries lines and commit"),
    ("HAS_TERM", "Record", "Term", "a rare stem of its text; texts that share one are near in a search"),
    ("HAS_TERM", "Chunk", "Term", "the same, of a piece of a document"),
    ("HAS_TERM", "Message", "Term", "the same, of a message"),
    ("OF", "Chunk", "Document", "the document that it is a piece of"),
    ("OF", "Message", "Conversation", "the conversation in which it was said"),
    ("FROM", "Record", "Chunk", "the passage that states what the record says"),
    ("FROM", "Record", "Message", "the message that states what the record says"),
    ("FROM", "Record", "Document", "the document that states it as a whole"),
    ("SUPERSEDES", "Record", "Record", "the older record ended when the newer one began"),
    ("CORRECTS", "Record", "Record", "the older record never held"),
    ("REMOVES", "Removal", "Entity", "a record stated that the thing was removed"),
    ("PARKED", "Merge", "Entity", "a link whose two ends are one while the merge stands"),
    ("MERGED_INTO", "Entity", "Entity", "a merged entity and the one that stands for it now"),
    ("MAY_BE", "Entity", "Entity", "two names that may be one thing, proposed when one was written"),
    ("DIFFERS_FROM", "Entity", "Entity", "a person said that the two are different things"),
    *WORK_STRUCTURE,
)


class Ontology(Model):
    """The types that a workspace accepts; the default one is `DEFAULT`."""

    entity_types: tuple[EntityType, ...]
    relation_types: tuple[RelationType, ...]
    slots: tuple[Slot, ...] = ()
    semantic_types: tuple[str, ...] = ()
    """What a `related_to` may say more closely."""

    def entity_type(self, name: str) -> EntityType | None:
        return next((t for t in self.entity_types if t.name == name), None)

    def with_kinds(self, names: Iterable[str]) -> list[str]:
        """The entity types of these names, and those that a workspace added as kinds of them."""
        wanted = set(names)
        return [t.name for t in self.entity_types if t.name in wanted or t.is_a in wanted]

    def label(self, type_: str) -> str:
        """The label of entities of a declared type; raises `KeyError` for another."""
        return {t.name: t.label for t in self.entity_types}[type_]

    def relation_type(self, name: str) -> RelationType | None:
        return next((t for t in self.relation_types if t.name == name), None)

    def slot(self, name: str) -> Slot | None:
        return next((s for s in self.slots if s.name == name), None)

    def relations_read_by(self, question: Question) -> tuple[str, ...]:
        """The relationship types that `question` reads, as Neo4j names them."""
        return tuple(t.type for t in self.relation_types if t.read_by == question)


# fmt: off
DEFAULT = Ontology(
    entity_types=(
        EntityType(name="technology", label="Technology", fields=("version", "license")),
        EntityType(name="code_component", label="CodeComponent", fields=("language", "owner")),
        EntityType(name="concept", label="Concept"),
        EntityType(name="problem", label="Problem", fields=("severity",)),
        EntityType(name="solution", label="Solution"),
        EntityType(name="decision", label="Decision"),
        EntityType(
            name="person", label="Person", fields=("subtype", "role", "city", "email"),
            subtypes=("developer", "user", "author", "manager", "customer", "character", "agent"),
        ),
        EntityType(
            name="organization", label="Organization", fields=("subtype", "industry", "city"),
            subtypes=("company", "team", "community", "institution", "vendor"),
        ),
        EntityType(
            name="location", label="Location", fields=("subtype", "country"),
            subtypes=("country", "region", "city", "site", "address", "environment"),
        ),
        EntityType(
            name="event", label="Event", fields=("subtype", "date"),
            subtypes=("meeting", "release", "incident", "deadline", "conference"),
        ),
        EntityType(
            name="object", label="Object", fields=("subtype", "path", "url"),
            subtypes=(
                "note", "document", "tag", "attachment", "repository", "commit", "book", "article", "product", "device", "item", "task",
            ),
        ),
    ),
    relation_types=(
        RelationType(name="depends_on", read_by="impact"),
        RelationType(name="required_by", read_by="impact"),
        RelationType(name="implements", read_by="impact"),
        RelationType(name="caused_by", read_by="lineage"),
        RelationType(name="leads_to", read_by="lineage"),
        RelationType(name="solves", read_by="lineage"),
        RelationType(name="conflicts_with", read_by="history"),
        RelationType(name="related_to", read_by="search", directed=False),
    ),
    slots=(
        Slot(name="indentation", single=True, values=("tabs", "spaces")),
        Slot(name="language", single=True),
        Slot(name="reply_length", single=True, values=("short", "normal", "long")),
        Slot(name="timezone", single=True),
        Slot(name="editor", single=True),
        Slot(name="code_style"),
        Slot(name="tool"),
        Slot(name="interest"),
        Slot(name="other"),
    ),
    semantic_types=(
        "knows", "member_of", "employed_by", "owns", "uses", "located_at", "resides_at", "alias_of", "has_task", "part_of",
        "works_on", "created_by", "about", "links_to", "embeds", "tagged", "mentions", "starred", "changed",
    ),
)
# fmt: on
RELATED = "related_to"

IMPACT = frozenset(t.name for t in DEFAULT.relation_types if t.read_by == "impact")
CONFLICT = "conflicts_with"
UNDIRECTED = frozenset(t.name for t in DEFAULT.relation_types if not t.directed)

# Limits of one request (design 3.4); over them a record is refused with the limit, never cut.
MAX_ITEMS = 500
MAX_TITLE = 200
MAX_REASON = 2_000
MAX_FIELD = 20_000
MAX_ENTITIES = 50
MAX_RELATIONS = 100
MAX_FILES = 50
MAX_ALIASES = 50  # of one entity in one record
MAX_NAMED = 500  # records that one record supersedes, or corrects
MAX_RETIRES = 100
MAX_SESSION = 512
MAX_DEPTH = 12
MAX_LIMIT = 200
