"""The records, messages and texts that match a task: what `search` finds, best first."""

from __future__ import annotations

from graphmem.clock import Instants
from graphmem.model.answers.search import Hit
from graphmem.model.ontology import KIND_BY_NAME
from graphmem.read.search import search
from graphmem.store import Store

MOST = 30
KINDS = (*KIND_BY_NAME, "message", "chunk")  # entities that the task names have a section of their own
ASKED = 2_000  # characters of a task that are searched for


async def matching(store: Store, workspace: str, clocks: Instants, task: str) -> tuple[tuple[Hit, ...], bool]:
    """What matches the task, and whether there is more."""
    found = await search(store, workspace, clocks, task[:ASKED], limit=MOST, kinds=KINDS)
    return found.hits, found.cursor is not None
