"""Past work on a thing: shown where the thing is looked at, and before it is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.model.answers.tasks import PastTask, PastTaskAbout
from graphmem.model.times import shown_time
from graphmem.store import Reader

NEWEST = 5  # tasks of an entity
MOST, EACH = 20, 5  # tasks of an impact, at most EACH of one entity
SAID = 3  # corrections that a task quotes


async def past_tasks(reader: Reader, entity: str) -> tuple[tuple[PastTask, ...], int]:
    """The newest tasks that named the entity, and how many did."""
    rows = await reader.rows("work/tasks_of_entity", entity=entity, limit=NEWEST, each=SAID)
    found = tuple(PastTask(**_told(reader, row["task"], row)) for row in rows)
    return found, rows[0]["total"] if rows else 0


async def gone_wrong(reader: Reader, about: Sequence[Mapping[str, Any]]) -> tuple[tuple[PastTaskAbout, ...], bool]:
    """Past tasks on any of `about` that failed or were corrected, nearest and newest first; and whether there are more."""
    rows = await reader.rows("work/tasks_gone_wrong", about=list(about), each=EACH, said=SAID, limit=MOST + 1)
    found = (PastTaskAbout(**_told(reader, row["task"], row), about=row["about"], hop=row["hop"]) for row in rows[:MOST])
    return tuple(found), len(rows) > MOST


def _told(reader: Reader, task: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    closed = task["closed_at"] is not None and task["closed_at"] <= reader.clocks.as_of
    return {
        "id": task["id"], "request": task["request"], "author": task["author"], "outcome": task["outcome"] if closed else None,
        "at": shown_time(task["valid_from"], task["precision"]), "corrections": row["corrections"],
        "corrected": tuple(row["corrected"]),
    }  # fmt: skip
