"""Export and import: everything of a workspace, as of one instant, into another store, or into a copy that has part of it."""

from __future__ import annotations

import io
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Erased, InvalidArgument, NotAllowed, Refused, WorkspaceNotFound
from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.moving import export as exporting
from graphmem.read.workspaces import workspaces as read_workspaces
from graphmem.workspace import Workspace
from tests.acting import nodes
from tests.conftest import MakeWorkspace
from tests.dumping import dump, run, wipe
from tests.moved import Line, edited, exported, of_kind, things
from tests.stating import change, decision
from tests.telling import tell_everything

pytestmark = pytest.mark.slow


def codes(receipt: Receipt) -> list[str]:
    return [w.code for w in receipt.warnings]


# -- everything, and back


async def test_what_is_found_after_the_move(workspace: Workspace, memory: Memory) -> None:
    """Words, terms and vectors are made anew; texts keep their order, and each is found by the one before it too."""
    told = decision("api depends_on auth")
    entities = (told.entities[0].model_copy(update={"description": "a gateway"}), *told.entities[1:])
    await workspace.remember(told.model_copy(update={"entities": entities}))
    await workspace.add_messages("standup", *({"text": f"{word} it is", "at": "2026-03"} for word in ("first", "second")))
    await workspace.add_texts("guide", {"text": "read me", "heading": "Start"})
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    found = await _found(memory, workspace)
    await wipe(memory.store, workspace.name)
    receipt = await memory.import_(io.BytesIO(file))
    assert receipt.counts["texts"] == 3
    assert await dump(memory.store, workspace.name) == before
    assert await _found(memory, workspace) == found
    assert len(found) == 6 + 1
    assert (await memory.import_(io.BytesIO(file))).counts["known"] == len(file.splitlines()) - 4
    assert (await workspace.add_messages("standup", {"text": "second it is", "at": "2026-03"})).counts["known"] == 1


async def _found(memory: Memory, workspace: Workspace) -> list[tuple[Any, ...]]:
    """What everything in a workspace is found by: the set of its words, whether it has a vector, its terms."""
    rows = await run(
        memory.store,
        "MATCH (n:Searchable {workspace: $w}) RETURN n.id AS id, n.lexical AS words, size(n.vector_a) AS n, n.unembedded AS mark, "
        "COLLECT { MATCH (n)-[:HAS_TERM]->(t) RETURN t.stem } AS terms UNION ALL "
        "MATCH (:Entity {workspace: $w})-[r:DEPENDS_ON]->() "
        "RETURN r.id AS id, r.reason AS words, size(r.vector_a) AS n, r.unembedded AS mark, [] AS terms",
        w=workspace.name,
    )
    return sorted((r["id"], tuple(sorted(r["words"].split())), r["n"], r["mark"], tuple(sorted(r["terms"]))) for r in rows)


async def test_another_name(workspace: Workspace, make_workspace: MakeWorkspace, memory: Memory) -> None:
    """Imported under another name the workspace is the same but for its name, with ids and names that answer there."""
    await tell_everything(workspace)
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    await wipe(memory.store, workspace.name)
    copy = await memory.workspace(f"{workspace.name}-copy", create=True, author="ana")
    await wipe(memory.store, copy.name)
    await memory.import_(io.BytesIO(file), workspace=copy.name)
    assert await dump(memory.store, copy.name) == before
    assert (await copy.impact("tokens")).dependents[0].entity.name == "api"


async def test_the_past_is_moved(workspace: Workspace, memory: Memory) -> None:
    """Questions as of a day before an end, and at a day before it, have the answers they had."""
    first = await workspace.remember(decision("api depends_on auth", valid_from="2024"))
    ended = await workspace.remember(decision("api depends_on tokens", supersedes=[first.records[0].id], valid_from="2025"))

    async def answers() -> list[list[str]]:
        clocks: list[dict[str, str]] = [{}, {"as_of": str(first.recorded_at)}, {"valid_at": "2024-06-01"}]
        found = [await workspace.impact("auth", **clock) for clock in clocks]
        return [[d.entity.name for d in answer.dependents] for answer in found]

    before = await answers()
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))
    assert before == [[], ["api"], ["api"]]
    assert await answers() == before
    assert str(ended.recorded_at) in file.decode()


