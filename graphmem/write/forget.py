"""Forget: ends records, with a reason; nothing is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.authors import author_filter
from graphmem.errors import NotFound
from graphmem.model.characters import whole
from graphmem.model.receipts import Receipt, Warned, joined
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, perform_job, reason_of, refused, store_act
from graphmem.write.endings import Endings, store_ends
from graphmem.write.load import load_rows
from graphmem.write.masking import Masked, session_name
from graphmem.write.receipt import Outcome, ends_stay
from graphmem.write.rows import RecordRow
from graphmem.write.state import State

BATCH = 200  # records a transaction of a bulk forget: each may hold a hundred links


async def forget(
    actor: Actor, record: str | None, *, reason: str, session: str | None = None, author: str | None = None,
    document: str | None = None, never_held: bool = False, request_id: str | None = None, dry_run: bool = False,
) -> Receipt:  # fmt: skip
    """Ends one record now, or all of a session, an author or a document; with `never_held` it says that they never held.

    Raises `NotFound`, `Refused` without a reason or with other than one thing to forget, `NotAllowed` for an agent's bulk forget.
    """
    if session is not None or author is not None or (record is None and document is None):
        actor.must_be_person("a bulk forget")
    masked = Masked()
    record, session, author = record and whole(record), session_name(masked, session), author and author_filter(author)
    document = document and " ".join(masked.text(document, "document").split())
    given = {"record": record, "session": session, "author": author, "document": document}
    if sum(v is not None and bool(v.strip()) for v in given.values()) != 1:
        raise refused("record", "NO_FILTER", "name one record, session, author or document; an empty filter is never read as all")
    text = reason_of(masked, reason)
    body = {**given, "reason": text, "never_held": never_held}
    request = Request("forget", body, request_id, dry_run, said=masked)
    if record is not None:
        return await _one(actor, request, record, text, never_held)
    return await _all(actor, request, {k: v for k, v in given.items() if k != "record"}, text, never_held)


async def _one(actor: Actor, request: Request, record: str, reason: str | None, never_held: bool) -> Receipt:
    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        state = await _loaded(writer, [record])
        if record not in state.records:
            raise NotFound("record", record)
        return await _ended(writer, state, [state.records[record]], reason, never_held)

    return await perform(actor, request, work)


async def _all(
    actor: Actor, request: Request, filters: Mapping[str, str | None], reason: str | None, never_held: bool
) -> Receipt:  # fmt: skip
    """All of a session, an author or a document, in transactions of a few hundred records; what else there is goes with the last.

    That is what the author said by hand, or the chunks of the document, which later ingests leave out then.
    """
    author, document = filters["author"], filters["document"]

    async def batch(writer: Writer) -> tuple[Receipt, bool]:
        named = await writer.rows("ingest/named", document=document) if document else []
        told_of = named[0]["id"] if named else None
        asked = {**filters, "document": told_of, "never_held": never_held, "limit": BATCH}
        found = await writer.one("write/forgettable", **asked)
        if not (found["borne"] or named):
            raise NotFound(*next((what, value) for what, value in filters.items() if value))
        state = await _loaded(writer, found["records"])
        receipt = await _ended(writer, state, list(state.records.values()), reason, never_held)
        more = len(found["records"]) == BATCH
        counts = {"records": len(found["records"]), "descriptions": 0}
        if author and not more:
            counts["descriptions"] = await _end_descriptions(writer, author, reason, never_held)
        if told_of:
            counts["chunks"] = 0 if more else await _end_chunks(writer, told_of, reason, never_held)
        return receipt.model_copy(update={"counts": counts}), more

    return await perform_job(actor, request, batch, _together)


def _together(receipts: list[Receipt]) -> Receipt:
    counts = {key: sum(r.counts[key] for r in receipts) for key in receipts[-1].counts}
    return joined(receipts).model_copy(update={"counts": counts})


async def _loaded(writer: Writer, ids: list[str]) -> State:
    """A state that holds these records with all that they said."""
    state = State()
    if ids:
        await load_rows(writer, state, records=ids, pairs=[], ids=[], entities=[])
    return state


async def _ended(writer: Writer, state: State, rows: list[RecordRow], reason: str | None, never_held: bool) -> Receipt:
    if not rows:
        return Receipt()
    act = await store_act(writer, "forget", reason, how=_how(never_held), records=[row.id for row in rows])
    return await _ended_by(writer, state, rows, act, _how(never_held), never_held)


async def end_records(writer: Writer, ids: list[str], *, act: str, how: str, never_held: bool = False) -> Receipt:
    """Ends these records by an act that is stored; the receipt says what ended with them."""
    state = await _loaded(writer, ids)
    rows = [state.records[id_] for id_ in ids if id_ in state.records]
    return await _ended_by(writer, state, rows, act, how, never_held) if rows else Receipt(id=act)


async def _ended_by(writer: Writer, state: State, rows: list[RecordRow], act: str, how: str, never_held: bool) -> Receipt:
    endings = Endings(act, writer.author, writer.clock)
    already = [row.id for row in rows if row.times.valid_to <= writer.clock]
    for row in rows:
        endings.end_record(row, None if never_held else writer.clock, how)
    await store_ends(writer, [endings], state)
    outcome = await Outcome.of(writer, [endings], state)
    gone = {*endings.records, *endings.edges}
    warnings = [*outcome.reopened(0), *(w for row in rows for w in ends_stay(row.id, row.caused, gone, "record"))]
    if already and not never_held:
        warnings.append(
            Warned(code="ALREADY_ENDED", path="record", message=f"had ended before: {', '.join(already)}; the earlier end counts")
        )
    return Receipt(id=act, ended=outcome.ended(0), evidence_lost=outcome.evidence_lost(0), warnings=tuple(warnings))


async def _end_descriptions(writer: Writer, author: str, reason: str | None, never_held: bool) -> int:
    """Ends what an author said by hand; the act is stored only where there is something to end."""
    found = [r["id"] for r in await writer.rows("write/forgettable_descriptions", author=author, never_held=never_held)]
    if not found:
        return 0
    how = _how(never_held)
    act = await store_act(writer, "forget", reason, how=how, records=found)
    end = {"act": act, "how": how, "by": writer.author, "never_held": never_held}
    return int((await writer.one("write/end_descriptions", ids=found, end=end))["rows"])


async def _end_chunks(writer: Writer, document: str, reason: str | None, never_held: bool) -> int:
    """Ends the chunks of a document, which is marked as forgotten."""
    found = await writer.one("ingest/forget_document", document=document, reason=reason, never_held=never_held)
    act = await store_act(writer, "forget", reason, how=_how(never_held), target=document)
    end = {"act": act, "how": _how(never_held), "by": writer.author, "never_held": never_held}
    return int((await writer.one("ingest/end_chunks", ids=found["chunks"], end=end))["rows"])


def _how(never_held: bool) -> str:
    return "withdrawn" if never_held else "forgotten"
