"""Timeline: what began and what ended in a period, on either clock."""

from collections import Counter
from typing import Any

import pytest

from graphmem.errors import InvalidArgument
from graphmem.model.answers.timeline import Timeline
from graphmem.workspace import Workspace
from tests.stating import change, decision


def told(answer: Timeline) -> list[tuple[str, str, str | None]]:
    """What happened, to which record (or link), and when."""
    return [
        (e.event, f"{e.link.source} {e.link.type} {e.link.target}" if e.link else e.record.title, e.at) for e in answer.events
    ]


async def state(workspace: Workspace, title: str, *links: str, **more: Any) -> str:
    return (await workspace.remember(decision(*(links or ("x depends_on y",)), decision=title, **more))).records[0].id


async def pages(workspace: Workspace, limit: int, **asked: Any) -> list[Any]:
    answer = await workspace.timeline(limit=limit, **asked)
    events = list(answer.events)
    while answer.cursor:
        assert len(answer.events) == limit
        answer = await workspace.timeline(limit=limit, cursor=answer.cursor, **asked)
        events += answer.events
    return events


async def test_records_and_ends_of_a_period(workspace: Workspace) -> None:
    """A period tells what begins and what ends in it, oldest first; the end says how, by whom and by which act."""
    a = await state(workspace, "A", valid_from="2024-01-10")
    b = await state(workspace, "B", valid_from="2024-03-05", supersedes=(a,))
    await state(workspace, "C", valid_from="2024-06-01", valid_to="2024-07")
    assert told(await workspace.timeline("2024-01", "2024-03")) == [
        ("began", "A", "2024-01-10"), ("ended", "A", "2024-03-05"), ("began", "B", "2024-03-05"),
    ]  # fmt: skip
    answer = await workspace.timeline("2024-03-05", "2024-12-31")
    assert told(answer) == [
        ("ended", "A", "2024-03-05"), ("began", "B", "2024-03-05"), ("began", "C", "2024-06-01"), ("ended", "C", "2024-07"),
    ]  # fmt: skip
    first, last = answer.events[0].ending, answer.events[-1].ending
    assert first
    assert (first.end_reason, first.ended_by, first.end_act) == ("superseded", "ana", b)
    assert last
    assert (last.end_reason, last.ended_by, last.end_act) == ("stated", "ana", None)
    assert (answer.start, answer.end, answer.cursor) == ("2024-03-05", "2024-12-31", None)


async def test_tim_05_a_coarse_end_includes_its_period(workspace: Workspace) -> None:
    """`timeline(d, d)` is that day, a month is that month; an instant ends where it says, and the first microsecond after is out."""
    await state(workspace, "morning", valid_from="2024-05-01T00:00:00Z")
    await state(workspace, "east", valid_from="2024-05-01T10:00:00+02:00")
    await state(workspace, "midnight", valid_from="2024-05-01T23:59:59.999999Z")
    await state(workspace, "day", valid_from="2024-05-01")
    await state(workspace, "next", valid_from="2024-05-02")

    async def titles(start: str, end: str) -> list[str]:
        return [e.record.title for e in (await workspace.timeline(start, end)).events]

    assert await titles("2024-05-01", "2024-05-01") == ["morning", "day", "east", "midnight"]
    assert await titles("2024-05", "2024-05") == ["morning", "day", "east", "midnight", "next"]
    assert await titles("2024", "2024") == ["morning", "day", "east", "midnight", "next"]
    assert await titles("2024-05-01T00:00:00Z", "2024-05-01T08:00:00Z") == ["morning", "day", "east"]
    assert await titles("2024-05-01T08:00:00.000001Z", "2024-05-02T00:00:00Z") == ["midnight", "next"]