async def test_an_open_end_is_null(workspace: Workspace) -> None:
    """No file holds the year 9999: an open end is null."""
    await tell_everything(workspace)
    file = await exported(workspace)
    assert b"9999-" not in file
    assert b'"stated_to":null' in file


async def test_a_merge_can_be_undone_after_the_move(workspace: Workspace, memory: Memory) -> None:
    """An imported merge is undone as it would have been where it was made."""
    told = await tell_everything(workspace)
    file = await exported(workspace)
    await workspace.unmerge(told.standing, reason="two things after all")
    expected = {row for row in await dump(memory.store, workspace.name) if row[0] == "edge"}
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))
    await workspace.unmerge(told.standing, reason="two things after all")
    assert {row for row in await dump(memory.store, workspace.name) if row[0] == "edge"} == expected


async def test_a_request_is_replayed_after_the_move(workspace: Workspace, memory: Memory) -> None:
    """A `request_id` that was used before the export still gets its first receipt."""
    record = decision("api depends_on auth", request_id="once")
    first = await workspace.remember(record)
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))
    again = await workspace.remember(record)
    assert again.replayed
    assert again.records == first.records


# -- one instant


async def test_what_happens_meanwhile_is_left_out(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record, an end, a merge and an undoing that are committed while the export runs are not in it."""
    told = await tell_everything(workspace)
    before = await exported(workspace)
    read = exporting._Export._rows
    happened: list[str] = []

    async def busy(self: exporting._Export, name: str, **params: Any) -> list[dict[str, Any]]:
        rows = await read(self, name, **params)
        if name == "read/export_opening":
            happened.append(name)
            await workspace.forget(told.reinstated, reason="now it is gone")
            await workspace.remember(decision("api depends_on new thing", supersedes=[told.superseded]))
            await workspace.merge("auth", "tokens", reason="one thing")
            await workspace.unmerge(told.standing, reason="two things")
        return rows

    monkeypatch.setattr(exporting._Export, "_rows", busy)
    during = await exported(workspace)
    assert happened == ["read/export_opening"]
    assert during == before


async def test_an_erasure_meanwhile_begins_the_export_anew(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was erased while the export ran is not in the file, and the file fits together."""
    told = await tell_everything(workspace)
    read = exporting._Export._rows
    erased: list[str] = []

    async def busy(self: exporting._Export, name: str, **params: Any) -> list[dict[str, Any]]:
        rows = await read(self, name, **params)
        if name == "read/export_records" and not erased:
            erased.append(told.erased)
            await workspace.erase(told.erased, reason="private")
        return rows

    monkeypatch.setattr(exporting._Export, "_rows", busy)
    lines = [json.loads(line) for line in (await exported(workspace)).splitlines()]
    assert told.erased not in {r["id"] for r in of_kind(lines, "record")}
    assert told.erased in {t["id"] for t in of_kind(lines, "tombstone")}


async def test_pages_are_whole(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of the pages changes nothing: each row is in the file once."""
    await tell_everything(workspace)
    whole = await exported(workspace)
    monkeypatch.setattr(exporting, "PAGE", 1)
    monkeypatch.setattr(exporting, "DETAILS", 1)
    # The pages of a call that was made with the usual size are those of its default.
    monkeypatch.setattr(exporting._Export._pages, "__defaults__", (1,))
    assert await exported(workspace) == whole


async def test_a_file_appears_whole(workspace: Workspace, tmp_path: Path) -> None:
    """The file can be read by its owner alone and holds what its first line counts; nothing else is left beside it."""
    await workspace.remember(decision("api depends_on auth"))
    target = tmp_path / "memory.jsonl"
    envelope = await workspace.export(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert len(target.read_bytes().splitlines()) == 1 + sum(envelope.counts.values())
    assert os.listdir(tmp_path) == ["memory.jsonl"]
    assert any("schema" in text for text in envelope.not_included)


async def test_an_agent_exports_nothing(workspace: Workspace) -> None:
    """An export takes everything along: it needs a person."""
    agent = Workspace(workspace._store, workspace.name, "bot", kind="agent")
    with pytest.raises(NotAllowed):
        await agent.export(io.BytesIO())


# -- into a copy


async def test_ends_are_added_to_a_copy_that_lacks_them(workspace: Workspace, memory: Memory) -> None:
    """A copy made before an end gets the end and nothing else; one made before its undoing gets that too."""
    record = (await workspace.remember(decision("api depends_on auth", "api depends_on cache"))).records[0].id
    standing = await workspace.merge("cache", "auth", reason="a guess")
    oldest = await exported(workspace)
    await workspace.forget(record, reason="wrong")
    await workspace.unmerge(standing.id or "", reason="a wrong guess")
    older, then = await exported(workspace), things(await dump(memory.store, workspace.name))
    await workspace.reinstate(record, reason="right after all")
    newest, now = await exported(workspace), things(await dump(memory.store, workspace.name))
    await wipe(memory.store, workspace.name)

    await memory.import_(io.BytesIO(oldest))
    receipt = await memory.import_(io.BytesIO(older))
    assert things(await dump(memory.store, workspace.name)) == then
    # The acts of both ends; the ends of the record, of three mentions, of two links and of the merge.
    assert receipt.counts == {"acts": 2, "ends": 7, "known": 5}
    await memory.import_(io.BytesIO(newest))
    assert things(await dump(memory.store, workspace.name)) == now
    # What the copy knows and an older file does not stays.
    await memory.import_(io.BytesIO(oldest))
    assert things(await dump(memory.store, workspace.name)) == now


async def test_who_follows_a_workspace_sees_what_an_import_brings(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """What comes into a workspace that was in use is marked with the seq of its arrival, once; its story's own seq stays."""
    here, there = await make_workspace(), await make_workspace()
    for _ in range(9):
        await here.remember(decision("kestrel depends_on vault"))
    kept, gone = (await there.remember(decision("gate depends_on well"), decision("gate depends_on moat"))).records
    await there.describe("gate", description="the way in")
    await there.forget(gone.id, reason="it dried up")
    merge = await there.merge("well", "moat", reason="one water")
    older = await exported(there)
    await there.unmerge(merge.id or "", reason="two waters")
    newer = await exported(there)
    await wipe(memory.store, there.name)

    seen = await seq_of(here)
    await memory.import_(io.BytesIO(older), workspace=here.name)
    assert await after(here, seen) == ["Act", "Description", "Merge", "Record", "Record"]
    assert {r.record for r in (await here.records(entity="gate")).records} == {kept.id, gone.id}
    assert "arrived" not in (await exported(here)).decode()
    seen = await seq_of(here)
    await memory.import_(io.BytesIO(older), workspace=here.name)
    assert (await seq_of(here), await after(here, seen)) == (seen, [])
    await memory.import_(io.BytesIO(newer), workspace=here.name)
    assert await after(here, seen) == ["Act", "Merge"]
    await here.remember(decision("kestrel depends_on vault"))
    assert await after(here, seen) == ["Act", "Merge", "Record"]


async def test_an_import_into_a_new_workspace_marks_nothing(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """Nobody can have followed a workspace that held nothing: its rows have the seq of their story alone."""
    there, here = await make_workspace(), await make_workspace()
    await there.remember(decision("gate depends_on well"))
    file = await exported(there)
    await wipe(memory.store, there.name)
    await memory.import_(io.BytesIO(file), workspace=here.name)
    assert [p for row in await nodes(here) for p in row["properties"] if p in ("arrived", "fresh")] == []
    assert await after(here, 0) == ["Record"]


async def seq_of(workspace: Workspace) -> int:
    """How far the workspace has come."""
    return next(w.seq for w in await read_workspaces(workspace._store) if w.id == workspace.name)


async def after(workspace: Workspace, seq: int) -> list[str]:
    """The labels of what a follower who has read up to `seq` reads next."""
    rows = await nodes(workspace)
    found = [r for r in rows if max(r["properties"].get("seq", 0), r["properties"].get("arrived", 0)) > seq]
    return sorted(label for r in found for label in r["labels"] if label in ("Record", "Act", "Merge", "Description"))


async def test_import_again_changes_nothing(workspace: Workspace, memory: Memory) -> None:
    """A second import of the same file finds everything known."""
    await tell_everything(workspace)
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    receipt = await memory.import_(io.BytesIO(file))
    assert set(receipt.counts) == {"known"}
    assert await dump(memory.store, workspace.name) == before


async def test_a_stopped_import_goes_on(workspace: Workspace, memory: Memory) -> None:
    """Wherever an import stops, nothing half is exported meanwhile, and the same import again ends as one that never stopped."""
    await tell_everything(workspace)
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    kinds: list[str] = []
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file), report=lambda kind, done, total: kinds.append(kind))
    assert len(kinds) >= 10
    for stop in kinds[1::3]:

        def report(kind: str, done: int, total: int | None, stop: str = stop) -> None:
            if kind == stop:
                raise KeyboardInterrupt

        await wipe(memory.store, workspace.name)
        with pytest.raises(KeyboardInterrupt):
            await memory.import_(io.BytesIO(file), report=report)
        with pytest.raises(InvalidArgument, match="not finished"):
            await exported(workspace)
        await memory.import_(io.BytesIO(file))
        assert await dump(memory.store, workspace.name) == before, stop


async def test_entities_join_by_name(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """An imported entity whose name is here leads to the one that has it; both ids answer, links meet, also after other merges."""
    here, there = await make_workspace(), await make_workspace()
    await here.remember(decision("kestrel depends_on vault"))
    await there.remember(decision("gate depends_on kestrel", "Kestrel depends_on well"))
    theirs = (await there.entity("kestrel")).entity.id
    ours = (await here.entity("kestrel")).entity.id
    file = await exported(there)
    await wipe(memory.store, there.name)
    receipt = await memory.import_(io.BytesIO(file), workspace=here.name)
    assert codes(receipt) == ["JOINED"]
    assert receipt.counts["joined"] == 1
    assert (await here.entity(theirs)).entity.id == ours
    assert [d.entity.name for d in (await here.impact("vault")).dependents] == ["kestrel", "gate"]

    before = await dump(memory.store, here.name)
    guess = await here.merge("kestrel", "vault", reason="a guess")
    await here.unmerge(guess.id or "", reason="a wrong guess")
    after = [row for row in await dump(memory.store, here.name) if "MERGED_INTO" in row or row[0] == "edge"]
    assert [row for row in before if "MERGED_INTO" in row or row[0] == "edge"] == after
    assert set((await memory.import_(io.BytesIO(file), workspace=here.name)).counts) == {"known"}


async def test_a_join_of_an_import_stays(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """The merge that an import made for one name cannot be undone, for one of the two would have no name; nothing changes."""
    here, there = await make_workspace(), await make_workspace()
    await here.remember(decision("kestrel depends_on vault"))
    await there.remember(decision("gate depends_on kestrel"))
    file = await exported(there)
    await wipe(memory.store, there.name)
    await memory.import_(io.BytesIO(file), workspace=here.name)
    (join,) = of_kind([json.loads(x) for x in (await exported(here)).splitlines()], "merge")
    before = await dump(memory.store, here.name)
    for dry_run in (True, False):
        with pytest.raises(Refused) as refused:
            await here.unmerge(join["id"], reason="two birds", dry_run=dry_run)
        assert (refused.value.path, refused.value.code) == ("merge", "MADE_BY_IMPORT")
    assert await dump(memory.store, here.name) == before
    assert [d.entity.name for d in (await here.impact("kestrel")).dependents] == ["gate"]


async def test_an_alias_of_another_stays_where_it_is(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """A spelling that another entity has here is told and left; the imported entity keeps its own name."""
    here, there = await make_workspace(), await make_workspace()
    await here.remember(decision("NJ depends_on vault"))
    record = decision("nightjar depends_on well")
    named = record.entities[0].model_copy(update={"aliases": ("nj",)})
    await there.remember(record.model_copy(update={"entities": (named, *record.entities[1:])}))
    file = await exported(there)
    await wipe(memory.store, there.name)
    receipt = await memory.import_(io.BytesIO(file), workspace=here.name)
    assert codes(receipt) == ["NAME_TAKEN"]
    assert (await here.entity("nj")).entity.name == "NJ"
    assert [d.entity.name for d in (await here.impact("well")).dependents] == ["nightjar"]


# -- what was erased


async def test_a_tombstone_still_counts(workspace: Workspace, memory: Memory) -> None:
    """What a tombstone stands for is skipped and told, in the store where it was erased and where the tombstone was moved to."""
    told = await tell_everything(workspace)
    old = await exported(workspace)
    await workspace.erase(told.erased, reason="private")
    new, before = await exported(workspace), await dump(memory.store, workspace.name)
    receipt = await memory.import_(io.BytesIO(old))
    assert codes(receipt) == ["SKIPPED_ERASED"]
    assert told.erased in receipt.warnings[0].message
    assert await dump(memory.store, workspace.name) == before
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(new))
    assert codes(await memory.import_(io.BytesIO(old))) == ["SKIPPED_ERASED"]
    assert await dump(memory.store, workspace.name) == before
    assert b"secret plan" not in await exported(workspace)


async def test_the_same_words_are_skipped_too(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """A record of another store that says what was erased here is skipped, whatever its id."""
    here, there = await make_workspace(), await make_workspace()
    stated = decision("api depends_on auth")
    await here.erase((await here.remember(stated)).records[0].id, reason="private")
    await there.remember(stated)
    file = await exported(there)
    await wipe(memory.store, there.name)
    receipt = await memory.import_(io.BytesIO(file), workspace=here.name)
    assert codes(receipt) == ["SKIPPED_ERASED"]
    # The entities that only came for it do not stay either.
    labels = {row[1] for row in await dump(memory.store, here.name)}
    assert labels == {("Workspace",), ("Tombstone",)}


async def test_no_copy_of_what_was_erased_comes_back(workspace: Workspace, memory: Memory) -> None:
    """Spellings, receipts and reasons that told of an erased record stay out as well, in the store and in a copy that lacks them."""
    first = await workspace.remember(decision("api depends_on Nightjar", request_id="r1"))
    before = await exported(workspace)
    record = decision("api depends_on Nightjar", decision="private", request_id="r2")
    named = record.entities[1].model_copy(update={"aliases": ("Hush",)})
    told = (await workspace.remember(record.model_copy(update={"entities": (record.entities[0], named)}))).records[0].id
    await workspace.remember(decision("web depends_on api", supersedes=[first.records[0].id, told], request_id="r3"))
    await workspace.forget(told, reason="hush hush", request_id="f1")
    old = await exported(workspace)
    await workspace.erase(told, reason="private")
    now = await dump(memory.store, workspace.name)
    await memory.import_(io.BytesIO(old))
    assert await dump(memory.store, workspace.name) == now
    # A copy that has the tombstone and little else takes the rest of the old file, and nothing of what was erased.
    last, *rest = [json.loads(line) for line in (await exported(workspace)).splitlines()]
    tombstones = [line for line in rest if "workspace" in line or "tombstone" in line]
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(before))

    def bury(lines: list[Line]) -> None:
        lines[0] |= {"seq": last["seq"], "clock": last["clock"]}
        lines[1:2] = tombstones

    await memory.import_(edited(before, bury))
    receipt = await memory.import_(io.BytesIO(old))
    assert "SKIPPED_ERASED" in codes(receipt)
    left = str(await dump(memory.store, workspace.name)).lower()
    assert "hush" not in left
    assert "private" not in left
    with pytest.raises(Erased):
        await workspace.remember(record.model_copy(update={"entities": (record.entities[0], named)}))


async def test_an_edit_by_hand_gets_its_end(workspace: Workspace, memory: Memory) -> None:
    """What was said by hand and forgotten later ends in an older copy too."""
    await workspace.remember(decision("api depends_on auth"))
    by_hand = await memory.workspace(workspace.name, author="ben")
    await by_hand.describe("auth", description="the old door")
    old = await exported(workspace)
    await workspace.forget(author="ben", reason="ben guessed")
    new, now = await exported(workspace), things(await dump(memory.store, workspace.name))
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(old))
    receipt = await memory.import_(io.BytesIO(new))
    assert things(await dump(memory.store, workspace.name)) == now  # what arrives moves the clock of who follows
    assert receipt.counts["ends"] == 1


async def test_an_edit_by_hand_of_an_erased_author(workspace: Workspace, memory: Memory) -> None:
    """What an erased author said by hand has a tombstone too: an older export does not bring it back, unless asked."""
    await workspace.remember(decision("api depends_on auth"))
    ben = await memory.workspace(workspace.name, author="ben")
    said = await ben.describe("auth", description="hush hush")
    old = await exported(workspace)
    await workspace.erase(author="ben", reason="left")
    now, new = await dump(memory.store, workspace.name), await exported(workspace)
    tombstones = of_kind([json.loads(line) for line in new.splitlines()], "tombstone")
    assert [(t["id"], t["kind"]) for t in tombstones] == [(said.id, "description")]
    receipt = await memory.import_(io.BytesIO(old))
    assert codes(receipt) == ["SKIPPED_ERASED"]
    assert await dump(memory.store, workspace.name) == now
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(old))
    # Where it still is, an import erases nothing, and says so.
    assert codes(await memory.import_(io.BytesIO(new))) == ["ERASED_ELSEWHERE"]
    assert (await workspace.entity("auth")).description == "hush hush"
    await workspace.erase(author="ben", reason="left")
    receipt = await memory.import_(io.BytesIO(old), again=True)
    assert receipt.counts["brought_back"] == 1
    assert (await workspace.entity("auth")).description == "hush hush"


async def test_again_brings_back_what_was_erased(workspace: Workspace, memory: Memory) -> None:
    """Asked for it, an import stores what was erased, and its tombstone goes."""
    told = await tell_everything(workspace)
    old = await exported(workspace)
    await workspace.erase(told.erased, reason="private")
    receipt = await memory.import_(io.BytesIO(old), again=True)
    assert receipt.counts["records"] == 1
    assert receipt.counts["brought_back"] == 2  # the record, and the entity that nothing else named
    assert [d.entity.name for d in (await workspace.impact("api")).dependents] == ["secret plan"]
    assert b'"tombstone"' not in await exported(workspace)


async def test_del_08_an_erased_entity(workspace: Workspace, memory: Memory) -> None:
    """What was said of an erased entity stays out with it; the records that named it are known, and asked for, it comes back."""
    await workspace.remember(decision("api depends_on vault", "api depends_on auth"))
    await workspace.remember(decision("gate depends_on vault", "vault depends_on well"))
    old, whole = await exported(workspace), await dump(memory.store, workspace.name)
    await workspace.erase(entity="vault", reason="private")
    before = await dump(memory.store, workspace.name)
    receipt = await memory.import_(io.BytesIO(old))
    assert codes(receipt) == ["SKIPPED_ERASED"]
    assert await dump(memory.store, workspace.name) == before
    await memory.import_(io.BytesIO(old), again=True)
    links = {row for row in whole if row[0] == "edge"}
    assert {row for row in await dump(memory.store, workspace.name) if row[0] == "edge"} == links


async def test_erased_elsewhere_and_still_here(workspace: Workspace, memory: Memory) -> None:
    """An import erases nothing: what was erased where the file comes from is told and stays."""
    told = await tell_everything(workspace)
    old = await exported(workspace)
    await workspace.erase(told.erased, reason="private")
    new = await exported(workspace)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(old))
    receipt = await memory.import_(io.BytesIO(new))
    assert codes(receipt) == ["ERASED_ELSEWHERE"]
    assert [d.entity.name for d in (await workspace.impact("api")).dependents] == ["secret plan"]


