"""Diff: what changed between two instants of the recorded clock."""

import secrets
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import pytest

from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.model.answers.diff import Diff
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import change, decision


async def state(workspace: Workspace, *links: str, **more: Any) -> str:
    return (await workspace.remember(decision(*links, **more))).records[0].id


async def now(workspace: Workspace) -> datetime:
    """The committed clock."""
    return (await workspace.timeline(limit=1)).as_of


def links(answer: Diff) -> list[tuple[str, str, int, int]]:
    return [(x.change, f"{x.source.name} {x.type} {x.target.name}", x.before, x.after) for x in answer.links]


def records(answer: Diff) -> list[tuple[str, str]]:
    return [(r.change, r.title) for r in answer.records]


async def test_links_appear_and_disappear(workspace: Workspace) -> None:
    """A link stated in between appeared, one whose last edge ended disappeared: with that edge and how it ended."""
    a = await state(workspace, "api depends_on auth", decision="A")
    await state(workspace, "web depends_on api", decision="stays")
    k1 = await now(workspace)
    b = await state(workspace, "api depends_on redis", decision="B", supersedes=(a,))
    answer = await workspace.diff(k1)
    assert links(answer) == [("disappeared", "api depends_on auth", 1, 0), ("appeared", "api depends_on redis", 0, 1)]
    lost, gained = answer.links[0].lost[0], answer.links[1].gained[0]
    assert (lost.record, lost.end_reason, lost.end_act) == (a, "superseded", b)
    assert (gained.record, gained.holds) == (b, True)
    assert records(answer) == [("ended", "A"), ("added", "B")]
    assert (answer.before_as_of, answer.cursor, answer.records_truncated) == (k1, None, False)


async def test_evidence_gained_lost_and_restated(workspace: Workspace) -> None:
    """Links, not edges: a second statement is evidence gained, an ended one evidence lost, a successor that says the same restates."""
    old = [await state(workspace, f"{x} depends_on hub") for x in ("gains", "loses", "restates")]
    await state(workspace, "loses depends_on hub")
    k1 = await now(workspace)
    await state(workspace, "gains depends_on hub", reason="once more")
    await workspace.forget(old[1], reason="wrong")
    await state(workspace, "restates depends_on hub", supersedes=(old[2],))
    answer = await workspace.diff(k1)
    assert links(answer) == [
        ("gained", "gains depends_on hub", 1, 2), ("lost", "loses depends_on hub", 2, 1), ("restated", "restates depends_on hub", 1, 1),
    ]  # fmt: skip
    assert [x.reason for x in answer.links[0].gained] == ["once more"]
    assert [x.record for x in answer.links[1].lost] == [old[1]]
    assert (len(answer.links[2].gained), len(answer.links[2].lost)) == (1, 1)


async def test_the_interval_is_half_open(workspace: Workspace) -> None:
    """What was recorded at `k1` is not in the answer, what was recorded at `k2` is; of one instant nothing changes."""
    first = await workspace.remember(decision("a depends_on b", decision="first"))
    second = await workspace.remember(decision("c depends_on d", decision="second"))
    await workspace.remember(decision("e depends_on f", decision="third"))
    k1, k2 = str(first.recorded_at), str(second.recorded_at)
    answer = await workspace.diff(k1, k2)
    assert (records(answer), links(answer)) == ([("added", "second")], [("appeared", "c depends_on d", 0, 1)])
    assert records(await workspace.diff(k1, k1)) == []
    assert links(await workspace.diff(k1, k1)) == []


async def test_what_came_and_went_in_between(workspace: Workspace) -> None:
    """A record stated and forgotten in between was added and no longer holds; its link is the same at both ends and not told."""
    k1 = await now_after(workspace, "x depends_on y")
    gone = await state(workspace, "a depends_on b", decision="short")
    await workspace.forget(gone, reason="wrong")
    answer = await workspace.diff(k1)
    assert links(answer) == []
    assert [(r.change, r.title, r.holds, r.end_reason) for r in answer.records] == [("added", "short", False, "forgotten")]


