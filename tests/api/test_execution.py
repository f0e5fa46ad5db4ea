"""Lists that are completed as one value answer what lists answer that are completed item by item."""

from __future__ import annotations

from typing import Any

import pytest
import strawberry
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem_api.execution import Execution

VALUES = st.one_of(
    st.text(max_size=5), st.integers(-(2**33), 2**33), st.sampled_from([2**31 - 1, 2**31, -(2**31), -(2**31) - 1]),
    st.booleans(), st.none(), st.floats(allow_nan=True), st.just(ValueError("no value")),
)  # fmt: skip
LISTS = st.one_of(st.lists(st.text(max_size=5)), st.lists(st.integers(-(2**33), 2**33)), st.lists(VALUES, max_size=4))


@strawberry.type
class Query:
    """Every sort of list, each with the values that it is given."""

    @strawberry.field
    def texts(self, info: strawberry.Info) -> list[str]:
        return info.context  # type: ignore[no-any-return]

    @strawberry.field
    def numbers(self, info: strawberry.Info) -> list[int]:
        return info.context  # type: ignore[no-any-return]

    @strawberry.field
    def gaps(self, info: strawberry.Info) -> list[str | None]:
        return info.context  # type: ignore[no-any-return]

    @strawberry.field
    def parts(self, info: strawberry.Info) -> list[float]:
        return info.context  # type: ignore[no-any-return]


USUAL, OURS = strawberry.Schema(Query), strawberry.Schema(Query, execution_context_class=Execution)


def answer(schema: strawberry.Schema, field: str, values: Any) -> tuple[Any, list[Any]]:
    result = schema.execute_sync(f"{{ {field} }}", context_value=values)
    return result.data, [error.formatted for error in result.errors or []]


@pytest.mark.parametrize("field", ["texts", "numbers", "gaps", "parts"])
@settings(max_examples=150, deadline=None)
@given(values=LISTS)
def test_the_same_as_item_by_item(field: str, values: list[Any]) -> None:
    """Whatever the values are, the answer and its errors are those of a list completed item by item."""
    assert repr(answer(OURS, field, tuple(values))) == repr(answer(USUAL, field, tuple(values)))


@pytest.mark.parametrize(("field", "values"), [("texts", ("a", "b")), ("numbers", (1, 2)), ("texts", ())])
def test_no_item_is_looked_at_alone(monkeypatch: pytest.MonkeyPatch, field: str, values: tuple[Any, ...]) -> None:
    """A list of what its type makes of it anyway is taken as it is."""

    def walked(*_: Any) -> None:
        raise AssertionError("the list was walked through")

    monkeypatch.setattr(Execution.__mro__[1], "complete_list_value", walked)
    assert answer(OURS, field, values) == ({field: list(values)}, [])


def test_a_number_too_large_is_told_with_its_place() -> None:
    data, [error] = answer(OURS, "numbers", (1, 2**31))
    assert data is None
    assert error["path"] == ["numbers", 1]