async def test_del_08_a_removed_thing(workspace: Workspace, memory: Memory) -> None:
    """The mark of a removed thing is moved: a later link to it is accepted with the warning, as where it was made."""
    await workspace.remember(decision("a depends_on x", "b depends_on x", "x depends_on c"))
    await workspace.remember(change("a related_to b", retires=[{"entity": "x"}]))
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))
    assert (await workspace.impact("x")).dependents == ()
    assert (await workspace.entity("x")).removed
    receipt = await workspace.remember(decision("d depends_on x"))
    assert "STATES_REMOVED" in codes(receipt)
    assert not (await workspace.entity("x")).removed


# -- what is refused, before anything is written


async def refused(memory: Memory, file: io.BytesIO, workspace: str, **more: Any) -> Refused:
    """The refusal of a file; nothing of it is there afterwards."""
    before = await dump(memory.store, workspace)
    with pytest.raises(Refused) as caught:
        await memory.import_(file, workspace=workspace, **more)
    assert await dump(memory.store, workspace) == before
    return caught.value


async def test_a_later_clock_is_refused(workspace: Workspace, memory: Memory) -> None:
    """What claims to have been recorded after the database's clock is refused, with its line."""
    await workspace.remember(decision("api depends_on auth"))
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)

    def tomorrow(lines: list[Line]) -> None:
        lines[0]["clock"] = "2999-01-01T00:00:00Z"
        of_kind(lines, "record")[0] |= {"recorded_at": "2999-01-01T00:00:00Z", "ended_at": "2999-01-01T00:00:00Z"}

    error = await refused(memory, edited(file, tomorrow), workspace.name)
    assert {r.code for r in error.refusals} == {"LATER_THAN_DATABASE"}
    assert {r.index for r in error.refusals} == {1, 5}


