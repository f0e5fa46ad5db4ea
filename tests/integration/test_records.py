"""Records, entities and sessions: lists with filters, page by page, and what a page promises."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphmem.errors import InvalidArgument, NameNotFound, NotFound
from graphmem.memory import Memory
from graphmem.model.answers.records import Records
from graphmem.read.records import FEW
from graphmem.read.workspaces import workspaces
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import change, decision, found


def titles(answer: Records) -> list[str]:
    return [r.title for r in answer.records]


async def pages(ask: Callable[..., Awaitable[Any]], field: str, **given: Any) -> list[Any]:
    """Every row of a list, page after page."""
    rows, cursor = [], None
    for _ in range(100):
        answer = await ask(cursor=cursor, **given)
        assert len(getattr(answer, field)) <= given["limit"]
        rows += getattr(answer, field)
        cursor = answer.cursor
        if cursor is None:
            return rows
    raise AssertionError("a list without an end")


# -- records


async def test_what_was_stated_last_is_first(workspace: Workspace) -> None:
    """In the order of statement, whatever the dates say; items of one batch by their place in it."""
    await workspace.remember(decision("a depends_on b", title="1", valid_from="2026-01-01"))
    await workspace.remember(
        decision("a depends_on c", title="2", valid_from="2020-01-01"), decision("a depends_on d", title="3")
    )
    assert titles(await workspace.records()) == ["3", "2", "1"]


async def test_each_filter_narrows(workspace: Workspace, memory: Memory) -> None:
    """Kind, author, session, entity and their combination each change the answer."""
    bo = await memory.workspace(workspace.name, author="bo", session="review")
    await workspace.remember(decision("api depends_on redis", title="1"), found("leak", "api related_to leak", title="2"))
    await bo.remember(decision("web depends_on api", title="3"), change("web depends_on redis", title="4"))
    assert titles(await workspace.records(kind="decision")) == ["3", "1"]
    assert titles(await workspace.records(author="bo")) == ["4", "3"]
    assert titles(await workspace.records(author="nobody")) == []
    assert titles(await workspace.records(session="review")) == ["4", "3"]
    assert titles(await workspace.records(session="review", kind="decision")) == ["3"]
    assert titles(await workspace.records(entity="API")) == ["3", "2", "1"]
    assert titles(await workspace.records(entity="api", session="review")) == ["3"]
    assert titles(await workspace.records(entity="api", kind="problem_found", author="ana")) == ["2"]
    with pytest.raises(InvalidArgument, match="kind"):
        await workspace.records(kind="note")


@pytest.mark.parametrize("few", [FEW, 2], ids=["sorted", "walked"])
async def test_records_of_an_author(workspace: Workspace, memory: Memory, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Those of an author come page by page in the order of statement, whether that author stated few records or many."""
    monkeypatch.setattr("graphmem.read.records.FEW", few)
    bo = await memory.workspace(workspace.name, author="bo")
    for n in range(3):
        await workspace.remember(decision("api depends_on redis", title=f"ana {n}"))
        await bo.remember(
            decision("web depends_on api", title=f"bo {n}"), found("leak", "api related_to leak", title=f"leak {n}")
        )
    rows = await pages(lambda **page: workspace.records(author="bo", **page), "records", limit=1)
    assert [r.title for r in rows] == ["leak 2", "bo 2", "leak 1", "bo 1", "leak 0", "bo 0"]
    assert titles(await workspace.records(author="bo", kind="decision")) == ["bo 2", "bo 1", "bo 0"]
    assert titles(await workspace.records(author="nobody")) == []


async def test_an_unknown_author_costs_no_walk(workspace: Workspace) -> None:
    """The records of an author are found by the index of authors, first thing; nothing else of the workspace is read."""
    for name in ("read/author", "read/records_of_author"):
        plan = await workspace._store.explain(name)
        assert plan.operators[-1] == "NodeIndexSeek", (name, plan.operators)
    with pytest.raises(NotFound, match="session"):
        await workspace.records(session="revue")
    with pytest.raises(NameNotFound):
        await workspace.records(entity="apple")