async def test_a_period_is_checked(workspace: Workspace) -> None:
    """A reversed period, a time without a zone, an unknown clock, a limit out of range and a strange cursor are refused by name."""
    given: list[dict[str, Any]] = [
        {"start": "2024-06", "end": "2024-05"}, {"start": "2024-05-01T10:00:00"}, {"end": "yesterday"}, {"clock": "wall"},
        {"limit": 0}, {"limit": 201}, {"cursor": "e30"},
    ]  # fmt: skip
    for asked, path in zip(given, ("end", "start", "end", "clock", "limit", "limit", "cursor"), strict=True):
        with pytest.raises(InvalidArgument) as caught:
            await workspace.timeline(**asked)
        assert caught.value.path == path
    await state(workspace, "A")
    await state(workspace, "B")
    cursor = (await workspace.timeline(limit=1)).cursor
    with pytest.raises(InvalidArgument):
        await workspace.timeline(limit=1, cursor=cursor, clock="recorded")


async def test_links_come_with_their_record(workspace: Workspace) -> None:
    """A record that began lists the links it states with their reasons, at most twenty of them with the whole number."""
    await state(workspace, "A", "api depends_on auth", "auth depends_on redis", reason="it asks")
    await state(workspace, "many", *(f"c{i} depends_on hub" for i in range(30)))
    first, many = (await workspace.timeline()).events
    assert [(x.source, x.type, x.target, x.reason) for x in first.links] == [
        ("api", "depends_on", "auth", "it asks"), ("auth", "depends_on", "redis", "it asks"),
    ]  # fmt: skip
    assert (len(many.links), many.links_total) == (20, 30)


async def test_del_07_a_conflict_ends_both_pieces_of_evidence(workspace: Workspace) -> None:
    """A conflict ends the links between the two and the record left without one; each end is told, and nothing is lost."""
    r3 = await state(workspace, "R3", "Gate depends_on Ledger", valid_from="2024-01-01")
    r4 = await state(workspace, "R4", "Gate depends_on Ledger", "Gate depends_on Clock", valid_from="2024-01-02")
    r5 = await state(workspace, "R5", "Ledger conflicts_with Gate", valid_from="2024-06-01")
    for clock in ("valid", "recorded"):
        events = (await workspace.timeline(clock=clock)).events  # type: ignore[arg-type]
        ended = [(e.record.record, e.link.target if e.link else None) for e in events if e.event == "ended"]
        assert sorted(ended, key=str) == sorted([(r3, "Ledger"), (r3, None), (r4, "Ledger")], key=str)
        assert {e.ending.end_reason for e in events if e.ending} == {"conflict"}
        assert {e.ending.end_act for e in events if e.ending} == {r5}
        assert [e.record.title for e in events if e.event == "began"] == ["R3", "R4", "R5"]


async def test_del_07_the_superseded_office(workspace: Workspace) -> None:
    """Both records stand in the timeline; the first has its end with time, reason and by whom; at an instant before only it holds."""
    r1 = await state(workspace, "Bonn", valid_from="2020-01-01")
    await state(workspace, "Berlin", valid_from="2024-03-01", supersedes=(r1,))
    answer = await workspace.timeline()
    assert told(answer) == [("began", "Bonn", "2020-01-01"), ("ended", "Bonn", "2024-03-01"), ("began", "Berlin", "2024-03-01")]
    brief = answer.events[0].record
    assert (brief.valid_to, brief.end_reason, brief.ended_by, brief.holds) == ("2024-03-01", "superseded", "ana", False)
    assert brief.ended_at is not None
    assert [e.record.title for e in (await workspace.timeline(valid_at="2022-01-01")).events if e.event == "began"] == ["Bonn"]


async def test_tim_08_only_what_holds_at_the_switch(workspace: Workspace) -> None:
    """With `valid_at` the timeline tells only what holds then: at the switch the successor, one microsecond earlier the other."""
    a = await state(workspace, "A", valid_from="2024-01-01")
    await state(workspace, "B", valid_from="2024-06-01", supersedes=(a,))

    async def begun(at: str) -> list[str]:
        return [e.record.title for e in (await workspace.timeline(valid_at=at)).events if e.event == "began"]

    assert await begun("2024-06-01T00:00:00Z") == ["B"]
    assert await begun("2024-05-31T23:59:59.999999Z") == ["A"]
    assert await begun("2024-06-01") == ["B"]


