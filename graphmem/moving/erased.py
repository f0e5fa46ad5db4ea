"""What was erased stays erased: an import skips it with every copy of its text and says so, unless it is asked to bring it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.ingest.ledger import marks_of
from graphmem.model.names import name_key
from graphmem.model.receipts import Receipt
from graphmem.moving.job import Job, Rows
from graphmem.moving.lines import MovedAct, MovedDescription, MovedDismissal, MovedEntity, MovedMention, MovedRecord, MovedRequest
from graphmem.moving.reading import Numbered
from graphmem.moving.texts import MovedHolder
from graphmem.store import Writer
from graphmem.write.erase import digest
from graphmem.write.replay import erased_id
from graphmem.write.scrubbing import Gone, without


async def erased_ids(rows: Rows, ids: list[str]) -> set[str]:
    """Those of the ids that were erased here."""
    return {row["id"] for row in await rows.rows("read/moved_tombstones", ids=sorted(ids), digests=[])} if ids else set()


async def erased_entities(rows: Rows, job: Job, lines: list[MovedEntity]) -> set[str]:
    """The ids of those entities that were erased here. They are known by id alone: others may mean another thing by the name."""
    ids = await erased_ids(rows, [line.id for line in lines])
    if job.again:
        job.returned |= ids
    else:
        job.erased |= ids
    return ids


async def erased_records(rows: Rows, lines: list[MovedRecord], secret: str | None) -> set[str]:
    """The ids of those new records that were erased here, by id or by what they said."""
    if not lines:
        return set()
    digests = {line.id: digest(secret, line.properties()) for line in lines} if secret else {}
    found = await rows.rows("read/moved_tombstones", ids=sorted(x.id for x in lines), digests=sorted(digests.values()))
    ids, known = {row["id"] for row in found}, {row["digest"] for row in found}
    return {line.id for line in lines if line.id in ids or digests.get(line.id) in known}


async def erased_documents(rows: Writer, job: Job, lines: list[MovedHolder], secret: str | None) -> set[str]:
    """The ids of those ingested documents that stay out: not here, and erased here, by id, by name or by what they held."""
    if not (lines and secret):
        return set()
    told = {line.id: marks_of(secret, line.name, line.digest) for line in lines}
    here = await rows.rows("read/moved_holders", ids=sorted(told), names=sorted(line.name for line in lines))
    known = {value for row in here for value in (row["id"], row["name"])}
    found = await rows.rows("read/moved_tombstones", ids=sorted(told), digests=sorted(set[str]().union(*told.values())))
    stones = {
        line.id: {row["id"] for row in found if row["id"] == line.id or row["digest"] in told[line.id]}
        for line in lines
        if not {line.id, line.name} & known
    }
    ids = {stone: id_ for id_, own in stones.items() for stone in (sorted(own) if job.again else [id_][: len(own)])}
    return await left_out(rows, job, ids)


async def left_out(writer: Writer, job: Job, erased: Mapping[str, str]) -> set[str]:
    """Those of the erased things (with their names) that stay out: all of them, or none with `again`, when their tombstones go."""
    if erased and job.again:
        await writer.rows("write/import_again", rows=[{"id": id_, "name": erased[id_]} for id_ in sorted(erased)])
        job.counts["brought_back"] += len(erased)
        return set()
    for id_ in sorted(erased):
        job.tell("SKIPPED_ERASED", erased[id_])
    job.counts["skipped"] += len(erased)
    job.gone |= set(erased)
    return set(erased)


async def note_spellings(rows: Rows, job: Job, batch: list[Numbered], here: Mapping[str, Any]) -> None:
    """Remembers which spellings are used by records and edits by hand that were not erased here; only those may come in."""
    records = [n.line for n in batch if isinstance(n.line, MovedRecord)]
    erased = await erased_records(rows, [line for line in records if line.id not in here], job.secret)
    edits = [n.line for n in batch if isinstance(n.line, MovedDescription)]
    erased |= await erased_ids(rows, [line.id for line in edits])
    mentions: list[MovedMention] = [m for line in records if line.id not in erased for m in line.mentions]
    mentions += [line.mention for line in edits if line.mention and line.id not in erased]
    job.used |= {(m.stated, name_key(name)) for m in mentions for name in (m.name, *(m.aliases or ()))}


def scrubbed(job: Job, line: Any) -> dict[str, Any]:
    """The properties of a line without the text of what was erased here, as the erasure would have left them."""
    properties: dict[str, Any] = line.properties()
    if isinstance(line, MovedAct):
        about = {line.target} if line.target else set(line.records or ())
    elif isinstance(line, MovedDismissal):
        about = {x for x in (line.one, line.other) if x} & job.gone
    else:
        return properties
    return {k: v for k, v in properties.items() if k != "reason"} if about and about <= job.gone else properties


def scrubbed_request(job: Job, line: MovedRequest) -> dict[str, Any]:
    """The properties of a request without what was erased here; of one that has nothing left only the digest of its id stays."""
    properties = line.properties()
    if not job.gone or line.receipt is None:
        return properties
    receipt = Receipt.model_validate_json(line.receipt)
    left = without(receipt, Gone(job.gone))
    if left is None:
        kept = {k: v for k, v in properties.items() if k not in ("receipt", "body")}
        return kept | {"erased": True, "request_id": erased_id(line.author, line.request_id)}
    return properties if left == receipt else properties | {"receipt": left.model_dump_json()}
