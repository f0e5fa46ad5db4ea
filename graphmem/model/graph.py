"""The graph as neomodel classes, for people who explore with an OGM (`pip install graphmem[ogm]`).

They are derived from the ontology and are for reading: what is written goes through the verbs, which keep both clocks. Every
property of the store called `id` is `key` here, for neomodel keeps `id` for itself.

    from neomodel import adb
    from graphmem.model.graph import Entity, entity_classes
    await adb.set_connection(driver=driver)
    redis = await Entity.nodes.get(workspace="post-cortex", name="RocksDB")
    users = await redis.depended_on_by.all()
"""

from __future__ import annotations

from typing import ClassVar

from neomodel import (
    ArrayProperty,
    AsyncRelationshipFrom,
    AsyncRelationshipTo,
    AsyncStructuredNode,
    AsyncStructuredRel,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    IntegerProperty,
    StringProperty,
)

from graphmem.model.ontology import DEFAULT, KINDS, SEARCHABLE


class Stated(AsyncStructuredRel):
    """What every stated relationship carries: who stated it, in which record, why, and its times."""

    key = StringProperty(db_property="id")
    workspace = StringProperty()
    record = StringProperty()
    type = StringProperty()
    author = StringProperty()
    reason = StringProperty()
    semantic = StringProperty()
    valid_from = DateTimeNeo4jFormatProperty()
    stated_to = DateTimeNeo4jFormatProperty()
    valid_to = DateTimeNeo4jFormatProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()


class Mention(AsyncStructuredRel):
    """What one record said of one entity."""

    key = StringProperty(db_property="id")
    record = StringProperty()
    name = StringProperty()
    description = StringProperty()
    fields = StringProperty()
    valid_from = DateTimeNeo4jFormatProperty()
    valid_to = DateTimeNeo4jFormatProperty()
    recorded_at = DateTimeNeo4jFormatProperty()


class Entity(AsyncStructuredNode):
    """A thing the knowledge is about; a merged one carries the id of its `survivor`."""

    __optional_labels__: ClassVar = [SEARCHABLE]
    key = StringProperty(unique_index=True, db_property="id")
    workspace = StringProperty(index=True)
    name = StringProperty()
    type = StringProperty()
    survivor = StringProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    names = AsyncRelationshipFrom("Name", "NAMES")
    records = AsyncRelationshipFrom("Record", "MENTIONS", model=Mention)
    depends_on = AsyncRelationshipTo("Entity", "DEPENDS_ON", model=Stated)
    depended_on_by = AsyncRelationshipFrom("Entity", "DEPENDS_ON", model=Stated)
    required_by = AsyncRelationshipTo("Entity", "REQUIRED_BY", model=Stated)
    implements = AsyncRelationshipTo("Entity", "IMPLEMENTS", model=Stated)
    implemented_by = AsyncRelationshipFrom("Entity", "IMPLEMENTS", model=Stated)
    caused_by = AsyncRelationshipTo("Entity", "CAUSED_BY", model=Stated)
    leads_to = AsyncRelationshipTo("Entity", "LEADS_TO", model=Stated)
    solves = AsyncRelationshipTo("Entity", "SOLVES", model=Stated)
    solved_by = AsyncRelationshipFrom("Entity", "SOLVES", model=Stated)
    conflicts_with = AsyncRelationshipTo("Entity", "CONFLICTS_WITH", model=Stated)
    related_to = AsyncRelationshipTo("Entity", "RELATED_TO", model=Stated)


class Name(AsyncStructuredNode):
    """One spelling that leads to one entity."""

    key = StringProperty(unique_index=True)
    workspace = StringProperty()
    type = StringProperty()
    name = StringProperty()
    entity = AsyncRelationshipTo("Entity", "NAMES")


class File(AsyncStructuredNode):
    """A path in the project."""

    key = StringProperty(unique_index=True, db_property="id")
    workspace = StringProperty()
    path = StringProperty()
    records = AsyncRelationshipFrom("Record", "TOUCHES")


class Session(AsyncStructuredNode):
    """A piece of work inside one workspace."""

    key = StringProperty(unique_index=True, db_property="id")
    workspace = StringProperty()
    name = StringProperty()
    records = AsyncRelationshipFrom("Record", "IN_SESSION")


class Record(AsyncStructuredNode):
    """One piece of knowledge; the class of its kind has the fields of that kind."""

    __optional_labels__: ClassVar = [SEARCHABLE]
    key = StringProperty(unique_index=True, db_property="id")
    workspace = StringProperty()
    kind = StringProperty()
    title = StringProperty()
    text = StringProperty()
    author = StringProperty()
    session = StringProperty()
    valid_from = DateTimeNeo4jFormatProperty()
    stated_to = DateTimeNeo4jFormatProperty()
    valid_to = DateTimeNeo4jFormatProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    assumed = BooleanProperty()
    seq = IntegerProperty()
    ends_how = ArrayProperty(StringProperty())
    ends_by = ArrayProperty(StringProperty())
    entities = AsyncRelationshipTo("Entity", "MENTIONS", model=Mention)
    files = AsyncRelationshipTo("File", "TOUCHES")
    in_session = AsyncRelationshipTo("Session", "IN_SESSION")
    supersedes = AsyncRelationshipTo("Record", "SUPERSEDES")
    corrects = AsyncRelationshipTo("Record", "CORRECTS")


# A class for the label of each type and kind: neomodel cannot read a node whose set of labels has no class.
entity_classes: dict[str, type[Entity]] = {
    t.name: type(t.label, (Entity,), {"__module__": __name__, "__doc__": f"An entity of the type {t.name}."})
    for t in DEFAULT.entity_types
}
record_classes: dict[str, type[Record]] = {
    k.name: type(
        k.label,
        (Record,),
        {
            "__module__": __name__,
            "__doc__": f"A record of the kind {k.name}.",
            **{field: StringProperty() for field in k.fields},
        },
    )
    for k in KINDS
}
