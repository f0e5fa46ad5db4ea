"""What tests of moving share: the file of a workspace, changed by hand, and its lines."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from graphmem.workspace import Workspace
from tests.dumping import Row

Line = dict[str, Any]


async def exported(workspace: Workspace) -> bytes:
    """The file of a workspace."""
    out = io.BytesIO()
    await workspace.export(out)
    return out.getvalue()


def edited(file: bytes, edit: Callable[[list[Line]], Any]) -> io.BytesIO:
    """The file after `edit` changed its lines; the counts of the first line are made right again."""
    lines = [json.loads(line) for line in file.splitlines()]
    edit(lines)
    counts: dict[str, int] = {}
    for line in lines[1:]:
        counts[next(iter(line))] = counts.get(next(iter(line)), 0) + 1
    lines[0]["counts"] = counts
    return io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode())


def of_kind(lines: list[Line], kind: str) -> list[Line]:
    """The lines of one kind."""
    return [line[kind] for line in lines if kind in line]


def things(rows: list[Row]) -> list[Row]:
    """What a dumped workspace holds, without how far its own clock has come."""
    return [row for row in rows if row[1] != ("Workspace",)]
