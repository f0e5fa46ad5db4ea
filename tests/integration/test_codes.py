"""Codes of refusals and warnings, and classes of errors, that are the whole point of no other test."""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import BrokenInvariant, DatabaseTimeout, Refused
from graphmem.local import LocalServer, server
from graphmem.local.errors import AdminFailed, StartTimeout, StopTimeout
from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.moving import story
from graphmem.settings import cache_folder
from graphmem.store import connection
from graphmem.store.statements import Statement
from graphmem.workspace import Workspace
from tests.stating import decision

WHY = "because a test says so"


async def refused(act: Awaitable[Receipt]) -> list[tuple[str, str]]:
    """The paths and codes of the rules that an act breaks."""
    with pytest.raises(Refused) as caught:
        await act
    return [(r.path, r.code) for r in caught.value.refusals]


def codes(receipt: Receipt) -> list[str]:
    return [w.code for w in receipt.warnings]


# -- refusals


async def test_no_record(workspace: Workspace) -> None:
    """A request without a record is refused."""
    assert await refused(workspace.remember()) == [("records", "NO_RECORD")]


async def test_duplicate_request_id(workspace: Workspace) -> None:
    """Two items of one batch cannot have one request_id, and neither is stored."""
    batch = [decision("a depends_on b", request_id="x"), decision("b depends_on c", request_id="x")]
    assert await refused(workspace.remember(*batch)) == [("request_id", "DUPLICATE_REQUEST_ID")]
    assert (await workspace.records()).records == ()


async def test_given_twice(workspace: Workspace) -> None:
    """A field that stands in `content` and beside it is refused, even with one value."""
    record = {"interaction_type": "decision", "decision": "x", "content": {"decision": "x"}}
    assert await refused(workspace.remember(record)) == [("content.decision", "GIVEN_TWICE")]


async def test_ambiguous_name_in_retires(workspace: Workspace) -> None:
    """A bare name of two entities in `retires` is refused with the list; nothing is guessed."""
    await workspace.remember(decision("api depends_on db"), decision("api depends_on x", types={"api": "technology"}))
    assert await refused(workspace.remember(decision("u depends_on v", retires=["api"]))) == [
        ("retires[0].entity", "AMBIGUOUS_NAME")
    ]


async def test_merges_that_cannot_be(workspace: Workspace) -> None:
    """Two that are one already, and a merge that was undone already, are refused."""
    await workspace.remember(decision("a depends_on b"))
    merge = str((await workspace.merge("a", "b", reason=WHY)).id)
    assert [code for _, code in await refused(workspace.merge("a", "b", reason=WHY))] == ["ALREADY_ONE"]
    await workspace.unmerge(merge, reason=WHY)
    assert [code for _, code in await refused(workspace.unmerge(merge, reason=WHY))] == ["ALREADY_UNDONE"]


async def test_changes_that_change_nothing(workspace: Workspace) -> None:
    """A mark that is not there, and the type an entity has already, are refused."""
    await workspace.remember(decision("a depends_on b"))
    assert [code for _, code in await refused(workspace.mark_different("a", "b", undo=True))] == ["NOT_MARKED"]
    assert await refused(workspace.retype("a", "code_component", reason=WHY)) == [("type", "SAME_TYPE")]


# -- warnings


async def test_types_differ(workspace: Workspace) -> None:
    """A merge of two types says which one is left."""
    await workspace.remember(decision("a depends_on b", types={"a": "technology"}))
    receipt = await workspace.merge("a", "b", reason=WHY)
    assert codes(receipt) == ["TYPES_DIFFER"]
    assert (await workspace.entity("a")).entity.type == "code_component"


async def test_retires_nothing(workspace: Workspace) -> None:
    """A link that does not hold cannot end; the receipt says so, and the record is stored."""
    await workspace.remember(decision("a depends_on b"), decision("b depends_on c"))
    receipt = await workspace.remember(decision("c depends_on d", retires=[("a", "depends_on", "c")]))
    assert (codes(receipt), receipt.ended) == (["RETIRES_NOTHING"], ())


