"""What other questions show of the topics: the rank of an entity, the group it is in, and the name of a group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.topics import TopicBrief
from graphmem.model.base import Model
from graphmem.store import Reader

NAMED_BY = 3  # entities whose names make the name of a group


class TopicRow(Model):
    """A group as stored."""

    id: str
    size: int
    central: tuple[str, ...]


class RankRow(Model):
    """The columns of `read/entity_rank`."""

    rank: float | None
    topic: TopicRow | None


class AskedRow(Model):
    """The columns of `read/entities_by_id`."""

    asked: str
    entity: EntityBrief


async def rank_of(reader: Reader, entity: str) -> tuple[float | None, TopicBrief | None]:
    """The rank of an entity and its group in the current run; nothing where no run knows it, or the run is later than `as_of`."""
    if reader.slot is None:
        return None, None
    [row] = await reader.models("read/entity_rank", RankRow, entity=entity)
    if row.topic is None:
        return row.rank, None
    entities = await by_id(reader, row.topic.central[:NAMED_BY])
    return row.rank, TopicBrief(id=row.topic.id, name=topic_name(row.topic.central, entities), size=row.topic.size)


async def by_id(reader: Reader, ids: Iterable[str]) -> dict[str, EntityBrief]:
    """The entities of these ids as they are called now, by the id asked; a merged one is told as what it was merged into."""
    wanted = list(dict.fromkeys(ids))
    rows = await reader.models("read/entities_by_id", AskedRow, ids=wanted) if wanted else []
    return {row.asked: row.entity for row in rows}


def topic_name(central: Sequence[str], entities: Mapping[str, EntityBrief]) -> str:
    """The names of its most central entities, each once: made where it is read, so that no copy of a name is kept."""
    names = dict.fromkeys(entities[id_].name for id_ in central[:NAMED_BY] if id_ in entities)
    return ", ".join(names)
