"""The answers of `ontology`, `diff_ontology` and `apply_ontology`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model
from graphmem.model.ontology import EntityType, RelationType, Slot

ChangeKind = Literal["added", "removed", "renamed", "changed"]
ChangedPart = Literal["entity_type", "relation_type", "field", "subtype", "slot", "semantic_type"]


class EntityTypeLine(EntityType):
    """A type of entity that the workspace takes."""


class RelationTypeLine(RelationType):
    """A type of relation that the workspace takes."""


class SlotLine(Slot):
    """What a preference can be about."""


class OntologyLine(Model):
    """One version of a workspace's own ontology: who applied it, when and why."""

    version: int
    author: str
    reason: str | None
    recorded_at: str | None


class OntologyView(Answer):
    """The types that the workspace accepts: the built-in ones, and its own, each a kind of a built-in one.

    `version` is 0 where nothing was added; `own` is what was, as text in JSON that `apply_ontology` takes. `versions` are newest first.
    """

    version: int
    entity_types: tuple[EntityTypeLine, ...]
    relation_types: tuple[RelationTypeLine, ...]
    slots: tuple[SlotLine, ...]
    semantic_types: tuple[str, ...]
    own: str
    versions: tuple[OntologyLine, ...]


class OntologyChange(Model):
    """One difference: what it changes, how many entities (for a relation links, for a slot preferences) are affected, and
    why it is refused, where it is.
    """

    kind: ChangeKind
    part: ChangedPart
    name: str
    becomes: str | None = None
    affected: int = 0
    refused: str | None = None


class OntologyDiff(Answer):
    """What an ontology would change in the workspace; `applicable` says whether nothing of it is refused."""

    version: int
    changes: tuple[OntologyChange, ...]
    applicable: bool
