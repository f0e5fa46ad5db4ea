"""Which wikis this machine holds of which workspace, so that an erase reaches them: `wikis.json` in the data folder."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from graphmem.errors import InvalidArgument
from graphmem.local.filelock import exclusive
from graphmem.wiki.folder import Change, WikiFolder


def _alone(registry: Path) -> AbstractContextManager[None]:
    """One process at a time; not on Windows, where the lock does not exist."""
    if sys.platform == "win32":
        return nullcontext()
    return exclusive(registry.with_suffix(".lock"), waiting_for="the list of wikis", report=lambda line: None)


@contextmanager
def _opened(registry: Path) -> Iterator[dict[str, str]]:
    """The workspace of each folder; what is changed in it is kept."""
    registry.parent.mkdir(parents=True, exist_ok=True)
    with _alone(registry):
        try:
            known: dict[str, str] = json.loads(registry.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            known = {}
        yield known
        registry.write_text(json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True), encoding="utf-8")


def register(registry: Path, folder: Path, workspace: str) -> None:
    """Notes where a wiki of a workspace is, before its first page is written."""
    with _opened(registry) as known:
        known[str(folder)] = workspace


def unregister(registry: Path, folder: Path) -> None:
    """Forgets a wiki that was discarded."""
    with _opened(registry) as known:
        known.pop(str(folder), None)


def discard_all(registry: Path, workspace: str) -> Change:
    """Discards every wiki of a workspace that this machine knows of; what others changed in them is left and told by its full path."""
    change = Change()
    if not registry.exists():
        return change
    with _opened(registry) as known:
        for folder in [f for f, w in known.items() if w == workspace]:
            here = Change()
            try:
                WikiFolder(Path(folder)).discard(here)
            except (InvalidArgument, OSError):
                here.left.append("")  # it is no wiki any more, or cannot be reached
            change.removed += [str(Path(folder) / path) for path in here.removed]
            change.left += [str(Path(folder) / path) for path in here.left]
            if not here.left:
                del known[folder]
    return change
