"""Stated times: design 3.2; cases TIM-05, TIM-06, TIM-09, TIM-13."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.model.times import (
    OPEN,
    Place,
    Stated,
    TimeRefused,
    as_clock,
    later,
    overlap,
    parse_time,
    shown_time,
)

MIDNIGHT = datetime(2024, 5, 1, tzinfo=UTC)
EIGHT = datetime(2024, 5, 1, 8, tzinfo=UTC)
TICK = timedelta(microseconds=1)


def instant(moment: datetime) -> Stated:
    return Stated(moment, moment, "instant")


@pytest.mark.parametrize(
    ("given", "first", "after", "precision"),
    [
        ("2026-10-18", datetime(2026, 10, 18, tzinfo=UTC), datetime(2026, 10, 19, tzinfo=UTC), "day"),
        ("2026-10", datetime(2026, 10, 1, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC), "month"),
        ("2026-12", datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC), "month"),
        ("2024-02", datetime(2024, 2, 1, tzinfo=UTC), datetime(2024, 3, 1, tzinfo=UTC), "month"),
        ("2024-02-29", datetime(2024, 2, 29, tzinfo=UTC), datetime(2024, 3, 1, tzinfo=UTC), "day"),
        ("2026", datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC), "year"),
        ("0001", datetime(1, 1, 1, tzinfo=UTC), datetime(2, 1, 1, tzinfo=UTC), "year"),
        ("0099-03", datetime(99, 3, 1, tzinfo=UTC), datetime(99, 4, 1, tzinfo=UTC), "month"),
        ("9998-12-31", datetime(9998, 12, 31, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC), "day"),
    ],
)
def test_coarse(given: str, first: datetime, after: datetime, precision: str) -> None:
    """A coarse date is its first and last microsecond in UTC and is shown as given."""
    stated = parse_time(given)
    assert stated == Stated(first, after - TICK, precision)  # type: ignore[arg-type]
    assert stated.shown() == shown_time(stated.first, stated.precision) == given
    assert as_clock(given) == after - TICK


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("2024-05-01T08:00:00Z", "2024-05-01T08:00:00Z"),
        ("2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00Z"),
        ("2024-05-01T10:00:00+0200", "2024-05-01T08:00:00Z"),
        ("2024-05-01 08:00:00+00:00", "2024-05-01T08:00:00Z"),
        ("2024-05-01t03:30-04:30", "2024-05-01T08:00:00Z"),
        ("2024-05-01T08:00:00.5z", "2024-05-01T08:00:00.500000Z"),
        ("2024-05-01T08:00:00.123456789Z", "2024-05-01T08:00:00.123456Z"),
        ("2024-05-01T08:00:00.999999999Z", "2024-05-01T08:00:00.999999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9998-12-31T23:59:59.999999Z", "9998-12-31T23:59:59.999999Z"),
    ],
)
def test_instants(given: str, shown: str) -> None:
    """An instant keeps its microseconds, is shown in UTC, and reads back as the same instant."""
    stated = parse_time(given)
    assert stated.precision == "instant"
    assert stated.first == stated.last == as_clock(given)
    assert stated.first.utcoffset() == timedelta(0)
    assert stated.shown() == shown
    assert parse_time(shown) == stated


def test_objects() -> None:
    """A date is a day, an aware datetime an instant, and what was read once reads as itself."""
    assert parse_time(date(2024, 5, 1)) == parse_time("2024-05-01")
    east = datetime(2024, 5, 1, 10, tzinfo=timezone(timedelta(hours=2)))
    assert parse_time(east) == instant(EIGHT)
    month = parse_time("2024-05")
    assert parse_time(month) is month


def test_tim_05_zones() -> None:
    """A time of day without a zone is refused; one instant in two zones is one; a bare date is the UTC day."""
    with pytest.raises(TimeRefused, match="zone"):
        parse_time("2024-05-01T10:00:00")
    with pytest.raises(TimeRefused, match="zone"):
        parse_time(datetime(2024, 5, 1, 10))
    same = parse_time("2024-05-01T10:00:00+02:00"), parse_time("2024-05-01T08:00:00Z")
    day = parse_time("2024-05-01")
    assert same[0] == same[1] == instant(EIGHT)
    assert (day.first, as_clock("2024-05-01")) == (MIDNIGHT, MIDNIGHT + timedelta(days=1) - TICK)
    assert sorted([*same, day], key=lambda stated: stated.first)[0] is day


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_tim_05_local_zone(zone: str) -> None:
    """The zone of the machine changes nothing."""
    code = (
        "import time; from datetime import date, datetime; "
        "from graphmem.model.times import as_clock, parse_time, shown_time; "
        "print(time.tzname[0], parse_time('2024-05-01').first, as_clock(date(2024, 5, 1)), "
        "parse_time('2024-05-01T10:00:00+02:00').shown(), shown_time(datetime(2024, 5, 1, 8)), sep='|')"
    )
    env = {**os.environ, "TZ": zone}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    local, *times = run.stdout.strip().split("|")
    assert local == {"UTC": "UTC", "Asia/Tokyo": "JST"}[zone]
    assert times == [
        "2024-05-01 00:00:00+00:00",
        "2024-05-01 23:59:59.999999+00:00",
        "2024-05-01T08:00:00Z",
        "2024-05-01T08:00:00Z",
    ]


@pytest.mark.parametrize(
    "given",
    [
        "9999-12-31T23:59:59-05:00",
        "0001-01-01T00:00:00+05:00",
        "0000-01-01",
        "0000",
        "9999-12-31",
        "9999-01",
        "9999",
        "9999-01-01T03:00:00+05:00",
        "9998-12-31T23:59:59-05:00",
        "-0044-03-15",
        "-44",
        "12026-01-01",
        "+12026-01-01",
        date(9999, 12, 31),
        OPEN,
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5))),
        datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-5))),
    ],
)
def test_tim_06_range(given: str | date) -> None:
    """A time outside the supported range is refused, and the message gives the range."""
    with pytest.raises(TimeRefused, match="0001-01-01 to 9998-12-31") as refused:
        parse_time(given)
    assert refused.value.code == "TIME_REFUSED"


@pytest.mark.parametrize("given", ["9999-12-31", "9999", "9998-12-31T23:59:59-05:00"])
def test_tim_06_open_end(given: str) -> None:
    """The year 9999 stands for an open end: the message says to leave the end out."""
    with pytest.raises(TimeRefused, match="leave an end out"):
        parse_time(given)


def test_tim_06_future() -> None:
    """A year far ahead is a time like any other; lowering it to the workspace's clock is the reader's part."""
    assert as_clock("2999") == datetime(3000, 1, 1, tzinfo=UTC) - TICK


@pytest.mark.parametrize(
    "stored",
    [
        OPEN,
        datetime(9999, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23, 59, 59),
        datetime(9998, 12, 31, 23, tzinfo=timezone(timedelta(hours=-5))),
        datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-5))),
    ],
)
def test_tim_06_never_shown(stored: datetime) -> None:
    """No answer shows the year 9999, whoever wrote it."""
    assert shown_time(stored) is None
    assert shown_time(stored, "year") is None


def test_tim_06_foreign_values() -> None:
    """Odd values written by another tool are shown and raise nothing."""
    assert shown_time(datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5)))) == "0001-01-01T00:00:00+05:00"
    assert shown_time(datetime(2024, 5, 1, 8)) == "2024-05-01T08:00:00Z"


def test_tim_09_same_microsecond() -> None:
    """Statements of one instant keep their order of statement, whatever order they are sorted in."""
    places = [Place(EIGHT, EIGHT, seq, item) for seq, item in [(1, 0), (1, 1), (2, 0)]]
    for a, b in permutations(places, 2):
        assert later(a, b) == ((a.seq, a.item) > (b.seq, b.item))
        assert later(a, b) != later(b, a)


@pytest.mark.parametrize(
    "given",
    [
        "2024-02-30", "2023-02-29", "2024-13", "2024-00-10", "2024-01-00", "2024-01-32", "13/45/2026",
        "present", "March 2026", "2024-1-5", "Jan 2025", "now", "yesterday", "", " ", "2024-05-01 ", " 2024",
        "20240501", "2024-W18", "2024-122", "1714557600", "1714557600.5", "202", "2", "٢٠٢٤", "２０２４", "0x7e8",
        "2024-05-01T25:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01T08:60:00Z", "2024-05-01T08:00:60Z",
        "2024-05-01T08Z", "2024-05-01TZ", "2024-05-01Z", "2024-05Z", "2024-05-01+02:00",
        "2024-02-30T08:00:00Z", "2024-05-01T08:00:00+24:00", "2024-05-01T08:00:00+02:75", "2024-05-01T08:00:00 CET",
        "2024-05-01T08:00:00+02", "2024-05-01\n", "2024\n", "2024-05-01T08:00:00Z\n", "x" * 10_000,
    ],
)  # fmt: skip
def test_tim_13_vague(given: str) -> None:
    """An impossible or vague date is refused, and the message names the accepted formats."""
    with pytest.raises(TimeRefused, match="2026-10-18T09:30:00Z") as refused:
        parse_time(given)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("given", [2026, 1714557600, 1714557600.5, True, None, b"2026", timedelta(days=1), ["2026"]])
def test_tim_13_not_text(given: object) -> None:
    """A number is never read as a time: 2026 would become half an hour past midnight in 1970."""
    with pytest.raises(TimeRefused, match="give one as text, such as"):
        parse_time(given)  # type: ignore[arg-type]


def test_overlap() -> None:
    """Periods overlap when they share a microsecond; neighbours that only touch do not."""
    day, next_day, month = parse_time("2024-05-01"), parse_time("2024-05-02"), parse_time("2024-05")
    assert overlap(day.first, day.last, month.first, month.last)
    assert overlap(month.first, month.last, next_day.first, next_day.last)
    assert overlap(EIGHT, EIGHT, day.first, day.last)
    assert overlap(EIGHT, EIGHT, EIGHT, EIGHT)
    assert not overlap(day.first, day.last, next_day.first, next_day.last)


def test_later_apart() -> None:
    """Where the dates are apart they decide, even against the order of statement."""
    old = Place(*_period("2022"), seq=9, item=9)
    new = Place(*_period("2024-06"), seq=1, item=0)
    assert later(new, old)
    assert not later(old, new)


def test_later_overlapping() -> None:
    """Within one period the order of statement decides, though one of the two begins earlier."""
    month = Place(*_period("2024-05"), seq=2, item=0)
    moment = Place(EIGHT, EIGHT, seq=1, item=5)
    assert later(month, moment)
    assert not later(moment, month)
    assert later(month._replace(item=1), month)
    assert not later(month, month)


@given(st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9998, 12, 30), timezones=st.timezones()))
def test_round_trip(moment: datetime) -> None:
    """Every aware instant of the supported range is shown so that it reads back as itself."""
    stated = parse_time(moment)
    assert stated.first == moment.astimezone(UTC)  # in UTC: an hour that a zone repeats equals nothing elsewhere
    assert parse_time(stated.shown()) == stated == parse_time(moment.astimezone(UTC).isoformat())


@given(st.text(max_size=40) | st.from_regex(r"\A[0-9]{4}-[0-9]{2}(-[0-9]{2})?([T ][0-9:.]{5,12}[Z+-]?.{0,6})?\Z"))
def test_any_text(text: str) -> None:
    """Any text is either read or refused by name, and what is read holds at least an instant inside the range."""
    try:
        stated = parse_time(text)
    except TimeRefused:
        return
    assert stated.first <= stated.last
    assert 1 <= stated.first.year <= stated.last.year <= 9998


def _period(given: str) -> tuple[datetime, datetime]:
    stated = parse_time(given)
    return stated.first, stated.last
