"""The spool taken into conversations: a file goes when what it says is in the graph, not before.

A crash between storing and removing does no harm: a message is known by its conversation, speaker, time and text, and is stored once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from graphmem.errors import GraphmemError, InvalidArgument, StoreError
from graphmem.memory import Memory
from graphmem.model.base import Model
from graphmem.spooled import Found, Spooled, read

BATCH = 200  # messages of one conversation that are stored together


class Left(Model):
    """Messages that stay in the spool, and why."""

    workspace: str | None
    conversation: str
    messages: int
    code: str
    message: str


class Taken(Model):
    """What a sweep did: how many messages were taken in, what stays and why, and how many files could not be read."""

    taken: int = 0
    left: tuple[Left, ...] = ()
    unreadable: int = 0


async def take(memory: Memory, folder: Path, *, usual: str | None = None, extract: bool = False) -> Taken:
    """Takes in what was left, conversation by conversation, with `extract` read by the language model; what cannot be stored now stays."""
    found, unreadable = read(folder)
    taken, left = 0, []
    for (workspace, conversation), group in groupby(sorted(found, key=_place), key=lambda f: _place(f)[:2]):
        for part in _parts(list(group)):
            try:
                await _store(memory, workspace or usual, conversation, part, extract)
                taken += len(part)
            except StoreError:
                raise
            except GraphmemError as error:
                left.append(_left(workspace or usual, conversation, part, error))
    return Taken(taken=taken, left=tuple(left), unreadable=unreadable)


def _place(found: Found) -> tuple[str, str, str]:
    return found[1].workspace or "", found[1].conversation, found[0].name


def _parts(group: list[Found]) -> Iterator[list[Found]]:
    for start in range(0, len(group), BATCH):
        yield group[start : start + BATCH]


async def _store(memory: Memory, workspace: str | None, conversation: str, part: Iterable[Found], extract: bool) -> None:
    """Stores the messages, then removes their files."""
    if workspace is None:
        raise InvalidArgument("workspace", "the hook named none: set GRAPHMEM_WORKSPACE, or say -w")
    handle = await memory.workspace(workspace, kind="agent")
    await handle.add_messages(conversation, *(_message(message) for _, message in part), extract=extract)
    for path, _ in part:
        path.unlink(missing_ok=True)


def _message(spooled: Spooled) -> dict[str, Any]:
    return {"text": spooled.text, "speaker": spooled.speaker, "at": spooled.at}


def _left(workspace: str | None, conversation: str, part: list[Found], error: GraphmemError) -> Left:
    return Left(workspace=workspace, conversation=conversation, messages=len(part), code=error.code, message=str(error))