async def test_current_and_ended(workspace: Workspace) -> None:
    """Both are listed and marked; `current` asks for one of the two, at the clocks asked."""
    [a] = (await workspace.remember(decision("api depends_on redis", title="old", valid_from="2024-01-01"))).records
    await workspace.remember(decision("api depends_on kafka", title="new", supersedes=(a.id,), valid_from="2024-06-01"))
    everything = await workspace.records()
    assert [(r.title, r.holds, r.valid_to) for r in everything.records] == [("new", True, None), ("old", False, "2024-06-01")]
    assert titles(await workspace.records(current=True)) == ["new"]
    assert titles(await workspace.records(current=False)) == ["old"]
    assert titles(await workspace.records(current=True, valid_at="2024-03-01")) == ["old"]
    assert titles(await workspace.records(as_of=everything.records[1].recorded_at)) == ["old"]


async def test_a_period(workspace: Workspace) -> None:
    """`start` and `end` bound when records began; a coarse end includes its whole period."""
    for day in ("2024-01-31", "2024-02-01", "2024-02-29", "2024-03-01"):
        await workspace.remember(decision("api depends_on redis", title=day, valid_from=day))
    assert titles(await workspace.records(start="2024-02", end="2024-02")) == ["2024-02-29", "2024-02-01"]
    assert titles(await workspace.records(end="2024-02-01")) == ["2024-02-01", "2024-01-31"]
    assert titles(await workspace.records(start="2024-02-29", entity="api")) == ["2024-03-01", "2024-02-29"]
    for start, end, path in (("2024-03", "2024-02", "end"), ("soon", None, "start"), (None, "2024-1-5", "end")):
        with pytest.raises(InvalidArgument) as refused:
            await workspace.records(start=start, end=end)
        assert refused.value.path == path


@pytest.mark.parametrize("narrowed", [{}, {"entity": "api"}, {"session": "s"}])
async def test_pages_neither_repeat_nor_skip(make_workspace: MakeWorkspace, narrowed: dict[str, str]) -> None:
    """Page after page gives the whole list, also while records are added and ended; a batch may be cut anywhere."""
    workspace = await make_workspace(session="s")
    for n in range(4):
        await workspace.remember(*(decision(f"api depends_on x{n}{i}", title=f"{n}{i}") for i in range(3)))
    wanted = titles(await workspace.records(**narrowed))
    assert len(wanted) == 12
    for limit in (1, 2, 5, 12):
        assert [r.title for r in await pages(workspace.records, "records", limit=limit, **narrowed)] == wanted
    first = await workspace.records(limit=5, **narrowed)
    await workspace.remember(decision("api depends_on late", title="late"))
    await workspace.forget(first.records[-1].record, reason="to see whether the cursor lives on")
    rest = await workspace.records(limit=20, cursor=first.cursor, **narrowed)
    assert titles(first) + titles(rest) == wanted


async def test_gql_03_cursors_of_other_lists_are_refused(make_workspace: MakeWorkspace) -> None:
    """Garbage, a cursor of another list, of other filters or of another workspace: a named error at `cursor`."""
    one, other = await make_workspace(session="s"), await make_workspace(session="s")
    for w in (one, other):
        await w.remember(*(decision("api depends_on redis") for _ in range(3)))
    cursor = (await one.records(limit=1)).cursor
    assert cursor
    asked: list[Awaitable[Any]] = [
        one.records(cursor="garbage"),
        one.records(cursor=""),
        one.records(cursor=cursor, kind="decision"),
        one.records(cursor=cursor, entity="api"),
        other.records(cursor=cursor),
        one.entities(cursor=cursor),
        one.sessions(cursor=cursor),
        one.dismissals(cursor=cursor),
        one.neighbours("api", cursor=cursor),
    ]
    messages = set()
    for question in asked:
        with pytest.raises(InvalidArgument) as refused:
            await question
        assert refused.value.path == "cursor"
        messages.add(str(refused.value))
    assert len(messages) == 1


