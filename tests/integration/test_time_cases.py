"""The cases of given times: zones, bare and extreme dates, empty intervals, grain; each by its id, through the public door."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.errors import InvalidArgument, Refused
from graphmem.model.receipts import Receipt
from graphmem.model.records import Record
from graphmem.workspace import Workspace
from tests.integration.conftest import Clock
from tests.stating import decision


@pytest.fixture(params=["UTC", "Asia/Tokyo"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The local time zone of this process."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def record_of(receipt: Receipt) -> str:
    return receipt.records[0].id


async def current(workspace: Workspace, name: str, **at: Any) -> list[str]:
    """What a thing is linked to."""
    return sorted(link.entity.name for link in (await workspace.entity(name, **at)).relations)


async def write_time(workspace: Workspace, record: str, field: str, value: str) -> None:
    """Sets a time of a record and all it says, as another tool could."""
    for pattern in ("(x:Record {id: '%s'})", "(:Record {id: '%s'})-[x:MENTIONS]->()", "()-[x:DEPENDS_ON {record: '%s'}]->()"):
        await workspace._store.command(f"MATCH {pattern % record} SET x.{field} = datetime('{value}')")


# -- TIM-05: zones and bare dates


@pytest.mark.usefixtures("zone")
async def test_tim_05_the_local_zone_means_nothing(workspace: Workspace) -> None:
    """A time without a zone is refused; two spellings of one instant are one; a bare date is that day in UTC, shown as given."""
    with pytest.raises(Refused) as caught:
        await workspace.remember(decision("A depends_on B", valid_from="2024-05-01T10:00:00"))
    assert caught.value.path == "valid_from"
    given = ["2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00Z", "2024-05-01"]
    ids = [record_of(await workspace.remember(decision("A depends_on B", valid_from=start))) for start in given]
    old = decision("A depends_on B", valid_from="2024-04-01", valid_to="2024-05-01")
    ids.append(record_of(await workspace.remember(old)))
    shown = {r.record: (r.at, r.valid_to) for r in (await workspace.entity("A")).records}
    assert [shown[i] for i in ids] == [
        ("2024-05-01T08:00:00Z", None), ("2024-05-01T08:00:00Z", None), ("2024-05-01", None), ("2024-04-01", "2024-05-01"),
    ]  # fmt: skip

    async def holding(at: str) -> set[int]:
        view = await workspace.entity("A", valid_at=at)
        return {ids.index(r.record) for r in view.records if r.holds}

    assert await holding("2024-04-30T23:59:59.999999Z") == {3}
    assert await holding("2024-05-01T00:00:00Z") == {2}
    assert await holding("2024-05-01T07:59:59.999999Z") == {2}
    assert await holding("2024-05-01") == {0, 1, 2}
    day = await workspace.timeline("2024-05-01", "2024-05-01")
    assert [(e.event, ids.index(e.record.record)) for e in day.events] == [("began", 2), ("ended", 3), ("began", 0), ("began", 1)]
    assert (await workspace.timeline("2024-04-02", "2024-04-30")).events == ()


@pytest.mark.usefixtures("zone")
async def test_tim_05_a_bare_date_as_of(clocked: tuple[Workspace, Clock]) -> None:
    """As `as_of` a bare date is the last microsecond of that day in UTC, whatever the local zone."""
    workspace, clock = clocked
    clock("2024-05-01T23:59:59.999999")
    await workspace.remember(decision("A depends_on B"))
    clock("2024-05-02T00:00:00")
    await workspace.remember(decision("C depends_on B"))
    clock("2024-05-10")
    answer = await workspace.impact("B", as_of="2024-05-01")
    assert [d.entity.name for d in answer.dependents] == ["A"]
    assert answer.as_of == answer.valid_at == datetime(2024, 5, 1, 23, 59, 59, 999999, UTC)
    assert [d.entity.name for d in (await workspace.impact("B", as_of="2024-05-02")).dependents] == ["A", "C"]


# -- TIM-06: extreme dates

EXTREME = [
    "9999-12-31T23:59:59-05:00", "0001-01-01T00:00:00+05:00", "0000-01-01", "9999-12-31", "9999", "9999-01", "-0044", "-0044-03-15",
    "9999-12-31T23:59:59Z", "9998-12-31T23:59:59-05:00", "10000-01-01",
]  # fmt: skip


@pytest.mark.parametrize("given", EXTREME)
@pytest.mark.parametrize("field", ["valid_from", "valid_to"])
async def test_tim_06_extreme_dates_are_refused(workspace: Workspace, given: str, field: str) -> None:
    """A time outside the supported range is refused with the range; of an end in the year 9999 it is said to leave it out."""
    times: dict[str, Any] = {field: given}
    with pytest.raises(Refused) as caught:
        await workspace.remember(decision("A depends_on B", **times))
    assert (caught.value.path, caught.value.code) == (field, "TIME_REFUSED")
    assert "0001-01-01 to 9998-12-31" in str(caught.value)
    if given.startswith("9999"):
        assert "leave an end out" in str(caught.value)


@pytest.mark.parametrize("given", EXTREME)
@pytest.mark.parametrize("clock", ["as_of", "valid_at"])
async def test_tim_06_extreme_clocks_are_refused(workspace: Workspace, given: str, clock: str) -> None:
    """The same holds of the two clocks of a question."""
    await workspace.remember(decision("A depends_on B"))
    with pytest.raises(InvalidArgument) as caught:
        await workspace.impact("B", **{clock: given})  # type: ignore[arg-type]
    assert caught.value.path == clock


async def test_tim_06_a_later_as_of_is_lowered(workspace: Workspace) -> None:
    """An `as_of` in the future is lowered to the workspace's clock, and the answer says which it used."""
    receipt = await workspace.remember(decision("A depends_on B"))
    answer = await workspace.impact("B", as_of="2999")
    assert answer.as_of == datetime.fromisoformat(receipt.recorded_at or "")
    assert answer.valid_at == datetime(2999, 12, 31, 23, 59, 59, 999999, UTC)
    assert [d.entity.name for d in answer.dependents] == ["A"]


