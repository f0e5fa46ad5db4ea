"""Impact: whom a change reaches, by which path, and what went wrong there before."""

from graphmem.workspace import Workspace
from tests.stating import decision


async def test_nearest_hop(workspace: Workspace) -> None:
    """An entity reached by two paths is listed once, at its nearest hop."""
    await workspace.remember(decision("api depends_on auth", "auth depends_on redis", "api depends_on redis"))
    answer = await workspace.impact("redis")
    assert [(d.entity.name, d.hop) for d in answer.dependents] == [("api", 1), ("auth", 1)]
