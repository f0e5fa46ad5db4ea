"""Importing a workspace's own ontology: into one that has none, or has the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.moving.job import Job, Rows
from graphmem.moving.reading import Numbered
from graphmem.store import Writer

Row = Mapping[str, Any]


async def compare_ontology(rows: Rows, job: Job, batch: list[Numbered]) -> dict[str, Row]:
    """The versions that are here; refuses a file whose last one declares something else than the last one of here."""
    job.versions |= {n.line.id: n.line.body for n in batch}
    here = [row["ontology"] for row in await rows.rows("read/moved_ontology")]
    if here and here[-1]["body"] != batch[-1].line.body:
        _refuse(job, batch[-1])
    return {row["id"]: row for row in here}


async def store_ontology(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the versions of the file where the workspace has none but those; the file was compared before."""
    here = {row["ontology"]["id"]: row["ontology"]["body"] for row in await writer.rows("read/moved_ontology")}
    own = [body for id_, body in here.items() if id_ not in job.versions]
    if own and own[-1] != [*job.versions.values()][-1]:  # applied since the file was compared
        _refuse(job, batch[-1])
        job.refusals.stop()
    new = [] if own else [n.line for n in batch if n.line.id not in here]
    if new:
        await writer.rows("write/import_ontology", rows=[line.properties() | {"workspace": writer.workspace} for line in new])
    job.counts["ontologies"] += len(new)
    job.counts["known"] += len(batch) - len(new)


def _refuse(job: Job, numbered: Numbered) -> None:
    message = "the workspace has another ontology of its own; apply that of the file first, or import into a new workspace"
    job.refusals.add(numbered.number, "OTHER_CONTENT", message, "ontology.body")