@pytest.mark.parametrize(
    ("edit", "line", "code"),
    [
        (lambda lines: lines[3]["entity"].pop("id"), 4, "MALFORMED_LINE"),
        (lambda lines: lines[3]["entity"].update(type="planet"), 4, "MALFORMED_LINE"),
        (lambda lines: lines[3]["entity"].update(colour="red"), 4, "MALFORMED_LINE"),
        (lambda lines: lines[3]["entity"].update(seq="1"), 4, "MALFORMED_LINE"),
        (lambda lines: lines[3]["entity"]["names"][0].update(name=" "), 4, "NAME_REFUSED"),
        (lambda lines: lines[4]["record"].update(valid_from="9999-01-01T00:00:00Z"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"].update(valid_from="2024-02-30T00:00:00Z"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"].update(valid_from="2024-01-01"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"].update(valid_to="2024-01-01T00:00:00Z"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"].update(kind="rumour"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"]["content"].update(colour="red"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"]["relations"][0].update(type="owns"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"]["relations"][0].update(target="ent_other"), 5, "MALFORMED_LINE"),
        (lambda lines: lines[4]["record"]["mentions"][0].update(name="half \ud83d"), 5, "MALFORMED_LINE"),
        (lambda lines: lines.append(lines[4]), 6, "MALFORMED_LINE"),
        (lambda lines: lines.append(lines[2]), 6, "MALFORMED_LINE"),
        (lambda lines: lines.append({"planet": {}}), 6, "MALFORMED_LINE"),
        (lambda lines: lines[0].update(format=2), 1, "UNKNOWN_FORMAT"),
    ],
)
async def test_a_malformed_line_is_named(workspace: Workspace, memory: Memory, edit: Any, line: int, code: str) -> None:
    """A line that cannot be is refused with its number, and nothing of the file is stored."""
    await workspace.remember(decision("api depends_on auth"))
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)
    error = await refused(memory, edited(file, edit), workspace.name)
    assert (error.refusals[0].index, error.refusals[0].code) == (line, code), error


async def test_a_file_that_was_cut_off_is_refused(workspace: Workspace, memory: Memory) -> None:
    """A file that lost its end is told from a whole one, whether it was cut between lines or in one."""
    await tell_everything(workspace)
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)
    whole = file.splitlines(keepends=True)
    assert (await refused(memory, io.BytesIO(b"".join(whole[:-1])), workspace.name)).code == "TRUNCATED"
    assert (await refused(memory, io.BytesIO(file[:-40]), workspace.name)).code == "MALFORMED_LINE"


