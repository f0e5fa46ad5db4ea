"""A run: computed by one process at a time, written beside the run before, and made the current one by one statement."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from typing import Any

from graphmem.errors import DatabaseTimeout, WorkspaceNotFound
from graphmem.store import Store
from graphmem.topics.grouping import LEIDEN, PAGE_RANK, Grouping, Wanted, group
from graphmem.topics.matching import Before, matched
from graphmem.write.items import new_id

LEASE = 180  # seconds a run may take: after them its process counts as gone, and what it still writes is not made current
LOOK_AGAIN = 0.2
KEPT = 20  # runs that are remembered, by their numbers alone


async def run(store: Store, workspace: str) -> None:
    """Computes the topics and makes them the current ones; where another process does so already, waits for that one."""
    owner = new_id("run")
    claim = await _claim(store, workspace, owner)
    if not claim["claimed"]:
        return await _other(store, workspace, owner)
    try:
        await _run(store, workspace, owner, claim)
    except BaseException:
        await asyncio.shield(store.look("write/topics_release", workspace=workspace, owner=owner))
        raise


async def _claim(store: Store, workspace: str, owner: str) -> dict[str, Any]:
    rows = await store.look("write/topics_claim", workspace=workspace, owner=owner, seconds=LEASE)
    if not rows:
        raise WorkspaceNotFound(workspace)
    return rows[0]


async def _other(store: Store, workspace: str, owner: str) -> None:
    """Waits until the run of another process has come to its end, then gives the claim that tells so back."""
    until = time.monotonic() + LEASE
    while not (await _claim(store, workspace, owner))["claimed"]:
        if time.monotonic() > until:
            raise DatabaseTimeout("Another process has been computing the topics for too long; try again later.")
        await asyncio.sleep(LOOK_AGAIN)
    await store.look("write/topics_release", workspace=workspace, owner=owner)


async def _run(store: Store, workspace: str, owner: str, claim: dict[str, Any]) -> None:
    slot = "b" if claim["slot"] == "a" else "a"
    wanted = Wanted(workspace, claim["clock"], max(claim["now"], claim["clock"]), owner, claim["slot"], slot)
    found = await store.analytics.run(lambda bench: group(bench, wanted))
    before = [Before(r["id"], r["community"], r["size"]) for r in await store.look("read/topics_before", workspace=workspace)]
    topics = _topics(workspace, found, before)
    settings = {**LEIDEN, **PAGE_RANK}
    node = {
        "id": owner, "workspace": workspace, "seq": claim["seq"], "recorded_at": claim["clock"], "valid_at": wanted.valid_at,
        "computed_at": claim["now"], "seconds": found.seconds, "entities": found.entities,
        "links": found.links, "isolated": found.isolated, **settings,
    }  # fmt: skip
    await store.look(
        "write/topics_finish", workspace=workspace, owner=owner, run=node, slot=slot, topics=topics,
        kept=[t["id"] for t in topics], most=KEPT - 1,
    )  # fmt: skip


def _topics(workspace: str, found: Grouping, before: list[Before]) -> list[dict[str, Any]]:
    """The groups as they are stored, by ids and numbers alone: a name or a title is read where it stands."""
    lasting = matched(found.shared, {g.community: g.size for g in found.groups}, before)
    return [
        {
            "id": lasting.get(g.community) or new_id("top"), "workspace": workspace, "place": place, "community": g.community,
            "size": g.size, "record_count": g.records, "central": list(g.central), "ranks": list(g.ranks),
            "decisions": list(g.decisions),
        }
        for place, g in enumerate(found.groups)
    ]  # fmt: skip


async def past(
    store: Store, workspace: str, as_of: datetime, valid_at: datetime, slot: str | None
) -> tuple[Grouping, dict[int, str]]:
    """The groups at two instants, computed for this call alone, and which of them the current run has too."""
    wanted = Wanted(workspace, as_of, valid_at, new_id("run"), before=slot)
    found = await store.analytics.run(lambda bench: group(bench, wanted))
    before = [Before(r["id"], r["community"], r["size"]) for r in await store.look("read/topics_before", workspace=workspace)]
    return found, matched(found.shared, {g.community: g.size for g in found.groups}, before)
