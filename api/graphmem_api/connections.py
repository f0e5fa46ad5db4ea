"""Lists as Relay connections: the pages of the library, with the cursor behind each row."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

import strawberry
from pydantic import BaseModel

from graphmem.errors import InvalidArgument
from graphmem.model.ontology import MAX_LIMIT
from graphmem.read.paging import ROW_CURSORS
from graphmem.workspace import Workspace
from graphmem_api.arguments import arguments_of, help_of, signature_of
from graphmem_api.context import Context
from graphmem_api.resolvers import answered, argument, field, sentence_of
from graphmem_api.scalars import Instant
from graphmem_api.types import Types

LISTS = (  # verbs whose answer holds its rows under the same name
    "records", "entities", "sessions", "neighbours", "tasks", "documents", "ingests", "extractions", "dismissals",
)  # fmt: skip
PAGE = 50


@strawberry.type(description="Where a page stands in its list.")
class PageInfo:
    """Where a page stands in its list."""

    has_next_page: bool = strawberry.field(description="There is more behind it.")
    has_previous_page: bool = strawberry.field(description="It is not the first page.")
    start_cursor: str | None = strawberry.field(description="The cursor behind its first row.")
    end_cursor: str | None = strawberry.field(description="The cursor behind its last row.")


@dataclass(frozen=True, slots=True)
class Edge:
    """One row, and the cursor behind it."""

    cursor: str
    node: Any


@dataclass(frozen=True, slots=True)
class Connection:
    """One page."""

    edges: list[Edge]
    page_info: PageInfo
    as_of: datetime
    valid_at: datetime


def connections(types: Types) -> dict[str, Any]:
    """One field for each list of the library."""
    return {f"{verb}_connection": _connection(verb, types) for verb in LISTS}


def _connection(verb: str, types: Types) -> Any:
    method = getattr(Workspace, verb)
    answer: type[BaseModel] = signature_of(method).return_annotation
    node = types.of(get_args(answer.model_fields[verb].annotation)[0])

    async def resolve(info: strawberry.Info[Context, None], **given: Any) -> Any:
        limit, after = _window(given)
        told: list[str] = []
        token = ROW_CURSORS.set(told)
        try:
            page = await answered(info.context, info._raw_info, method, {**given, "limit": max(limit, 1), "cursor": after})
        except InvalidArgument as error:
            raise InvalidArgument("after", str(error).removeprefix("cursor: ")) if error.path == "cursor" else error from None
        finally:
            ROW_CURSORS.reset(token)
        return _page(list(getattr(page, verb)), list(told), page, limit, after)

    kind = _types(answer.__name__, node)
    return field(resolve, _arguments(verb, method, types), kind, f"{sentence_of(method)} As a Relay connection.")


def _window(given: dict[str, Any]) -> tuple[int, str | None]:
    """How many rows from where; raises `InvalidArgument` for what a page that runs forward cannot be."""
    first, after = given.pop("first"), given.pop("after")
    for name in ("last", "before"):
        if given.pop(name) is not None:
            raise InvalidArgument(name, "pages run forward only: give `first` and `after`")
    if not 0 <= first <= MAX_LIMIT:
        raise InvalidArgument("first", f"{first} given; it is 0 to {MAX_LIMIT}")
    return first, after


def _page(rows: list[Any], cursors: list[str], answer: Any, limit: int, after: str | None) -> Connection:
    edges = [Edge(cursor, row) for cursor, row in zip(cursors, rows, strict=True)][:limit]
    more = bool(rows) if limit == 0 else answer.cursor is not None
    info = PageInfo(
        has_next_page=more, has_previous_page=after is not None, start_cursor=edges[0].cursor if edges else None,
        end_cursor=edges[-1].cursor if edges else after,
    )  # fmt: skip
    return Connection(edges, info, answer.as_of, answer.valid_at)


def _types(name: str, node: Any) -> Any:
    """The types of a connection and of its edges."""
    edge = strawberry.type(
        type(f"{name}Edge", (), {
            "__annotations__": {"cursor": str, "node": node},
            "cursor": strawberry.field(description="The cursor behind the row."),
            "node": strawberry.field(description="The row."),
        }),
        name=f"{name}Edge", description="One row of a list.",
    )  # fmt: skip
    return strawberry.type(
        type(f"{name}Connection", (), {
            "__annotations__": {"edges": list[edge], "page_info": PageInfo, "as_of": Instant, "valid_at": Instant},  # type: ignore[valid-type]
            "edges": strawberry.field(description="The rows."),
            "page_info": strawberry.field(description="Where the page stands."),
            "as_of": strawberry.field(description="What the memory knew at this instant."),
            "valid_at": strawberry.field(description="What held in the world at this instant."),
        }),
        name=f"{name}Connection", description="A page of a list.",
    )  # fmt: skip


def _arguments(verb: str, method: Any, types: Types) -> Iterator[inspect.Parameter]:
    """Those of the verb; `first` and `after` stand for `limit` and `cursor`."""
    yield from (p for p in arguments_of(verb, method, types) if p.name not in ("limit", "cursor"))
    yield argument("first", int, f"How many rows, 0 to {MAX_LIMIT}.", PAGE)
    yield argument("after", str | None, "The cursor behind which the page begins.", None)
    yield argument("last", int | None, help_of(verb, "last"), None)
    yield argument("before", str | None, "Pages run forward only: give `after`.", None)
