"""Neighbours: what current links join to a thing."""

from __future__ import annotations

import pytest

from graphmem.errors import AmbiguousName, InvalidArgument, NameNotFound
from graphmem.model.answers.neighbours import Neighbours
from graphmem.workspace import Workspace
from tests.stating import decision


def told(answer: Neighbours) -> list[tuple[str, list[tuple[str, str, int]]]]:
    return [(n.entity.name, [(x.type, x.direction, x.evidence_total) for x in n.links]) for n in answer.neighbours]


async def test_every_link_of_every_neighbour(workspace: Workspace) -> None:
    """Both directions and every type, each link once with all its evidence; a type without direction is shown as such."""
    await workspace.remember(decision("api depends_on redis", reason="cache", valid_from="2024-01-01"))
    await workspace.remember(decision("api depends_on redis", "redis leads_to api", valid_from="2024-02-01"))
    await workspace.remember(decision("web depends_on api", "log related_to api"))
    answer = await workspace.neighbours("api")
    assert told(answer) == [
        ("log", [("related_to", "both", 1)]),
        ("redis", [("depends_on", "out", 2), ("leads_to", "in", 1)]),
        ("web", [("depends_on", "in", 1)]),
    ]
    link = answer.neighbours[1].links[0]
    assert (link.since, link.evidence[0].reason, len(link.evidence)) == ("2024-01-01", "cache", 2)
    assert answer.cursor is None


async def test_only_links_of_the_types_asked(workspace: Workspace) -> None:
    """`types` narrows to the links of these types; unknown types are named."""
    await workspace.remember(decision("api depends_on redis", "log related_to api", "api leads_to redis"))
    assert told(await workspace.neighbours("api", types=["leads_to"])) == [("redis", [("leads_to", "out", 1)])]
    assert [n.entity.name for n in (await workspace.neighbours("api", types=["leads_to", "related_to"])).neighbours] == [
        "log",
        "redis",
    ]
    for types in (["depends_on", "DEPENDS_ON"], [], "depends_on"):
        with pytest.raises(InvalidArgument, match="types"):
            await workspace.neighbours("api", types=types)


async def test_only_links_that_hold(workspace: Workspace) -> None:
    """At the clocks asked, and no parked ones."""
    first = await workspace.remember(decision("api depends_on redis", valid_from="2024-01-01"))
    await workspace.remember(decision("api conflicts_with redis", valid_from="2024-06-01"))
    assert told(await workspace.neighbours("api")) == [("redis", [("conflicts_with", "out", 1)])]
    assert told(await workspace.neighbours("api", valid_at="2024-03-01")) == [("redis", [("depends_on", "out", 1)])]
    assert told(await workspace.neighbours("api", as_of=first.recorded_at)) == [("redis", [("depends_on", "out", 1)])]
    await workspace.merge("redis", "api", reason="one thing")
    assert told(await workspace.neighbours("api")) == []


async def test_pages_of_neighbours(workspace: Workspace) -> None:
    """By name and id, so that twins of one name do not confuse the pages."""
    await workspace.remember(*(decision(f"n{i} depends_on hub", f"n{i} related_to hub") for i in range(5)))
    await workspace.remember(decision("n3 depends_on hub", types={"n3": "technology"}))
    for limit in (1, 2, 6):
        names, cursor = [], None
        while True:
            answer = await workspace.neighbours("hub", limit=limit, cursor=cursor)
            names += [n.entity.name for n in answer.neighbours]
            if (cursor := answer.cursor) is None:
                break
        assert names == ["n0", "n1", "n2", "n3", "n3", "n4"]


async def test_names_that_lead_nowhere_or_to_several(workspace: Workspace) -> None:
    """Unknown and ambiguous names are errors, an entity without links is an empty list."""
    await workspace.remember(decision("api depends_on redis", "api depends_on auth"))
    await workspace.remember(decision("redis related_to api", types={"redis": "technology"}))
    with pytest.raises(NameNotFound):
        await workspace.neighbours("nothing")
    with pytest.raises(AmbiguousName):
        await workspace.neighbours("redis")
