"""Takes the text of erased things out of what else tells of them: stored receipts, spellings, reasons of acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.model.names import name_key, parts, typo_keys
from graphmem.model.receipts import EndedLine, Receipt
from graphmem.model.times import OPEN_YEAR
from graphmem.store import Writer
from graphmem.store.fulltext import slip_terms
from graphmem.write.replay import erased_id, request_key


@dataclass(slots=True)
class Gone:
    """What an erasure takes away: ids, the instants of the requests that told of them, and names that are shown no more."""

    ids: set[str] = field(default_factory=set)
    instants: set[datetime] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)

    def told_at(self, instants: Iterable[datetime]) -> None:
        """Adds instants at which a request may have told of it; an end that was never undone has none."""
        self.instants |= {at for at in instants if at.year < OPEN_YEAR}


async def scrub(writer: Writer, gone: Gone) -> int:
    """Rewrites every receipt that tells of what is gone, and takes the reasons out of acts on it; says how many receipts changed.

    A request whose own record went, or of which nothing is left, stays known as erased by the digest of its id alone.
    """
    rows = []
    for found in await writer.rows("write/requests_at", instants=sorted(gone.instants)):
        receipt = Receipt.model_validate_json(found["receipt"])
        left = without(receipt, gone)
        if left is None:
            id_ = erased_id(found["author"], found["request_id"])
            key = request_key(writer, id_, found["author"])
            properties = {"erased": True, "receipt": None, "body": None, "request_id": id_, "key": key}
            rows.append({"key": found["key"], "properties": properties})
        elif left != receipt:
            rows.append({"key": found["key"], "properties": {"receipt": left.model_dump_json()}})
    return int((await writer.one("write/erase_requests", rows=rows, ids=sorted(gone.ids)))["changed"])


def without(receipt: Receipt, gone: Gone) -> Receipt | None:
    """The receipt without what is gone; None where nothing of it is left. What warnings quote is not known, so they go."""
    left = receipt.model_copy(
        update={
            "records": tuple(x for x in receipt.records if x.id not in gone.ids),
            "entities": tuple(
                x.model_copy(update={"name": gone.names.get(x.name, x.name)}) for x in receipt.entities if x.id not in gone.ids
            ),
            "relations": tuple(
                x.model_copy(update={k: gone.names.get(v, v) for k, v in (("source", x.source), ("target", x.target))})
                for x in receipt.relations
                if x.id not in gone.ids
            ),
            "texts": tuple(x for x in receipt.texts if x.id not in gone.ids),
            "work": tuple(x for x in receipt.work if x.id not in gone.ids),
            "ended": tuple(_ended(receipt.ended, gone)),
            "evidence_lost": tuple(_ended(receipt.evidence_lost, gone)),
        }
    )
    if receipt.id in gone.ids or (receipt.records and not left.records) or (receipt.texts and not left.texts):
        return None
    if left == receipt:
        return receipt
    told = (left.records, left.entities, left.relations, left.ended, left.evidence_lost, left.texts, left.work)
    return left.model_copy(update={"warnings": ()}) if any(told) else None


def _ended(lines: Iterable[EndedLine], gone: Gone) -> Iterable[EndedLine]:
    for line in lines:
        if not gone.ids & {line.record, line.relation}:
            quotes = line.link is not None and any(name in line.link for name in gone.names)
            yield line.model_copy(update={"link": None}) if quotes else line


async def respell(writer: Writer, homes: Iterable[str], seqs: Iterable[int], spelled: Iterable[str], gone: Gone) -> None:
    """Deletes the names that the erased records brought or used and nothing else uses; their entities are shown by another."""
    keys = sorted({name_key(name) for name in spelled})
    found = await writer.rows("write/spellings", homes=sorted(homes), seqs=sorted(seqs), keys=keys)
    names, entities = [], []
    for row in found:
        left = _left(row)
        names += [{"key": n["key"], "properties": None} for n in row["names"] if n["key"] not in left]
        for name in (n for n in row["names"] if left.get(n["key"], n["name"]) != n["name"]):
            names.append({"key": name["key"], "properties": _spelled(left[name["key"]])})
        same = [spelled for spelled in left.values() if name_key(spelled) == name_key(row["shown"])]
        if (shown := (same or list(left.values()))[0]) != row["shown"]:
            entities.append({"id": row["home"], "name": shown})
            gone.names[row["shown"]] = shown
            gone.told_at(row["instants"])
    if names or entities:
        changed = sorted({row["home"] for row in found})
        gone.told_at((await writer.one("write/told_of", ids=changed))["instants"])
        await writer.rows("write/respell", names=sorted(names, key=_key), entities=entities)


def _spelled(name: str) -> dict[str, str]:
    return {"name": name, "parts": " ".join(parts(name)), "typos": slip_terms(typo_keys(name))}


def _left(row: dict[str, Any]) -> dict[str, str]:
    """The names that stay, by key, as what is left spells them; an entity keeps at least one."""
    said = [*row["used"], *(a for aliases in row["aliases"] for a in aliases)]
    used = {name_key(n): n for n in reversed(said)}
    left = {}
    for name in row["names"]:
        if not name["added"] or name["name"] in said:
            left[name["key"]] = name["name"]
        elif name["name_key"] in used:
            left[name["key"]] = used[name["name_key"]]
    return left or {row["names"][0]["key"]: row["names"][0]["name"]}


def _key(row: dict[str, Any]) -> str:
    return str(row["key"])
