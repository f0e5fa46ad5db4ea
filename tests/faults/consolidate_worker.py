"""A consolidation to be killed: at one point of its work it says so on standard output, and goes no further.

`open` its transaction has locked the workspace · `stored` the candidates are written in it · `kept` it is committed, and nobody knows yet.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store import connection


def halting(at: str) -> None:
    """From now on the store halts at this point."""
    begin, rows, write = connection.Writer.begin, connection.Writer.rows, connection.Store.write

    async def reached(point: str) -> None:
        if point == at:
            os.write(1, f"{point}\n".encode())
            await asyncio.sleep(600)

    async def begun(self: connection.Writer, **params: Any) -> dict[str, Any]:
        row = await begin(self, **params)
        await reached("open")
        return row

    async def told(self: connection.Writer, name: str, /, **params: Any) -> list[dict[str, Any]]:
        found = await rows(self, name, **params)
        if name == "work/store_candidates":
            await reached("stored")
        return found

    async def written(self: connection.Store, work: Any, **given: Any) -> Any:
        done = await write(self, work, **given)
        await reached("kept")
        return done

    connection.Writer.begin = begun  # type: ignore[method-assign]
    connection.Writer.rows = told  # type: ignore[method-assign]
    connection.Store.write = written  # type: ignore[method-assign, assignment]


async def main(workspace: str, point: str) -> None:
    """Consolidates once, as far as that point."""
    async with Memory.open(Settings()) as memory:
        mine = await memory.workspace(workspace, author="ana")
        halting(point)
        await mine.consolidate()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
