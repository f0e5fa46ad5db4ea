"""Feeds: one poller a workspace, however many clients follow it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from graphmem.access import Principal
from graphmem.memory import Memory
from graphmem_api.metrics import Metrics

Recognise = Callable[[str | None], Awaitable[Principal]]


class Feeds:
    """The feeds of a server."""

    def __init__(self, memory: Memory, poll: float, recognise: Recognise, metrics: Metrics) -> None:
        self._memory, self._poll, self._recognise, self._metrics = memory, poll, recognise, metrics

    async def close(self) -> None:
        """Ends every poller."""
