"""Stated times: a date may be coarser than an instant, and the memory never claims to know more than it was told."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Literal, NamedTuple

Precision = Literal["instant", "day", "month", "year"]

OPEN = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
"""An end that is not known: stored, compared, and never shown."""

OPEN_YEAR = 9999
RANGE = "0001-01-01 to 9998-12-31"
FORMATS = "2026-10-18T09:30:00Z (or an offset such as +02:00), 2026-10-18, 2026-10, 2026"

# How much of an ISO text each coarse precision shows.
_SHOWN_CHARACTERS = {"day": 10, "month": 7, "year": 4}

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_INSTANT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]"
    r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?"
    r"([Zz]|[+-][0-9]{2}:?[0-9]{2})?"
)
_FAR_YEAR = re.compile(r"(-[0-9]+|[+]?[0-9]{5,})(-[0-9]{2}.*)?")


class TimeRefused(ValueError):
    """A given time is impossible, vague, or outside the supported range; nothing was assumed in its place."""

    code = "TIME_REFUSED"


@dataclass(frozen=True, slots=True)
class Stated:
    """A time as its writer gave it: the first and last microsecond it may mean, in UTC, and how exact it is."""

    first: datetime
    last: datetime
    precision: Precision

    def shown(self) -> str:
        """The time as it was given, an instant in UTC."""
        return _iso(self.first, self.precision)


class Place(NamedTuple):
    """Where a statement stands: its start as a period, then its place in the order of statement."""

    first: datetime
    last: datetime
    seq: int
    item: int


def parse_time(value: str | date | datetime | Stated) -> Stated:
    """The period that a given time means; raises TimeRefused when it is vague, impossible or out of range."""
    if isinstance(value, Stated):
        return value
    if isinstance(value, datetime):
        return _from_datetime(value)
    if isinstance(value, date):
        return _from_date(value.year, value.month, value.day, given=value.isoformat())
    if isinstance(value, str):
        return _from_text(value)
    raise TimeRefused(f"{value!r} is not a time: give one as text, such as {FORMATS}.")


def as_clock(value: str | date | datetime | Stated) -> datetime:
    """The instant that a time means as `as_of` or `valid_at`: the last microsecond of a coarse one."""
    return parse_time(value).last


def shown_time(dt: datetime, precision: Precision = "instant") -> str | None:
    """The time as answers show it; None for an open end, and no year 9999 even where another tool wrote one."""
    if dt.year >= OPEN_YEAR:
        return None
    try:
        utc = dt.replace(tzinfo=UTC) if dt.tzinfo is None else dt.astimezone(UTC)
    except OverflowError:  # the first hours of year 1, written by another tool in an eastern zone
        return dt.isoformat()
    return None if utc.year >= OPEN_YEAR else _iso(utc, precision)


def overlap(a_first: datetime, a_last: datetime, b_first: datetime, b_last: datetime) -> bool:
    """Whether two periods, both with their last microsecond, share an instant."""
    return a_first <= b_last and b_first <= a_last


def later(a: Place, b: Place) -> bool:
    """Whether `a` comes after `b`: by date where the periods are apart, by order of statement where they overlap."""
    if overlap(a.first, a.last, b.first, b.last):
        return (a.seq, a.item) > (b.seq, b.item)
    return a.first > b.last


def _from_text(text: str) -> Stated:
    if match := _DATE.fullmatch(text):
        year, month, day = (int(part) if part else None for part in match.groups())
        return _from_date(year or 0, month, day, given=text)
    if match := _INSTANT.fullmatch(text):
        return _from_instant(match, text)
    if _FAR_YEAR.fullmatch(text) and not text.isdigit():
        raise _out_of_range(text)
    raise TimeRefused(f"{text[:80]!r} is not a time that can be read: write {FORMATS}. Supported range: {RANGE}.")


def _from_date(year: int, month: int | None, day: int | None, *, given: str) -> Stated:
    """The whole day, month or year in UTC."""
    _check_year(year, given)
    precision: Precision = "day" if day is not None else "month" if month is not None else "year"
    try:
        first = date(year, 1 if month is None else month, 1 if day is None else day)
    except ValueError as error:
        raise _no_such_day(given) from error
    if precision == "year":
        last = date(year, 12, 31)
    elif precision == "month":
        last = first.replace(day=monthrange(year, first.month)[1])
    else:
        last = first
    return Stated(datetime.combine(first, time.min, UTC), datetime.combine(last, time.max, UTC), precision)


def _from_instant(match: re.Match[str], given: str) -> Stated:
    year, month, day, hour, minute = (int(part) for part in match.groups()[:5])
    second, fraction, zone = match.groups()[5:]
    if zone is None:
        raise _without_zone(given)
    _check_year(year, given)
    # Microseconds are the grain: finer digits are cut, as they are for values read from the database.
    micro = int((fraction or "").ljust(6, "0")[:6])
    try:
        return _from_datetime(datetime(year, month, day, hour, minute, int(second or 0), micro, _offset(zone)))
    except TimeRefused:
        raise
    except ValueError as error:
        raise _no_such_day(given) from error


def _offset(zone: str) -> timezone:
    """The zone of `Z` or `+02:00`; raises ValueError for minutes above 59 and offsets of a day or more."""
    if zone in "Zz":
        return UTC
    hours, minutes = int(zone[1:3]), int(zone[-2:])
    if minutes > 59:
        raise ValueError(zone)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if zone[0] == "-" else offset)


def _from_datetime(value: datetime) -> Stated:
    given = value.isoformat()
    if value.tzinfo is None or value.utcoffset() is None:
        raise _without_zone(given)
    _check_year(value.year, given)
    try:
        instant = value.astimezone(UTC)
    except OverflowError as error:
        raise _out_of_range(given) from error
    _check_year(instant.year, given)
    return Stated(instant, instant, "instant")


def _check_year(year: int, given: str) -> None:
    if year >= OPEN_YEAR:
        raise TimeRefused(
            f"{given!r} lies in the year 9999, which stands for an open end: leave an end out when it is not known. "
            f"Supported range: {RANGE}."
        )
    if year < 1:
        raise _out_of_range(given)


def _without_zone(given: str) -> TimeRefused:
    return TimeRefused(
        f"{given!r} has a time of day but no zone, and none is assumed: add Z or an offset such as +02:00, "
        f"or give the date alone. Accepted: {FORMATS}."
    )


def _no_such_day(given: str) -> TimeRefused:
    return TimeRefused(f"{given!r} does not exist on the calendar or the clock: correct it. Accepted: {FORMATS}.")


def _out_of_range(given: str) -> TimeRefused:
    return TimeRefused(
        f"{given!r} lies outside the supported range, {RANGE} in UTC: give a time inside it, "
        f"and leave an end out when it is not known. Accepted: {FORMATS}."
    )


def _iso(utc: datetime, precision: Precision) -> str:
    text = utc.replace(tzinfo=None).isoformat()
    return text[: _SHOWN_CHARACTERS[precision]] if precision in _SHOWN_CHARACTERS else f"{text}Z"