async def test_other_content_is_refused(workspace: Workspace, memory: Memory) -> None:
    """The same id with other words, or with a link more, is refused with its line and what differs."""
    await workspace.remember(decision("api depends_on auth"))
    file = await exported(workspace)
    other = edited(file, lambda lines: lines[4]["record"].update(title="something else"))
    error = await refused(memory, other, workspace.name)
    assert (error.code, error.refusals[0].path) == ("OTHER_CONTENT", "line 5.record")
    reason = edited(file, lambda lines: lines[4]["record"]["relations"][0].update(reason="another"))
    assert (await refused(memory, reason, workspace.name)).path == "line 5.record.relations[0]"
    await memory.store.command(f"MATCH ()-[r:DEPENDS_ON]->() WHERE r.workspace = '{workspace.name}' DELETE r")
    assert (await refused(memory, io.BytesIO(file), workspace.name)).code == "OTHER_CONTENT"


async def test_ids_of_another_workspace_are_refused(workspace: Workspace, make_workspace: MakeWorkspace, memory: Memory) -> None:
    """Ids are kept, so a file is not imported beside the workspace that it came from."""
    await workspace.remember(decision("api depends_on auth"))
    beside = await make_workspace()
    file = await exported(workspace)
    assert (await refused(memory, io.BytesIO(file), beside.name)).code == "ID_IN_USE"


