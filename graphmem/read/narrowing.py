"""What several questions narrow an answer down by: the period in which something began, and its session."""

from __future__ import annotations

from graphmem.authors import session_filter
from graphmem.errors import InvalidArgument, NotFound
from graphmem.model.records import Time
from graphmem.model.times import Stated, TimeRefused, parse_time
from graphmem.store import Reader


def stated(path: str, given: Time | None) -> Stated | None:
    """A time as it was given; raises `InvalidArgument` with `path` for one that cannot be meant."""
    try:
        return None if given is None else parse_time(given)
    except TimeRefused as error:
        raise InvalidArgument(path, str(error)) from error


def begun_within(start: Time | None, end: Time | None) -> tuple[Stated | None, Stated | None]:
    """The bounds of a period; a coarse `end` includes the whole of it. Raises `InvalidArgument` for one that ends too early."""
    first, last = stated("start", start), stated("end", end)
    if first and last and last.last < first.first:
        raise InvalidArgument("end", "the period ends before it starts")
    return first, last


async def known_session(reader: Reader, session: str) -> str:
    """The key of a session of this workspace, named as it was when it was stored; raises `NotFound`."""
    id_ = f"{reader.workspace}\x1f{session_filter(session)}"
    if not await reader.rows("read/session", session=id_):
        raise NotFound("session", session)
    return id_
