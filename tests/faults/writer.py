"""A client to be killed: it writes for ever and says on standard output what it is doing, a word a line.

`open N` a transaction of request N has locked the workspace · `ack N` the receipt of request N has arrived.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from typing import Any

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store import connection
from tests.faults.shape import item


def say(word: str, n: int) -> None:
    os.write(1, f"{word} {n}\n".encode())


async def main(workspace: str, run: str) -> None:
    """Writes records of one shape, each under its own request_id."""
    current = 0
    begin = connection.Writer.begin

    async def noted(self: connection.Writer, **params: Any) -> dict[str, Any]:
        row = await begin(self, **params)
        say("open", current)
        return row

    connection.Writer.begin = noted  # type: ignore[method-assign]
    async with Memory.open(Settings()) as memory:
        mine = await memory.workspace(workspace, author=run)
        for current in itertools.count():
            await mine.remember(*(item(run, current, part) for part in range(3)))
            say("ack", current)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
