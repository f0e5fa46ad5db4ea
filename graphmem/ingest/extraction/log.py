"""The log of extractions: each raw answer about a passage is an event that nothing ever changes, found by nobody who searches.

What a model stated in the graph is a projection of it; an event can be marked as invalid, and erase reaches it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.store import Reader, Store, Writer

MOST = 200_000  # characters of one reply that are kept


@dataclass(frozen=True, slots=True)
class Event:
    """One answer: to what question, of which passage of which document, as it came, and why it could not be used.

    `at` is the date that the document says of itself, or that of the message.
    """

    id: str
    key: str
    document: str
    chunk: str
    digest: str
    contract: str
    raw: str
    reason: str | None = None
    at: str | None = None
    recorded_at: datetime | None = None
    undone_at: datetime | None = None

    @property
    def usable(self) -> bool:
        """Whether it could be read, be it invalid by now or not."""
        return self.reason is None


def key_of(document: str, digest: str, contract: str) -> str:
    """What tells one question from another: the document, the passage, and the model with its schema."""
    return hashlib.sha256("\x1f".join((document, digest, contract)).encode()).hexdigest()[:32]


def counting(events: Iterable[Event]) -> dict[str, Event]:
    """The event of each question that counts: the latest that could be read, also where it was marked as invalid."""
    return {event.key: event for event in events if event.usable}


def events_of(rows: Iterable[Mapping[str, Any]]) -> list[Event]:
    """The events of rows of `ingest/extractions`, the oldest first."""
    return [Event(**row["event"]) for row in rows]


@dataclass(frozen=True, slots=True)
class Reply:
    """A new answer to one question, why it could not be used, and the date of the passage."""

    key: str
    chunk: str
    digest: str
    raw: str
    reason: str | None
    at: str | None = None


class Log:
    """The events of one workspace; with `keep=False` none is added."""

    def __init__(self, store: Store, workspace: str, author: str, *, keep: bool = True) -> None:
        self._store, self._workspace, self._author, self._keep = store, workspace, author, keep

    async def events(self, document: str) -> list[Event]:
        """All events of a document, the oldest first."""

        async def look(reader: Reader) -> list[Event]:
            return events_of(await reader.rows("ingest/extractions", document=document))

        return await self._store.read(look, workspace=self._workspace, clocks=lambda clock, now: (clock, max(clock, now)))

    async def add(self, document: str, contract: str, replies: Sequence[Reply], known: Sequence[Event]) -> None:
        """Adds answers behind those that are known; the same answer to the same question is one, until it is marked as invalid."""
        invalid = Counter(event.key for event in known if event.undone_at)
        rows = [
            {
                "id": _id(reply, invalid[reply.key]), "key": reply.key, "document": document, "chunk": reply.chunk, "digest": reply.digest,
                "contract": contract, "raw": reply.raw, "reason": reply.reason, "at": reply.at, "author": self._author, "item": n,
            }
            for n, reply in enumerate(replies)
        ]  # fmt: skip
        if not rows or not self._keep:
            return

        async def work(writer: Writer) -> None:
            await writer.begin()
            await writer.rows("ingest/keep_extractions", rows=rows)

        await self._store.write(work, workspace=self._workspace, author=self._author)


def _id(reply: Reply, invalid: int) -> str:
    """Two workers that were told the same make one event."""
    return f"ext_{hashlib.sha256(f'{reply.key} {invalid} {reply.raw}'.encode()).hexdigest()[:20]}"
