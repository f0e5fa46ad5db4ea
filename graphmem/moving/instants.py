"""Instants in a file: exact, in UTC, an open end null; and what is known of a row's end at a cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Annotated, Any

from pydantic import BeforeValidator

from graphmem.model.times import OPEN, OPEN_YEAR, shown_time
from graphmem.write.rows import End

ENDS = ("ends_valid_to", "ends_learned", "ends_undone", "ends_act", "ends_how", "ends_by")
DERIVED = ("valid_to", "ended_at")
TIMES = (
    "valid_from", "precision", "assumed", "stated_to", "stated_precision", "valid_to", "recorded_at", "ended_at", "seq", "item",
    "place_from", "place_last", "place_seq", "place_item",
)  # fmt: skip

_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z")


@dataclass(frozen=True, slots=True)
class Cut:
    """Where an export ends: what was committed later is left out, as if it had not happened yet."""

    clock: datetime
    seq: int


def read_instant(value: Any) -> Any:
    """The instant of a text such as 2026-10-18T09:30:00.5Z; raises ValueError for any other form and for the year 9999."""
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise ValueError("an instant in UTC is needed, such as 2026-10-18T09:30:00.000001Z")
    instant = datetime.fromisoformat(value)
    if instant.year >= OPEN_YEAR:
        raise ValueError("the year 9999 stands for an open end: write null")
    return instant


def read_open(value: Any) -> Any:
    """The instant, or the open end for null."""
    return OPEN if value is None else read_instant(value)


Instant = Annotated[datetime, BeforeValidator(read_instant)]
OpenInstant = Annotated[datetime, BeforeValidator(read_open)]


def written(value: Any) -> Any:
    """A stored value as a file holds it; another tool may have written a date, or an open end of its own."""
    if isinstance(value, datetime):
        return shown_time(value)
    if isinstance(value, date):
        return shown_time(datetime.combine(value, time.min, UTC))
    return value


def normal(value: Any) -> Any:
    """A stored value as it comes back from a file: every instant of the year 9999 is the open end."""
    if isinstance(value, datetime):
        return OPEN if value.year >= OPEN_YEAR else value
    if isinstance(value, date):
        return normal(datetime.combine(value, time.min, UTC))
    if isinstance(value, list):
        return [normal(v) for v in value]
    return value


def ends_of(row: Mapping[str, Any]) -> list[End]:
    """Every end that a stored row was given; raises ValueError when its lists have unequal lengths."""
    return [End(*values) for values in zip(*(normal(row.get(key)) or [] for key in ENDS), strict=True)]


def at_cut(ends: Iterable[End], cut: Cut) -> list[End]:
    """The ends that were known at the cut; one that was undone later still counts."""
    return [
        End(e.valid_to, e.learned, e.undone if e.undone <= cut.clock else OPEN, e.act, e.how, e.by)
        for e in ends
        if e.learned <= cut.clock
    ]


def known_end(stated_to: datetime, recorded_at: datetime, ends: list[End]) -> tuple[datetime, datetime]:
    """The end as known now, and when that last changed: the story of the ends is told again in order of its instants."""
    known, changed = stated_to, recorded_at
    for at in sorted({t for e in ends for t in (e.learned, e.undone) if t != OPEN}):
        counting = [e.valid_to for e in ends if e.learned <= at < e.undone]
        if (end := min([stated_to, *counting])) != known:
            known, changed = end, max(at, recorded_at)
    return known, changed


def end_lists(ends: list[End]) -> dict[str, Any]:
    """The ends as the parallel lists of a stored row; none for a row that never had one."""
    if not ends:
        return {}
    columns = zip(*((e.valid_to, e.learned, e.undone, e.act, e.how, e.by) for e in ends), strict=True)
    return {key: list(column) for key, column in zip(ENDS, columns, strict=True)}
