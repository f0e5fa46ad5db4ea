"""Which problems are open again because of an act: nothing solves them any more, or they were found again after every fix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.model.times import Place, later
from graphmem.store import Writer
from graphmem.write.rows import EdgeRow
from graphmem.write.state import State


@dataclass(frozen=True, slots=True)
class Solved:
    """A fix that an act ended; `at` is from when on it no longer holds."""

    edge: EdgeRow
    at: datetime


async def reopened(writer: Writer, state: State, lost: Iterable[Solved], added: Iterable[EdgeRow]) -> set[str]:
    """Those problems that were solved while the lost fixes held, and are open now (or when the last of them ends)."""
    fixes: dict[str, list[Solved]] = {}
    for fix in lost:
        fixes.setdefault(fix.edge.target, []).append(fix)
    asked = [{"id": p, "at": max([writer.clock, *(f.at for f in lost)])} for p, lost in sorted(fixes.items())]
    rows = await writer.rows("write/problems", problems=asked) if asked else []
    added = [e for e in added if e.type == "solves" and not e.parked]
    return {row["problem"] for row in rows if _reopens(row, fixes[row["problem"]], state, added)}


def _reopens(row: Mapping[str, Any], lost: list[Solved], state: State, added: list[EdgeRow]) -> bool:
    """The database knows what was stored before, the state what the request adds."""
    problem, at = row["problem"], row["at"]
    naming = [
        (r.kind, m.place)
        for r in state.records.values()
        if r.new and r.times.holds(at)
        for m in r.mentions
        if m.entity == problem
    ]
    if not (row["named"] or naming):
        return False
    found = [_place(p) for p in row["found"]] + [place for kind, place in naming if kind == "problem_found"]
    left = [_place(p) for p in row["fixes"]] + [e.times.place for e in added if e.target == problem and e.times.holds(at)]
    return not _solved(found, left) and _solved(found, [*left, *(f.edge.times.place for f in lost)])


def _solved(found: list[Place], fixes: list[Place]) -> bool:
    """Whether there is a fix, and no finding that is later than every fix."""
    return bool(fixes) and all(any(not later(f, s) for s in fixes) for f in found)


def _place(row: Mapping[str, Any]) -> Place:
    return Place(row["place_from"], row["place_last"], row["place_seq"], row["place_item"])
