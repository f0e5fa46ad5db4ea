"""Erase: the one true deletion. A tombstone stays (id and keyed digest, no text); so do the ends that an erased record caused."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from graphmem.errors import NotFound
from graphmem.model.receipts import Receipt, Warned
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, masked_reason, perform, refused
from graphmem.write.resolve import entity_ids, lookups, resolve

BATCH = 200  # records a transaction of a bulk erase

OUT_OF_REACH = Warned(code="COPIES_ELSEWHERE", message="exports and backups made before are out of reach; erase it there too")


async def erase(
    actor: Actor, *, reason: str, record: str | None = None, entity: str | None = None, session: str | None = None,
    author: str | None = None, request_id: str | None = None, dry_run: bool = False,
) -> Receipt:  # fmt: skip
    """Deletes a record, an entity, or all records of a session or an author, with every copy of their text in the store.

    Raises `NotAllowed` for an agent, `Refused` unless exactly one of the four is given, `NotFound` for what is not there.
    """
    actor.must_be_person("erasing")
    given = {"record": record, "entity": entity, "session": session, "author": author}
    if sum(bool(v and v.strip()) for v in given.values()) != 1:
        raise refused("record", "NO_FILTER", "name one record, entity, session or author; an empty filter is never read as all")
    text, redactions = masked_reason(reason, required=True)
    request = Request("erase", {**given, "reason": text}, request_id, dry_run, redactions=redactions)
    if entity:
        request.lookups, request.ids = lookups(actor.workspace, entity=entity), entity_ids(entity)
        return await perform(actor, request, lambda w, begun: _entity(w, begun, entity))
    return await _records(actor, request, record, session, author)


async def _records(actor: Actor, request: Request, record: str | None, session: str | None, author: str | None) -> Receipt:
    """One transaction for a record; as many as it takes for a session or an author, each whole: a stopped one is run again."""
    found = False
    counts: dict[str, int] = {}

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        rows = await writer.rows("write/erasable", record=record, session=session, author=author, limit=BATCH)
        if not rows and not found:
            what = "record" if record else "session" if session else "author"
            raise NotFound(what, str(record or session or author))
        return await _erased(writer, rows)

    while True:
        receipt = await perform(actor, request, work)
        found = True
        counts = {k: counts.get(k, 0) + v for k, v in receipt.counts.items()} if receipt.counts else counts
        if record or request.dry_run or receipt.counts.get("records", 0) < BATCH:
            return receipt.model_copy(update={"counts": counts})


async def _erased(writer: Writer, rows: list[dict[str, Any]]) -> Receipt:
    records = [row["record"] for row in rows]
    ids = [r["id"] for r in records]
    homes = sorted({home for row in rows for home in row["homes"]})
    await _tombstones(writer, "record", records)
    gone = await writer.one("write/erase_records", ids=ids)
    needless = [r["id"] for r in await writer.rows("write/needless", homes=homes)]
    entities = await _drop(writer, needless)
    receipts = (await writer.one("write/erase_receipts", ids=[*ids, *needless]))["erased"]
    counts = {"records": len(ids), "links": gone["links"], "entities": entities, "receipts": receipts}
    return Receipt(counts=counts, warnings=(OUT_OF_REACH,))


async def _drop(writer: Writer, homes: list[str]) -> int:
    """Deletes entities that nothing needs any more; one that a standing merge still needs loses its names alone."""
    if not homes:
        return 0
    rows = await writer.rows("write/entities", ids=homes)
    await _tombstones(writer, "entity", [row["entity"] for row in rows])
    return int((await writer.one("write/drop_entities", ids=homes))["dropped"])


async def _entity(writer: Writer, begun: Mapping[str, Any], name: str) -> Receipt:
    """Deletes an entity, all that was merged into it, and every link and mention of it; the records stay."""
    known = await resolve(writer, begun, name)
    rows = await writer.rows("write/entity_group", entity=known.id)
    await _tombstones(writer, "entity", [row["entity"] for row in rows])
    ids = [row["entity"]["id"] for row in rows]
    gone = await writer.one("write/erase_entities", ids=ids)
    receipts = (await writer.one("write/erase_receipts", ids=ids))["erased"]
    counts = {
        "entities": len(ids),
        "links": gone["links"],
        "mentions": gone["mentions"],
        "names": gone["names"],
        "receipts": receipts,
    }
    kept = Warned(
        code="RECORDS_STAY", message=f"{gone['mentions']} mentions went; the records that named it stay, with their texts"
    )
    return Receipt(counts=counts, warnings=(OUT_OF_REACH, kept) if gone["mentions"] else (OUT_OF_REACH,))


async def _tombstones(writer: Writer, kind: str, things: list[dict[str, Any]]) -> None:
    """A tombstone for each: its id, and a digest under a key of the workspace, by which the same content is known again."""
    secret = str((await writer.one("write/secret"))["secret"])
    rows = [
        {
            "id": thing["id"], "workspace": writer.workspace, "kind": kind, "digest": digest(secret, thing), "author": writer.author,
            "seq": writer.seq, "recorded_at": writer.clock,
        }
        for thing in things
    ]  # fmt: skip
    await writer.rows("write/tombstones", rows=rows)


def digest(secret: str, thing: Mapping[str, Any]) -> str:
    """HMAC-SHA256 of what was stated (not of when or by whom), in hexadecimal."""
    stated = {
        k: v
        for k, v in thing.items()
        if isinstance(v, str) and k not in ("id", "workspace", "author", "session", "precision", "stated_precision")
    }
    return hmac.new(secret.encode(), json.dumps(stated, sort_keys=True).encode(), hashlib.sha256).hexdigest()