async def now_after(workspace: Workspace, link: str) -> datetime:
    await state(workspace, link)
    return await now(workspace)


async def test_an_end_that_was_undone(workspace: Workspace) -> None:
    """A record that was ended before and reinstated in between holds again, and so does its link."""
    a = await state(workspace, "a depends_on b", decision="A")
    await workspace.forget(a, reason="a mistake")
    k1 = await now(workspace)
    await workspace.reinstate(a, reason="it was none")
    answer = await workspace.diff(k1)
    assert links(answer) == [("appeared", "a depends_on b", 0, 1)]
    assert records(answer) == [("reinstated", "A")]


async def test_past_readings_stay_what_they_were(workspace: Workspace) -> None:
    """A diff between two past instants does not change with what was learned since, an undone end included."""
    a = await state(workspace, "a depends_on b", decision="A")
    k1 = await now(workspace)
    await workspace.forget(a, reason="a mistake")
    k2 = await now(workspace)
    before = await workspace.diff(k1, k2)
    assert links(before) == [("disappeared", "a depends_on b", 1, 0)]
    await workspace.reinstate(a, reason="it was none")
    await state(workspace, "a depends_on b")
    again = await workspace.diff(k1, k2)
    assert (links(again), records(again)) == (links(before), records(before)) == (links(before), [("ended", "A")])


@pytest.fixture
async def dated(settings: Settings) -> AsyncIterator[Workspace]:
    """A workspace of 2024, whose clock a test moves by `on`."""
    async with Memory.open(settings) as memory:
        on(memory, "2024-01-01")
        yield await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana")


def on(given: Memory | Workspace, day: str) -> None:
    """Lets the next writes see noon of that day."""
    store = given.store if isinstance(given, Memory) else given._store
    store._now = datetime.fromisoformat(f"{day}T12:00:00+00:00")


async def test_each_reading_at_its_own_instant(dated: Workspace) -> None:
    """What was known before and begins, or ends as stated, in between has changed; both asked at one instant it has not."""
    await dated.remember(decision("a depends_on b", decision="begins", valid_from="2024-06-01"))
    await dated.remember(decision("c depends_on d", decision="ends", valid_from="2024-01-01", valid_to="2024-07-01"))
    on(dated, "2024-12-31")
    await dated.remember(decision("z related_to y", decision="moves the clock"))
    answer = await dated.diff("2024-05", "2024-11")
    assert links(answer) == [("appeared", "a depends_on b", 0, 1), ("disappeared", "c depends_on d", 1, 0)]
    assert records(answer) == [("begun", "begins"), ("ended", "ends")]
    assert (answer.valid_at.month, answer.before_valid_at.month) == (11, 5)
    for at in ("2024-06-15", "2024-08-01"):
        answer = await dated.diff("2024-05", "2024-11", valid_at=at)
        assert (links(answer), records(answer)) == ([], [])


async def test_an_old_fact_learned_late(dated: Workspace) -> None:
    """A record about an earlier time, learned in between, is added; its link appeared only where it still holds."""
    on(dated, "2024-03-01")
    await dated.remember(decision("a depends_on b", decision="old", valid_from="2020", valid_to="2022"))
    answer = await dated.diff("2024-02", "2024-04")
    assert (links(answer), records(answer)) == ([], [("added", "old")])
    assert links(await dated.diff("2024-02", "2024-04", valid_at="2021")) == [("appeared", "a depends_on b", 0, 1)]


async def test_a_coarse_date_is_its_last_microsecond(dated: Workspace) -> None:
    """`diff` between two days tells the second day whole and nothing of the first; a later `k2` is lowered to what is known."""
    for day in ("2024-05-01", "2024-05-02", "2024-05-03"):
        on(dated, day)
        await dated.remember(decision(f"a depends_on {day}", decision=day))
    assert records(await dated.diff("2024-05-01", "2024-05-02")) == [("added", "2024-05-02")]
    assert records(await dated.diff("2024-04", "2024-05")) == [("added", f"2024-05-0{n}") for n in (1, 2, 3)]
    answer = await dated.diff("2024-05-02", "2998")
    assert records(answer) == [("added", "2024-05-03")]
    assert answer.as_of.isoformat() == "2024-05-03T12:00:00+00:00"


