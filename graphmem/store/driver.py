"""The one import of the Neo4j driver, its errors mapped to ours, its values to plain ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any


@contextmanager
def _without(*modules: str) -> Iterator[None]:
    """Hides packages that the driver would import only because they are installed: two seconds of start-up."""
    hidden = [m for m in modules if m not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for module in hidden:
            sys.modules.pop(module, None)


with _without("numpy", "pandas", "pyarrow"):
    import neo4j
    from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, AsyncSession, Record, unit_of_work
    from neo4j._codec.hydration import BrokenHydrationObject
    from neo4j.exceptions import (
        AuthError,
        ClientError,
        ConstraintError,
        DriverError,
        Neo4jError,
        ServiceUnavailable,
        SessionExpired,
    )
    from neo4j.time import Date as Neo4jDate
    from neo4j.time import DateTime as Neo4jDateTime

from graphmem.errors import BrokenInvariant, DatabaseTimeout, DatabaseUnavailable, InvalidArgument, StoreError  # noqa: E402

__all__ = [
    "AsyncDriver",
    "AsyncGraphDatabase",
    "AsyncManagedTransaction",
    "AsyncSession",
    "ClientError",
    "ConstraintError",
    "Record",
    "mapped",
    "neo4j",
    "plain",
    "through",
    "unit_of_work",
    "values_of",
]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
INSTANTS = (b"I", b"i", b"d")  # how an instant comes over the wire, by what is said of its zone: seconds, nanoseconds, zone


@contextmanager
def mapped() -> Iterator[None]:
    """Turns every error of the driver into one of ours; what the server says of values is never shown."""
    try:
        yield
    except (ServiceUnavailable, SessionExpired) as error:
        raise DatabaseUnavailable(
            f"The database does not answer ({type(error).__name__}). Is it running? `graphmem status` tells."
        ) from error
    except AuthError as error:
        raise DatabaseUnavailable("The database refused the sign-in; check GRAPHMEM_USER and GRAPHMEM_PASSWORD.") from error
    except ConstraintError as error:
        raise BrokenInvariant("A uniqueness constraint of the store refused the write; run `graphmem doctor`.") from error
    except Neo4jError as error:
        if "TransactionTimedOut" in (error.code or "") or "LockAcquisitionTimeout" in (error.code or ""):
            raise DatabaseTimeout("The statement took longer than it may; ask for less, or try again.") from error
        raise StoreError(f"The database refused the statement ({error.code}).") from error
    except UnicodeEncodeError as error:
        raise InvalidArgument("text", "it holds half a surrogate pair, which is no character: send the whole one") from error
    except DriverError as error:
        raise StoreError(f"The driver could not do it ({type(error).__name__}): {error}") from error


def through(instant: datetime) -> Neo4jDateTime:
    """The last nanosecond of an instant: compared with it, times that another tool stored count by their microsecond."""
    last = Neo4jDateTime.from_native(instant)
    return last.replace(nanosecond=last.nanosecond + 999)


def values_of(record: Record) -> Iterator[tuple[str, Any]]:
    """The columns of a row with their values, those that Python cannot hold too; the row itself raises on these."""
    return zip(record.keys(), tuple.__iter__(record), strict=True)


PLAIN = frozenset({str, int, float, bool, type(None)})  # most values are: a call saved for each


def plain(value: Any) -> Any:
    """A value of the driver as plain Python: datetimes are aware and in UTC, their grain is the microsecond.

    An instant that no calendar of Python has is the first or the last that it has; raises `BrokenInvariant` for what is no value.
    """
    kind = type(value)
    if kind is dict:
        return {k: v if type(v) in PLAIN else plain(v) for k, v in value.items()}
    if kind is list:
        return [v if type(v) in PLAIN else plain(v) for v in value]
    if kind is Neo4jDateTime:
        return _native(value)
    if kind is BrokenHydrationObject:
        return _mended(value)
    return value.to_native() if kind is Neo4jDate else value


def _mended(broken: BrokenHydrationObject) -> Any:
    """What the driver could not read: a list or a map with such a value in it, or an instant that another tool wrote."""
    raw = broken.raw_data
    if isinstance(raw, dict | list):
        return plain(raw)
    if getattr(raw, "tag", None) in INSTANTS:
        seconds, nanoseconds, *_ = raw.fields
        try:
            return EPOCH + timedelta(seconds=seconds, microseconds=nanoseconds // 1000)
        except OverflowError:
            return FIRST if seconds < 0 else LAST
    raise BrokenInvariant(f"The store holds a value that no tool of ours writes ({broken.error}); correct it in the database.")


def _native(value: Neo4jDateTime) -> datetime:
    native: datetime = value.to_native()
    try:
        return native.replace(tzinfo=UTC) if native.tzinfo is None else native.astimezone(UTC)
    except OverflowError:  # another tool wrote the first or last hours that a calendar has, in a zone that UTC cannot follow
        return (datetime.min if native.year == 1 else datetime.max).replace(tzinfo=UTC)
