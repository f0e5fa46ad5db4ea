"""Messages that hooks left as files and that no conversation has yet: `new/` holds one a file, `bad/` what could not be read."""

from __future__ import annotations

import os
from pathlib import Path

from graphmem.model.base import Model
from graphmem.settings import data_folder

VERSION = 1


class Spooled(Model):
    """One message as a hook left it."""

    version: int
    conversation: str
    speaker: str
    text: str
    at: str
    workspace: str | None = None
    cwd: str | None = None


Found = tuple[Path, Spooled]


def spool_folder() -> Path:
    """Where hooks leave what was said: GRAPHMEM_SPOOL, or a folder beside the memory."""
    return Path(os.environ.get("GRAPHMEM_SPOOL") or data_folder() / "spool")


def read(folder: Path) -> tuple[list[Found], int]:
    """Every message that waits, oldest first; files that are none are put aside and counted."""
    found: list[Found] = []
    unreadable = 0
    for path in sorted((folder / "new").glob("*.json")):
        try:
            message = Spooled.model_validate_json(path.read_bytes())
            if message.version != VERSION:
                continue  # of a later version of the hooks: it waits for the graphmem that can read it
            found.append((path, message))
        except FileNotFoundError:
            continue  # another sweep took it
        except ValueError:
            unreadable += 1
            (folder / "bad").mkdir(exist_ok=True, mode=0o700)
            path.replace(folder / "bad" / path.name)
    return found, unreadable


def unread(folder: Path) -> int:
    """How many files lie there that cannot be read: put aside, or of a later version of the hooks."""
    aside, later = (folder / "bad").glob("*.json"), len(list((folder / "new").glob("*.json"))) - len(read(folder)[0])
    return sum(1 for _ in aside) + max(later, 0)


def waiting(folder: Path) -> int:
    """How many messages wait."""
    return sum(1 for _ in (folder / "new").glob("*.json"))
