"""Describe: an edit by hand of what is said of an entity. What was said before stays readable as of any day."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.errors import Refusal, Refused
from graphmem.model import ontology as o
from graphmem.model.names import clean_name
from graphmem.model.receipts import Receipt
from graphmem.model.records import Scalar
from graphmem.model.times import OPEN, Place
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, refused
from graphmem.write.fields import broken_fields
from graphmem.write.filling import retell
from graphmem.write.items import new_id
from graphmem.write.masking import Masked
from graphmem.write.resolve import entity_ids, entity_line, lookups, resolve
from graphmem.write.rows import Times


async def describe(
    actor: Actor, name: str, *, description: str | None = None, fields: Mapping[str, Scalar] | None = None,
    unset: Sequence[str] = (), request_id: str | None = None, dry_run: bool = False,
) -> Receipt:  # fmt: skip
    """Says what an entity is: a description, values of its declared fields, or fields that carry no value any more.

    Raises `NameNotFound`, `AmbiguousName`, or `Refused` for a field that the type does not declare.
    """
    masked = Masked()
    text = (masked.optional(description, "description") or "").strip() or None
    values = {k: v for k, v in masked.fields(fields or {}, "fields").items() if v is not None and v != ""}
    if text is None and not values and not unset:
        raise refused("description", "EMPTY_FIELD", "give a description, fields, or fields to unset")
    if len(text or "") > o.MAX_FIELD:
        raise refused("description", "TOO_LONG", f"{len(text or ''):,} characters given, at most {o.MAX_FIELD:,} are taken")
    body = {"name": name, "description": text, "fields": values, "unset": sorted(unset)}

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        known = await resolve(writer, begun, name)
        declared = writer.ontology.entity_type(known.type)
        _check_fields(known.type, declared, values if text is None else {**values, "description": text}, unset)
        id_ = new_id("dsc")
        used = known.name if entity_ids(name) else clean_name(name).shown
        place = Place(writer.clock, writer.clock, writer.seq, 0)
        times = Times(writer.clock, "instant", True, OPEN, writer.clock, writer.seq, 0, place)
        mention = {
            "id": f"{id_}:{known.home}", "workspace": writer.workspace, "record": id_, "kind": "description", "author": writer.author,
            "stated": known.home, "name": used, "description": text,
            "fields": json.dumps(values, sort_keys=True, ensure_ascii=False) if values else None,
            "unset": sorted(unset) or None, **times.properties(),
        }  # fmt: skip
        node = {"id": id_, "workspace": writer.workspace, "author": writer.author, "seq": writer.seq, "recorded_at": writer.clock}
        await writer.rows(
            "write/describe", entity=known.id, node=node, mention={k: v for k, v in mention.items() if v is not None}
        )
        await retell(writer, [known.id])
        return Receipt(id=id_, entities=(entity_line(known, name),))

    names = lookups(actor.workspace, name=name)
    request = Request("describe", body, request_id, dry_run, names, entity_ids(name), said=masked)
    return await perform(actor, request, work)


def _check_fields(type_: str, declared: o.EntityType | None, said: Mapping[str, Any], unset: Sequence[str]) -> None:
    fields = declared.fields if declared else ()
    values = {key: value for key, value in said.items() if key != "description"}
    broken = list(broken_fields(declared, values, "fields")) if declared else []
    for n, key in enumerate(unset):
        if key not in (*fields, "description"):
            message = f"{type_} has no field {key!r}; its fields: {', '.join(fields) or 'none'}"
            broken.append((f"unset[{n}]", "UNKNOWN_FIELD", message))
        elif key in said:
            broken.append((f"unset[{n}]", "GIVEN_TWICE", f"{key!r} is given a value too; say one of the two"))
    if broken:
        raise Refused([Refusal(0, *each) for each in broken])
