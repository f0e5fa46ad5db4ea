"""The cases of concurrency, retries and durability, each by its id, on the real server."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import DatabaseUnavailable, Refused, RequestReused, StoreError
from graphmem.local import Endpoint
from graphmem.model.receipts import Receipt
from graphmem.store import Store
from graphmem.store.connection import Transaction
from graphmem.workspace import Workspace
from tests.dumping import dump
from tests.stating import decision

COMMIT = b"\x00\x02\xb0\x12\x00\x00"  # the message of the Bolt protocol, in its one chunk


def record_of(receipt: Receipt) -> str:
    return receipt.records[0].id


async def evidence(workspace: Workspace, name: str) -> dict[str, int]:
    """How many pieces of evidence each link of a thing has."""
    return {link.entity.name: link.evidence_total for link in (await workspace.entity(name)).relations}


# -- CON-01: one name, many writers

WRITER = """
import asyncio, sys
from graphmem.memory import Memory
from tests.stating import decision

async def main(workspace, author):
    async with Memory.open() as memory:
        mine = await memory.workspace(workspace, author=author)
        print("ready", flush=True)
        sys.stdin.readline()
        await asyncio.gather(*[mine.remember(decision(f"{author}{n} depends_on Kestrel")) for n in range(10)])

asyncio.run(main(*sys.argv[1:]))
"""


async def started(endpoint: Endpoint, workspace: str, author: str) -> asyncio.subprocess.Process:
    """Another process with an open connection, which waits for a line before it writes."""
    place = {"GRAPHMEM_URI": endpoint.uri, "GRAPHMEM_USER": endpoint.user, "GRAPHMEM_PASSWORD": endpoint.password}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, workspace, author,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=os.environ | place, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert process.stdout
    async with asyncio.timeout(60):
        assert await process.stdout.readline() == b"ready\n"
    return process


async def test_con_01_one_name_from_two_processes(endpoint: Endpoint, workspace: Workspace) -> None:
    """Twenty parallel records that name a new thing, from two processes, make one entity with twenty pieces of evidence."""
    processes = [await started(endpoint, workspace.name, author) for author in ("left", "right")]
    results = await asyncio.gather(*[p.communicate(b"go\n") for p in processes])
    assert [p.returncode for p in processes] == [0, 0], results
    named = (
        f"MATCH (n:Name {{workspace: '{workspace.name}', name: 'Kestrel'}})-[:NAMES]->(e:Entity) RETURN count(DISTINCT e) AS n"
    )
    assert (await workspace._store.command(named))[0]["n"] == 1
    entities = f"MATCH (e:Entity {{workspace: '{workspace.name}'}}) RETURN count(e) AS n"
    assert (await workspace._store.command(entities))[0]["n"] == 21
    assert len(await evidence(workspace, "Kestrel")) == 20
    clocks = f"MATCH (r:Record {{workspace: '{workspace.name}'}}) RETURN r.seq AS seq, r.recorded_at AS at ORDER BY seq"
    rows = await workspace._store.command(clocks)
    assert [r["seq"] for r in rows] == list(range(1, 21))
    assert all(a["at"] < b["at"] for a, b in itertools.pairwise(rows))


# -- CON-02: overlapping batches


async def test_con_02_overlapping_batches(workspace: Workspace) -> None:
    """Fifty rounds of two parallel batches over the same names, in opposite orders: all land whole, no evidence is lost."""
    forth = [decision("A depends_on B"), decision("A depends_on C", "A related_to B")]
    back = [decision("B related_to A"), decision("B depends_on C", "B related_to A")]
    for _ in range(50):
        receipts = await asyncio.gather(workspace.remember(*forth), workspace.remember(*back))
        assert [len(r.records) for r in receipts] == [2, 2]
    links = (await workspace.entity("A")).relations
    assert {(x.type, x.entity.name): x.evidence_total for x in links} == {
        ("depends_on", "B"): 50, ("depends_on", "C"): 50, ("related_to", "B"): 150
    }  # fmt: skip


# -- CON-03: two corrections


async def test_con_03_two_corrections_of_one_record(workspace: Workspace) -> None:
    """The second correction of a record that both clients have read is a fork: both stand, and the radar lists both heads."""
    other = Workspace(workspace._store, workspace.name, "bo")
    first = await workspace.remember(decision("A depends_on B", decision="use B", reason="it is fast"))
    changes = {"decision": "use B twice", "supersedes": [record_of(first)]}
    mine = await workspace.remember(decision("A depends_on B", **changes))  # type: ignore[arg-type]
    theirs = await other.remember(
        decision("A depends_on B", decision="use B", reason="it is cheap", supersedes=[record_of(first)])
    )
    assert [w.code for w in mine.warnings] == []
    assert [(w.code, record_of(mine) in w.message) for w in theirs.warnings] == [("ALREADY_SUPERSEDED", True)]
    heads = [x for x in (await workspace.radar()).contradictions.lines if x.kind == "heads"]
    assert [[h.record for h in x.heads] for x in heads] == [[record_of(mine), record_of(theirs)]]
    assert [x.record.record for x in heads if x.record] == [record_of(first)]


async def test_con_03_two_fields_of_one_person(workspace: Workspace) -> None:
    """Two clients that set two fields of one thing at once keep both."""
    await workspace.remember(decision("Lena related_to Rig", types={"Lena": "person"}))
    other = Workspace(workspace._store, workspace.name, "bo")
    await asyncio.gather(workspace.describe("Lena", fields={"city": "Oslo"}), other.describe("Lena", fields={"role": "pilot"}))
    assert (await workspace.entity("Lena")).fields == {"city": "Oslo", "role": "pilot"}


async def test_con_03_two_edits_of_one_card(workspace: Workspace) -> None:
    """Who writes a card that another wrote since it was read gets a conflict that says what it holds now; nothing is lost."""
    other = Workspace(workspace._store, workspace.name, "bo")
    await workspace.card("project", "Tests first.", version=0)
    read = (await workspace.cards()).project
    assert read is not None
    await other.card("project", "Tests first.\nOne writer.", version=read.version)
    with pytest.raises(Refused, match=r"bo wrote version 2 since.*Tests first\.\nOne writer\.") as caught:
        await workspace.card("project", "Tests last.", version=read.version)
    assert (caught.value.code, caught.value.path) == ("VERSION_CONFLICT", "version")
    now = (await workspace.cards()).project
    assert now is not None
    assert (now.text, now.version) == ("Tests first.\nOne writer.", 2)
    await workspace.card("project", "Without a version it is written as before.")


# -- CON-05: a lost commit


@asynccontextmanager
async def losing_commits(endpoint: Endpoint) -> AsyncIterator[tuple[str, list[str]]]:
    """A way to the server that lets a commit through and drops the connection before its answer; every commit is noted."""
    host, port = endpoint.uri.rpartition("/")[2].split(":")
    lost: list[str] = []

    async def forward(client: asyncio.StreamReader, server: asyncio.StreamWriter, commit: asyncio.Event) -> None:
        while data := await client.read(65536):
            if COMMIT in data:
                commit.set()
            server.write(data)
            await server.drain()

    async def back(server: asyncio.StreamReader, client: asyncio.StreamWriter, commit: asyncio.Event) -> None:
        while data := await server.read(65536):
            if commit.is_set():  # the server has answered: what was sent is committed, and nobody hears of it
                lost.append("commit")
                break
            client.write(data)
            await client.drain()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(host, int(port))
        commit = asyncio.Event()
        ways = [asyncio.create_task(forward(reader, up_writer, commit)), asyncio.create_task(back(up_reader, writer, commit))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for task in ways:
            task.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        writer.close()
        up_writer.close()

    listener = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"bolt://127.0.0.1:{listener.sockets[0].getsockname()[1]}", lost
    finally:
        listener.close()


async def test_con_05_a_retry_after_a_lost_commit(endpoint: Endpoint, workspace: Workspace) -> None:
    """When the connection dies while committing, the retry with the same request_id gets the first receipt; one record is there."""
    stated = decision("A depends_on B", request_id="q1")
    async with losing_commits(endpoint) as (uri, lost):
        fragile = await Store.connect(uri, endpoint.user, endpoint.password)
        with pytest.raises(DatabaseUnavailable):
            await Workspace(fragile, workspace.name, "ana").remember(stated)
        assert lost == ["commit"]
        await fragile.close()
    receipt = await workspace.remember(stated)
    assert receipt.replayed
    assert await evidence(workspace, "A") == {"B": 1}
    assert record_of(receipt) == (await workspace.entity("A")).records[0].record
    with pytest.raises(RequestReused) as caught:
        await workspace.remember(decision("A depends_on C", request_id="q1"))
    assert (caught.value.code, caught.value.path) == ("REQUEST_ID_REUSED", "request_id")
    theirs = await Workspace(workspace._store, workspace.name, "bo").remember(stated)
    assert not theirs.replayed
    assert await evidence(workspace, "A") == {"B": 2}


async def test_con_05_requests_are_compared_after_masking(workspace: Workspace) -> None:
    """Bodies are compared after validation and redaction: another spelling of the same masked body is the same request."""
    token = "ghp_" + "a1B2" * 9
    first = await workspace.remember(decision("A depends_on B", text=f"the token is {token}", request_id="q1"))
    assert first.redactions
    again = await workspace.remember(decision("A depends_on B", text=f"the token is {token}", request_id="q1"))
    assert again.replayed
    assert again.redactions == first.redactions


@pytest.mark.parametrize("act", ["remember", "forget", "reinstate", "merge", "unmerge", "describe", "mark_different", "retype"])
async def test_con_05_every_act_takes_a_request_id(workspace: Workspace, act: str) -> None:
    """The same request again returns the first receipt and writes nothing, whatever the act; another body is refused."""
    first = await workspace.remember(decision("A depends_on B"), decision("C depends_on D"))
    one, two = (line.id for line in first.records)
    if act == "reinstate":
        await workspace.forget(one, reason="r")
        await workspace.forget(two, reason="r")
    merges = [(await workspace.merge(a, b, reason="r")).id or "" for a, b in ("AB", "CD")] if act == "unmerge" else ["", ""]

    def call(second: bool) -> Awaitable[Receipt]:
        """The act on one of two things, under one request_id."""
        if act == "remember":
            return workspace.remember(decision(f"A depends_on {'Z' if second else 'Y'}", request_id="q"))
        if act in ("forget", "reinstate"):
            return getattr(workspace, act)(two if second else one, reason="r", request_id="q")  # type: ignore[no-any-return]
        if act == "unmerge":
            return workspace.unmerge(merges[second], reason="r", request_id="q")
        if act == "describe":
            return workspace.describe("A", description="two" if second else "one", request_id="q")
        if act == "retype":
            return workspace.retype("C" if second else "A", "concept", reason="r", request_id="q")
        pair = ("C", "D") if second else ("A", "B")
        return getattr(workspace, act)(*pair, reason="r", request_id="q")  # type: ignore[no-any-return]

    done = await call(False)
    before = await rows_of(workspace)
    again = await call(False)
    assert again == done.model_copy(update={"replayed": True})
    with pytest.raises(RequestReused):
        await call(True)
    assert await rows_of(workspace) == before


async def rows_of(workspace: Workspace) -> list[Any]:
    """Every stored row but the workspace itself, whose clock moves with each request."""
    return [row for row in await dump(workspace._store, workspace.name) if row[:2] != ("node", ("Workspace",))]


# -- CON-11: half an act


class Broke(StoreError):
    """The failure that these tests cause: the database could not do what a statement asked."""


@asynccontextmanager
async def failing_at(turn: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[str]]:
    """Lets the statement of that turn fail, after it ran; the statements so far are listed."""
    rows, ran = Transaction.rows, list[str]()

    async def counted(self: Transaction, name: str, /, **params: Any) -> list[dict[str, Any]]:
        found = await rows(self, name, **params)
        ran.append(name)
        if len(ran) == turn:
            raise Broke(name)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "rows", counted)
        yield ran


@pytest.mark.parametrize(
    "act",
    ["supersedes", "corrects", "conflict", "retires", "forget", "reinstate", "merge", "unmerge", "describe", "retype", "erase"],
)
async def test_con_11_an_act_is_whole_or_not_at_all(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    """Whichever statement of an act fails, the state is as it was before; one that fails after the commit is only warned of."""
    first = await workspace.remember(decision("A depends_on B", "A depends_on C"), decision("B depends_on A"))
    record = record_of(first)
    if act == "reinstate":
        await workspace.forget(record, reason="r")
    merge = (await workspace.merge("A", "B", reason="r")).id or "" if act == "unmerge" else ""
    calls: dict[str, Callable[[], Awaitable[Receipt]]] = {
        "supersedes": lambda: workspace.remember(decision("A depends_on D", supersedes=[record])),
        "corrects": lambda: workspace.remember(decision("A depends_on D", corrects=[record], carries=True)),
        "conflict": lambda: workspace.remember(decision("A conflicts_with B")),
        "retires": lambda: workspace.remember(decision("X leads_to D", retires=["A"])),
        "forget": lambda: workspace.forget(record, reason="r"),
        "reinstate": lambda: workspace.reinstate(record, reason="r"),
        "merge": lambda: workspace.merge("A", "B", reason="r"),
        "unmerge": lambda: workspace.unmerge(merge, reason="r"),
        "describe": lambda: workspace.describe("A", description="a thing"),
        "retype": lambda: workspace.retype("A", "concept", reason="r"),
        "erase": lambda: workspace.erase(record, reason="r"),
    }
    before = await dump(workspace._store, workspace.name)
    for turn in itertools.count(1):
        async with failing_at(turn, monkeypatch) as ran:
            try:
                receipt = await calls[act]()
            except Broke:
                assert await dump(workspace._store, workspace.name) == before, ran
            else:
                break
    assert ("NOT_EMBEDDED" in {w.code for w in receipt.warnings}) == (len(ran) >= turn), ran
    assert turn > 2
    assert await dump(workspace._store, workspace.name) != before
