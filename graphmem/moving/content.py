"""Comparing what a file says with what is here: content must be equal, ends that only the file knows are added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.model.times import OPEN
from graphmem.moving.instants import DERIVED, ENDS, end_lists, ends_of, known_end, normal
from graphmem.moving.lines import Moved, MovedTimes
from graphmem.write.quoting import ERASED
from graphmem.write.rows import End

UNDONE = ("undone_at", "undone_by", "undone_reason")
ENDING = frozenset({*ENDS, *DERIVED, *UNDONE, "ends"})


def differing(line: Moved, stored: Mapping[str, Any]) -> str | None:
    """The first property in which a line and a stored row say different things, their ends apart; None when they say the same."""
    given = line.properties()
    gone = {key for key in line.ERASABLE if stored.get(key) is None or ERASED in str(stored[key])}
    keys = sorted(line.stored_as() - line.CHANGING - ENDING - gone)
    return next((key for key in keys if given.get(key) != normal(stored.get(key))), None)


def more_ends(line: MovedTimes, stored: Mapping[str, Any]) -> dict[str, Any] | None:
    """The properties of a stored row once it has the ends that only the file knows; None when it knows them all.

    An end that the file knows to be undone is undone here too; one that was undone here stays undone.
    """
    here = ends_of(stored)
    known = {_key(e): e for e in here}
    changed = False
    for end in line.own_ends:
        mine = known.get(_key(end))
        if mine is None:
            here.append(end)
            changed = True
        elif mine.undone == OPEN and end.undone != OPEN:
            mine.undone = end.undone
            changed = True
    if not changed:
        return None
    here.sort(key=lambda e: e.learned)
    valid_to, ended_at = known_end(normal(stored["stated_to"]), stored["recorded_at"], here)
    return end_lists(here) | {"valid_to": valid_to, "ended_at": ended_at}


def _key(end: End) -> tuple[Any, ...]:
    return end.act, end.how, end.learned, end.valid_to


def newly_undone(line: Any, stored: Mapping[str, Any]) -> dict[str, Any] | None:
    """What says that a merge or a dismissal was undone, where only the file knows it."""
    if stored.get("undone_at") is not None or line.undone_at is None:
        return None
    return {key: getattr(line, key) for key in UNDONE}


def by_id(rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Rows by their id."""
    return {row["id"]: row for row in rows}
