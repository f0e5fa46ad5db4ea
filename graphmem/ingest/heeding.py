"""What people forgot or erased of a document is not stated anew by a later reading of it, unless that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graphmem.ingest.ledger import Ledger
from graphmem.ingest.replaying import ended_by_people, is_among, readable, said
from graphmem.ingest.storing import Draft
from graphmem.model.ontology import Ontology
from graphmem.model.records import Record
from graphmem.write.erase import digest
from graphmem.write.items import Item


async def heed(ledger: Ledger, draft: Draft, *, again: bool) -> None:
    """Takes out of a draft what its passages state and people had ended or erased, with a note; with `again` it comes back."""
    if draft.entry.version == 0:
        return
    ontology = ledger.store.ontologies.of(ledger.workspace)
    items = {n: item for n, record in enumerate(draft.records) if (item := _read(record, ontology))}
    if not items:
        return
    erased = await _erased(ledger, items)
    if again:
        await ledger.bring_back([*erased.values()])
        return
    (found,) = await ledger.read("ingest/projection", document=draft.entry.id)
    forgotten = ended_by_people(found["records"])
    out = {n for n, item in items.items() if n in erased or is_among(forgotten, said(item))}
    if out:
        draft.records = [record for n, record in enumerate(draft.records) if n not in out]
        note = f"{len(out)} statements were forgotten or erased here before, so not stated again (ask for it with again)"
        draft.document = replace(draft.document, notes=(*draft.document.notes, note))


def _read(record: Record, ontology: Ontology) -> Item | None:
    """A statement of a passage as it would be stored; None for others, and for what is refused later."""
    return None if getattr(record, "chunk", None) is None else readable(record, ontology)


async def _erased(ledger: Ledger, items: Mapping[int, Item]) -> dict[int, str]:
    """Those that were erased, with the ids of their tombstones: they say the same, under the key of the workspace."""
    (bounds,) = await ledger.read("read/moved_secret")
    if not (bounds["erasures"] and bounds["secret"]):
        return {}
    digests = {n: digest(bounds["secret"], {"kind": item.kind, **item.properties}) for n, item in items.items()}
    rows = await ledger.read("read/moved_tombstones", ids=[], digests=sorted(set(digests.values())))
    ids = {row["digest"]: row["id"] for row in rows}
    return {n: ids[told] for n, told in digests.items() if told in ids}
