"""Reinstate: answers an end made by mistake. The end stays in the history and counts no longer from now on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.errors import NotFound
from graphmem.model.characters import whole
from graphmem.model.receipts import Receipt, RecordLine, RelationLine
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, reason_of, refused, store_act
from graphmem.write.load import load_rows
from graphmem.write.masking import Masked
from graphmem.write.rows import EdgeRow, Times
from graphmem.write.state import State
from graphmem.write.stored import link_key


@dataclass(slots=True)
class Ended:
    """What is to be reinstated: its times, and with a record the links it states."""

    times: Times
    lines: tuple[RecordLine, ...] = ()
    edges: list[EdgeRow] = field(default_factory=list)


async def reinstate(actor: Actor, id: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
    """Undoes what the acts that ended a record, one relation or an edit by hand did to it; what others ended of it stays ended.

    Raises `NotFound`, or `Refused` when it has not ended or no reason is given.
    """
    masked, id = Masked(), whole(id)
    text = reason_of(masked, reason)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        state = State()
        ended = await _ended(writer, state, id)
        acts = sorted({e.act for e in ended.times.ends if e.standing})
        if not acts:
            raise refused(
                "id", "NOT_ENDED", f"{id!r} was never ended by an act, or all of that was undone already; nothing is to undo"
            )
        again = [edge for edge in ended.edges if _undo(edge.times, acts, writer) and not edge.parked]
        edge = id if id in state.edges else None
        rows = (await writer.one("write/reinstate", record=None if edge else id, edge=edge, acts=acts))["rows"]
        act = await store_act(writer, "reinstate", text, target=id, undone=acts)
        relations = tuple(await _lines(writer, state, again))
        return Receipt(id=act, records=ended.lines, relations=relations, counts={"rows": rows, "acts_undone": len(acts)})

    return await perform(actor, Request("reinstate", {"id": id, "reason": text}, request_id, dry_run, said=masked), work)


async def _ended(writer: Writer, state: State, id: str) -> Ended:
    """What the id means, under the lock."""
    await load_rows(writer, state, records=[id], pairs=[], ids=[id], entities=[])
    if row := state.records.get(id):
        return Ended(row.times, (RecordLine(id=id, kind=row.kind),), row.edges)
    if edge := state.edges.get(id):
        return Ended(edge.times, (), [edge])
    if said := await writer.rows("write/load_description", id=id):
        return Ended(Times.loaded(said[0]["mention"]))
    raise NotFound("relation" if id.startswith("rel_") else "record", id)


def _undo(times: Times, acts: Iterable[str], writer: Writer) -> bool:
    """Undoes the ends of these acts; says whether the row holds now because of it."""
    held = times.holds(writer.clock)
    for end in (e for e in times.ends if e.standing and e.act in acts):
        end.undone = writer.clock
    return times.holds(writer.clock) and not held


async def _lines(writer: Writer, state: State, edges: list[EdgeRow]) -> Iterable[RelationLine]:
    """The links that hold again, with the evidence that the database counts for each now."""
    asked = [{**link_key(e), "at": writer.clock} for e in edges]
    holding = {row["key"]: row["holding"] for row in await writer.rows("write/lost", links=asked)} if asked else {}
    names = {id_: known.name for id_, known in state.ids.items()}
    return [
        RelationLine(id=e.id, source=names[e.source], target=names[e.target], type=e.type, evidence=holding[e.id]) for e in edges
    ]
