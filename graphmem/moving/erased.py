"""What was erased stays erased: an import skips it and says so, unless it is asked to bring it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.moving.job import Job, Rows
from graphmem.moving.lines import MovedEntity
from graphmem.store import Writer
from graphmem.write.erase import digest


async def erased_entities(rows: Rows, job: Job, lines: list[MovedEntity]) -> set[str]:
    """The ids of those entities that were erased here. They are known by id alone: others may mean another thing by the name."""
    found = await rows.rows("read/moved_tombstones", ids=sorted(line.id for line in lines), digests=[])
    ids = {row["id"] for row in found}
    if job.again:
        job.returned |= ids
    else:
        job.erased |= ids
    return ids


async def erased_records(rows: Rows, things: Mapping[str, Mapping[str, Any]], secret: str | None) -> set[str]:
    """The ids of those new records that were erased here, by id or by what they said."""
    if not things:
        return set()
    digests = {id_: digest(secret, thing) for id_, thing in things.items()} if secret else {}
    found = await rows.rows("read/moved_tombstones", ids=sorted(things), digests=sorted(digests.values()))
    ids, known = {row["id"] for row in found}, {row["digest"] for row in found}
    return {id_ for id_ in things if id_ in ids or digests.get(id_) in known}


async def left_out(writer: Writer, job: Job, erased: Mapping[str, str]) -> set[str]:
    """Those of the erased things (with their names) that stay out: all of them, or none with `again`, when their tombstones go."""
    if erased and job.again:
        await writer.rows("write/import_again", rows=[{"id": id_, "name": erased[id_]} for id_ in sorted(erased)])
        job.counts["brought_back"] += len(erased)
        return set()
    for id_ in sorted(erased):
        job.tell("SKIPPED_ERASED", erased[id_])
    job.counts["skipped"] += len(erased)
    return set(erased)
