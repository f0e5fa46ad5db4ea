"""Identity: which entity stands for which name. It has no clock: the standing merges, replayed in order, decide for every date.

Every link, mention, name and removal keeps the entities that its names belonged to when it was stated (`stated`, `home`).
After any merge or unmerge each of them is placed anew by those, so that any order of merges and unmerges is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.store import Writer
from graphmem.write.filling import retell

JOINED = "joined"
"""How a merge came about that an import made because both entities had one name of one type."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A merge that was not undone: the two entities as they were given."""

    id: str
    loser: str
    survivor: str


def leaders(merges: Iterable[Standing]) -> dict[str, str]:
    """Which entity stands for which, by the merges in order; entities that no merge touches stand for themselves."""
    leads: dict[str, str] = {}
    for merge in merges:
        old = leads.setdefault(merge.loser, merge.loser)
        new = leads.setdefault(merge.survivor, merge.survivor)
        leads |= {home: new for home, lead in leads.items() if lead == old}
    return leads


async def standing_merges(writer: Writer) -> list[Standing]:
    """The merges of the workspace that stand, in the order they were stated."""
    return [Standing(r["id"], r["loser"], r["survivor"]) for r in await writer.rows("write/standing_merges")]


@dataclass(slots=True)
class Moves:
    """What has to lie elsewhere than it does."""

    edges: list[dict[str, Any]] = field(default_factory=list)
    parked: list[dict[str, Any]] = field(default_factory=list)
    unparked: list[dict[str, Any]] = field(default_factory=list)
    reparked: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[dict[str, Any]] = field(default_factory=list)
    names: list[dict[str, Any]] = field(default_factory=list)
    removals: list[dict[str, Any]] = field(default_factory=list)

    @property
    def count(self) -> dict[str, int]:
        links = len(self.edges) + len(self.parked) + len(self.unparked)
        return {"links": links, "mentions": len(self.mentions), "names": len(self.names)}


async def place(writer: Writer, before: list[Standing], after: list[Standing]) -> Moves:
    """Places everything of the entities whose identity changed where the merges now say it belongs."""
    old, new = leaders(before), leaders(after)
    homes = sorted({*old, *new})
    changed = [h for h in homes if old.get(h, h) != new.get(h, h)]
    # A merge that no longer stands may leave identity as it was, but what is parked on it must be parked elsewhere.
    touched = {*changed, *(m.loser for m in before if m not in after)}
    groups = sorted({old.get(h, h) for h in touched})
    rows = await writer.rows("write/lying_at", entities=groups)
    moves = _moves(rows, new, after)
    await _move(writer, moves)
    survivors = [{"id": h, "survivor": None if new.get(h, h) == h else new.get(h, h)} for h in changed]
    await writer.rows("write/set_survivors", rows=survivors)
    await retell(writer, {*changed, *groups, *(new.get(h, h) for h in changed)})
    return moves


def _moves(rows: list[dict[str, Any]], new: Mapping[str, str], after: list[Standing]) -> Moves:
    moves = Moves()
    for row in rows:
        stated = [new.get(s, s) for s in row["stated"]]
        if row["what"] in ("edge", "parked"):
            _move_link(row, stated, new, after, moves)
        elif stated[0] != row["target"]:
            list_ = {"mention": moves.mentions, "name": moves.names, "removal": moves.removals}[row["what"]]
            list_.append({"id": row["id"], "entity": stated[0]})
    return moves


def _move_link(row: dict[str, Any], stated: list[str], new: Mapping[str, str], after: list[Standing], moves: Moves) -> None:
    source, target = stated
    if source == target:
        spot = {"id": row["id"], "entity": target, "merge": parked_on(target, new, after)}
        if row["what"] == "edge":
            moves.parked.append(spot)
        elif (row["merge"], row["target"]) != (spot["merge"], target):
            moves.reparked.append(spot)
    elif row["what"] == "parked":
        moves.unparked.append({"id": row["id"], "source": source, "target": target})
    elif (row["source"], row["target"]) != (source, target):
        moves.edges.append({"id": row["id"], "source": source, "target": target})


def parked_on(entity: str, new: Mapping[str, str], after: list[Standing]) -> str:
    """The latest standing merge of the group that the entity stands for."""
    return next(m.id for m in reversed(after) if new[m.loser] == entity)


async def _move(writer: Writer, moves: Moves) -> None:
    for statement, rows in (
        ("write/unpark_edges", moves.unparked),
        ("write/move_edges", moves.edges),
        ("write/park_edges", moves.parked),
        ("write/repark_edges", moves.reparked),
        ("write/move_mentions", moves.mentions),
        ("write/move_names", moves.names),
        ("write/move_removals", moves.removals),
    ):
        if rows:
            await writer.rows(statement, rows=sorted(rows, key=lambda r: r["id"]))
