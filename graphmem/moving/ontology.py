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
    here = [row["ontology"] for row in await rows.rows("read/moved_ontology")]
    last = batch[-1]
    if here and here[-1]["body"] != last.line.body:
        message = "the workspace has another ontology of its own; apply that of the file first, or import into a new workspace"
        job.refusals.add(last.number, "OTHER_CONTENT", message, "ontology.body")
    return {row["id"]: row for row in here}


async def store_ontology(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the versions of the file where the workspace has none."""
    here = await compare_ontology(writer, job, batch)
    job.refusals.stop()
    if here:
        job.counts["known"] += len(batch)
        return
    rows = [n.line.properties() | {"workspace": writer.workspace} for n in batch]
    await writer.rows("write/import_ontology", rows=rows)
    job.counts["ontologies"] += len(rows)
