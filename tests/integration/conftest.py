"""What several of these tests share: a workspace whose real time they set."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime

import pytest

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace

Clock = Callable[[str], None]


@pytest.fixture(scope="module")
async def clocked_memory(settings: Settings) -> AsyncIterator[Memory]:
    """A memory whose real time these tests may set."""
    async with Memory.open(settings) as memory:
        yield memory


@pytest.fixture
async def clocked(clocked_memory: Memory, make_workspace: MakeWorkspace) -> AsyncIterator[tuple[Workspace, Clock]]:
    """A fresh workspace, and a way to say what the database takes for the real time from now on."""

    def clock(text: str) -> None:
        clocked_memory.store._now = datetime.fromisoformat(text).replace(tzinfo=UTC)

    clock("2023-01-01")
    name = (await make_workspace()).name + "-clocked"
    yield await clocked_memory.workspace(name, author="ana", create=True), clock
    clocked_memory.store._now = None
