"""What was erased stays erased: an import skips it and says so, unless it is asked to bring it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.moving.job import Job, Rows
from graphmem.write.erase import digest


async def split_erased(
    rows: Rows, job: Job, things: Mapping[str, Mapping[str, Any]], secret: str | None, *, by_content: bool
) -> set[str]:
    """The ids of those new things that were erased here, by id or (records) by what they said."""
    if not things:
        return set()
    digests = {id_: digest(secret, thing) for id_, thing in things.items()} if secret and by_content else {}
    found = await rows.rows("read/moved_tombstones", ids=sorted(things), digests=sorted(digests.values()))
    ids, known = {row["id"] for row in found}, {row["digest"] for row in found}
    return {id_ for id_ in things if id_ in ids or digests.get(id_) in known}


async def skip_or_bring_back(rows: Rows, job: Job, erased: Iterable[str], names: Mapping[str, str]) -> set[str]:
    """Those of the erased things that are left out; with `again` none is, and their tombstones go."""
    ids = sorted(erased)
    if not ids:
        return set()
    if job.again:
        await rows.rows("write/import_again", ids=ids)
        job.counts["brought_back"] += len(ids)
        return set()
    for id_ in ids:
        job.tell("SKIPPED_ERASED", names.get(id_, id_))
    job.counts["skipped"] += len(ids)
    return set(ids)
