"""Cursors: the place of the last row shown, bound to its list, and never a crash on hostile text."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InvalidArgument
from graphmem.read.paging import check_limit, decode_cursor, encode_cursor, list_mark, page_of

MARK = list_mark("records", "shop")
OPEN = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


@given(
    st.datetimes(timezones=st.just(UTC)),
    st.integers(-(2**63), 2**63 - 1),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=50),
)
def test_round_trip(at: datetime, number: int, text: str) -> None:
    """A cursor gives back exactly the key it was made of, to the microsecond."""
    assert decode_cursor(MARK, encode_cursor(MARK, (at, number, text)), datetime, int, str) == (at, number, text)


def test_an_open_end_is_a_place_too() -> None:
    """A list may be sorted by an end that is open."""
    assert decode_cursor(MARK, encode_cursor(MARK, (OPEN,)), datetime) == (OPEN,)


def test_no_cursor_is_the_first_page() -> None:
    """None stands for the beginning."""
    assert decode_cursor(MARK, None, int) is None


@pytest.mark.parametrize(
    "other",
    [list_mark("records", "forge"), list_mark("entities", "shop"), list_mark("records", "shop", "decision")],
    ids=["another workspace", "another question", "another filter"],
)
def test_a_cursor_of_another_list_is_refused(other: str) -> None:
    """A cursor works only with the list, the workspace and the filters that it was made for."""
    with pytest.raises(InvalidArgument, match="cursor") as refused:
        decode_cursor(MARK, encode_cursor(other, (1,)), int)
    assert refused.value.path == "cursor"


def forged(*values: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(list(values)).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("cursor", "types"),
    [
        ("", (int,)),
        ("garbage", (int,)),
        ("Zm9v", (int,)),
        ("é", (int,)),
        ("////", (int,)),
        ("A" * 5_000, (int,)),
        (base64.urlsafe_b64encode(b"[" * 1_000).decode(), (int,)),
        (forged(), (int,)),
        (forged(MARK), (int,)),
        (forged(MARK, 1, 2), (int,)),
        (forged(MARK, True), (int,)),
        (forged(MARK, "1"), (int,)),
        (forged(MARK, 2**70), (int,)),
        (forged(MARK, 3), (datetime,)),
        (forged(MARK, "yesterday"), (datetime,)),
        (forged(MARK, "2026-01-01T00:00:00"), (datetime,)),
        (forged(MARK, "0001-01-01T00:00:00+05:00"), (datetime,)),
        (forged(MARK, None), (str,)),
        (forged(MARK, {"a": 1}), (str,)),
    ],
)
def test_a_malformed_cursor_is_a_named_error(cursor: str, types: tuple[type, ...]) -> None:
    """Whatever a caller sends as a cursor is answered with `InvalidArgument` at `cursor`."""
    with pytest.raises(InvalidArgument) as refused:
        decode_cursor(MARK, cursor, *types)
    assert refused.value.path == "cursor"


@given(st.text(max_size=80))
def test_any_text_is_refused_by_name(text: str) -> None:
    """No text breaks the decoder."""
    with pytest.raises(InvalidArgument):
        decode_cursor(MARK, text, int, str)


def test_other_zones_are_told_in_utc() -> None:
    """A cursor that went through a tool that moved its zone stands at the same instant."""
    at = datetime(2026, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert decode_cursor(MARK, encode_cursor(MARK, (at,)), datetime) == (datetime(2026, 5, 1, 10, tzinfo=UTC),)


@pytest.mark.parametrize("limit", [0, -1, 201, 10_000])
def test_limits_are_refused_outside_1_to_200(limit: int) -> None:
    """A limit is never cut in silence."""
    with pytest.raises(InvalidArgument, match="1 to 200"):
        check_limit(limit)


def test_the_last_page_has_no_cursor() -> None:
    """One row more is asked for than is shown: it tells whether there is a next page, and is not shown."""
    page, cursor = page_of([1, 2, 3], 2, MARK, lambda n: (n,))
    assert page == (1, 2)
    assert decode_cursor(MARK, cursor, int) == (2,)
    assert page_of([1, 2], 2, MARK, lambda n: (n,)) == ((1, 2), None)