@pytest.mark.parametrize(
    "foreign",
    ["9999-06-01T00:00:00Z", "9999-12-31T23:59:59-05:00", "9999-12-31T23:59:59.999999999Z"],
)
async def test_tim_06_what_another_tool_wrote_breaks_nothing(workspace: Workspace, foreign: str) -> None:
    """A value of the year 9999 is answered as an open end, whatever its day and zone; no list breaks."""
    receipt = await workspace.remember(decision("A depends_on B", valid_from="2024-01-01"))
    await write_time(workspace, record_of(receipt), "valid_to", foreign)
    view = await workspace.entity("A")
    assert [r.valid_to for r in view.records] == [None]
    assert await current(workspace, "A") == ["B"]
    assert [d.entity.name for d in (await workspace.impact("B")).dependents] == ["A"]
    timeline = await workspace.timeline()
    assert [(e.event, e.record.valid_to) for e in timeline.events] == [("began", None)]
    assert "9999" not in view.model_dump_json()
    assert "9999" not in timeline.model_dump_json()
    assert "9999" not in (await workspace.history("A", "B")).model_dump_json()


async def test_tim_06_no_answer_shows_the_open_end(workspace: Workspace) -> None:
    """An open end is null in every answer."""
    await workspace.remember(decision("A depends_on B", "A leads_to C", files=["a.py:1"]))
    for answer in (
        await workspace.impact("B"), await workspace.lineage("A"), await workspace.entity("A"), await workspace.file("a.py"),
        await workspace.timeline(), await workspace.timeline(clock="recorded"), await workspace.history("A", "B"),
    ):  # fmt: skip
        assert "9999" not in answer.model_dump_json()


# -- TIM-09: zero length, reversed, the same microsecond


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2024-06-02", "2024-06-01"), ("2024-06-01", "2024-06-01"), ("2024-06-01T00:00:00Z", "2024-06-01"), ("2024-06", "2024-06-01"),
        ("2024", "2024-01"), (None, "2024-06-01"), ("2024-06-01T10:00:00+02:00", "2024-06-01T08:00:00Z"),
    ],
)  # fmt: skip
async def test_tim_09_an_interval_has_a_length(workspace: Workspace, start: str | None, end: str) -> None:
    """Reversed and empty intervals are refused, also where the start is assumed to be now."""
    with pytest.raises(Refused) as caught:
        await workspace.remember(decision("A depends_on B", valid_from=start, valid_to=end))
    assert (caught.value.path, caught.value.code) == ("valid_to", "TIMES_OUT_OF_ORDER")


