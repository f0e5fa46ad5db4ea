"""Records: those of a workspace, a session or an entity, page by page, those that were stated last first."""

from __future__ import annotations

from typing import Any

from graphmem.authors import author_filter, session_filter
from graphmem.errors import InvalidArgument
from graphmem.model.answers.records import Records
from graphmem.model.base import Model
from graphmem.model.ontology import KIND_BY_NAME
from graphmem.model.records import Time
from graphmem.read.briefs import record_briefs
from graphmem.read.names import find_entity
from graphmem.read.narrowing import begun_within, known_session
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader, through

FEW = 2000  # records of an author that are sorted at once; of one who stated more, a walk through all soon has a page
NEWEST = (2**63 - 1, 2**63 - 1, "")  # before the first row of the first page


class PlaceRow(Model):
    """The columns of the statements of records: a record and its place in the order of statement."""

    record: str
    seq: int
    item: int

    @property
    def key(self) -> tuple[int, int, str]:
        return self.seq, self.item, self.record


async def records(
    reader: Reader, *, kind: str | None = None, session: str | None = None, author: str | None = None, entity: str | None = None,
    current: bool | None = None, start: Time | None = None, end: Time | None = None, limit: int = 50, cursor: str | None = None,
) -> Records:  # fmt: skip
    """The records known at `as_of` that fit every filter; a coarse `end` includes its whole period.

    `current` asks for those that hold, or with False for those that do not; without it both are listed, each marked. `start` and
    `end` bound when they began. Raises `InvalidArgument`, `NameNotFound`, `AmbiguousName`, or `NotFound` for an unknown session.
    """
    check_limit(limit)
    if kind is not None and kind not in KIND_BY_NAME:
        raise InvalidArgument("kind", f"{kind!r} is no kind of record; the kinds are {', '.join(KIND_BY_NAME)}")
    first, last = begun_within(start, end)
    author = None if author is None else author_filter(author)
    statement, place = await _place(reader, None if session is None else session_filter(session), author, entity)
    filters: dict[str, Any] = {
        "kind": kind, "author": author, "current": current, "first": first.first if first else None,
        "last": through(last.last) if last else None,
    }  # fmt: skip
    mark = list_mark("records", reader.workspace, *place.values(), *filters.values())
    seq, item, id_ = decode_cursor(mark, cursor, int, int, str) or NEWEST
    rows = await reader.models(statement, PlaceRow, **place, **filters, seq=seq, item=item, id=id_, limit=limit + 1)
    page, following = page_of(rows, limit, mark, lambda row: row.key)
    briefs = await record_briefs(reader, [row.record for row in page])
    return Records(as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, records=tuple(briefs), cursor=following)


async def _place(
    reader: Reader, session: str | None, author: str | None, entity: str | None
) -> tuple[str, dict[str, str | None]]:
    """The statement that starts where fewest records are, and what it starts from."""
    known = None if session is None else await known_session(reader, session)
    if entity is not None:
        return "read/records_of_entity", {"entity": (await find_entity(reader, entity, path="entity")).id, "session": session}
    if known is not None:
        return "read/records_of_session", {"session": known}
    if author is not None and (await reader.one("read/author", author=author, most=FEW))["records"] < FEW:
        return "read/records_of_author", {}
    return "read/records", {}
