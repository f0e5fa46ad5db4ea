"""The end of a row as known at an instant, and how it is shown."""

from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.model.times import OPEN, Place
from graphmem.read.ends import ActRow, TimesRow
from graphmem.read.entity import SaidRow, newest_fields

DAY = datetime(2024, 1, 1, tzinfo=UTC)


def day(n: int) -> datetime:
    return DAY + timedelta(days=n)


def times(*ends: tuple[int, int, str], undone: dict[int, int] | None = None, **more: Any) -> TimesRow:
    """A row from day 0, recorded on day 0, with ends given as (where, learned, how)."""
    shape: dict[str, Any] = {
        "valid_from": day(0), "precision": "day", "assumed": False, "stated_to": OPEN, "stated_precision": "instant",
        "recorded_at": day(0), "seq": 1, "item": 0, "author": "ana",
        "ends_valid_to": [day(e[0]) for e in ends], "ends_learned": [day(e[1]) for e in ends],
        "ends_undone": [day(undone[n]) if undone and n in undone else OPEN for n in range(len(ends))],
        "ends_act": [f"act_{n}" for n in range(len(ends))], "ends_how": [e[2] for e in ends], "ends_by": ["ben"] * len(ends),
    }  # fmt: skip
    return TimesRow.model_validate({**shape, **more})


def test_an_open_row_has_no_end() -> None:
    """Without an end nothing is shown, and no year 9999."""
    assert times().ending(day(5)).model_dump() == dict.fromkeys(("valid_to", "end_reason", "ended_by", "end_act", "ended_at"))


def test_the_earliest_end_known_counts() -> None:
    """Of several ends the earliest counts from the instant it was learned, whatever was learned first."""
    row = times((20, 5, "superseded"), (10, 7, "retired"))
    assert row.end(day(4)) is None
    assert [(e.valid_to, e.how) for k in (5, 6, 7, 8) if (e := row.end(day(k)))] == [
        (day(20), "superseded"), (day(20), "superseded"), (day(10), "retired"), (day(10), "retired"),
    ]  # fmt: skip


def test_an_end_counts_until_it_is_undone() -> None:
    """An undone end counts for readings before it was undone, and from that instant on the next one does."""
    row = times((10, 5, "superseded"), (20, 6, "forgotten"), undone={0: 8})
    assert [row.ending(day(k)).end_reason for k in (5, 7, 8, 9)] == ["superseded", "superseded", "forgotten", "forgotten"]
    assert [(e.how, e.undone) for e in row.ends(day(7))] == [("superseded", None), ("forgotten", None)]
    assert [e.undone for e in row.ends(day(8))] == ["2024-01-09T00:00:00Z", None]
    assert [e.how for e in row.ends(day(5))] == ["superseded"]


def test_the_stated_end_counts_where_it_is_first() -> None:
    """The writer's own end is the end while no other is earlier; it is shown in its own precision, by its author."""
    row = times((100, 5, "superseded"), stated_to=datetime(2024, 2, 1, tzinfo=UTC), stated_precision="month")
    end = row.ending(day(9))
    assert (end.valid_to, end.end_reason, end.ended_by, end.end_act) == ("2024-02", "stated", "ana", None)
    assert row.model_copy(update={"ends_valid_to": (day(3),)}).ending(day(9)).end_reason == "superseded"


def test_an_end_is_as_coarse_as_what_it_comes_from() -> None:
    """The start of a coarse successor is shown as that; another instant as itself; of what never held the row's own start."""
    act = ActRow(id="act_0", why="t", valid_from=day(31), precision="month")
    assert times((31, 5, "superseded"), acts=(act,)).ending(day(9)).valid_to == "2024-02"
    assert times((30, 5, "superseded"), acts=(act,)).ending(day(9)).valid_to == "2024-01-31T00:00:00Z"
    assert times((31, 5, "superseded")).ending(day(9)).valid_to == "2024-02-01T00:00:00Z"
    assert times((0, 5, "corrected")).ending(day(9)).valid_to == "2024-01-01"


def test_the_words_of_a_conflict() -> None:
    """A record that a conflict emptied ended by the conflict."""
    row = times((3, 5, "conflict_all"))
    assert (row.ending(day(9)).end_reason, row.ends(day(9))[0].how) == ("conflict", "conflict")


def said(place: Place, fields: str | None = None, *unset: str) -> SaidRow:
    return SaidRow(
        fields=fields, unset=unset, place_from=place.first, place_last=place.last, place_seq=place.seq, place_item=place.item
    )


def test_the_newest_value_of_each_field() -> None:
    """Each field has its own newest value: by date where the dates are apart, by order of statement where they overlap."""
    year = Place(day(0), day(365), 1, 0)
    rows = [
        said(year, '{"city": "Oslo", "role": "pilot"}'),
        said(Place(day(40), day(40), 2, 0), '{"city": "Bergen"}'),
        said(Place(day(10), day(10), 3, 0), '{"city": "Moss", "age": 3}'),
        said(Place(day(-900), day(-900), 4, 0), '{"role": "cadet", "old": true}'),
    ]
    assert newest_fields(rows) == {"age": 3, "city": "Bergen", "old": True, "role": "pilot"}
    assert newest_fields([*rows, said(Place(day(50), day(50), 5, 0), None, "city")]) == {"age": 3, "old": True, "role": "pilot"}
    assert newest_fields([said(year, None, "city"), said(Place(day(9), day(9), 2, 0), '{"city": "Moss"}')]) == {"city": "Moss"}
