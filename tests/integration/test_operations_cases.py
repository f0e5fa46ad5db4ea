"""The cases of operations, each by its id. OPS-03 breaks a store on purpose: `tests/apart/test_doctor.py`, on a server of its own."""

from __future__ import annotations

import io
import json

from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import codes
from tests.conftest import MakeWorkspace
from tests.dumping import dump, wipe
from tests.moved import exported, of_kind, things
from tests.stating import decision
from tests.telling import tell_everything

# -- OPS-01: what an export holds, and what an import makes of it


async def test_ops_01_round_trip(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """Imported into an empty store, every node and link has every property it had; the second export is the first, byte for byte."""
    workspace = await make_workspace(session="review")
    told = await tell_everything(workspace)
    await workspace.erase(told.erased, reason="not ours to keep")
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    await wipe(memory.store, workspace.name)
    receipt = await memory.import_(io.BytesIO(file))
    assert await dump(memory.store, workspace.name) == before
    assert await exported(workspace) == file
    assert receipt.counts["records"] == len(of_kind([json.loads(x) for x in file.splitlines()], "record"))
    assert receipt.warnings == ()


async def test_ops_01_a_copy_goes_on_as_the_first(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """A merge of the copy can be undone, a repeated request gets its first receipt, what was erased stays out, all is listed."""
    workspace = await make_workspace(session="review")
    told = await tell_everything(workspace)
    with_erased = await exported(workspace)
    await workspace.erase(told.erased, reason="not ours to keep")
    file = await exported(workspace)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))

    stated = decision("api depends_on auth", "api depends_on cache", files=["src/api.py:1-9@1a2b3c4"], request_id="r1")
    again = await workspace.remember(stated)
    assert (again.replayed, again.records[0].id) == (True, told.superseded)
    assert codes(await memory.import_(io.BytesIO(with_erased))) == ["SKIPPED_ERASED"]
    assert await exported(workspace) == file
    await workspace.unmerge(told.standing, reason="two things after all")
    assert (await workspace.entity("postbox")).entity.id != (await workspace.entity("mailer")).entity.id
    envelope = json.loads(file.splitlines()[0])
    assert any("schema" in text for text in envelope["not_included"])
    assert any("password" in text for text in envelope["not_included"])


async def test_ops_01_a_copy_that_lacks_one_end(workspace: Workspace, memory: Memory) -> None:
    """Imported into a copy made before one record ended, that end is added, with the act that gave it, and nothing else."""
    await tell_everything(workspace)
    last = (await workspace.remember(decision("probe depends_on ledger"))).records[0].id
    older = await exported(workspace)
    await workspace.forget(last, reason="it never got that far")
    newer, now = await exported(workspace), things(await dump(memory.store, workspace.name))
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(older))
    receipt = await memory.import_(io.BytesIO(newer))
    lines = [json.loads(x) for x in newer.splitlines()]
    assert (receipt.counts["acts"], receipt.counts["ends"]) == (1, 4)  # the record, two mentions, one link
    assert set(receipt.counts) == {"acts", "ends", "known"}
    assert things(await dump(memory.store, workspace.name)) == now
    assert json.loads((await exported(workspace)).splitlines()[0])["counts"] == lines[0]["counts"]
    assert (await exported(workspace)).splitlines()[1:] == newer.splitlines()[1:]
