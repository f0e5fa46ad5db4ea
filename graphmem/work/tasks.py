"""Tasks: the list of them, and one with all that hangs on it, as of any day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.authors import author_filter, session_filter
from graphmem.errors import InvalidArgument, NotFound
from graphmem.model.answers.tasks import TASK_STATES, Affected, TaskLine, Tasks, TaskView
from graphmem.model.characters import whole
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader
from graphmem.work.capture import OUTCOMES

LAST = 2**63 - 1  # no task lies behind it
AFFECTED = 100  # records that one answer names as having replaced something


async def tasks(
    reader: Reader, *, state: str | None = None, outcome: str | None = None, tag: str | None = None, session: str | None = None,
    author: str | None = None, limit: int = 50, cursor: str | None = None,
) -> Tasks:  # fmt: skip
    """The tasks that fit every filter; raises `InvalidArgument`."""
    check_limit(limit)
    filters = {
        "state": _one_of("state", state, TASK_STATES), "outcome": _one_of("outcome", outcome, OUTCOMES),
        "tag": " ".join(tag.casefold().split()) if tag else None, "session": session_filter(session) if session else None,
        "author": author_filter(author) if author else None,
    }  # fmt: skip
    mark = list_mark("tasks", reader.workspace, *filters.values())
    seq, id_ = decode_cursor(mark, cursor, int, str) or (LAST, "")
    rows = await reader.rows("work/tasks", seq=seq, id=id_, limit=limit + 1, **filters)
    page, following = page_of(rows, limit, mark, lambda row: (row["task"]["seq"], row["task"]["id"]))
    lines = await flagged(reader, [task_line(reader, row["task"], row["corrections"]) for row in page])
    return Tasks(as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, tasks=lines, cursor=following)


async def tasks_by_id(reader: Reader, ids: Sequence[str]) -> dict[str, TaskLine]:
    """Tasks as lines, by their ids."""
    rows = await reader.rows("work/tasks_named", ids=list(ids)) if ids else []
    return {row["task"]["id"]: task_line(reader, row["task"], row["corrections"]) for row in rows}


async def task(reader: Reader, id: str) -> TaskView:
    """One task with all that hangs on it, by its id or by that of a choice or a correction of it; raises `NotFound`."""
    rows = await reader.rows("work/task", id=whole(id))
    if not rows:
        raise NotFound("task", id)
    row = rows[0]
    line = (await flagged(reader, [task_line(reader, row["task"], len(row["corrections"]))]))[0]
    parts = {k: row[k] for k in ("sources", "tools", "artifacts", "decisions", "corrections", "entities", "rules", "related")}
    return TaskView.model_validate({"as_of": reader.clocks.as_of, "valid_at": reader.clocks.valid_at, "task": line, **parts})


def task_line(reader: Reader, row: Mapping[str, Any], corrections: int) -> TaskLine:
    """A task as it was known: what it said last, and whether it was closed, at `as_of`."""
    as_of = reader.clocks.as_of
    told = zip(row.get("said") or (), row.get("said_at") or (), strict=True)
    summaries = [said for said, at in told if at <= as_of]
    closed = row.get("closed_at") is not None and row["closed_at"] <= as_of
    return TaskLine(
        id=row["id"], request=row["request"], summary=summaries[-1] if summaries else None, state="closed" if closed else "open",
        outcome=row["outcome"] if closed else None, agent=row.get("agent"), session=row.get("session"), author=row["author"],
        tags=tuple(row.get("tags") or ()), at=shown_time(row["valid_from"], row["precision"]),
        closed_at=shown_time(row["closed_at"]) if closed else None, corrections=corrections,
    )  # fmt: skip


async def flagged(reader: Reader, lines: Sequence[TaskLine]) -> tuple[TaskLine, ...]:
    """The lines, each open one with the records that replaced something it rests on."""
    open_ = [line.id for line in lines if line.state == "open"]
    rows = await reader.rows("work/tasks_affected", ids=open_, limit=AFFECTED) if open_ else []
    by_task: dict[str, list[Affected]] = {}
    for row in rows:
        by_task.setdefault(row.pop("task"), []).append(Affected(**row))
    return tuple(line.model_copy(update={"affected_by": tuple(by_task.get(line.id, ()))}) for line in lines)


def _one_of(path: str, value: str | None, allowed: Sequence[str]) -> str | None:
    if value is not None and value not in allowed:
        raise InvalidArgument(path, f"{value!r}: one of {', '.join(allowed)}")
    return value
