"""Merge, unmerge, mark as different: a person says which names are one thing and which are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.errors import NotFound
from graphmem.model.characters import whole
from graphmem.model.receipts import EntityLine, Receipt, Warned
from graphmem.store import Store, Writer
from graphmem.write.acts import Actor, Request, perform, reason_of, refused, store_act
from graphmem.write.filling import fill
from graphmem.write.identity import JOINED, Moves, Standing, place, standing_merges
from graphmem.write.items import new_id
from graphmem.write.masking import Masked
from graphmem.write.resolve import entity_ids, entity_line, lookups, resolve
from graphmem.write.state import Known

SYSTEM = "system"
"""The author of merges that an ingest made by itself; the radar shows them until a person has judged them."""


async def merge(
    actor: Actor, loser: str, survivor: str, *, reason: str, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Makes one entity of two: names, links and mentions of `loser` lead to `survivor`, whose type and name stand.

    Raises `NotAllowed` for an agent, `NameNotFound`, `AmbiguousName`, or `Refused` when they are one already or marked as different.
    """
    actor.must_be_person("a merge")
    masked = Masked()
    text = reason_of(masked, reason)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        gone, stays = await resolve(writer, begun, loser), await resolve(writer, begun, survivor)
        if gone.id == stays.id:
            raise refused("survivor", "ALREADY_ONE", f"{loser!r} and {survivor!r} are one entity already ({stays.id})")
        await _not_different(writer, gone, stays)
        id_, moves = await _merged(writer, gone.home, stays.home, text)
        return Receipt(id=id_, entities=(entity_line(stays, survivor),), counts=moves.count, warnings=_types_differ(gone, stays))

    body = {"loser": loser, "survivor": survivor, "reason": text}
    names = lookups(actor.workspace, loser=loser, survivor=survivor)
    request = Request("merge", body, request_id, dry_run, names, entity_ids(loser, survivor), said=masked)
    return await perform(actor, request, work)


async def _merged(writer: Writer, loser: str, survivor: str, reason: str | None) -> tuple[str, Moves]:
    """Stores the merge and places everything by it."""
    before = await standing_merges(writer)
    id_ = new_id("mrg")
    node = {
        "id": id_, "workspace": writer.workspace, "loser": loser, "survivor": survivor, "author": writer.author,
        "reason": reason, "seq": writer.seq, "recorded_at": writer.clock,
    }  # fmt: skip
    await writer.rows("write/merge", merge=node)
    return id_, await place(writer, before, [*before, Standing(id_, loser, survivor)])


async def merge_by_system(store: Store, workspace: str, loser: str, survivor: str, *, reason: str) -> str | None:
    """Merges two entities by id in the name of the system, which a person may judge; returns the merge.

    Nothing is done, and None returned, where one of them was merged or erased meanwhile, or a person marked the two as different
    or undid a merge of them before.
    """
    untold: set[str] = set()

    async def work(writer: Writer) -> str | None:
        begun = await writer.begin(ids=[loser, survivor])
        there = {row["home"] for row in begun["entities"] if row["id"] == row["home"]}
        pair = [loser, survivor]
        if (
            there != {*pair}
            or await writer.rows("write/differences", entities=pair)
            or await writer.rows("write/undone", pair=pair)
        ):
            writer.idle = True
            return None
        id_, _ = await _merged(writer, loser, survivor, reason)
        untold.update(writer.untold)
        return id_

    merge = await store.write(work, workspace=workspace, author=SYSTEM)
    await fill(store, workspace, untold)
    return merge


def _types_differ(gone: Known, stays: Known) -> tuple[Warned, ...]:
    if gone.type == stays.type:
        return ()
    return (Warned(code="TYPES_DIFFER", message=f"{gone.name!r} was a {gone.type}; the merged entity is a {stays.type}"),)


async def _not_different(writer: Writer, one: Known, other: Known) -> None:
    rows = await writer.rows("write/differences", entities=[one.id, other.id])
    if rows:
        raise refused("survivor", "MARKED_DIFFERENT", f"{rows[0]['author']} marked the two as different; undo that mark first")


async def unmerge(actor: Actor, merge: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
    """Undoes a merge: every name, link and mention goes back to the entity whose name it was stated with.

    Raises `NotAllowed` for an agent, `NotFound` for an unknown merge, `Refused` when it was undone before, or when an import
    made it: the imported entity has no name of its own, so nobody could reach it.
    """
    actor.must_be_person("an unmerge")
    masked, merge = Masked(), whole(merge)
    text = reason_of(masked, reason)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        await _can_be_undone(writer, merge)
        before = await standing_merges(writer)
        found = next(m for m in before if m.id == merge)
        await writer.rows("write/unmerge", merge=merge, reason=text)
        await store_act(writer, "unmerge", None, target=merge)  # its reason stays with the merge; followers read acts
        moves = await place(writer, before, [m for m in before if m.id != merge])
        rows = await writer.rows("write/briefs", ids=[found.survivor, found.loser])
        lines = tuple(EntityLine(id=r["id"], name=r["name"], type=r["type"], created=False, matched_by="id") for r in rows)
        return Receipt(id=merge, entities=lines, counts=moves.count)

    body = {"merge": merge, "reason": text}
    return await perform(actor, Request("unmerge", body, request_id, dry_run, said=masked), work)


async def _can_be_undone(writer: Writer, merge: str) -> None:
    """Raises `NotFound` or `Refused` for a merge that cannot be undone."""
    told = await writer.rows("write/merge_told", merge=merge)
    if not told:
        raise NotFound("merge", merge)
    if told[0]["undone"]:
        raise refused("merge", "ALREADY_UNDONE", f"{merge!r} was undone before")
    if told[0]["how"] == JOINED:
        message = (
            f"an import made {merge!r}, for both entities had one name of one type; undone, one of them would have no name. "
            "State what belongs to another thing under a name of its own"
        )
        raise refused("merge", "MADE_BY_IMPORT", message)


async def mark_different(
    actor: Actor, one: str, other: str, *, reason: str | None = None, undo: bool = False,
    request_id: str | None = None, dry_run: bool = False,
) -> Receipt:  # fmt: skip
    """Says that two entities are different things: they are not proposed as one again, until the mark is undone.

    Raises `NotAllowed` for an agent, `NameNotFound`, `AmbiguousName`, or `Refused` when there is nothing to mark or to undo.
    """
    actor.must_be_person("marking as different")
    masked = Masked()
    text = reason_of(masked, reason, required=False)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        a, b = await resolve(writer, begun, one), await resolve(writer, begun, other)
        if a.id == b.id:
            raise refused("other", "ALREADY_ONE", f"{one!r} and {other!r} are one entity ({a.id}); unmerge them first")
        marked = await writer.rows("write/differences", entities=[a.id, b.id])
        if undo and not marked:
            raise refused("other", "NOT_MARKED", f"{one!r} and {other!r} are not marked as different")
        if undo:
            await writer.rows("write/unmark_different", entities=[a.id, b.id])
        elif not marked:
            await writer.rows("write/mark_different", id=new_id("dif"), one=a.home, other=b.home, reason=text)
        return Receipt(entities=(entity_line(a, one), entity_line(b, other)))

    body = {"one": one, "other": other, "reason": text, "undo": undo}
    names = lookups(actor.workspace, one=one, other=other)
    request = Request("mark_different", body, request_id, dry_run, names, entity_ids(one, other), said=masked)
    return await perform(actor, request, work)
