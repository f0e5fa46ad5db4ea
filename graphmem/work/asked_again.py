"""Closed tasks that a conversation asks for once more: what was said later proposes a task, and reopens none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.model.texts import Message
from graphmem.model.times import parse_time, shown_time
from graphmem.store import Reader, Store

NEWEST = 500  # tasks that are looked at
LEAST, MOST = 2, 12  # words of a request: one alone is in every talk, and nobody says many in the same order again
_WORD = re.compile(r"\w+")


async def asked_again(store: Store, workspace: str, messages: Iterable[Message]) -> list[str]:
    """A line for each closed task whose request people say, word for word, later than it was closed; the newest task with it counts."""
    said = [(words(m.text), parse_time(m.at).first) for m in messages if m.at is not None and m.speaker != "assistant"]
    if not said:
        return []

    async def newest(reader: Reader) -> list[str]:
        found: dict[str, str | None] = {}
        for row in await reader.rows("work/requests", limit=NEWEST):
            if (asked := words(row["request"])) not in found:
                found[asked] = _told(row["id"], row["closed_at"], asked, said)
        return [line for line in found.values() if line]

    return await store.read(newest, workspace=workspace, clocks=lambda clock, now: (clock, max(clock, now)))


def words(text: str) -> str:
    """The words of a text, each between blanks."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _told(task: str, closed_at: datetime | None, asked: str, said: Sequence[tuple[str, datetime]]) -> str | None:
    if closed_at is None or not LEAST <= len(asked.split()) <= MOST:
        return None
    later = [at for text, at in said if at > closed_at and asked in text]
    if not later:
        return None
    return (
        f"{task} ({asked.strip()!r}) was closed on {shown_time(closed_at)} and is asked for again on {shown_time(min(later))}; "
        "if it is to be done anew, record a task of its own"
    )
