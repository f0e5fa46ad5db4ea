"""One call of the command line: who asks, where, and how the answer is to be shown."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from graphmem.local import LocalServer
    from graphmem.memory import Memory
    from graphmem.settings import Settings
    from graphmem.workspace import Workspace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """What stands before the verb."""

    workspace: str | None = None
    author: str | None = None
    session: str | None = None
    as_json: bool = False
    as_picture: bool = False

    def drawn(self, picture: bool) -> Call:
        """The call, whose answer is to be shown as a picture."""
        return replace(self, as_picture=picture)

    def also(self, *, workspace: str | None, as_json: bool) -> Call:
        """The call with what was given after the verb."""
        return replace(self, workspace=workspace or self.workspace, as_json=as_json or self.as_json)

    def settings(self) -> Settings:
        """The settings of the environment; raises `InvalidArgument` that names the variable."""
        from pydantic import ValidationError

        from graphmem.errors import InvalidArgument
        from graphmem.settings import Settings

        try:
            return Settings()
        except ValidationError as error:
            line = error.errors(include_url=False, include_context=False, include_input=False)[0]
            variable = "GRAPHMEM_" + "_".join(str(part) for part in line["loc"]).upper()
            raise InvalidArgument(variable, line["msg"].removeprefix("Value error, ")) from None

    def ask(self, work: Callable[[Workspace], Awaitable[T]]) -> T:
        """Asks the workspace, shows the answer and returns it."""

        async def within(memory: Memory) -> T:
            return await work(await memory.workspace(self.workspace, author=self.author, session=self.session))

        return self.ask_memory(within)

    def ask_memory(self, work: Callable[[Memory], Awaitable[T]]) -> T:
        """Asks the memory itself, outside any workspace, shows the answer and returns it."""
        found = self.answer(work)
        self.show(found)
        return found

    def answer(self, work: Callable[[Memory], Awaitable[T]]) -> T:
        """Opens the memory, does `work` and closes it; a managed local server is started first if it is needed."""
        import asyncio

        from graphmem.memory import Memory

        settings = reached(self.settings())

        async def opened() -> T:
            async with Memory.open(settings) as memory:
                memory.store.lasting = False  # it closes with the answer: nothing is begun that would go on behind it
                return await work(memory)

        return asyncio.run(opened())

    def show(self, answer: Any) -> None:
        """Shows an answer to whoever asked, a person or a program."""
        from graphmem.cli import output

        if self.as_picture:
            from graphmem.pictures.mermaid import mermaid

            self.show_text(mermaid(answer))
        elif self.as_json:
            output.write_json(answer)
        else:
            output.write_view(answer)

    def show_text(self, text: str, **beside: str) -> None:
        """Shows a text as it is; as JSON, with what stands beside it."""
        from graphmem.cli import output

        if self.as_json:
            output.write_json({**beside, "text": text})
        else:
            output.write(text)


def reached(settings: Settings) -> Settings:
    """Settings that name a server: those given, or those of the managed local server, started if it does not run."""
    if settings.uri:
        return settings
    from pydantic import SecretStr

    endpoint = local_server(settings).up(report=Say(f"GRAPHMEM_URI is not set: the local server in {settings.home} is used."))
    found = {"uri": endpoint.uri, "user": endpoint.user, "password": SecretStr(endpoint.password), "database": "neo4j"}
    return settings.model_copy(update=found)


def local_server(settings: Settings) -> LocalServer:
    """The managed local server of these settings, running or not."""
    from graphmem.local import LocalServer

    return LocalServer(settings.home, settings.cache, heap=settings.heap, pagecache=settings.pagecache)


class Say:
    """Tells on standard error what takes its time; `first` goes before the first line, if there is one."""

    def __init__(self, first: str | None = None) -> None:
        self._first = first

    def __call__(self, line: str) -> None:
        lines = [self._first, line] if self._first else [line]
        self._first = None
        print(*lines, sep="\n", file=sys.stderr, flush=True)
