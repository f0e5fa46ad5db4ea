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


async def workspaces(store: Store) -> list[WorkspaceBrief]:
    """Every workspace of the store, by name."""
    return [WorkspaceBrief.model_validate(row) for row in await store.look("read/workspaces")]


async def find_workspace(store: Store, name: str) -> WorkspaceBrief:
    """The workspace of that name; raises `WorkspaceNotFound` with the nearest names."""
    found = {w.id: w for w in await workspaces(store)}
    if name not in found:
        near = process.extract(name, list(found), limit=3, score_cutoff=60)
        raise WorkspaceNotFound(name, [text for text, _, _ in near])
    return found[name]