async def test_no_workspace_is_made_by_accident(workspace: Workspace, memory: Memory) -> None:
    """With create=False a workspace that is not there is not found; neither is a file."""
    file = await exported(workspace)
    with pytest.raises(WorkspaceNotFound):
        await memory.import_(io.BytesIO(file), workspace=f"{workspace.name}-x", create=False)
    with pytest.raises(InvalidArgument, match="source"):
        await memory.import_(Path("/nowhere/memory.jsonl"))
    with pytest.raises(Refused) as caught:
        await memory.import_(io.BytesIO(b'{"a": 1}\n'))
    assert caught.value.code == "NOT_AN_EXPORT"


# -- what other tools left


async def test_tim_06_a_year_9999_of_another_tool(workspace: Workspace, memory: Memory) -> None:
    """An open end that another tool wrote in its own way is null in the file, and imports as open."""
    await workspace.remember(decision("api depends_on auth"))
    for row in ("datetime('9999-01-01T00:00:00Z')", "datetime('9999-12-31T23:59:59.999999999Z')"):
        await memory.store.command(
            f"MATCH (r:Record {{workspace: '{workspace.name}'}}) SET r.stated_to = {row}, r.valid_to = {row}"
        )
        file = await exported(workspace)
        assert b"9999-" not in file
        await memory.import_(io.BytesIO(file))
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))
    assert [d.entity.name for d in (await workspace.impact("auth")).dependents] == ["api"]