async def test_erasing_what_others_name(workspace: Workspace) -> None:
    """The records that named an erased entity stay, and so does what a later record carried on from an erased one; both are told."""
    first = (await workspace.remember(decision("a depends_on b"))).records[0].id
    await workspace.remember(decision("b depends_on c", supersedes=[first], carries=True))
    assert "CARRIED_ON" in codes(await workspace.erase(first, reason=WHY))
    assert "RECORDS_STAY" in codes(await workspace.erase(entity="c", reason=WHY))


async def test_request_known(workspace: Workspace, memory: Memory) -> None:
    """An imported request that was made here with another outcome leaves the receipt of here, and is told."""
    await workspace.remember(decision("a depends_on b", request_id="x"))
    out = io.BytesIO()
    await workspace.export(out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    next(line for line in lines if "request" in line)["request"]["body"] = "another body"
    file = io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode())
    assert codes(await memory.import_(file, workspace=workspace.name)) == ["REQUEST_KNOWN"]
    assert (await workspace.remember(decision("a depends_on b", request_id="x"))).replayed


async def test_more_warnings(memory: Memory, monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> None:
    """A long story lists the first warnings and says how many more there were."""
    monkeypatch.setattr(story, "LISTED", 1)
    start = datetime.now(UTC) - timedelta(hours=1)
    lines: list[dict[str, Any]] = []
    for n in range(3):
        record = {"kind": "decision", "decision": "x", "reason": "y", "entities": [], "relations": []}
        record["entities"] = [{"name": f"a{n}\0", "type": "concept"}, {"name": "b", "type": "concept"}]
        record["relations"] = [{"source": f"a{n}", "type": "depends_on", "target": "b", "reason": "z"}]
        lines.append({"recorded_at": (start + timedelta(minutes=n)).isoformat(), "author": "ana", "remember": record})
    file = io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode())
    receipt = await memory.import_(file, workspace=f"{workspace.name}-story")
    assert codes(receipt) == ["NAME_CLEANED", "MORE_WARNINGS"]
    assert receipt.warnings[1].message.startswith("2 more")


# -- classes


async def test_broken_invariant(memory: Memory, workspace: Workspace) -> None:
    """What a uniqueness constraint refuses is a broken invariant, named as one and not as a fault of the driver."""
    with pytest.raises(BrokenInvariant, match="graphmem doctor"):
        await memory.store.command(f"CREATE (:Workspace {{id: '{workspace.name}'}})")


async def test_database_timeout(memory: Memory, monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> None:
    """A question that takes longer than it may is stopped by the server, and the error says to ask for less."""
    monkeypatch.setattr(connection, "READ_TIMEOUT", 0.2)
    endless = Statement("slow", "UNWIND range(1, 1000000000) AS n RETURN count(n) AS n", "a control", "read", (), ("n",))
    known = connection.statement
    monkeypatch.setattr(connection, "statement", lambda name: endless if name == "slow" else known(name))
    with pytest.raises(DatabaseTimeout, match="ask for less"):
        await memory.store.read(lambda r: r.rows("slow"), workspace=workspace.name, clocks=lambda clock, now: (clock, now))


@pytest.mark.slow
@pytest.mark.own_server
def test_server_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start and a stop that take too long say so and can be waited for; what Neo4j's own tool says when it fails is told."""
    local = LocalServer(tmp_path, cache_folder(), heap="512m", pagecache="64m")
    with pytest.raises(AdminFailed, match="no-such-command"):
        local._program(print).admin(tmp_path, "database", "no-such-command")
    try:
        with monkeypatch.context() as hurried:
            hurried.setattr(server, "START_SECONDS", 0.0)
            with pytest.raises(StartTimeout, match="same command again"):
                local.up()
        assert local.up().uri.startswith("bolt://127.0.0.1:")
        with monkeypatch.context() as hurried:
            hurried.setattr(server, "LONG_STOP_SECONDS", 0.0)
            hurried.setattr(server, "STOP_SECONDS", 0.0)
            with pytest.raises(StopTimeout, match="still runs"):
                local.down()
    finally:
        local.down()
    assert local.status().running is False
