"""The tools for LangChain: `langchain_tools(memory, workspace="my-project")` gives a list of `StructuredTool`."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from graphmem import memory as asynchronous
from graphmem import sync
from graphmem.errors import InvalidArgument
from graphmem.tools import TOOLS, Result, Tool, Toolbox
from graphmem.tools.extras import need
from graphmem.tools.mending import of_arguments

if TYPE_CHECKING:
    from langchain_core.tools import StructuredTool

AnyMemory = asynchronous.Memory | sync.Memory


class Caller:
    """Calls a toolbox from blocking and from asynchronous code; a blocking memory serves both."""

    def __init__(self, memory: AnyMemory, workspace: str | None, author: str | None, session: str | None) -> None:
        self._bridge = memory._bridge if isinstance(memory, sync.Memory) else None
        opened = memory._handle if isinstance(memory, sync.Memory) else memory
        self.toolbox = Toolbox(opened, workspace=workspace, author=author, session=session)

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        """What `work` returns; raises `InvalidArgument` for a memory that only asynchronous code can use."""
        if self._bridge is None:
            work.close()
            raise InvalidArgument("memory", "blocking calls need the memory of graphmem.sync: sync.Memory.open()")
        return self._bridge.run(work)

    async def await_(self, work: Coroutine[Any, Any, Any]) -> Any:
        """What `work` returns, without blocking the caller's loop."""
        return await (work if self._bridge is None else asyncio.to_thread(self._bridge.run, work))


def langchain_tools(
    memory: AnyMemory, *, workspace: str | None = None, author: str | None = None, session: str | None = None
) -> list[StructuredTool]:
    """Every tool; with a `graphmem.sync.Memory` they work in blocking and in asynchronous chains."""
    need("langchain", "langchain_core")
    caller = Caller(memory, workspace, author, session)
    return [_tool(caller, tool) for tool in TOOLS.values()]


def _tool(caller: Caller, tool: Tool) -> StructuredTool:
    from langchain_core.tools import StructuredTool, ToolException

    def told(result: Result) -> tuple[str, Any]:
        if result.error:
            raise ToolException(result.text)
        return result.text, result.answer

    def blocking(**given: Any) -> tuple[str, Any]:
        return told(caller.wait(caller.toolbox.call(tool.name, plain(given))))

    async def waiting(**given: Any) -> tuple[str, Any]:
        return told(await caller.await_(caller.toolbox.call(tool.name, plain(given))))

    def mend(error: Any) -> str:
        known = isinstance(error, ValidationError)
        return of_arguments(error, tool.name, tool.example) if known else str(error)

    return StructuredTool.from_function(
        func=blocking,
        coroutine=waiting,
        name=tool.name,
        description=tool.description,
        args_schema=tool.arguments,
        response_format="content_and_artifact",
        handle_tool_error=True,
        handle_validation_error=mend,
    )


def plain(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments that LangChain has already read, as they were sent: nested models as plain data."""
    from pydantic_core import to_jsonable_python

    return {name: to_jsonable_python(value) for name, value in given.items() if value is not None}
