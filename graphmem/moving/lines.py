"""The lines of an export: what each may say. A file is the envelope, then one object a line whose only key names its kind.

Ids are the ones that things had when they were stated; where a link lies and which entity stands for which follows from
the merges. What can be derived (keys, search terms, labels) is left out, and so is the name of the workspace.
"""

from __future__ import annotations

from typing import ClassVar

from pydantic import StrictBool, StrictFloat, model_validator

from graphmem.model.own_ontology import OwnOntology, broken_rules
from graphmem.moving.base import Envelope, Id, Moved, MovedTimes, Number, Text, TypeName
from graphmem.moving.instants import Instant
from graphmem.moving.said import MovedDescription, MovedMention, MovedRecord, MovedRelation, MovedRemoval
from graphmem.moving.texts import MovedChunk, MovedHolder, MovedMessage
from graphmem.moving.work import WORK_KINDS


class MovedWorkspace(Moved):
    """The workspace itself: who made it, and the key of its tombstones' digests."""

    author: Text | None = None
    secret: Text | None = None


class MovedOntology(Moved):
    """A version of the workspace's own ontology."""

    id: Id
    version: Number
    body: Text
    author: Text
    reason: Text | None = None
    seq: Number
    recorded_at: Instant

    @model_validator(mode="after")
    def _can_be(self) -> MovedOntology:
        if broken := broken_rules(OwnOntology.model_validate_json(self.body)):
            raise ValueError(f"{broken[0][0]}: {broken[0][1]}")
        return self


class MovedTombstone(Moved):
    """What was erased: its id and its digest, no text."""

    id: Id
    kind: Text
    digest: Text
    author: Text
    seq: Number
    recorded_at: Instant


class MovedSession(Moved):
    """A piece of work."""

    name: Text
    started_at: Instant | None = None


class MovedName(Moved):
    """A spelling of an entity."""

    name: Text
    type: TypeName
    seq: Number


class MovedEntity(Moved):
    """An entity with the spellings that were stated for it, a merged one too."""

    APART: ClassVar[frozenset[str]] = frozenset({"names"})

    id: Id
    name: Text
    type: TypeName
    recorded_at: Instant
    seq: Number
    names: tuple[MovedName, ...] = ()


class MovedMerge(Moved):
    """A merge, an undone one too."""

    ERASABLE: ClassVar[frozenset[str]] = frozenset({"reason"})

    id: Id
    loser: Id
    survivor: Id
    author: Text
    reason: Text | None = None
    how: Text | None = None
    seq: Number
    recorded_at: Instant
    undone_at: Instant | None = None
    undone_by: Text | None = None
    undone_reason: Text | None = None


class MovedDifference(Moved):
    """A person's word that two entities are different things."""

    APART: ClassVar[frozenset[str]] = frozenset({"one", "other"})

    id: Id
    one: Id
    other: Id
    author: Text
    reason: Text | None = None
    seq: Number
    recorded_at: Instant


class MovedProposal(Moved):
    """Two names that may be one thing, proposed when one of them was written."""

    APART: ClassVar[frozenset[str]] = frozenset({"one", "other"})

    one: Id
    other: Id
    record: Id
    score: StrictFloat
    recorded_at: Instant


class MovedDismissal(Moved):
    """A line of the radar that somebody put aside."""

    ERASABLE: ClassVar[frozenset[str]] = frozenset({"reason"})

    id: Id
    key: Text
    kind: Text | None = None
    one: Text | None = None
    other: Text | None = None
    author: Text
    reason: Text | None = None
    seq: Number
    recorded_at: Instant
    undone_at: Instant | None = None
    undone_by: Text | None = None
    undone_reason: Text | None = None


class MovedAct(Moved):
    """An act that is no record: who did what to what, when and why."""

    ERASABLE: ClassVar[frozenset[str]] = frozenset({"reason"})

    id: Id
    kind: Text
    author: Text
    reason: Text | None = None
    how: Text | None = None
    records: tuple[Text, ...] | None = None
    target: Text | None = None
    undone: tuple[Text, ...] | None = None
    old: Text | None = None
    new: Text | None = None
    seq: Number
    recorded_at: Instant


class MovedCard(Moved):
    """A version of the card that says how the project works."""

    ERASABLE: ClassVar[frozenset[str]] = frozenset({"text", "reason"})

    id: Id
    kind: Text
    text: Text
    version: Number
    author: Text
    reason: Text | None = None
    seq: Number
    recorded_at: Instant


class MovedExtraction(Moved):
    """A raw answer of a model about a passage, an invalid one too."""

    CHANGING: ClassVar[frozenset[str]] = frozenset({"document", "act"})

    id: Id
    document: Id
    chunk: Id
    digest: Text
    contract: Text
    raw: Text
    reason: Text | None = None
    at: Text | None = None
    author: Text
    item: Number
    seq: Number
    recorded_at: Instant
    act: Text | None = None
    undone_at: Instant | None = None
    undone_by: Text | None = None
    undone_reason: Text | None = None


class MovedRequest(Moved):
    """A request with the receipt it got; neither is left of one whose record was erased."""

    author: Text
    request_id: Text
    body: Text | None = None
    receipt: Text | None = None
    erased: StrictBool | None = None
    seq: Number
    recorded_at: Instant


# In the order of the file: what a line names stands before it.
KINDS: dict[str, type[Moved]] = {
    "workspace": MovedWorkspace,
    "ontology": MovedOntology,
    "tombstone": MovedTombstone,
    "session": MovedSession,
    "document": MovedHolder,
    "chunk": MovedChunk,
    "conversation": MovedHolder,
    "message": MovedMessage,
    "entity": MovedEntity,
    "merge": MovedMerge,
    "record": MovedRecord,
    "description": MovedDescription,
    "removal": MovedRemoval,
    "difference": MovedDifference,
    "proposal": MovedProposal,
    "dismissal": MovedDismissal,
    "act": MovedAct,
    "card": MovedCard,
    "extraction": MovedExtraction,
    **WORK_KINDS,
    "request": MovedRequest,
}

NOT_INCLUDED = (
    "words, terms and vectors by which search finds things: the store that imports makes them anew, with its own model",
    "the schema of the store with its migrations and indexes: the store that imports has its own",
    "settings and passwords of the server",
    "topics and ranks: they are computed again",
    "when corrections were looked at last: the next pass looks at all of them, and drafts nothing twice",
    "ingests as they ran: the documents and what they state are in the file",
)

__all__ = [
    "KINDS",
    "NOT_INCLUDED",
    "Envelope",
    "Moved",
    "MovedDescription",
    "MovedEntity",
    "MovedMention",
    "MovedMerge",
    "MovedName",
    "MovedOntology",
    "MovedRecord",
    "MovedRelation",
    "MovedRemoval",
    "MovedTimes",
]
