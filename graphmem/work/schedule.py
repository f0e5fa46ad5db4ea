"""The schedule of consolidation: the state stands in the graph, so that any process may do it and one that was killed loses nothing."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

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


class Pass(NamedTuple):
    """What one look at all workspaces came to: those that were consolidated, and those where it failed, each with its error."""

    done: list[str]
    failed: dict[str, Exception]


async def consolidate_due(store: Store) -> Pass:
    """Consolidates every workspace with corrections that is due and that no other process is at.

    An error in one workspace is logged and holds up no other. Raises what the list of workspaces raises.
    """
    found = Pass([], {})
    every = int(store.consolidate_every * 3600)
    for row in await store.look("read/workspaces") if every else ():
        name = str(row["id"])
        if name.startswith(OWN):
            continue
        try:
            if await _claimed(store, name, every):
                await consolidate(Actor(store, name, AUTHOR, "agent"))
                found.done.append(name)
        except Exception as error:
            _tell(f"consolidating {name!r}", error)
            found.failed[name] = error
    return found


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
        except Exception as error:  # whatever it is, there is another look: nobody would see that the task has ended
            _tell("looking for what is due", error)
        await asyncio.sleep(AGAIN)


def _tell(doing: str, error: Exception) -> None:
    """Logs an error; one that is none of ours with its trace."""
    known = isinstance(error, GraphmemError)
    log.log(logging.WARNING if known else logging.ERROR, "%s: %s", doing, error, exc_info=None if known else error)