async def test_tim_09_corrections_in_one_microsecond(clocked: tuple[Workspace, Clock]) -> None:
    """Writes that see the same microsecond get recorded times of their own, in commit order; only the last is current."""
    workspace, clock = clocked
    clock("2024-09-09T10:00:00")
    receipts: list[Receipt] = []
    for name in "ABC":
        supersedes = [record_of(receipts[-1])] if receipts else []
        receipts.append(await workspace.remember(decision(f"{name} depends_on Hub", supersedes=supersedes)))
    assert [r.recorded_at for r in receipts] == [
        "2024-09-09T10:00:00Z", "2024-09-09T10:00:00.000001Z", "2024-09-09T10:00:00.000002Z"
    ]  # fmt: skip
    ids = [record_of(r) for r in receipts]
    assert await current(workspace, "Hub") == ["C"]
    for clock_name in ("valid", "recorded"):
        events = (await workspace.timeline(clock=clock_name)).events
        assert [e.record.record for e in events if e.event == "began"] == ids
    assert [r.record for r in (await workspace.entity("Hub")).records] == ids[::-1]


async def test_tim_09_a_clock_that_was_stepped_back(clocked: tuple[Workspace, Clock]) -> None:
    """A write after the clock was stepped back is still later than what was committed; a question sees it by default."""
    workspace, clock = clocked
    clock("2024-09-09T10:00:00")
    first = await workspace.remember(decision("A depends_on Hub"))
    clock("2024-09-09T08:00:00")
    second = await workspace.remember(decision("B depends_on Hub"))
    assert (first.recorded_at, second.recorded_at) == ("2024-09-09T10:00:00Z", "2024-09-09T10:00:00.000001Z")
    answer = await workspace.impact("Hub")
    assert [d.entity.name for d in answer.dependents] == ["A", "B"]
    assert answer.as_of == answer.valid_at == datetime(2024, 9, 9, 10, 0, 0, 1, UTC)


# -- TIM-13: impossible and vague dates

VAGUE = ["2024-02-30", "present", "March 2026", "2024-1-5", "13/45/2026", "Jan 2025", "1714550400", "2023-02-29", "24-05-01", ""]


@pytest.mark.parametrize("given", [*VAGUE, 1714550400, 1714550400.5, True])
async def test_tim_13_a_vague_start_is_refused(workspace: Workspace, given: object) -> None:
    """What is no exact date is refused with the accepted formats; nothing rolls over, no number becomes an instant."""
    plain = decision("A depends_on B").model_dump()
    with pytest.raises(Refused) as caught:
        await workspace.remember({"kind": "decision", **plain, "valid_from": given})
    assert caught.value.path == "valid_from"
    assert "2026-10-18" in str(caught.value)


@pytest.mark.parametrize("given", VAGUE)
@pytest.mark.parametrize("clock", ["as_of", "valid_at"])
async def test_tim_13_a_vague_clock_is_refused(workspace: Workspace, given: str, clock: str) -> None:
    """A question at a vague date fails and names the accepted formats; the answer is never silently empty."""
    await workspace.remember(decision("A depends_on B"))
    with pytest.raises(InvalidArgument) as caught:
        await workspace.impact("B", **{clock: given})  # type: ignore[arg-type]
    assert caught.value.path == clock
    assert "2026-10-18" in str(caught.value)


# -- TIM-16: nanoseconds


