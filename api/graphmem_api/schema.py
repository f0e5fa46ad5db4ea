"""The schema: queries, mutations and the subscription, put together once a process."""

from __future__ import annotations

from functools import cache
from typing import Any

import strawberry

from graphmem.read.workspaces import WorkspaceLine
from graphmem_api.context import Context
from graphmem_api.resolvers import field, root_fields
from graphmem_api.scalars import CONFIG
from graphmem_api.types import Types


class Schema(strawberry.Schema):
    """Strawberry's schema; errors are logged where they are told, so that none is logged with what it holds."""

    def process_errors(self, errors: Any, execution_context: Any = None) -> None:
        """Nothing: `errors.told` and `errors.shown` log what is unexpected."""


def make_schema(extensions: Any = ()) -> Schema:
    """A schema with these extensions."""
    types = Types()
    query = _root("Query", {**root_fields(types, acts=False), **_own_fields(types)}, "What can be asked.")
    mutation = _root("Mutation", root_fields(types, acts=True), "What can be stated and changed.")
    return Schema(query=query, mutation=mutation, config=CONFIG, extensions=extensions)


@cache
def bare_schema() -> Schema:
    """The schema without any limit, for its text."""
    return make_schema()


def schema_text() -> str:
    """The schema in GraphQL's own language, as it is committed."""
    return bare_schema().as_str() + "\n"


def _root(name: str, fields: dict[str, Any], description: str) -> Any:
    return strawberry.type(type(name, (), fields), name=name, description=description)


def _own_fields(types: Types) -> dict[str, Any]:
    async def workspaces(info: strawberry.Info[Context, None]) -> Any:
        return await info.context.memory.workspaces(principal=info.context.known())

    listed = list[types.object(WorkspaceLine)]  # type: ignore[misc, valid-type]
    return {"workspaces": field(workspaces, iter(()), listed, "Every workspace that the asker has a role in, by name.")}


__all__ = ["Schema", "bare_schema", "make_schema", "schema_text"]
