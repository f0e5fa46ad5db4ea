"""What hangs below entities and records, for many of them in one statement: nested questions cost no statement an item."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.parts import RecordBrief
from graphmem.model.ontology import MAX_ENTITIES
from graphmem.read.briefs import record_briefs
from graphmem.store import Reader


async def entities_of(reader: Reader, records: Sequence[str]) -> dict[str, tuple[EntityBrief, ...]]:
    """The entities that each record names, by name; what is unknown here is left out."""
    rows = await reader.rows("read/nested_entities", ids=list(records), limit=MAX_ENTITIES)
    return {row["id"]: tuple(EntityBrief.model_validate(e) for e in row["entities"]) for row in rows}


async def records_of(reader: Reader, entities: Sequence[str], limit: int) -> dict[str, tuple[RecordBrief, ...]]:
    """The newest records that name each entity; what is unknown here is left out."""
    rows = await reader.rows("read/nested_records", ids=list(entities), limit=limit)
    wanted = dict.fromkeys(id_ for row in rows for id_ in row["records"])
    briefs = {b.record: b for b in await record_briefs(reader, list(wanted))}
    return {row["id"]: tuple(briefs[id_] for id_ in row["records"] if id_ in briefs) for row in rows}
