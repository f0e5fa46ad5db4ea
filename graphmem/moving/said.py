"""The lines of an export that carry both clocks: records with all they said, edits by hand, removals."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import model_validator

from graphmem.model.base import Model
from graphmem.model.ontology import DEFAULT, KIND_BY_NAME
from graphmem.moving.base import Id, Moved, MovedTimes, Number, Text
from graphmem.moving.instants import TIMES, Instant
from graphmem.write.rows import edge_id


class MovedMention(MovedTimes):
    """What one record, or an edit by hand, says of one entity."""

    id: Text
    kind: Text
    stated: Id
    name: Text
    author: Text
    description: Text | None = None
    fields: Text | None = None
    aliases: tuple[Text, ...] | None = None
    unset: tuple[Text, ...] | None = None


class MovedRelation(MovedTimes):
    """One assertion of a link; `source` and `target` are the entities that its names belonged to when stated."""

    APART: ClassVar[frozenset[str]] = frozenset({"source", "target", "parked_on"})

    id: Id
    type: Text
    source: Id
    target: Id
    reason: Text
    author: Text
    semantic: Text | None = None
    parked_on: Id | None = None

    @model_validator(mode="after")
    def _known_type(self) -> MovedRelation:
        if DEFAULT.relation_type(self.type) is None:
            raise ValueError(f"{self.type!r} is no relation type of this version")
        return self

    def properties(self) -> dict[str, Any]:
        return super().properties() | {"stated_source": self.source, "stated_target": self.target}

    @classmethod
    def stored_as(cls) -> frozenset[str]:
        return super().stored_as() | {"stated_source", "stated_target"}


class MovedFile(Model):
    """A file that a record is about."""

    path: Text
    lines: Text | None = None
    commit: Text | None = None


class MovedRecord(MovedTimes):
    """A record with all it said."""

    APART: ClassVar[frozenset[str]] = frozenset({"content", "mentions", "relations", "files", "supersedes", "corrects"})

    id: Id
    kind: Text
    title: Text
    author: Text
    session: Text | None = None
    on_behalf_of: Text | None = None
    text: Text | None = None
    lacks: Text | None = None
    content: dict[str, Text]
    ended_records: tuple[Text, ...] | None = None
    ended_edges: tuple[Text, ...] | None = None
    supersedes: tuple[Id, ...] = ()
    corrects: tuple[Id, ...] = ()
    files: tuple[MovedFile, ...] = ()
    mentions: tuple[MovedMention, ...] = ()
    relations: tuple[MovedRelation, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _share(cls, data: Any) -> Any:
        """Mentions and links have the record's author and times unless they say otherwise."""
        if not isinstance(data, dict):
            return data
        times = {key: data[key] for key in ("author", "ends", *TIMES) if key in data}
        shared = {"mentions": times | {"kind": data.get("kind")}, "relations": times}
        told = {
            key: [defaults | row if isinstance(row, dict) else row for row in data[key]]
            for key, defaults in shared.items()
            if isinstance(data.get(key), list)
        }
        return data | told

    @model_validator(mode="after")
    def _content_fits(self) -> MovedRecord:
        kind = KIND_BY_NAME.get(self.kind)
        if kind is None:
            raise ValueError(f"{self.kind!r} is no kind of record of this version")
        if wrong := sorted(set(kind.required) - set(self.content)) or sorted(set(self.content) - set(kind.stored)):
            raise ValueError(f"a {self.kind} has the fields {', '.join(kind.fields)}; see {wrong[0]!r}")
        return self

    @model_validator(mode="after")
    def _ids_follow(self) -> MovedRecord:
        """The ids of links and mentions follow from what they say: a changed end shows."""
        for relation in self.relations:
            if relation.id != edge_id(self.id, (relation.source, relation.target), relation.type, relation.semantic):
                raise ValueError(f"the id {relation.id!r} does not belong to this record, type, source and target")
        for mention in self.mentions:
            if mention.id != f"{self.id}:{mention.stated}":
                raise ValueError(f"the id {mention.id!r} does not belong to this record and entity")
        return self

    @property
    def weight(self) -> int:
        """How many rows the record is."""
        return 1 + len(self.mentions) + len(self.relations) + len(self.files)

    def properties(self) -> dict[str, Any]:
        return super().properties() | self.content

    @classmethod
    def stored_as(cls) -> frozenset[str]:
        return super().stored_as() | {name for kind in KIND_BY_NAME.values() for name in kind.stored}


class MovedDescription(Moved):
    """An edit by hand of what is said of an entity."""

    APART: ClassVar[frozenset[str]] = frozenset({"mention"})

    id: Id
    author: Text
    seq: Number
    recorded_at: Instant
    mention: MovedMention | None = None


class MovedRemoval(MovedTimes):
    """A record's word that a thing was removed."""

    id: Id
    record: Id
    stated: Id
    author: Text