async def test_tim_16_nanoseconds_of_another_tool(workspace: Workspace) -> None:
    """Values with nanoseconds are read as microseconds: lists page over them without a doubled or a skipped row."""
    batch: list[Record] = [decision(f"A{n} depends_on Hub", valid_from="2024-05-01T12:00:00.123456Z") for n in range(4)]
    ids = [line.id for line in (await workspace.remember(*batch)).records]
    for n, record in enumerate(ids):
        await write_time(workspace, record, "valid_from", f"2024-05-01T12:00:00.123456{789 - n:03}Z")
    assert await _paged(
        lambda cursor: workspace.timeline(limit=1, cursor=cursor), lambda p: [e.record.record for e in p.events]
    ) == sorted(ids)
    assert await _paged(
        lambda cursor: workspace.entity("Hub", limit=1, cursor=cursor), lambda p: [r.record for r in p.records]
    ) == sorted(ids)
    view = await workspace.entity("Hub")
    assert {r.at for r in view.records} == {"2024-05-01T12:00:00.123456Z"}


async def _paged(page: Callable[[str | None], Any], rows: Callable[[Any], list[str]]) -> list[str]:
    """Every row of a paged answer, sorted; at most a dozen pages."""
    found, cursor = list[str](), None
    for _ in range(12):
        answer = await page(cursor)
        found += rows(answer)
        if (cursor := answer.cursor) is None:
            break
    return sorted(found)


async def test_tim_16_found_again_at_its_microsecond(workspace: Workspace) -> None:
    """What starts, ends and was learned at a nanosecond counts from its microsecond on, in every reading of both clocks."""
    start, end = "2024-05-01T12:00:00.123456", "2024-06-01T12:00:00.123456"
    (line,) = (await workspace.remember(decision("A depends_on B", valid_from=f"{start}Z", valid_to=f"{end}Z"))).records
    await write_time(workspace, line.id, "valid_from", f"{start}789Z")
    await write_time(workspace, line.id, "stated_to", f"{end}789Z")
    await write_time(workspace, line.id, "valid_to", f"{end}789Z")
    for at, holds in (
        ("2024-05-01T12:00:00.123455Z", False),
        (f"{start}Z", True),
        (f"{start}001Z", True),
        ("2024-06-01T12:00:00.123455Z", True),
        (f"{end}Z", False),
        (f"{end}789Z", False),
    ):
        assert [r.holds for r in (await workspace.records(valid_at=at)).records] == [holds], at
        assert [r.record for r in (await workspace.records(valid_at=at, current=holds)).records] == [line.id], at
    assert [r.record for r in (await workspace.records(start=f"{start}Z", end=f"{start}Z")).records] == [line.id]
    known = str((await workspace.record(line.id)).record.recorded_at)
    await write_time(workspace, line.id, "recorded_at", known.replace("Z", "999Z"))
    await write_time(workspace, line.id, "ended_at", known.replace("Z", "999Z"))
    assert [r.record for r in (await workspace.records(as_of=known, valid_at=f"{start}Z", current=True)).records] == [line.id]


@pytest.mark.parametrize(("year", "first"), [("+10000", None), ("+999999999", None), ("-0044", "0001-01-01T00:00:00Z")])
async def test_tim_06_years_that_no_calendar_of_python_has(workspace: Workspace, year: str, first: str | None) -> None:
    """A start or an end of another tool beyond the years 1 to 9999 breaks no view: later is open, earlier is the first instant."""
    kept, line = (
        await workspace.remember(decision("A depends_on B"), decision("C depends_on B", valid_from="2024-01-01T00:00:00Z"))
    ).records
    await write_time(workspace, line.id, "valid_from", f"{year}-01-01T00:00:00Z")
    shown = {r.record: r.at for r in (await workspace.records()).records}
    assert (set(shown), shown[line.id]) == ({kept.id, line.id}, first)
    assert (await workspace.record(line.id)).record.at == first
    assert kept.id in [e.record.record for e in (await workspace.timeline()).events]
    await write_time(workspace, line.id, "valid_from", "2024-01-01T00:00:00Z")
    await write_time(workspace, line.id, "stated_to", f"{year}-01-01T00:00:00Z")
    await write_time(workspace, line.id, "valid_to", f"{year}-01-01T00:00:00Z")
    assert (await workspace.record(line.id)).record.valid_to == first
    assert len((await workspace.timeline()).events) >= 2
    await workspace.radar()
    await workspace.forget(line.id, reason="another tool wrote nonsense")
