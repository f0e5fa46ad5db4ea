"""The context of one operation: who asks, the handles it has opened, and the instants that each root field was read at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from graphmem.access import Principal
from graphmem.errors import TokenRefused
from graphmem.memory import Memory
from graphmem.workspace import Workspace

if TYPE_CHECKING:
    from graphmem_api.feed import Feeds
    from graphmem_api.nested import Loaders


class Server(Protocol):
    """What an operation needs of the server that runs it."""

    feeds: Feeds | None

    async def recognise(self, token: str | None) -> Principal:
        """Whom a token stands for."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Where and at which instants a root field was read: what hangs below it is read at the same."""

    workspace: Workspace
    as_of: datetime
    valid_at: datetime


@dataclass(slots=True)
class Context:
    """One operation of one principal; a WebSocket carries many operations, each with a copy of its own."""

    memory: Memory
    server: Server | None = None
    principal: Principal | None = None
    token: str | None = None
    request: Any = None
    response: Any = None
    connection_params: Any = None
    readings: dict[str | int, Reading] = field(default_factory=dict)
    handles: dict[tuple[str, str | None], Workspace] = field(default_factory=dict)
    loaders: Loaders | None = None

    def fresh(self) -> Context:
        """The same asker with nothing opened or loaded yet."""
        return replace(self, readings={}, handles={}, loaders=None)

    def known(self) -> Principal:
        """Who asks; raises `TokenRefused` where nobody was recognised."""
        if self.principal is None:
            raise TokenRefused()
        return self.principal

    async def workspace(self, name: str, session: str | None = None) -> Workspace:
        """The handle of a workspace, opened once an operation; raises `WorkspaceNotFound`."""
        key = (name, session)
        if key not in self.handles:
            self.handles[key] = await self.memory.workspace(name, session=session, principal=self.known())
        return self.handles[key]
