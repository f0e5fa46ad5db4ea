"""The one import of the Neo4j driver, its errors mapped to ours, its values to plain ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
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

from graphmem.errors import BrokenInvariant, DatabaseTimeout, DatabaseUnavailable, StoreError  # noqa: E402

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
    "unit_of_work",
]


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
    except DriverError as error:
        raise StoreError(f"The driver could not do it ({type(error).__name__}): {error}") from error


def plain(value: Any) -> Any:
    """A value of the driver as plain Python: datetimes are aware and in UTC, their grain is the microsecond."""
    kind = type(value)
    if kind is dict:
        return {k: plain(v) for k, v in value.items()}
    if kind is list:
        return [plain(v) for v in value]
    if kind is Neo4jDateTime:
        return _native(value)
    return value.to_native() if kind is Neo4jDate else value


def _native(value: Neo4jDateTime) -> datetime:
    native: datetime = value.to_native()
    try:
        return native.replace(tzinfo=UTC) if native.tzinfo is None else native.astimezone(UTC)
    except OverflowError:  # another tool wrote the first or last hours that a calendar has, in a zone that UTC cannot follow
        return (datetime.min if native.year == 1 else datetime.max).replace(tzinfo=UTC)
