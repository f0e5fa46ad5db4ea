"""The toolbox of one agent: calls a tool by its name and answers in text, whatever happens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from graphmem.access import Principal
from graphmem.errors import DatabaseUnavailable, GraphmemError
from graphmem.memory import Memory
from graphmem.read.workspaces import WorkspaceLine
from graphmem.settings import Settings
from graphmem.tools.mending import of_arguments, of_error
from graphmem.tools.pages import Place, page
from graphmem.tools.tool import Tool
from graphmem.workspace import Workspace

log = logging.getLogger("graphmem.tools")


@dataclass(frozen=True, slots=True)
class Result:
    """What a call answers: the text for the agent, whether it is an error, and the answer of the library behind it."""

    text: str
    error: bool = False
    answer: Any = None


class Door:
    """The memory, opened when it is first needed; one that could not be opened is tried again by the next call."""

    def __init__(self, memory: Memory | Settings | None = None) -> None:
        self._given = memory if isinstance(memory, Memory) else None
        self._settings = memory if isinstance(memory, Settings) else None
        self._own: Memory | None = None
        self._past: list[Memory] = []
        self._opening = asyncio.Lock()

    async def memory(self) -> Memory:
        """The open memory; raises a `StoreError` or a `LocalServerError` when it cannot be reached."""
        if self._given:
            return self._given
        async with self._opening:
            if self._own is None:
                opened = Memory.open(self._settings)
                await opened.__aenter__()
                self._own = opened
        return self._own

    def renew(self) -> None:
        """The next call opens the memory anew: after a restart the managed server may answer at another port."""
        if self._own is not None:
            self._past.append(self._own)  # closed at the end: another call may still be using it
            self._own = None

    async def close(self) -> None:
        """Closes what this door opened."""
        self.renew()
        while self._past:
            await self._past.pop().close()


@dataclass(frozen=True, slots=True)
class Room:
    """Where an agent works: the memory it reaches, the workspace and session of calls that name none, and who it is."""

    door: Door
    usual: str | None = None
    author: str | None = None
    session: str | None = None
    principal: Principal | None = None

    async def workspace(self, name: str | None = None, session: str | None = None) -> Workspace:
        """The handle of a workspace; whoever calls a tool is an agent."""
        memory = await self.door.memory()
        return await memory.workspace(
            name or self.usual, author=self.author, session=session or self.session, kind="agent", principal=self.principal
        )

    async def workspaces(self) -> list[WorkspaceLine]:
        """The workspaces that this agent may name."""
        return await (await self.door.memory()).workspaces(principal=self.principal)


class Toolbox:
    """All tools, for one agent: `await toolbox.call("impact", {"name": "auth"})`."""

    def __init__(
        self,
        memory: Memory | Settings | Door | None = None,
        *,
        workspace: str | None = None,
        author: str | None = None,
        session: str | None = None,
        principal: Principal | None = None,
    ) -> None:
        # Whoever calls a tool is an agent, also with the token of a person.
        agent = replace(principal, kind="agent") if principal else None
        self.room = Room(memory if isinstance(memory, Door) else Door(memory), workspace, author, session, agent)

    async def call(self, name: str, arguments: Mapping[str, Any] | str | None = None) -> Result:
        """Calls a tool. It raises nothing: a failure is a result with `error`, whose text says how to mend the call."""
        from graphmem.tools import TOOLS

        tool = TOOLS.get(name)
        if tool is None:
            return Result(f"UNKNOWN_TOOL: there is no tool {name!r}; there are {', '.join(TOOLS)}.", error=True)
        try:
            return await self._called(tool, arguments)
        except ValidationError as error:
            return Result(of_arguments(error, tool.name, tool.example), error=True)
        except GraphmemError as error:
            if isinstance(error, DatabaseUnavailable):
                self.room.door.renew()
            return Result(of_error(error, tool.name), error=True)
        except Exception:
            fault = secrets.token_hex(4)
            log.exception("fault %s in the tool %s", fault, tool.name)
            return Result(f"INTERNAL: a fault of graphmem itself; its log has it under {fault}. Tell the person.", error=True)

    async def _called(self, tool: Tool, arguments: Mapping[str, Any] | str | None) -> Result:
        asked = tool.arguments.model_validate(arguments if isinstance(arguments, str) else dict(arguments or {}))
        place = Place.read(getattr(asked, "cursor", None))
        told = await tool.work(self.room, asked, place)
        return Result(page(told, place), answer=told.answer)

    async def close(self) -> None:
        """Closes the memory, if this toolbox opened it."""
        await self.room.door.close()
