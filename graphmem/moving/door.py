"""Import: finds out what a file is, an export or a story, and where it goes."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from graphmem.errors import InvalidArgument, Refusal, Refused
from graphmem.memory import WORKSPACE
from graphmem.model.receipts import Receipt
from graphmem.moving.importing import import_export
from graphmem.moving.job import Job
from graphmem.moving.progress import Progress
from graphmem.moving.reading import Refusals, objects, opened, read_envelope
from graphmem.moving.story import is_story, tell_story
from graphmem.read.workspaces import find_workspace
from graphmem.store import Store


async def import_file(
    store: Store, source: Path | BinaryIO, *, workspace: str | None, usual: str | None, author: str, create: bool, again: bool,
    report: Progress | None,
) -> Receipt:  # fmt: skip
    """Imports an export into `workspace` (by default the one it came from), or tells a story in it (by default the usual one).

    Raises `Refused` with the number of every line that cannot be, before anything is written; `WorkspaceNotFound` with
    `create=False`; `InvalidArgument` for a file that is neither.
    """
    with opened(source) as file:
        if envelope := read_envelope(file):
            name = workspace or envelope.workspace
            await _check_place(store, name, create=create)
            return await import_export(store, file, envelope, Job(name, author, again), report)
        refusals = Refusals()
        first = next(objects(file, refusals), None)
        if first is None or not is_story(first[1]):
            refusals.stop()
            message = "neither an export nor a story: its first line has neither `graphmem` nor `recorded_at` beside an act"
            raise Refused([Refusal(1, "line 1", "NOT_AN_EXPORT", message)])
        target = workspace or usual
        if target is None:
            raise InvalidArgument("workspace", "name the one to tell the story in, or set GRAPHMEM_WORKSPACE")
        if again:
            raise InvalidArgument("again", "a line of a story whose record was erased is not told again; state it anew")
        return await tell_story(store, file, target, author, create=create, report=report)


async def _check_place(store: Store, workspace: str, *, create: bool) -> None:
    """Refuses a workspace that does not exist and is not to be made."""
    if not WORKSPACE.fullmatch(workspace):
        raise InvalidArgument("workspace", f"{workspace!r} is no name of a workspace; give another one")
    if not create:
        await find_workspace(store, workspace)
