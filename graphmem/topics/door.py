"""Topics as asked: from the stored run where there is one, made anew where that is quick or wanted, else behind the answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.clock import instants
from graphmem.errors import GraphmemError, InvalidArgument
from graphmem.model.answers.topics import RankedEntity, Topic, TopicRun, Topics
from graphmem.model.records import Time
from graphmem.model.times import shown_time
from graphmem.read.briefs import record_briefs
from graphmem.read.paging import check_limit
from graphmem.read.topics import by_id, topic_name
from graphmem.store import Reader, Store
from graphmem.topics.grouping import Grouping
from graphmem.topics.running import past, run

QUICK = 3.0  # seconds: a run that took less is made anew on the spot, so that small workspaces never show an old one
NO_ENTITY = "the workspace holds no entity yet"
NO_LINK = "no current link joins two entities"


async def topics(
    store: Store,
    workspace: str,
    *,
    limit: int = 20,
    recompute: bool = False,
    as_of: Time | None = None,
    valid_at: Time | None = None,
) -> Topics:
    """What the workspace is about; raises `AnalyticsUnavailable` where the graph algorithms are not installed."""
    check_limit(limit)
    if as_of is not None or valid_at is not None:
        if recompute:
            raise InvalidArgument("recompute", "as of a date the topics are computed on every call; leave it out")
        return await _past(store, workspace, limit, as_of, valid_at)
    found = None if recompute else await _stored(store, workspace, limit)
    if found is None or (found.stale and found.run and found.run.seconds <= QUICK):
        await _shared(store, workspace)
        found = await _stored(store, workspace, limit)
    elif found.stale and store.lasting:
        _shared(store, workspace)
        return found.model_copy(update={"refreshing": True})
    assert found is not None
    return found


def _shared(store: Store, workspace: str) -> asyncio.Task[None]:
    """The run that is under way in this process, or a new one; nobody need wait for it."""
    key = f"topics {workspace}"
    if (task := store.jobs.get(key)) is None:
        task = store.jobs[key] = asyncio.create_task(run(store, workspace), name=key)
        task.add_done_callback(lambda done: _ended(store, key, done))
    return task


def _ended(store: Store, key: str, done: asyncio.Task[None]) -> None:
    store.jobs.pop(key, None)
    if not done.cancelled() and isinstance(error := done.exception(), GraphmemError):
        logging.getLogger(__name__).warning("%s: %s (%s)", key, error, error.code)


# -- the stored run


async def _stored(store: Store, workspace: str, limit: int) -> Topics | None:
    """The answer from the current run; None where there is none."""
    return await store.read(lambda r: _from_run(r, limit), workspace=workspace, clocks=instants(None, None))


async def _from_run(reader: Reader, limit: int) -> Topics | None:
    rows = await reader.rows("read/topics_run")
    if not rows:
        return None
    stored, behind, total = rows[0]["run"], rows[0]["behind"], rows[0]["total"]
    found = await reader.rows("read/topics_stored", limit=limit)
    shown = {key: stored[key] for key in TopicRun.model_fields if key != "computed_at"}
    return Topics(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, topics=await _told(reader, found), total=total,
        entities=stored["entities"], isolated=stored["isolated"], stale=behind > 0, stale_by=behind, refreshing=False,
        run=TopicRun(**shown, computed_at=shown_time(stored["computed_at"])), reason=_reason(stored["entities"], total),
    )  # fmt: skip


async def _told(reader: Reader, rows: Iterable[Mapping[str, Any]]) -> tuple[Topic, ...]:
    """The groups with names and titles as they read now; what was erased or ended since is left out."""
    rows = list(rows)
    entities = await by_id(reader, [id_ for row in rows for id_ in row["central"]])
    decisions = {b.record: b for b in await record_briefs(reader, [id_ for row in rows for id_ in row["decisions"]]) if b.holds}
    return tuple(
        Topic(
            id=row["id"], name=topic_name(row["central"], entities), size=row["size"], records=row["records"],
            central=tuple(
                RankedEntity(entity=entities[id_], rank=rank)
                for id_, rank in zip(row["central"], row["ranks"], strict=True)
                if id_ in entities
            ),
            decisions=tuple(decisions[id_] for id_ in row["decisions"] if id_ in decisions),
        )
        for row in rows
    )  # fmt: skip


def _reason(entities: int, total: int) -> str | None:
    if total:
        return None
    return NO_LINK if entities else NO_ENTITY


# -- another day


async def _past(store: Store, workspace: str, limit: int, as_of: Time | None, valid_at: Time | None) -> Topics:
    clocks = instants(as_of, valid_at)

    async def opening(reader: Reader) -> Reader:
        return reader

    reader = await store.read(opening, workspace=workspace, clocks=clocks)
    at = reader.clocks
    slot = (await store.look("read/clock", workspace=workspace))[0]["ranked"]
    found, ids = await past(store, workspace, at.as_of, at.valid_at, slot)

    async def answer(reader: Reader) -> Topics:
        told = await _told(reader, _rows(found, ids, limit))
        return Topics(
            as_of=at.as_of, valid_at=at.valid_at, topics=told, total=len(found.groups), entities=found.entities,
            isolated=found.isolated, run=None, stale=False, stale_by=0, refreshing=False,
            reason=_reason(found.entities, len(found.groups)),
        )  # fmt: skip

    return await store.read(answer, workspace=workspace, clocks=lambda clock, now: (at.as_of, at.valid_at))


def _rows(found: Grouping, ids: Mapping[int, str], limit: int) -> list[dict[str, Any]]:
    return [
        {
            "id": ids.get(g.community), "size": g.size, "records": g.records, "central": g.central, "ranks": g.ranks,
            "decisions": g.decisions,
        }
        for g in found.groups[:limit]
    ]  # fmt: skip
