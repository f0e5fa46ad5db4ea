"""An ingest to be killed: it says on standard output where it is, a word a line.

`open` a transaction has locked the workspace · `kept` one is committed · `end` the ingest has come to its end.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store import connection


def say(word: str) -> None:
    os.write(1, f"{word}\n".encode())


async def main(workspace: str, folder: str) -> None:
    """Ingests the folder once."""
    begin, write = connection.Writer.begin, connection.Store.write

    async def begun(self: connection.Writer, **params: Any) -> dict[str, Any]:
        row = await begin(self, **params)
        say("open")
        return row

    async def written(self: connection.Store, work: Any, **given: Any) -> Any:
        found = await write(self, work, **given)
        say("kept")
        return found

    connection.Writer.begin = begun  # type: ignore[method-assign]
    connection.Store.write = written  # type: ignore[method-assign, assignment]
    async with Memory.open(Settings()) as memory:
        mine = await memory.workspace(workspace, author="ana")
        told = await mine.ingest(folder, source="notes")
        say("end" if told.state == "done" and not told.failed else f"wrong {told}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
