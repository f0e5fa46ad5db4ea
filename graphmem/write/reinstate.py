"""Reinstate: answers an end made by mistake. The end stays in the history and counts no longer from now on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.errors import NotFound
from graphmem.model.receipts import Receipt, RecordLine
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, reason_of, refused, store_act
from graphmem.write.load import load_rows
from graphmem.write.masking import Masked
from graphmem.write.rows import Times
from graphmem.write.state import State


async def reinstate(actor: Actor, id: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
    """Undoes what the acts that ended a record (or one relation) did to it; what others ended of it stays ended.

    Raises `NotFound`, or `Refused` when it has not ended or no reason is given.
    """
    masked = Masked()
    text = reason_of(masked, reason)
    edge = id if id.startswith("rel_") else None
    record = None if edge else id

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        times, kind = await _times(writer, record, edge)
        acts = sorted({e.act for e in times.ends if e.standing})
        if not acts:
            raise refused(
                "id", "NOT_ENDED", f"{id!r} was never ended by an act, or all of that was undone already; nothing is to undo"
            )
        rows = (await writer.one("write/reinstate", record=record, edge=edge, acts=acts))["rows"]
        act = await store_act(writer, "reinstate", text, target=id, undone=acts)
        lines = (RecordLine(id=record, kind=kind),) if record else ()
        return Receipt(id=act, records=lines, counts={"rows": rows, "acts_undone": len(acts)})

    body = {"id": id, "reason": text}
    return await perform(actor, Request("reinstate", body, request_id, dry_run, said=masked), work)


async def _times(writer: Writer, record: str | None, edge: str | None) -> tuple[Times, str]:
    """The times of the record or the edge, under the lock."""
    state = State()
    await load_rows(writer, state, records=[record] if record else [], pairs=[], ids=[edge] if edge else [], entities=[])
    if record and record in state.records:
        return state.records[record].times, state.records[record].kind
    if edge and edge in state.edges:
        return state.edges[edge].times, state.edges[edge].type
    raise NotFound("relation" if edge else "record", str(record or edge))
