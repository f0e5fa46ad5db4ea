"""Retype: an entity was stated under the wrong type. Identity has no clock: every reading shows the new type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.model.receipts import Receipt
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, reason_of, refused, store_act
from graphmem.write.filling import retell
from graphmem.write.masking import Masked
from graphmem.write.resolve import entity_ids, entity_line, lookups, resolve


async def retype(
    actor: Actor, name: str, type: str, *, reason: str, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Gives an entity, with its names, another type; raises `NotAllowed` for an agent, `NameNotFound`, `AmbiguousName`,
    or `Refused` when the type is unknown, is the same, or has an entity of one of these names already.
    """
    actor.must_be_person("a retype")
    masked = Masked()
    text = reason_of(masked, reason)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        new = writer.ontology.entity_type(type)
        if new is None:
            allowed = ", ".join(t.name for t in writer.ontology.entity_types)
            raise refused("type", "UNKNOWN_TYPE", f"{type!r} is no entity type; the types are {allowed}")
        known = await resolve(writer, begun, name)
        old = writer.ontology.entity_type(known.type)
        if old is None or old.name == new.name:
            raise refused("type", "SAME_TYPE", f"{known.name!r} is a {known.type} already")
        taken = await writer.rows("write/names_taken", entity=known.id, old=old.name, new=new.name)
        if taken:
            raise refused("type", "NAME_TAKEN", _taken(taken[0], new.name))
        row = {"entity": known.id, "old": old.name, "new": new.name, "old_label": old.label, "new_label": new.label}
        counts = await writer.one("write/retype", row=row)
        await retell(writer, [known.id])
        act = await store_act(writer, "retype", text, target=known.id, old=old.name, new=new.name)
        line = entity_line(known, name).model_copy(update={"type": new.name})
        return Receipt(id=act, entities=(line,), counts={"entities": counts["entities"], "names": counts["names"]})

    body = {"name": name, "type": type, "reason": text}
    request = Request("retype", body, request_id, dry_run, lookups(actor.workspace, name=name), entity_ids(name), said=masked)
    return await perform(actor, request, work)


def _taken(row: Mapping[str, Any], type_: str) -> str:
    held = f"{row['name']!r} is the name of {row['holder']} ({type_}) already"
    if row["merged"]:
        return f"{held}, which is merged into it; merge the other way round, and the {type_} stands"
    return f"{held}; merge the two instead"
