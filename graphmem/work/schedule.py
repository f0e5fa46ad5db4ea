"""The schedule of consolidation: the state stands in the graph, so that any process may do it and one that was killed loses nothing."""

from __future__ import annotations

import asyncio
import logging

from graphmem.access.principal import OWN
from graphmem.errors import GraphmemError
from graphmem.store import Store
from graphmem.work.consolidate import consolidate
from graphmem.write.acts import Actor
from graphmem.write.items import new_id

LEASE = 300  # seconds after which a claim counts as left behind
AUTHOR = "graphmem"
FIRST = 60.0  # seconds after the start of a server: it answers first
AGAIN = 600.0  # seconds between two looks
log = logging.getLogger("graphmem.work")


async def consolidate_due(store: Store) -> list[str]:
    """Consolidates every workspace with corrections that is due and that no other process is at; their names."""
    done: list[str] = []
    every = int(store.consolidate_every * 3600)
    for row in await store.look("read/workspaces") if every else ():
        name = str(row["id"])
        if not name.startswith(OWN) and await _claimed(store, name, every):
            await consolidate(Actor(store, name, AUTHOR, "agent"))
            done.append(name)
    return done


async def _claimed(store: Store, workspace: str, every: int) -> bool:
    """Whether this process is to consolidate it; nothing is written where nobody ever corrected anything."""
    found = await store.look("work/consolidate_claim", workspace=workspace, owner=new_id("run"), every=every, seconds=LEASE)
    return bool(found) and bool(found[0]["claimed"])


async def keep_consolidated(store: Store, *, first: float | None = None) -> None:
    """Consolidates what is due until it is cancelled; a store that does not answer is asked again later."""
    await asyncio.sleep(FIRST if first is None else first)
    while True:
        try:
            await consolidate_due(store)
        except GraphmemError as error:
            log.warning("consolidation failed", extra={"code": error.code})
        await asyncio.sleep(AGAIN)
