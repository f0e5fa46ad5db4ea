"""The subscription: what is written to a workspace, as it is written, from a cursor on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import strawberry

from graphmem.model.answers.changes import Change
from graphmem.workspace import Workspace
from graphmem_api.context import Context
from graphmem_api.errors import told
from graphmem_api.resolvers import sentence_of
from graphmem_api.types import Types

_WORKSPACE = strawberry.argument(description="The workspace.")
_CURSOR = strawberry.argument(description="Where to go on: the cursor of the last change that was seen; by default from now on.")


def changes_field(types: Types) -> Any:
    """`changes(workspace, cursor)`: each change once, in the order it was written."""

    async def changes(
        info: Any, workspace: Annotated[str, _WORKSPACE], cursor: Annotated[str | None, _CURSOR] = None
    ) -> AsyncIterator[Any]:
        try:
            async for change in _followed(info.context, workspace, cursor):
                yield change
        except Exception as error:
            raise told(error) from error

    kind: Any = types.object(Change)
    changes.__annotations__ = {
        "info": strawberry.Info, "workspace": Annotated[str, _WORKSPACE], "cursor": Annotated[str | None, _CURSOR],
        "return": AsyncIterator[kind],
    }  # fmt: skip
    return strawberry.subscription(resolver=changes, description=sentence_of(Workspace.changes))


async def _followed(context: Context, workspace: str, cursor: str | None) -> AsyncIterator[Change]:
    server = context.server
    assert server is not None, "subscriptions need a server"
    assert server.feeds is not None, "the server has not started"

    async def again(asking: Context) -> None:
        asking.principal = await server.recognise(asking.token)

    followed = server.feeds.follow(context, workspace, cursor, again)
    try:
        async for change in followed:
            yield change
    finally:
        await followed.aclose()  # type: ignore[attr-defined]
