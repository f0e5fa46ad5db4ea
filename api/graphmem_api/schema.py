"""The schema: queries, mutations and the subscription, put together once a process."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any

import strawberry

from graphmem.model.answers.entity import EntityView
from graphmem.model.answers.record import RecordView
from graphmem.read.workspaces import WorkspaceLine
from graphmem.workspace import Workspace
from graphmem.write.items import is_entity_id
from graphmem_api.arguments import help_of
from graphmem_api.connections import connections
from graphmem_api.context import Context
from graphmem_api.execution import Execution
from graphmem_api.nested import below
from graphmem_api.resolvers import answered, argument, field, root_fields
from graphmem_api.scalars import CONFIG, Time
from graphmem_api.subscription import changes_field
from graphmem_api.types import Types

NODES = (RecordView, EntityView)


class Schema(strawberry.Schema):
    """Strawberry's schema; errors are logged where they are told, so that none is logged with what it holds."""

    def process_errors(self, errors: Any, execution_context: Any = None) -> None:
        """Nothing: `errors.told` and `errors.shown` log what is unexpected."""


def make_schema(extensions: Any = ()) -> Schema:
    """A schema with these extensions."""
    types = Types(below)
    query = _root("Query", {**root_fields(types, acts=False), **connections(types), **_own_fields(types)}, "What can be asked.")
    mutation = _root("Mutation", root_fields(types, acts=True), "What can be stated and changed.")
    subscription = _root("Subscription", {"changes": changes_field(types)}, "What can be followed.")
    schema = Schema(
        query=query, mutation=mutation, subscription=subscription, config=CONFIG, extensions=extensions,
        execution_context_class=Execution,
    )  # fmt: skip
    _resolve_nodes(schema, types)
    return schema


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
    told = "Every workspace that the asker has a role in, by name."
    return {"workspaces": field(workspaces, iter(()), listed, told), "node": _node(types)}


def _node(types: Types) -> Any:
    """One record or entity by its id."""

    async def node(info: strawberry.Info[Context, None], workspace: str, id: str, as_of: Any, valid_at: Any) -> Any:
        method = Workspace.entity if is_entity_id(id) else Workspace.record
        key = "name" if is_entity_id(id) else "id"
        return await answered(
            info.context, info._raw_info, method, {"workspace": workspace, key: id, "as_of": as_of, "valid_at": valid_at}
        )

    kinds = tuple(types.object(model) for model in NODES)
    union = Annotated[reduce(or_, kinds), strawberry.union("Node", description="What an id can stand for.")]  # type: ignore[valid-type]
    parameters = [
        argument("workspace", str, "The workspace."),
        argument("id", str, "The id of a record or an entity."),
        argument("as_of", Time | None, help_of("record", "as_of"), None),
        argument("valid_at", Time | None, help_of("record", "valid_at"), None),
    ]
    return field(node, iter(parameters), union, "A record or an entity by its id.")


def _resolve_nodes(schema: Schema, types: Types) -> None:
    """Answers are no instances of the types made of them: a union is told apart by their classes."""
    names = {model: types.object(model).__strawberry_definition__.name for model in NODES}
    schema._schema.type_map["Node"].resolve_type = lambda value, info, kind: names[type(value)]  # type: ignore[attr-defined]


__all__ = ["Schema", "bare_schema", "make_schema", "schema_text"]
