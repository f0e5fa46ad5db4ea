"""Feeds: one poller a workspace, however many clients follow it; a client that is slow or comes late reads the store by itself."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable

from graphmem.errors import GraphmemError
from graphmem.memory import Memory
from graphmem.model.answers.changes import Change
from graphmem.read.changes import Place, behind, place_of
from graphmem.workspace import Workspace
from graphmem_api.context import Context
from graphmem_api.metrics import Metrics

log = logging.getLogger("graphmem.api")
KEPT = 2_000  # changes that a feed remembers for those who are a little behind
PAGE = 200
RECHECK = 5.0  # seconds after which an idle follower is asked again who it is


class Feed:
    """What was written to one workspace lately, and who waits for more."""

    def __init__(self, workspace: Workspace, cursor: str) -> None:
        self._workspace, self._cursor = workspace, cursor
        self._floor = self._place(cursor)  # everything after this place, up to `_top`, is in `_kept`
        self._top = self._floor
        self._kept: deque[tuple[Place, Change]] = deque()
        self._news = asyncio.Condition()
        self.followers, self.polls, self.closed = 0, 0, False

    def _place(self, cursor: str) -> Place:
        return place_of(self._workspace.name, cursor) or (0, 0, "")

    async def poll(self, every: float) -> None:
        """Looks for what is new until cancelled; a store that does not answer is asked again later."""
        while True:
            try:
                await self._look()
            except GraphmemError as error:
                log.warning("a feed cannot read its workspace", extra={"code": error.code})
                await asyncio.sleep(every * 4)
            await asyncio.sleep(every)

    async def _look(self) -> None:
        self.polls += 1
        page = await self._workspace.changes(limit=PAGE, cursor=self._cursor)
        if not page.changes:
            return
        self._cursor = page.cursor
        for change in page.changes:
            self._kept.append((self._place(change.cursor), change))
        self._top = self._kept[-1][0]
        while len(self._kept) > KEPT:
            self._floor = self._kept.popleft()[0]
        async with self._news:
            self._news.notify_all()

    def after(self, place: Place) -> list[Change] | None:
        """What came after a place; None when it is too long ago to be remembered here."""
        return None if place < self._floor else [change for at, change in self._kept if at > place]

    async def wait(self, place: Place) -> None:
        """Returns once there is something behind the place, or after a while."""
        try:
            async with asyncio.timeout(RECHECK), self._news:
                await self._news.wait_for(lambda: self.closed or self._top > place)
        except TimeoutError:
            return

    async def close(self) -> None:
        """Lets every follower go."""
        self.closed = True
        async with self._news:
            self._news.notify_all()


class Feeds:
    """The feeds of a server, each with its poller while somebody follows."""

    def __init__(self, memory: Memory, poll: float, metrics: Metrics) -> None:
        self._memory, self._poll, self._metrics = memory, poll, metrics
        self.open: dict[str, tuple[Feed, asyncio.Task[None]]] = {}

    async def follow(
        self, context: Context, workspace: str, cursor: str | None, recognise: Callable[[Context], Awaitable[None]]
    ) -> AsyncIterator[Change]:
        """Every change behind `cursor` (by default from now on), each once, as long as the asker may read the workspace."""
        handle = await context.workspace(workspace)
        cursor = cursor or behind(workspace, await self._seq(handle))
        place = place_of(workspace, cursor) or (0, 0, "")
        feed = await self._feed(handle)
        feed.followers += 1
        self._metrics.subscriptions += 1
        try:
            while not feed.closed:
                await recognise(context)
                handle = await context.fresh().workspace(workspace)
                told = feed.after(place)
                if told is None:
                    told = list((await handle.changes(limit=PAGE, cursor=cursor)).changes)
                for change in told:
                    yield change
                    cursor, place = change.cursor, place_of(workspace, change.cursor) or place
                if not told:
                    await feed.wait(place)
        finally:
            self._metrics.subscriptions -= 1
            feed.followers -= 1
            if not feed.followers:
                self._stop(workspace)

    async def _seq(self, handle: Workspace) -> int:
        from graphmem.read.workspaces import find_workspace

        return (await find_workspace(self._memory.store, handle.name)).seq

    async def _feed(self, handle: Workspace) -> Feed:
        if handle.name not in self.open:
            own = Workspace(self._memory.store, handle.name, "feed")
            feed = Feed(own, behind(handle.name, await self._seq(handle)))
            if handle.name not in self.open:  # another follower may have come while the store was asked
                self.open[handle.name] = (feed, asyncio.create_task(feed.poll(self._poll), name=f"feed {handle.name}"))
        return self.open[handle.name][0]

    def _stop(self, workspace: str) -> None:
        feed, task = self.open.pop(workspace)
        feed.closed = True
        task.cancel()

    async def close(self) -> None:
        """Ends every poller and lets every follower go."""
        for feed, task in list(self.open.values()):
            task.cancel()
            await feed.close()
