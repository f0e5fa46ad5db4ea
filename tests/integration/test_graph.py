"""Graph: all of a workspace at once, as columns."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidArgument
from graphmem.model.answers.graph import Graph
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import decision


def links(answer: Graph) -> list[str]:
    """The links in words; one that ended has a stroke before it."""
    names = answer.nodes.names
    rows = zip(answer.links.sources, answer.links.types, answer.links.targets, strict=True)
    ended = set(answer.links.ended)
    return sorted(f"{'-' if n in ended else ''}{names[a]} {kind} {names[b]}" for n, (a, kind, b) in enumerate(rows))


async def test_every_link_once(workspace: Workspace) -> None:
    """Every entity has one place, and every link between two of them stands once, however much evidence it has."""
    await workspace.remember(decision("api depends_on redis"), decision("api depends_on redis", "log related_to api"))
    answer = await workspace.graph()
    assert sorted(answer.nodes.names) == ["api", "log", "redis"]
    assert answer.nodes.names[0] == "api", "most is said of it"
    assert links(answer) == ["api depends_on redis", "log related_to api"]
    assert {len(column) for column in (answer.nodes.ids, answer.nodes.types, answer.nodes.topics)} == {3}
    assert (answer.total, answer.truncated, set(answer.nodes.topics)) == (3, False, {-1})


async def test_both_clocks(workspace: Workspace) -> None:
    """It is read at the clocks asked; with `ended` it has what held before, and never what did not hold yet."""
    first = await workspace.remember(decision("api depends_on redis", valid_from="2024-01-01"))
    await workspace.remember(decision("api depends_on valkey", valid_from="2025-01-01", supersedes=[first.records[0].id]))
    assert links(await workspace.graph()) == ["api depends_on valkey"]
    assert links(await workspace.graph(ended=True)) == ["-api depends_on redis", "api depends_on valkey"]
    assert links(await workspace.graph(valid_at="2024-06", ended=True)) == ["api depends_on redis"]
    known = await workspace.graph(as_of=first.recorded_at, valid_at="2025-06", ended=True)
    assert (links(known), sorted(known.nodes.names)) == (["api depends_on redis"], ["api", "redis"])


async def test_narrowed(workspace: Workspace) -> None:
    """Types of entity and of relation narrow it, the limit keeps what most is said of and says that there is more."""
    await workspace.remember(decision("api depends_on redis", "api leads_to outage", types={"outage": "problem"}))
    assert links(await workspace.graph(relations=["leads_to"])) == ["api leads_to outage"]
    narrowed = await workspace.graph(types=["code_component"])
    assert (sorted(narrowed.nodes.names), links(narrowed)) == (["api", "redis"], ["api depends_on redis"])
    least = await workspace.graph(limit=1)
    assert (least.nodes.names, least.total, least.truncated, links(least)) == (("api",), 3, True, [])


@pytest.mark.parametrize(
    ("given", "path"), [({"types": []}, "types"), ({"relations": ["eats"]}, "relations[0]"), ({"limit": 20_001}, "limit")]
)
async def test_refused(workspace: Workspace, given: dict[str, object], path: str) -> None:
    """Unknown types, none at all and a limit beyond 20,000 are refused by name."""
    with pytest.raises(InvalidArgument) as refused:
        await workspace.graph(**given)  # type: ignore[arg-type]
    assert refused.value.path == path


async def test_merged_and_apart(make_workspace: MakeWorkspace) -> None:
    """Two that are one have one place; another workspace, and one that is empty, have nothing of it."""
    one, other = await make_workspace(), await make_workspace()
    await one.remember(decision("api depends_on redis", "gateway depends_on redis-server"))
    await one.merge("redis-server", "redis", reason="the same thing")
    assert links(await one.graph()) == ["api depends_on redis", "gateway depends_on redis"]
    empty = await other.graph()
    assert (empty.nodes.ids, empty.links.sources, empty.total) == ((), (), 0)


async def test_topics(workspace: Workspace) -> None:
    """Where topics were computed, each entity leads to its group."""
    await workspace.remember(decision("a depends_on b", "b depends_on c", "a depends_on c"))
    await workspace.remember(decision("x depends_on y", "y depends_on z", "x depends_on z"))
    await workspace.topics(recompute=True)
    answer = await workspace.graph()
    groups = {name: answer.topics[n].name for name, n in zip(answer.nodes.names, answer.nodes.topics, strict=True)}
    assert groups["a"] == groups["b"] == groups["c"] != groups["x"] == groups["z"]
    assert [t.size for t in answer.topics] == [3, 3]