async def test_tim_09_quick_corrections_keep_their_order(workspace: Workspace) -> None:
    """A, B over A, C over B, stated as fast as can be: A, B, C in that order on both clocks, on every call."""
    a = await state(workspace, "A")
    b = await state(workspace, "B", supersedes=(a,))
    await state(workspace, "C", supersedes=(b,))
    for clock in ("valid", "recorded"):
        for _ in range(2):
            events = (await workspace.timeline(clock=clock)).events  # type: ignore[arg-type]
            assert [e.record.title for e in events if e.event == "began"] == ["A", "B", "C"]
            assert [e.record.title for e in events if e.event == "ended"] == ["A", "B"]


async def test_tim_10_a_stated_again(workspace: Workspace) -> None:
    """A, B over A, then A word for word over B: three records, the last one current, and the reading ends."""
    a = await state(workspace, "A")
    b = await state(workspace, "B", supersedes=(a,))
    await state(workspace, "A", supersedes=(b,))
    events = (await workspace.timeline()).events
    assert [(e.record.title, e.record.holds) for e in events if e.event == "began"] == [("A", False), ("B", False), ("A", True)]


async def test_tim_16_one_microsecond_is_the_grain(workspace: Workspace) -> None:
    """Starts that another tool wrote to the nanosecond are found again and paged without a skip or a double."""
    ids = [await state(workspace, title, valid_from="2024-05-01T12:00:00Z") for title in "ABC"]
    for id_, nano in zip(ids, ("123456789", "123456111", "123456"), strict=True):
        time = f"datetime('2024-05-01T12:00:00.{nano}Z')"
        await workspace._store.command(f"MATCH (r:Record {{id: '{id_}'}}) SET r.valid_from = {time}, r.place_from = {time}")
    assert [e.record.title for e in await pages(workspace, 1)] == ["C", "B", "A"]
    assert [e.at for e in await pages(workspace, 1)] == ["2024-05-01T12:00:00.123456Z"] * 3
    asked = {"start": "2024-05-01T12:00:00.123456Z", "end": "2024-05-01T12:00:00.123456Z"}
    assert [e.record.title for e in await pages(workspace, 1, **asked)] == ["C", "B", "A"]


async def test_tim_06_a_year_9999_of_another_tool(workspace: Workspace) -> None:
    """A start in the year 9999 that another tool wrote breaks no timeline and is never shown."""
    id_ = await state(workspace, "A", valid_from="2024-05-01")
    await workspace._store.command(f"MATCH (r:Record {{id: '{id_}'}}) SET r.valid_from = datetime('9999-06-01T00:00:00Z')")
    events = (await workspace.timeline()).events
    assert [(e.record.title, e.at) for e in events] == [("A", None)]


async def test_pages_join_to_the_whole_on_both_clocks(workspace: Workspace) -> None:
    """Pages of any size, put together, are the whole timeline once: begins, ends of records and of single links."""
    ids = [await state(workspace, f"r{i}", f"a{i} depends_on b", valid_from=f"2024-0{i % 4 + 1}-01") for i in range(8)]
    await workspace.remember(*(decision(f"a{i} conflicts_with b", valid_from="2024-05-01") for i in range(3)))
    await state(workspace, "over", valid_from="2024-06", supersedes=tuple(ids[4:6]))
    await workspace.remember(change("z related_to w", retires=(("a6", "depends_on", "b"),), valid_from="2024-04-01"))
    await workspace.forget(ids[7], reason="wrong")
    await workspace.reinstate(ids[7], reason="right after all")
    for clock, ends in (("valid", 9), ("recorded", 11)):
        whole = await pages(workspace, 200, clock=clock)
        assert len([e for e in whole if e.event != "began"]) == ends
        assert len([e for e in whole if e.event == "began"]) == 13
        for limit in (1, 3, 7):
            assert await pages(workspace, limit, clock=clock) == whole