async def test_a_link_without_direction_is_one(workspace: Workspace) -> None:
    """`A related_to B` and `B related_to A` are one link that gained evidence, shown by name."""
    await state(workspace, "B related_to A")
    k1 = await now(workspace)
    await state(workspace, "A related_to B")
    assert links(await workspace.diff(k1)) == [("gained", "A related_to B", 1, 2)]


async def test_a_merge_is_no_change_and_parks_links(workspace: Workspace) -> None:
    """Identity has no clock: a merge retells both readings, and the link between the two is at neither."""
    await state(workspace, "a depends_on b")
    await state(workspace, "b depends_on c")
    k1 = await now(workspace)
    await workspace.merge("b", "a", reason="one thing")
    assert links(await workspace.diff(k1)) == []
    await state(workspace, "b depends_on c", reason="again")
    assert links(await workspace.diff(k1)) == [("gained", "a depends_on c", 1, 2)]
    assert links(await workspace.diff("2020", k1)) == [("appeared", "a depends_on c", 0, 1)]


async def test_pages_join_to_the_whole(workspace: Workspace) -> None:
    """Pages of changed links, by name, are the whole once; records come with the first page, unchanged links in none."""
    await state(workspace, "a0 depends_on hub")
    k1 = await now(workspace)
    await state(workspace, *(f"a{i} depends_on hub" for i in range(1, 8)), decision="seven")
    await workspace.remember(change("x related_to y", retires=(("a0", "depends_on", "hub"),)))
    whole = await workspace.diff(k1)
    assert [x[1] for x in links(whole)] == [*(f"a{i} depends_on hub" for i in range(8)), "x related_to y"]
    page = await workspace.diff(k1, limit=3)
    assert page.records == whole.records
    told = list(page.links)
    while page.cursor:
        page = await workspace.diff(k1, limit=3, cursor=page.cursor)
        assert page.records == ()
        told += page.links
    assert tuple(told) == whole.links


async def test_the_evidence_shown_is_bounded(workspace: Workspace) -> None:
    """Of many new edges of one link twenty are shown; the counts tell the whole."""
    k1 = await now_after(workspace, "x depends_on y")
    await workspace.remember(*(decision("a depends_on b") for _ in range(30)))
    change_ = (await workspace.diff(k1)).links[0]
    assert (change_.after, len(change_.gained)) == (30, 20)


async def test_records_are_bounded_and_say_so(workspace: Workspace) -> None:
    """Of more than two hundred changed records the first are told, in order of statement, and the answer says so."""
    k1 = await now_after(workspace, "x depends_on y")
    await workspace.remember(*(decision("a depends_on b", decision=f"d{i}") for i in range(205)))
    answer = await workspace.diff(k1)
    assert ([r.title for r in answer.records], answer.records_truncated) == ([f"d{i}" for i in range(200)], True)


async def test_arguments_are_checked(workspace: Workspace) -> None:
    """A reversed pair, a vague time and a strange cursor are refused by name."""
    given: list[tuple[tuple[str, ...], dict[str, Any], str]] = [
        (("2024-06", "2024-05"), {}, "k1"), (("yesterday",), {}, "k1"), (("2024-06", "2024-07"), {"limit": 0}, "limit"),
        (("2024-06",), {"cursor": "x"}, "cursor"), (("2024-06",), {"valid_at": "noon"}, "valid_at"),
    ]  # fmt: skip
    for instants, asked, path in given:
        with pytest.raises(InvalidArgument) as caught:
            await workspace.diff(*instants, **asked)
        assert caught.value.path == path


async def test_another_workspace_changes_nothing(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """What was stated in another workspace in between is not told."""
    k1 = await now_after(workspace, "x depends_on y")
    await state(await make_workspace(), "a depends_on b")
    await state(workspace, "own depends_on y", decision="own")
    answer = await workspace.diff(k1)
    assert (links(answer), records(answer)) == ([("appeared", "own depends_on y", 0, 1)], [("added", "own")])
