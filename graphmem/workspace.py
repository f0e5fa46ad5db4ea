"""The handle of one workspace: one method a verb, each a line or two that names the module which does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from graphmem.clock import instants
from graphmem.model.answers.impact import Impact
from graphmem.model.receipts import Receipt
from graphmem.model.records import Record, Time
from graphmem.read.impact import impact
from graphmem.store import Reader, Store
from graphmem.write.remember import Mode, remember

T = TypeVar("T")


class Workspace:
    """Everything that can be said to and asked of one workspace, by one author."""

    def __init__(self, store: Store, name: str, author: str, session: str | None = None) -> None:
        self._store, self.name, self.author, self.session = store, name, author, session

    async def _read(self, work: Callable[[Reader], Awaitable[T]], as_of: Time | None, valid_at: Time | None) -> T:
        """One read transaction at the two instants asked."""
        return await self._store.read(work, workspace=self.name, clocks=instants(as_of, valid_at))

    # -- acts

    async def remember(self, *records: Record | Mapping[str, Any], mode: Mode = "atomic", dry_run: bool = False) -> Receipt:
        """Stores one record or a batch in one transaction; raises `Refused` with the path of every field that breaks a rule."""
        return await remember(
            self._store,
            records,
            workspace=self.name,
            author=self.author,
            session=self.session,
            mode=mode,
            dry_run=dry_run,
        )

    # -- questions

    async def impact(self, name: str, *, depth: int = 3, as_of: Time | None = None, valid_at: Time | None = None) -> Impact:
        """What breaks when `name` changes, and what went wrong there before; raises `NameNotFound` or `AmbiguousName`."""
        return await self._read(lambda r: impact(r, name, depth=depth), as_of, valid_at)