@pytest.mark.parametrize("name", ["read/records", "read/entities", "read/entities_by_prefix"])
async def test_a_page_reads_no_more_than_it_needs(workspace: Workspace, name: str) -> None:
    """The index gives the order: no plan sorts the whole list, or walks it several times."""
    operators = (await workspace._store.explain(name)).operators
    assert "PartialTop" in operators
    assert not {"Top", "Union", "Distinct"} & set(operators[: operators.index("PartialTop") + 4])


@pytest.mark.parametrize("limit", [0, -1, 201, 1_000_000])
async def test_gql_02_limits_are_refused(workspace: Workspace, limit: int) -> None:
    """Every list says its limit instead of cutting in silence."""
    await workspace.remember(decision("api depends_on redis"))
    for ask in (
        workspace.records,
        workspace.entities,
        workspace.sessions,
        workspace.dismissals,
        lambda limit: workspace.neighbours("api", limit=limit),
    ):
        with pytest.raises(InvalidArgument, match="1 to 200"):
            await ask(limit=limit)


# -- entities


async def test_entities_by_name(workspace: Workspace) -> None:
    """Every entity once, by the name it is shown under, with its spellings."""
    await workspace.remember(decision("zeta depends_on Alpha", "alpha2 depends_on zeta", types={"Alpha": "technology"}))
    await workspace.remember(
        {
            "kind": "definition",
            "term": "t",
            "definition": "d",
            "entities": [
                {"name": "Alpha", "type": "technology", "aliases": ["First letter"]},
                {"name": "zeta", "type": "code_component"},
            ],
            "relations": [{"source": "zeta", "target": "Alpha", "type": "related_to", "reason": "letters"}],
        }
    )
    answer = await workspace.entities()
    assert [(e.entity.name, e.entity.type) for e in answer.entities] == [
        ("Alpha", "technology"), ("alpha2", "code_component"), ("zeta", "code_component"),
    ]  # fmt: skip
    assert set(answer.entities[0].names) == {"Alpha", "First letter"}
    assert [e.entity.name for e in (await workspace.entities(type="technology")).entities] == ["Alpha"]
    assert (await workspace.entities(type="person")).entities == ()
    with pytest.raises(InvalidArgument, match="type"):
        await workspace.entities(type="Technology")


async def test_entities_by_prefix(workspace: Workspace) -> None:
    """Any spelling counts, in any case, and an entity of several such spellings stands there once; signs mean themselves."""
    await workspace.remember(
        {
            "kind": "definition",
            "term": "t",
            "definition": "d",
            "entities": [
                {"name": "Redis", "type": "technology", "aliases": ["Redis server", "REmote DIctionary Server"]},
                {"name": "redo log", "type": "concept"},
                {"name": "C++", "type": "technology"},
            ],
            "relations": [{"source": "Redis", "target": "redo log", "type": "related_to", "reason": "r"}],
        }
    )

    async def found_by(prefix: str, **more: str) -> list[str]:
        return [e.entity.name for e in (await workspace.entities(prefix=prefix, **more)).entities]

    assert await found_by("RED") == ["Redis", "redo log"]
    assert await found_by("remote") == ["Redis"]
    assert await found_by("red", type="concept") == ["redo log"]
    assert await found_by("c+") == ["C++"]
    assert await found_by("c.") == await found_by("%") == await found_by("x") == []
    assert await found_by("") == ["C++", "Redis", "redo log"]


