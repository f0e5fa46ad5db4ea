"""An empty workspace, asked through GraphQL, the tools and the command line."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.tools import Toolbox
from graphmem.workspace import Workspace
from tests.api.conftest import Ask

NOTHING = "Nothing is stored in this workspace yet."


ASKED = {"search": "text", "subgraph": "text", "deep_search": "text", "context": "task", "recall": "task"}


@pytest.mark.parametrize(("verb", "given"), ASKED.items(), ids=ASKED)
async def test_src_12_nothing_stored_is_said(
    ask: Ask, memory: Memory, settings: Settings, workspace: Workspace, verb: str, given: str
) -> None:
    """SRC-12: each says that nothing is stored, and no more."""
    question, ask_for = "what do we know about the cache?", verb.replace("_s", "S")
    answer = await ask(
        f"query ($w: String!, $q: String!) {{ {verb}: {ask_for}(workspace: $w, {given}: $q) {{ note }} }}", q=question
    )
    assert answer == {"data": {verb: {"note": NOTHING}}}
    told = await Toolbox(memory, workspace=workspace.name, author="claude").call(verb, {given: question})
    assert told.text.startswith(NOTHING)
    command = [str(Path(sys.executable).with_name("graphmem")), "-w", workspace.name, verb.replace("_", "-"), question]
    password = settings.password.get_secret_value() if settings.password else ""
    own = {"GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password}
    ran = await asyncio.to_thread(subprocess.run, command, env={**os.environ, **own}, capture_output=True, text=True, check=True)
    assert NOTHING in ran.stdout
