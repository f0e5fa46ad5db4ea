"""Forget: ends records, with a reason; nothing is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.errors import NotFound
from graphmem.model.receipts import Receipt, Warned, joined
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, masked_reason, perform, refused, store_act
from graphmem.write.endings import Endings, store_ends
from graphmem.write.load import load_rows
from graphmem.write.receipt import Outcome, ends_stay
from graphmem.write.rows import RecordRow
from graphmem.write.state import State

BATCH = 200  # records a transaction of a bulk forget: each may hold a hundred links


async def forget(
    actor: Actor, record: str, *, reason: str, never_held: bool = False, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Ends one record now, or says that it never held; raises `NotFound`, or `Refused` without a reason."""
    text, redactions = masked_reason(reason, required=True)
    body = {"record": record, "reason": text, "never_held": never_held}

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        state = await load_records(writer, [record])
        if record not in state.records:
            raise NotFound("record", record)
        return await _ended(writer, state, [state.records[record]], text, never_held)

    return await perform(actor, Request("forget", body, request_id, dry_run, redactions=redactions), work)


async def forget_all(
    actor: Actor,
    *,
    reason: str,
    session: str | None = None,
    author: str | None = None,
    never_held: bool = False,
    dry_run: bool = False,
) -> Receipt:
    """Ends every current record of one session or one author, in transactions of a few hundred; a stopped one is simply run again.

    Raises `NotAllowed` for an agent, `Refused` unless exactly one filter is given, `NotFound` for one that nothing bears.
    """
    actor.must_be_person("a bulk forget")
    given = {"session": session, "author": author}
    if sum(bool(v and v.strip()) for v in given.values()) != 1:
        raise refused("session", "NO_FILTER", "name one session or one author; an empty filter is never read as all")
    text, redactions = masked_reason(reason, required=True)
    receipts: list[Receipt] = []

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        rows = await writer.one("write/forgettable", session=session, author=author, limit=BATCH)
        if not rows["borne"]:
            raise NotFound("session" if session else "author", str(session or author))
        state = await load_records(writer, rows["records"])
        return await _ended(writer, state, list(state.records.values()), text, never_held)

    while not receipts or (receipts[-1].ended and not dry_run):
        request = Request("forget", {**given, "reason": text}, None, dry_run, redactions=redactions)
        receipts.append(await perform(actor, request, work))
    whole = joined(receipts)
    return whole.model_copy(update={"dry_run": dry_run, "counts": {"records": sum(1 for line in whole.ended if line.record)}})


async def load_records(writer: Writer, ids: list[str]) -> State:
    """A state that holds these records with all that they said."""
    state = State()
    if ids:
        await load_rows(writer, state, records=ids, pairs=[], ids=[], entities=[])
    return state


async def _ended(writer: Writer, state: State, rows: list[RecordRow], reason: str | None, never_held: bool) -> Receipt:
    if not rows:
        return Receipt()
    how = "withdrawn" if never_held else "forgotten"
    act = await store_act(writer, "forget", reason, how=how, records=[row.id for row in rows])
    endings = Endings(act, writer.author, writer.clock)
    already = [row.id for row in rows if row.times.valid_to <= writer.clock]
    for row in rows:
        endings.end_record(row, None if never_held else writer.clock, how)
    await store_ends(writer, [endings], state)
    outcome = await Outcome.of(writer, [endings], state)
    warnings = [*outcome.reopened(0), *(w for row in rows if never_held for w in ends_stay(row, "record"))]
    if already and not never_held:
        warnings.append(
            Warned(code="ALREADY_ENDED", path="record", message=f"had ended before: {', '.join(already)}; the earlier end counts")
        )
    return Receipt(id=act, ended=outcome.ended(0), evidence_lost=outcome.evidence_lost(0), warnings=tuple(warnings))