@pytest.mark.parametrize("prefix", [None, "n"])
async def test_pages_of_entities(workspace: Workspace, prefix: str | None) -> None:
    """Names that differ only in type do not confuse the pages; a merge takes one name out."""
    await workspace.remember(*(decision(f"n{i:02} depends_on hub") for i in range(7)))
    await workspace.remember(decision("n03 related_to hub", types={"n03": "concept"}))
    wanted = [f"n{i:02}" for i in (0, 1, 2, 3, 3, 4, 5, 6)]
    for limit in (1, 3, 4, 8):
        rows = await pages(workspace.entities, "entities", limit=limit, prefix=prefix)
        assert [e.entity.name for e in rows if e.entity.name != "hub"] == wanted
        assert len({e.entity.id for e in rows}) == len(rows)
    await workspace.merge("n06", "n05", reason="one thing")
    names = [e.entity.name for e in await pages(workspace.entities, "entities", limit=3, prefix=prefix)]
    assert [n for n in names if n != "hub"] == wanted[:-1]


async def test_entities_of_another_day(workspace: Workspace) -> None:
    """As of before its first record the memory had not heard of it."""
    first = await workspace.remember(decision("a depends_on b"))
    await workspace.remember(decision("c depends_on d"))
    assert [e.entity.name for e in (await workspace.entities(as_of=first.recorded_at)).entities] == ["a", "b"]
    assert [e.entity.name for e in (await workspace.entities(as_of=first.recorded_at, prefix="a")).entities] == ["a"]
    assert (await workspace.entities(as_of=first.recorded_at, prefix="c")).entities == ()


# -- sessions and workspaces


async def test_sessions(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """Each with its records, those that hold, its authors and its times; one of the same name elsewhere is another session."""
    one = await make_workspace(session="monday")
    two = await memory.workspace(one.name, author="bo", session="tuesday")
    three = await memory.workspace(one.name, author="bo", session="monday")
    other = await make_workspace(session="monday")
    [a] = (await one.remember(decision("api depends_on redis"))).records
    begun = (await one.sessions()).as_of
    await two.remember(decision("api depends_on kafka", supersedes=(a.id,)))
    await three.remember(decision("web depends_on api"))
    await other.remember(decision("api depends_on redis"))
    tuesday, monday = (await one.sessions()).sessions
    assert (tuesday.session, tuesday.authors, tuesday.records, tuesday.current) == ("tuesday", ("bo",), 1, 1)
    assert (monday.session, monday.authors, monday.records, monday.current) == ("monday", ("ana", "bo"), 2, 1)
    assert monday.started_at is not None
    assert monday.last_at is not None
    assert monday.started_at < str(tuesday.started_at) < monday.last_at
    assert [(s.session, s.records, s.current) for s in (await one.sessions(as_of=begun)).sessions] == [("monday", 1, 1)]
    rows = await pages(one.sessions, "sessions", limit=1)
    assert [s.session for s in rows] == ["tuesday", "monday"]


async def test_workspaces_are_counted(make_workspace: MakeWorkspace) -> None:
    """The list says how much each workspace holds: ended records too, merged entities once."""
    workspace, empty = await make_workspace(), await make_workspace()
    [a, _] = (await workspace.remember(decision("a depends_on b"), decision("b depends_on c"))).records
    await workspace.forget(a.id, reason="a slip")
    await workspace.merge("c", "b", reason="one thing")
    listed = {w.id: w for w in await workspaces(workspace._store)}
    assert (listed[workspace.name].records, listed[workspace.name].entities) == (2, 2)
    assert (listed[empty.name].records, listed[empty.name].entities, listed[empty.name].seq) == (0, 0, 0)
    assert listed[workspace.name].seq == 3


async def test_tim_16_nanoseconds_of_another_tool(workspace: Workspace) -> None:
    """A session that another tool began at a nanosecond is found again page by page, and shown as plain ISO text."""
    await workspace.remember(decision("a depends_on b"))
    for n in range(3):
        await workspace._store.command(
            f"CREATE (:Session {{id: '{workspace.name}-{n}', workspace: '{workspace.name}', name: 's{n}', "
            f"started_at: datetime('2024-05-01T12:00:00.12345678{n}Z')}})"
        )
    rows = await pages(workspace.sessions, "sessions", limit=1)
    assert [(s.session, s.started_at) for s in rows] == [(f"s{n}", "2024-05-01T12:00:00.123456Z") for n in (2, 1, 0)]
