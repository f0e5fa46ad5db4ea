"""Mending two entities of one name: merged as a person would merge them, so that `unmerge` takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.model.names import MAX_CHARACTERS, clean_name
from graphmem.store import Store, Writer
from graphmem.write.identity import place, standing_merges
from graphmem.write.items import new_id
from graphmem.write.state import Known, NewName
from graphmem.write.stored import name_row

AUTHOR = "doctor"
REASON = "one name of one type is one entity; the store had two before it had the constraint"


async def mend_doubled_names(store: Store) -> list[str]:
    """Merges the entities that one name of one type leads to, into the oldest; says what was merged.

    The younger one gets a spelling of its own (`Kestrel (2)`), so that it has a name when the merge is undone.
    """
    told = []
    for row in await store.look("read/doctor_named_twice"):
        if row["several"]:
            continue  # one name that leads to several entities: which of them it was meant for nobody can say

        async def work(writer: Writer, row: Mapping[str, Any] = row) -> str:
            return await _mend(writer, row)

        told.append(await store.write(work, workspace=row["workspace"], author=AUTHOR))
    return told


async def _mend(writer: Writer, row: Mapping[str, Any]) -> str:
    await writer.begin()
    stays, *others = row["entities"] or [{"id": None, "name": None}]
    before = await standing_merges(writer)
    spellings = [await _own_spelling(writer, row, entity["id"]) for entity in others]
    await writer.rows("write/doctor_names", key=row["key"], rows=spellings)
    for entity in others:
        merge = {
            "id": new_id("mrg"), "workspace": writer.workspace, "loser": entity["id"], "survivor": stays["id"], "author": AUTHOR,
            "reason": REASON, "seq": writer.seq, "recorded_at": writer.clock,
        }  # fmt: skip
        await writer.rows("write/merge", merge=merge)
    await place(writer, before, await standing_merges(writer))
    merged = ", ".join(f"{e['id']} into {stays['id']}" for e in others) or "needless copies of one name removed"
    return f"{row['type']} {row['name']!r} in {row['workspace']!r}: {merged}"


async def _own_spelling(writer: Writer, row: Mapping[str, Any], entity: str) -> dict[str, Any]:
    """The name with the first number that no other entity of the type has."""
    for number in range(2, 10_000):
        ending = f" ({number})"
        name = clean_name(row["name"][: MAX_CHARACTERS - len(ending)] + ending)
        spelling = name_row(NewName(row["type"], name, Known(entity, entity, row["type"], row["name"])), writer)
        key = spelling["properties"]["key"]
        if not await writer.rows("read/moved_names", keys=[key]):
            return spelling
    raise AssertionError("ten thousand things of one name")
