"""Lineage: how we got here: causes, the thing itself, its fixes, and what followed."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.lineage import Event, Lineage, Role
from graphmem.model.base import Model
from graphmem.model.times import Precision, shown_time
from graphmem.read.names import find_entity
from graphmem.read.paging import check_limit, decode_cursor, encode_cursor, list_mark
from graphmem.store import Reader

HOPS = 5  # levels each way
WIDTH = 500  # edges a level: a hub may have thousands, the walk stays bounded and the answer says `truncated`

SIDES: tuple[tuple[Role, str], ...] = (("cause", "read/lineage_causes"), ("consequence", "read/lineage_consequences"))

Key = tuple[datetime, int, int, str, str]


class EventRow(Model):
    """The columns of the statements of lineage; those of one level leave the role to the side that is walked."""

    role: Role = "cause"
    entity: EntityBrief
    of: EntityBrief | None
    edge: str
    type: str | None
    reason: str | None
    record: str
    author: str
    valid_from: datetime
    precision: Precision
    assumed: bool
    seq: int
    item: int

    def key(self, role: Role) -> Key:
        """The place in the story: by start, then by order of statement."""
        return self.valid_from, self.seq, self.item, self.edge, role

    def event(self, role: Role, hop: int) -> Event:
        return Event(
            role=role, entity=self.entity, of=self.of, hop=hop, type=self.type, reason=self.reason, record=self.record,
            author=self.author, at=shown_time(self.valid_from, self.precision), assumed=self.assumed,
        )  # fmt: skip


async def lineage(reader: Reader, name: str, *, limit: int = 200, cursor: str | None = None) -> Lineage:
    """What led to `name`, what fixed it and what followed, in order of time; raises `NameNotFound` or `AmbiguousName`.

    One event an edge, `HOPS` levels each way. The walk is made anew for every page: the next one begins behind the key of the last.
    """
    check_limit(limit)
    entity = await find_entity(reader, name)
    mark = list_mark("lineage", reader.workspace, entity.id)
    after = decode_cursor(mark, cursor, datetime, int, int, str, str)
    events, cut = await _story(reader, entity.id)
    rest = sorted(key for key in events if after is None or key > after)
    page, more = rest[:limit], len(rest) > limit
    return Lineage(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, entity=entity, events=tuple(events[key] for key in page),
        truncated=more or cut, cursor=encode_cursor(mark, page[-1]) if more else None,
    )  # fmt: skip


async def _story(reader: Reader, entity: str) -> tuple[dict[Key, Event], bool]:
    """Every event of the bounded walk by its place, and whether a bound cut something off."""
    events, cut = await _itself(reader, entity)
    for role, statement in SIDES:
        walked, beyond = await _walk(reader, entity, role, statement)
        events |= walked
        cut |= beyond
    return events, cut


async def _itself(reader: Reader, entity: str) -> tuple[dict[Key, Event], bool]:
    rows = await reader.models("read/lineage_itself", EventRow, entity=entity, limit=WIDTH + 1)
    fixes = [row for row in rows if row.role == "fix"]
    shown = [row for row in rows if row.role == "subject"] + fixes[:WIDTH]
    return {row.key(row.role): row.event(row.role, int(row.role == "fix")) for row in shown}, len(fixes) > WIDTH


async def _walk(reader: Reader, entity: str, role: Role, statement: str) -> tuple[dict[Key, Event], bool]:
    """One side, level by level: an entity belongs to the nearest level that reaches it."""
    events: dict[Key, Event] = {}
    frontier, seen, cut = [entity], {entity}, False
    for hop in range(1, HOPS + 1):
        rows = await reader.models(statement, EventRow, frontier=frontier, seen=sorted(seen), limit=WIDTH + 1)
        cut |= len(rows) > WIDTH
        events |= {row.key(role): row.event(role, hop) for row in rows[:WIDTH]}
        frontier = list(dict.fromkeys(row.entity.id for row in rows[:WIDTH]))
        seen |= set(frontier)
        if not frontier:
            break
    return events, cut
