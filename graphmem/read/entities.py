"""Entities: the things of a workspace by name, page by page."""

from __future__ import annotations

from datetime import datetime

from graphmem.errors import InvalidArgument
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.entities import Entities, EntityLine
from graphmem.model.base import Model
from graphmem.model.characters import whole
from graphmem.model.names import name_key
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader


class EntityRow(Model):
    """The columns of the statements of entities; `name` is what they are sorted by."""

    entity: EntityBrief
    names: tuple[str, ...]
    recorded_at: datetime
    name: str

    @property
    def key(self) -> tuple[str, str]:
        return self.name, self.entity.id

    def line(self) -> EntityLine:
        return EntityLine(entity=self.entity, names=self.names, recorded_at=shown_time(self.recorded_at))


async def entities(
    reader: Reader, *, type: str | None = None, prefix: str | None = None, limit: int = 50, cursor: str | None = None
) -> Entities:
    """Every entity by the name it is shown under; with `prefix` those of which any spelling begins so, whatever its case.

    `type` brings the kinds that a workspace has of it. Raises `InvalidArgument` for an unknown type and for a prefix of blanks alone.
    Identity has no clock: merged names stand for one entity at every instant.
    """
    check_limit(limit)
    if type is not None and reader.ontology.entity_type(type) is None:
        allowed = ", ".join(t.name for t in reader.ontology.entity_types)
        raise InvalidArgument("type", f"{type!r} is no type of entity; the types are {allowed}")
    types = None if type is None else reader.ontology.with_kinds([type])
    begins = name_key(whole(prefix)) if prefix else ""
    if prefix and not begins:
        raise InvalidArgument("prefix", "nothing of it is seen; give the letters that a name begins with, or leave it out")
    mark = list_mark("entities", reader.workspace, type, begins)
    after = decode_cursor(mark, cursor, str, str)
    if begins:
        sought = f"{reader.workspace}\x1f{begins}"
        name, id_ = after or (sought, "")
        rows = await reader.models(
            "read/entities_by_prefix", EntityRow, types=types, prefix=sought, name=name, id=id_, limit=limit + 1
        )
    else:
        name, id_ = after or ("", "")
        rows = await reader.models("read/entities", EntityRow, types=types, name=name, id=id_, limit=limit + 1)
    page, following = page_of(rows, limit, mark, lambda row: row.key)
    lines = tuple(row.line() for row in page)
    return Entities(as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, entities=lines, cursor=following)
