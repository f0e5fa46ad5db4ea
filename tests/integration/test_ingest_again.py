"""The same document once more: in a row, at once, with other line ends, under another name, and after it was forgotten."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import Refused
from graphmem.workspace import Workspace
from tests.acting import nodes

NOTE = "# Sessions\n\nThey live in redis.\n\n(api:code_component) -[depends_on]-> (redis:technology): sessions live there\n"


async def sorts(workspace: Workspace) -> Counter[str]:
    """How many nodes of each sort there are; each run has an entry of its own in the ledger."""
    return Counter(label for node in await nodes(workspace) for label in node["labels"] if label != "Job")


async def test_con_06_a_document_is_taken_in_once(workspace: Workspace, tmp_path: Path) -> None:
    """CON-06: two at once take it in once; later ones, with other line ends too, find it unchanged; a forgotten one needs `again`."""
    note = tmp_path / "v" / "Sessions.md"
    note.parent.mkdir()
    note.write_text(NOTE)

    async def ingested(**given: bool) -> dict[str, int]:
        found = await workspace.ingest(str(note.parent), **given)
        assert (found.state, found.failed) == ("done", ())
        return {name: found.counts.get(name, 0) for name in ("new", "changed", "unchanged")}

    at_once = await asyncio.gather(ingested(), ingested())
    assert sum(counts["new"] for counts in at_once) == 1
    before = await sorts(workspace)
    unchanged = {"new": 0, "changed": 0, "unchanged": 1}
    assert await ingested() == unchanged
    note.write_bytes(NOTE.replace("\n", "\r\n").encode())
    assert await ingested() == unchanged
    note = note.rename(note.with_name("Where sessions live.md"))
    assert (await ingested())["new"] == 0
    (document,) = (await workspace.documents()).documents
    assert document.path == note.name
    assert await sorts(workspace) == before
    await workspace.forget(document=document.id, reason="outdated")
    found = await workspace.ingest(str(note.parent))
    assert [(n.document, n.code) for n in found.notes] == [("v/Where sessions live.md", "SKIPPED_FORGOTTEN")]
    assert await ingested(again=True) == {"new": 0, "changed": 1, "unchanged": 0}
    assert sorted(link.holds for link in (await workspace.history("api", "redis")).links) == [False, True]


async def test_con_09_another_source_under_the_same_name(workspace: Workspace, tmp_path: Path) -> None:
    """CON-09: a name that stands for other work is refused, and what it stood for stays; the same again, elsewhere too, is no other."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, link in ((one, "(api) -[depends_on]-> (redis)"), (other, "(web) -[depends_on]-> (redis)")):
        folder.mkdir()
        (folder / f"{folder.name}.md").write_text(f"{link}: sessions live there\n".replace(")", ":technology)"))
    await workspace.ingest(str(one), source="notes")
    with pytest.raises(Refused, match="source") as error:
        await workspace.ingest(str(other), source="notes")
    assert error.value.refusals[0].code == "SOURCE_MISSING"
    assert [d.entity.name for d in (await workspace.impact("redis")).dependents] == ["api"]
    moved = one.rename(tmp_path / "elsewhere")
    assert (await workspace.ingest(str(moved), source="notes")).counts["unchanged"] == 1
    replaced = await workspace.ingest(str(other), source="notes", missing="end")
    assert (replaced.counts["new"], replaced.counts["removed"]) == (1, 1)