async def test_a_page_goes_on_after_new_records(workspace: Workspace) -> None:
    """What is stated between two pages, before the place of the cursor, shifts nothing."""
    for i in range(4):
        await state(workspace, f"r{i}", valid_from=f"2024-01-0{i + 1}")
    first = await workspace.timeline(limit=2)
    await state(workspace, "old", valid_from="2020-01-01")
    second = await workspace.timeline(limit=2, cursor=first.cursor)
    assert [e.record.title for e in (*first.events, *second.events)] == ["r0", "r1", "r2", "r3"]


async def test_the_recorded_clock_tells_when_the_memory_learned(workspace: Workspace) -> None:
    """On the recorded clock an old note stands where it was learned, an end where it was learned, a reinstatement too."""
    a = await state(workspace, "A", valid_from="2024-01-01")
    b = await state(workspace, "B", valid_from="2020-01-01")
    forgotten = await workspace.forget(a, reason="a mistake")
    undone = await workspace.reinstate(a, reason="it was none")
    answer = await workspace.timeline(clock="recorded")
    assert [(e.event, e.record.title) for e in answer.events] == [
        ("began", "A"), ("began", "B"), ("ended", "A"), ("reinstated", "A"),
    ]  # fmt: skip
    assert [e.at for e in answer.events[2:]] == [forgotten.recorded_at, undone.recorded_at]
    ended, reinstated = answer.events[2].ending, answer.events[3].ending
    assert ended
    assert (ended.end_reason, ended.ended_by, ended.valid_to) == ("forgotten", "ana", forgotten.recorded_at)
    assert reinstated
    assert reinstated.valid_to is None
    assert [e.event for e in (await workspace.timeline()).events] == ["began", "began"]
    after = await workspace.timeline(answer.events[1].at, answer.events[2].at, clock="recorded")
    assert [(e.event, e.record.record) for e in after.events] == [("began", b), ("ended", a)]


async def test_ends_as_they_were_known(workspace: Workspace) -> None:
    """`as_of` tells the ends known then: one learned later is not told, one undone later still is."""
    a = await state(workspace, "A", "x depends_on y", valid_from="2024-01-01")
    known = (await workspace.timeline()).as_of
    b = await workspace.remember(decision("x related_to y", decision="B", supersedes=(a,), valid_from="2024-03-01"))
    middle = (await workspace.timeline()).as_of
    await workspace.reinstate(a, reason="B was wrong")
    assert told(await workspace.timeline(as_of=known)) == [("began", "A", "2024-01-01")]
    assert told(await workspace.timeline(as_of=middle)) == [
        ("began", "A", "2024-01-01"), ("ended", "A", "2024-03-01"), ("began", "B", "2024-03-01"),
    ]  # fmt: skip
    assert told(await workspace.timeline()) == [("began", "A", "2024-01-01"), ("began", "B", "2024-03-01")]
    recorded = await workspace.timeline(clock="recorded", as_of=middle)
    assert [(e.event, e.record.title) for e in recorded.events] == [("began", "A"), ("ended", "A"), ("began", "B")]
    assert recorded.events[2].at == b.recorded_at


async def test_a_link_that_ends_on_its_own_and_comes_back(workspace: Workspace) -> None:
    """A retired link is told apart from its record, on both clocks; reinstated, it is told on the recorded clock only."""
    await state(workspace, "A", "x depends_on y", "x depends_on z", valid_from="2024-01-01")
    retire = await workspace.remember(change("x related_to z", retires=(("x", "depends_on", "y"),), valid_from="2024-02"))
    answer = await workspace.timeline()
    assert told(answer)[1:] == [("ended", "x depends_on y", "2024-02"), ("began", "x related_to z", "2024-02")]
    edge = answer.events[1].link
    assert edge
    assert answer.events[1].ending
    assert (answer.events[1].ending.end_reason, answer.events[1].ending.end_act) == ("retired", retire.records[0].id)
    assert answer.events[1].record.holds
    await workspace.reinstate(edge.id, reason="still called")
    assert told(await workspace.timeline())[1:] == [("began", "x related_to z", "2024-02")]
    recorded = (await workspace.timeline(clock="recorded")).events
    assert [(e.event, e.link.target if e.link else None) for e in recorded if e.event != "began"] == [
        ("ended", "y"),
        ("reinstated", "y"),
    ]


