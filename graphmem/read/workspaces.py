"""Workspaces: which there are, and the one that a name means."""

from __future__ import annotations

from datetime import datetime

from rapidfuzz import process

from graphmem.errors import WorkspaceNotFound
from graphmem.model.base import Model
from graphmem.store import Store


class WorkspaceBrief(Model):
    """A workspace with its committed clock and the number of writes it has had."""

    id: str
    clock: datetime
    seq: int


class WorkspaceLine(WorkspaceBrief):
    """A workspace, and how many records (ended ones too) and entities it holds."""

    records: int
    entities: int


async def workspaces(store: Store) -> list[WorkspaceLine]:
    """Every workspace of the store, by name."""
    found = await _known(store)
    rows = await store.look("read/workspace_counts", workspaces=[w.id for w in found])
    counts = {row.pop("id"): row for row in rows}
    return [WorkspaceLine(**w.model_dump(), **counts[w.id]) for w in found if w.id in counts]


async def find_workspace(store: Store, name: str) -> WorkspaceBrief:
    """The workspace of that name; raises `WorkspaceNotFound` with the nearest names."""
    for row in await store.look("read/clock", workspace=name):
        return WorkspaceBrief(id=name, clock=row["clock"], seq=row["seq"])
    near = process.extract(name, [w.id for w in await _known(store)], limit=3, score_cutoff=60)
    raise WorkspaceNotFound(name, [text for text, _, _ in near])


async def _known(store: Store) -> list[WorkspaceBrief]:
    """Every workspace; one that is being deleted meanwhile is met with some of its properties gone, and left out."""
    rows = await store.look("read/workspaces")
    return [WorkspaceBrief.model_validate(row) for row in rows if None not in row.values()]
