"""Eight writers on the same names: no error, no duplicate, and what each was told is stored is there."""

from __future__ import annotations

import asyncio
import os

import pytest

from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.stating import decision

pytestmark = pytest.mark.fault

WRITERS, NAMES = 8, 7
EACH = 25 if os.environ.get("GRAPHMEM_FULL") else 5


async def test_eight_writers_on_the_same_names(memory: Memory, workspace: Workspace) -> None:
    """Every record is stored once with its author, every name leads to one entity, and no two records share a place in the order."""

    async def writer(who: int) -> list[str]:
        mine = await memory.workspace(workspace.name, author=f"w{who}")
        receipts = [await mine.remember(decision(f"n{n % NAMES} depends_on n{(n + 1) % NAMES}")) for n in range(EACH)]
        return [receipt.records[0].id for receipt in receipts]

    told = await asyncio.gather(*(writer(who) for who in range(WRITERS)))
    place = f"{{workspace: '{workspace.name}'}}"
    rows = await memory.store.command(f"MATCH (r:Record {place}) RETURN r.id AS id, r.author AS author, r.seq AS seq")
    assert sorted(row["id"] for row in rows) == sorted(id_ for ids in told for id_ in ids)
    assert len({row["seq"] for row in rows}) == WRITERS * EACH
    assert all(row["author"] == f"w{who}" for who, ids in enumerate(told) for row in rows if row["id"] in ids)
    counted = await memory.store.command(
        f"RETURN COUNT {{ (:Entity {place}) }} AS entities, COUNT {{ (:Name {place}) }} AS names,"
        f" COUNT {{ (:Entity {place})-[:DEPENDS_ON]->() }} AS links"
    )
    assert counted == [{"entities": min(NAMES, EACH + 1), "names": min(NAMES, EACH + 1), "links": WRITERS * EACH}]
