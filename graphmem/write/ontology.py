"""Apply an ontology: a new version of a workspace's own types; what is in use is never lost, and relabelled only where the file says so."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.errors import Refusal, Refused
from graphmem.model.answers.ontology import OntologyChange
from graphmem.model.ontology import Ontology
from graphmem.model.own_ontology import EMPTY, OwnOntology, extended
from graphmem.model.receipts import Receipt
from graphmem.read.ontology import body_of, changes_of
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, reason_of, store_act
from graphmem.write.filling import BATCH, retell
from graphmem.write.items import new_id
from graphmem.write.masking import Masked


async def apply_ontology(
    actor: Actor, declared: OwnOntology, *, reason: str | None = None, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Makes `declared` the own ontology of the workspace, as a new version.

    Raises `NotAllowed` for an agent, and `Refused` for what is in use and would be lost or become something that nobody named.
    """
    actor.must_be_person("applying an ontology")
    masked = Masked()
    why = reason_of(masked, reason, required=False)
    declared = _masked(declared, masked)
    body = body_of(declared)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        rows = await writer.rows("read/ontology_versions", limit=1)
        standing = OwnOntology.model_validate_json(rows[0]["body"]) if rows else EMPTY
        changes = await changes_of(writer, standing, declared)
        _stop(changes)
        if not changes:
            writer.idle = True
            return Receipt(counts={"version": rows[0]["version"] if rows else 0, "changes": 0})
        relabelled = await _relabel(writer, changes, extended(standing), extended(declared))
        node = {
            "id": new_id("ont"), "workspace": writer.workspace, "body": body, "author": writer.author, "seq": writer.seq,
            "recorded_at": writer.clock, **({"reason": why} if why else {}),
        }  # fmt: skip
        row = await writer.one("write/ontology_version", version=node)
        await store_act(writer, "ontology", why, target=node["id"])
        return Receipt(id=str(node["id"]), counts={"version": row["number"], "changes": len(changes), **relabelled})

    request = Request(
        "apply_ontology", {"body": json.loads(body), "becomes": declared.turned, "reason": why}, request_id, dry_run, said=masked
    )
    return await perform(actor, request, work)


def _masked(declared: OwnOntology, masked: Masked) -> OwnOntology:
    """The declaration with the secrets among the values of its slots masked: they are its only free text."""
    slots = (
        slot.model_copy(update={"values": tuple(masked.text(value, f"slots.{slot.name}.values") for value in slot.values)})
        for slot in declared.slots
    )
    return declared.model_copy(update={"slots": tuple(slots)})


def _stop(changes: Sequence[OntologyChange]) -> None:
    """Raises `Refused` with every change that cannot be."""
    refused = [c for c in changes if c.refused]
    if refused:
        raise Refused(
            [Refusal(0, f"{c.part}s.{c.name}", "TYPE_IN_USE", f"{c.affected:,} affected: {c.refused}") for c in refused]
        )


async def _relabel(writer: Writer, changes: Sequence[OntologyChange], before: Ontology, after: Ontology) -> dict[str, int]:
    """Makes what types turn into of what was of them; how many entities and links that were."""
    counts = {"entities": 0, "links": 0}
    for change in (c for c in changes if c.becomes and c.affected):
        if change.part == "entity_type":
            counts["entities"] += await _retyped(writer, change.name, str(change.becomes), before, after)
        else:
            new = after.relation_type(str(change.becomes))
            old = before.relation_type(change.name)
            given = {"stored": old.stored if old else "", "old": change.name, "new": change.becomes if new and new.is_a else None}
            counts["links"] += (await writer.one("write/rename_relations", **given))["links"]
    return {key: n for key, n in counts.items() if n}


async def _retyped(writer: Writer, old: str, new: str, before: Ontology, after: Ontology) -> int:
    """Gives every entity of a type, and their names, another one; raises `Refused` where one of them is known under it already."""
    taken = await writer.rows("write/type_taken", old=old, new=new, limit=5)
    if taken:
        names = ", ".join(repr(row["name"]) for row in taken)
        message = f"{names} are names of {new} already; merge or retype those entities first"
        raise Refused([Refusal(0, f"entity_types.{old}", "NAME_TAKEN", message)])
    row = await writer.one("write/rename_type", old=old, new=new, old_label=before.label(old), new_label=after.label(new))
    for at in range(0, len(row["entities"]), BATCH):
        await retell(writer, row["entities"][at : at + BATCH])
    return len(row["entities"])