async def test_tim_10_an_imported_loop(workspace: Workspace, memory: Memory) -> None:
    """A dump that holds a loop is imported, the loop is told with its chain, and every view of its members finishes."""
    a = (await workspace.remember(decision("api depends_on auth"))).records[0].id
    b = (await workspace.remember(decision("api depends_on tokens", supersedes=[a]))).records[0].id
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)

    def ring(lines: list[Line]) -> None:
        of_kind(lines, "record")[0]["supersedes"] = [b]

    receipt = await memory.import_(edited(file, ring))
    assert codes(receipt) == ["SUPERSEDE_LOOP"]
    assert f"{min(a, b)} > {max(a, b)}" in receipt.warnings[0].message
    assert [d.entity.name for d in (await workspace.impact("tokens")).dependents] == ["api"]
    assert (await workspace.timeline()).events
    assert (await workspace.radar()).contradictions is not None
    assert (await workspace.history("api", "auth")).links


async def test_del_08_one_dangling_row_does_not_stop_the_rest(workspace: Workspace, memory: Memory) -> None:
    """A row whose entity is neither in the file nor here is left out and told; everything else is imported."""
    await workspace.remember(decision("api depends_on auth", "api depends_on cache"))
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)

    def lose(lines: list[Line]) -> None:
        lines[:] = [line for line in lines if line.get("entity", {}).get("name") != "cache"]

    receipt = await memory.import_(edited(file, lose))
    assert codes(receipt) == ["DANGLING"]
    assert [d.entity.name for d in (await workspace.impact("auth")).dependents] == ["api"]
    assert "cache" not in str(await dump(memory.store, workspace.name)).replace("depends_on cache", "")
