"""What the tests of tools share: a toolbox on a fresh workspace, and the environment of a process of its own."""

from __future__ import annotations

import os

import pytest

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.tools import Toolbox
from graphmem.workspace import Workspace


@pytest.fixture
async def toolbox(memory: Memory, workspace: Workspace) -> Toolbox:
    """The tools of an agent whose usual workspace is this test's."""
    return Toolbox(memory, workspace=workspace.name, author="claude", session="monday")


@pytest.fixture
def environment(settings: Settings, workspace: Workspace) -> dict[str, str]:
    """The environment of an agent's client on the tests' server, in this test's workspace."""
    password = settings.password.get_secret_value() if settings.password else ""
    told = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password,
        "GRAPHMEM_WORKSPACE": workspace.name, "GRAPHMEM_AUTHOR": "claude",
    }  # fmt: skip
    return {**os.environ, **told}