async def test_a_later_end_beside_an_earlier_one_is_no_event(workspace: Workspace) -> None:
    """TIM-11: an end that changes no answer is kept, and not told as one; a fork that begins earlier moves the end and is told."""
    a = await state(workspace, "A", valid_from="2024-01-01")
    await state(workspace, "B", valid_from="2024-03-01", supersedes=(a,))
    await state(workspace, "C", valid_from="2024-05-01", supersedes=(a,))
    await state(workspace, "D", valid_from="2024-02-01", supersedes=(a,))
    ended = [e for e in (await workspace.timeline(clock="recorded")).events if e.event == "ended"]
    assert [e.ending.valid_to for e in ended if e.ending] == ["2024-03-01", "2024-02-01"]
    assert [e.at for e in (await workspace.timeline()).events if e.event == "ended"] == ["2024-02-01"]


async def test_what_never_held_is_told_and_marked(workspace: Workspace) -> None:
    """A corrected record stays in the timeline: it began and ended at the same start, as it was given."""
    a = await state(workspace, "A", valid_from="2024-01")
    await state(workspace, "B", corrects=(a,))
    assert told(await workspace.timeline()) == [("began", "A", "2024-01"), ("ended", "A", "2024-01"), ("began", "B", "2024-01")]


async def test_another_workspace_tells_nothing(workspace: Workspace, make_workspace: Any) -> None:
    """Only the records of the workspace asked are told, on both clocks."""
    other = await make_workspace()
    a = await state(other, "foreign")
    await other.forget(a, reason="gone")
    await state(workspace, "own")
    for clock in ("valid", "recorded"):
        assert [e.record.title for e in (await workspace.timeline(clock=clock)).events] == ["own"]  # type: ignore[arg-type]


@pytest.mark.parametrize("clock", ["valid", "recorded"])
async def test_counts_are_of_all(workspace: Workspace, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Years, months and days are counted over the whole period, whatever the page shows, as often as paging meets them."""
    a = await state(workspace, "A", valid_from="2024-01-10")
    await state(workspace, "B", valid_from="2024-03-05", supersedes=(a,))
    c = await state(workspace, "C", valid_from="2024-03-05", valid_to="2025-07")
    await workspace.forget(c, reason="it was never so")
    await state(workspace, "D", "x caused_by z", valid_from="2025")
    every = await pages(workspace, 2, clock=clock)
    for grain, length in (("year", 4), ("month", 7), ("day", 10)):
        told_of = await workspace.timeline(limit=1, clock=clock, count_by=grain)  # type: ignore[arg-type]
        met = Counter(f"{e.at}-01-01"[:length] for e in every)
        assert {count.period: count.events for count in told_of.counts} == met
        assert not told_of.counts_truncated
    part = await workspace.timeline("2024-03", "2024-03", count_by="day", clock=clock)
    assert sum(count.events for count in part.counts) == len(part.events)
    assert (await workspace.timeline(clock=clock)).counts == ()
    monkeypatch.setattr("graphmem.read.timeline.COUNTED", 3)
    cut = await workspace.timeline(limit=1, clock=clock, count_by="year")
    assert (sum(count.events for count in cut.counts), cut.counts_truncated) == (3, True)
    with pytest.raises(InvalidArgument):
        await workspace.timeline(clock=clock, count_by="week")  # type: ignore[arg-type]
