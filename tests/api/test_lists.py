"""Lists: connections with stable cursors, nodes by id, and what hangs below an item at a fixed number of statements."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from graphmem.store import connection
from graphmem.workspace import Workspace
from graphmem_api.connections import LISTS
from tests.api.conftest import Ask, codes
from tests.conftest import MakeWorkspace
from tests.stating import decision

PAGE = """query ($w: String!, $n: Int! = 50, $c: String, $l: Int) { recordsConnection(workspace: $w, first: $n, after: $c, last: $l) {
  edges { cursor node { record } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }"""


@pytest.fixture
async def seven(workspace: Workspace) -> Workspace:
    """A workspace with seven records in two sessions."""
    for n in range(7):
        await workspace.remember(decision(f"a{n} depends_on b", f"a{n} depends_on c"))
    return workspace


async def ids(page: dict[str, Any]) -> list[str]:
    return [edge["node"]["record"] for edge in page["edges"]]


async def test_gql_02_page_sizes(ask: Ask, seven: Workspace) -> None:
    """GQL-02: too many and negative are errors that name the limit, 0 is an empty page, none is the default, both ends are refused."""
    for n in (1_000_000, 201, -1):
        told = await ask(PAGE, n=n)
        assert codes(told) == ["INVALID_ARGUMENT"]
        assert told["errors"][0]["extensions"]["path"] == "first"
        assert "0 to 200" in told["errors"][0]["message"]
    told = await ask(PAGE, n=5, l=5)
    assert (codes(told), told["errors"][0]["extensions"]["path"]) == (["INVALID_ARGUMENT"], "last")
    empty = (await ask(PAGE, n=0))["data"]["recordsConnection"]
    assert (empty["edges"], empty["pageInfo"]["hasNextPage"], empty["pageInfo"]["endCursor"]) == ([], True, None)
    page = (await ask(PAGE))["data"]["recordsConnection"]
    assert (len(page["edges"]), page["pageInfo"]["hasNextPage"]) == (7, False)
    for n in (0, -1, 201, 1_000_000):
        told = await ask("query ($w: String!, $n: Int!) { records(workspace: $w, limit: $n) { cursor } }", n=n)
        assert codes(told) == ["INVALID_ARGUMENT"]


async def test_pages_join(ask: Ask, seven: Workspace) -> None:
    """Pages from the end cursor, or from the cursor of any row, give every record once; the first page has none before it."""
    whole = await ids((await ask(PAGE))["data"]["recordsConnection"])
    seen: list[str] = []
    cursor = None
    while True:
        page = (await ask(PAGE, n=3, c=cursor))["data"]["recordsConnection"]
        assert page["pageInfo"]["hasPreviousPage"] == (cursor is not None)
        seen += await ids(page)
        cursor = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert seen == whole
    middle = (await ask(PAGE, n=3))["data"]["recordsConnection"]["edges"][1]["cursor"]
    assert await ids((await ask(PAGE, c=middle))["data"]["recordsConnection"]) == whole[2:]


# Every list: what it is narrowed to, and the field of a row that tells it from others.
ROWS = {
    "records": ("", "record"), "entities": ("", "entity { id }"), "sessions": ("", "session"),
    "neighbours": (', name: "b"', "entity { id }"), "tasks": ("", "id"), "documents": ("", "id"), "ingests": ("", "id"),
    "extractions": ("", "id"), "dismissals": ("", "key"),
}  # fmt: skip


@pytest.mark.parametrize("verb", LISTS)
async def test_every_list_is_a_connection(ask: Ask, seven: Workspace, tmp_path: Path, verb: str) -> None:
    """Row by row, each from the cursor of the one before, is the whole list."""
    for n in range(3):
        await seven.record_task(f"look at a{n}")
        (tmp_path / f"a{n}.md").write_text(f"# a{n}\n\nIt leans on b.\n", encoding="utf-8")
        await seven.ingest(tmp_path)
        await seven.dismiss(f"silent:{(await seven.entity(f'a{n}')).entity.id}")
    narrowed, told = ROWS[verb]
    query = f"""query ($w: String!, $n: Int!, $c: String) {{ page: {verb}Connection(workspace: $w, first: $n, after: $c{narrowed}) {{
      edges {{ cursor node {{ {told} }} }} pageInfo {{ hasNextPage }} }} }}"""
    whole = (await ask(query, n=50))["data"]["page"]
    assert (len(whole["edges"]) >= 3 or verb in ("sessions", "extractions"), whole["pageInfo"]["hasNextPage"]) == (True, False)
    cursor, seen = None, []
    for n in range(len(whole["edges"])):
        page = (await ask(query, n=1, c=cursor))["data"]["page"]
        seen += page["edges"]
        cursor = page["edges"][0]["cursor"]
        assert page["pageInfo"]["hasNextPage"] == (n + 1 < len(whole["edges"]))
    assert seen == whole["edges"]


async def test_gql_03_cursors(ask: Ask, seven: Workspace, make_workspace: MakeWorkspace) -> None:
    """GQL-03: garbage, another list's and another workspace's cursor are one error; an erased item's cursor goes on at its place."""
    other = await make_workspace()
    await other.remember(*(decision(f"x{n} depends_on y") for n in range(3)))
    foreign = (await other.records(limit=1)).cursor
    of_entities = (await seven.entities(limit=1)).cursor
    narrowed = (await seven.records(limit=1, author="ana")).cursor
    unknown = base64.urlsafe_b64encode(b'["000000000000",1,0,"rec_0"]').decode().rstrip("=")
    told = [await ask(PAGE, c=c) for c in ("garbage", "", "🙂", unknown, foreign, of_entities, narrowed, "x" * 5_000)]
    assert {str(t["errors"][0]["extensions"]) for t in told} == {"{'code': 'INVALID_ARGUMENT', 'path': 'after'}"}
    assert len({t["errors"][0]["message"] for t in told}) == 1
    page = (await ask(PAGE, n=3))["data"]["recordsConnection"]
    rest = (await ids((await ask(PAGE))["data"]["recordsConnection"]))[3:]
    last = page["edges"][-1]
    await seven.forget(last["node"]["record"], reason="x")
    assert await ids((await ask(PAGE, c=last["cursor"]))["data"]["recordsConnection"]) == rest
    await seven.erase(last["node"]["record"], reason="x")
    assert await ids((await ask(PAGE, c=last["cursor"]))["data"]["recordsConnection"]) == rest


async def test_node(ask: Ask, seven: Workspace) -> None:
    """A record and an entity are found by their ids, as of any day; an id that nothing has is not found."""
    record, entity = (await seven.records()).records[0].record, (await seven.entities()).entities[0].entity.id
    query = """query ($w: String!, $id: String!, $at: Time) { node(workspace: $w, id: $id, asOf: $at) {
      __typename ... on RecordView { record { record } } ... on EntityView { entity { id } } } }"""
    assert (await ask(query, id=record))["data"]["node"] == {"__typename": "RecordView", "record": {"record": record}}
    assert (await ask(query, id=entity))["data"]["node"] == {"__typename": "EntityView", "entity": {"id": entity}}
    assert codes(await ask(query, id="rec_x")) == ["NOT_FOUND"]
    assert codes(await ask(query, id=record, at="2001")) == ["NOT_FOUND"]


async def test_nested_statements(ask: Ask, seven: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records with their entities with their records with their entities cost no more statements for seven than for one."""
    run: list[str] = []
    rows = connection.Reader.rows

    async def counted(self: connection.Reader, name: str, /, **params: Any) -> Any:
        run.append(name)
        return await rows(self, name, **params)

    monkeypatch.setattr(connection.Reader, "rows", counted)
    query = """query ($w: String!, $n: Int!) { records(workspace: $w, limit: $n) { records { record entities { name
      records(first: 2) { record entities { id } } } } } }"""
    counts, told = [], {}
    for n in (1, 7):
        run.clear()
        told = await ask(query, n=n)
        assert not codes(told), told
        counts.append(sorted(run))
    assert len(counts[1]) <= len(counts[0]) <= 6, counts
    first = told["data"]["records"]["records"][-1]
    assert [e["name"] for e in first["entities"]] == ["a0", "b", "c"]
    assert [len(e["records"]) for e in first["entities"]] == [1, 2, 2]


async def test_nested_at_the_instants_of_the_answer(ask: Ask, seven: Workspace) -> None:
    """What hangs below an answer is read as of the same instant."""
    early = (await seven.records(limit=200)).records[-1].recorded_at
    query = """query ($w: String!, $at: Time) {
      entity(workspace: $w, name: "b", asOf: $at) { entity { records(first: 20) { record } } } }"""
    for at, count in ((early, 1), (None, 7)):
        told = await ask(query, at=at)
        assert len(told["data"]["entity"]["entity"]["records"]) == count
    assert codes(await ask(query.replace("20", "21"))) == ["INVALID_ARGUMENT"]
