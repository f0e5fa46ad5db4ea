"""What an agent may do without a token is what the table of roles says: the acts that need a person refuse it before anything else."""

from __future__ import annotations

import pytest

from graphmem.access.roles import PERSON_ONLY
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from graphmem.write.acts import ActorKind
from tests.integration.test_access import CALLS, outcome


@pytest.mark.parametrize("kind", ["person", "agent"])
async def test_an_author_without_a_token(workspace: Workspace, memory: Memory, kind: ActorKind) -> None:
    """Merge, unmerge, mark, retype, erase, bulk forget and export need a person; everything else does not."""
    handle = await memory.workspace(workspace.name, author="bot", kind=kind)
    refused = {verb for verb, call in CALLS.items() if (await outcome(call(handle))).startswith("NOT_ALLOWED")}
    assert refused == (PERSON_ONLY & set(CALLS) if kind == "agent" else set())
    assert len(PERSON_ONLY & set(CALLS)) >= 7
