"""The log of extractions: the raw answer for each passage, kept in the graph, found by nobody who searches; erase reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from graphmem.redact import redact
from graphmem.store import Reader, Store, Writer

MOST = 200_000  # characters of one reply that are kept


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One answer: of which passage, under which contract, as it came, and why it could not be used."""

    id: str
    document: str
    chunk: str
    contract: str
    raw: str
    reason: str | None


class Log:
    """The answers of one workspace."""

    def __init__(self, store: Store, workspace: str, author: str) -> None:
        self._store, self._workspace, self._author = store, workspace, author

    async def answers(self, ids: Sequence[str]) -> dict[str, str]:
        """The usable answers among these, by id."""

        async def look(reader: Reader) -> dict[str, str]:
            rows = await reader.rows("ingest/extractions", ids=list(ids))
            return {row["id"]: row["raw"] for row in rows if row["reason"] is None}

        return await self._store.read(look, workspace=self._workspace, clocks=lambda clock, now: (clock, max(clock, now)))

    async def keep(self, entries: Sequence[LogEntry]) -> None:
        """Keeps answers; secrets that a model repeats are masked."""
        rows = [asdict(e) | {"raw": redact(e.raw)[0][:MOST], "author": self._author} for e in entries]
        if not rows:
            return

        async def work(writer: Writer) -> None:
            await writer.begin()
            await writer.rows("ingest/keep_extractions", rows=rows)

        await self._store.write(work, workspace=self._workspace, author=self._author)
