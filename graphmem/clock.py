"""The two instants a reading is made at, from what the asker said and what the workspace knows (design: times)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from graphmem.errors import InvalidArgument
from graphmem.model.records import Time
from graphmem.model.times import TimeRefused, as_clock

Instants = Callable[[datetime, datetime], tuple[datetime, datetime]]


def instants(as_of: Time | None, valid_at: Time | None) -> Instants:
    """How to turn the workspace's committed clock and the database's now into `as_of` and `valid_at`.

    A later `as_of` is lowered to the clock; given alone it also sets `valid_at`, to the instant asked. Raises `InvalidArgument`.
    """
    known = _parsed("as_of", as_of)
    at = _parsed("valid_at", valid_at)

    def resolve(clock: datetime, now: datetime) -> tuple[datetime, datetime]:
        default = known if known is not None else max(now, clock)
        return min(known or clock, clock), at if at is not None else default

    return resolve


def _parsed(path: str, given: Time | None) -> datetime | None:
    try:
        return None if given is None else as_clock(given)
    except TimeRefused as error:
        raise InvalidArgument(path, str(error)) from error
