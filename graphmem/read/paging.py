"""Pages: how many rows a list may be asked for, and the cursor that says where the next page begins.

A cursor is opaque to the caller: the place of the last row shown (its sort key, never its number), so that rows which come or
go between two pages shift nothing. It also holds a mark of the list it belongs to: with another list, other filters or
another workspace it is refused like any unknown text.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TypeVar

from graphmem.errors import InvalidArgument
from graphmem.model.ontology import MAX_LIMIT

T = TypeVar("T")
Key = tuple[Any, ...]

ROW_CURSORS: ContextVar[list[str] | None] = ContextVar("graphmem_row_cursors", default=None)
"""Where a caller wants the cursor behind each row of a page, not only behind the last: the list that takes them."""

_MARK = 12  # characters of the list's mark
_MAX_CURSOR = 2_000  # characters; ours are far shorter, a longer one is not worth decoding


def check_limit(limit: int, *, path: str = "limit", most: int = MAX_LIMIT) -> int:
    """The limit as given; raises `InvalidArgument` outside 1 to `most`."""
    if not 1 <= limit <= most:
        raise InvalidArgument(path, f"{limit} given; it is 1 to {most}")
    return limit


def list_mark(question: str, workspace: str, *filters: object) -> str:
    """What tells one list from another: the question, the workspace and what the list was narrowed to."""
    told = json.dumps([question, workspace, *filters], default=str, ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:_MARK]


def encode_cursor(mark: str, key: Sequence[datetime | int | float | str]) -> str:
    """The cursor behind the row with this sort key."""
    text = json.dumps([mark, *(_plain(v) for v in key)], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(mark: str, cursor: str | None, *types: type) -> Key | None:
    """The sort key that the cursor stands behind, one value a type; None for the first page.

    Raises `InvalidArgument` for a malformed cursor and for one of another list.
    """
    if cursor is None:
        return None
    try:
        found = json.loads(_unpacked(cursor))
        if not isinstance(found, list) or len(found) != len(types) + 1 or found[0] != mark:
            raise ValueError(cursor)
        return tuple(_typed(value, kind) for value, kind in zip(found[1:], types, strict=True))
    except (ValueError, OverflowError, RecursionError) as error:
        raise InvalidArgument("cursor", "no cursor of this list; leave it out for the first page") from error


def page_of(rows: Sequence[T], limit: int, mark: str, key: Callable[[T], Key]) -> tuple[tuple[T, ...], str | None]:
    """The first `limit` of `limit + 1` rows asked for, and the cursor of the next page; None when this one is the last."""
    page = tuple(rows[:limit])
    if (told := ROW_CURSORS.get()) is not None:
        told[:] = [encode_cursor(mark, key(row)) for row in page]
    return page, encode_cursor(mark, key(page[-1])) if len(rows) > limit else None


def _plain(value: datetime | int | float | str) -> int | float | str:
    return value.isoformat() if isinstance(value, datetime) else value


def _unpacked(cursor: str) -> str:
    """The text inside; what no cursor of ours is made of raises `ValueError`."""
    if len(cursor) > _MAX_CURSOR:
        raise ValueError(cursor)
    try:
        packed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(cursor) from error
    return packed.decode()


def _typed(value: object, kind: type) -> object:
    if kind is datetime:
        if not isinstance(value, str):
            raise ValueError(value)
        return _instant(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(value)
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError(value)
    return value


def _instant(text: str) -> datetime:
    """The instant in UTC; a time without a zone is none of ours."""
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(text)
    return instant.astimezone(UTC)
