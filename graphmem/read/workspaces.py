"""Workspaces: which there are, and the one that a name means."""

from __future__ import annotations

from datetime import datetime

from rapidfuzz import process

from graphmem.access import Principal
from graphmem.access.principal import OWN
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


async def workspaces(store: Store, principal: Principal | None = None) -> list[WorkspaceLine]:
    """Every workspace of the store, or those that `principal` may read, by name."""
    found = await _known(store, principal)
    rows = await store.look("read/workspace_counts", workspaces=[w.id for w in found])
    counts = {row.pop("id"): row for row in rows}
    return [WorkspaceLine(**w.model_dump(), **counts[w.id]) for w in found if w.id in counts]


async def find_workspace(store: Store, name: str, principal: Principal | None = None) -> WorkspaceBrief:
    """The workspace of that name; raises `WorkspaceNotFound` with the nearest names.

    One that `principal` has no role in is not found either, and no message names it.
    """
    for row in await store.look("read/clock", workspace=name):
        if principal is None or principal.sees(name):
            if not store.ontologies.knows(name, row["ontology"]):
                await store.know(name)
            return WorkspaceBrief(id=name, clock=row["clock"], seq=row["seq"])
    near = process.extract(name, [w.id for w in await _known(store, principal)], limit=3, score_cutoff=60)
    raise WorkspaceNotFound(name, [text for text, _, _ in near])


async def _known(store: Store, principal: Principal | None = None) -> list[WorkspaceBrief]:
    """Every workspace; one that is being deleted meanwhile is met with some of its properties gone, and left out."""
    rows = await store.look("read/workspaces")
    known = [WorkspaceBrief.model_validate(row) for row in rows if None not in row.values()]
    # A person's own one is no project: it is asked for by its name alone, and nobody is told of another's.
    return [w for w in known if not w.id.startswith(OWN) and (principal is None or principal.sees(w.id))]
