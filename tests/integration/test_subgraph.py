"""Subgraph: what lies around the best hits of a search, with where it comes from, at both clocks, and its picture."""

from __future__ import annotations

import secrets

import pytest

from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.pictures.mermaid import label, mermaid
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import decision, solved

CHAIN = ("api depends_on auth", "auth depends_on redis", "redis depends_on disk", "disk depends_on power")


@pytest.fixture(scope="module")
async def told(memory: Memory) -> Workspace:
    """A chain of things, a message and a chunk."""
    workspace = await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana", session="review")
    for link in CHAIN:
        await workspace.remember(decision(link, reason=f"{link}, by design", decision=f"We said that {link}"))
    await workspace.add_texts("Guide", {"text": "Zebras graze by the lighthouse", "heading": "Animals"})
    await workspace.add_messages("standup", {"text": "The marmot ate the cable", "speaker": "bo"})
    return workspace


def names(answer) -> dict[str, int]:  # type: ignore[no-untyped-def]
    return {node.name: node.hop for node in answer.nodes if node.kind == "entity"}


async def test_hops_both_ways(told: Workspace) -> None:
    """From the hits it goes over relations and mentions in both directions, as far as asked, each node at its nearest hop."""
    one = await told.subgraph("redis", kinds=["entity"], hops=1)
    assert next(n.name for n in one.nodes if n.hop == 0 and n.kind == "entity") == "redis"
    answer = await told.subgraph("We said that api depends_on auth", kinds=["decision"], limit=3)
    assert len(answer.nodes) == 3
    assert answer.truncated
    wide = await told.subgraph("redis", kinds=["entity"], hops=2)
    assert set(names(wide)) == {"api", "auth", "redis", "disk", "power"}
    kinds = {n.kind for n in wide.nodes}
    assert kinds == {"entity", "decision"}
    assert not wide.truncated


async def test_provenance(told: Workspace) -> None:
    """Every link says which record asserts it, why, who and since when; both of its ends are nodes; nothing is told twice."""
    answer = await told.subgraph("redis")
    ids = [n.id for n in answer.nodes]
    assert len(set(ids)) == len(ids)
    assert len({e.id for e in answer.edges}) == len(answer.edges)
    assert {e.source for e in answer.edges} | {e.target for e in answer.edges} <= set(ids)
    by = {n.id: n for n in answer.nodes}
    link = next(e for e in answer.edges if by[e.source].name == "auth" and e.type == "depends_on")
    assert (link.reason, link.author, by[link.target].name) == ("auth depends_on redis, by design", "ana", "redis")
    assert by[str(link.record)].name == "We said that auth depends_on redis"
    assert by[str(link.record)].session == "review"
    assert link.since
    assert link.recorded_at
    assert any(e.type == "mentions" and e.source == link.record for e in answer.edges)


async def test_texts_lead_to_their_source(told: Workspace) -> None:
    """A piece of a document and a message come with the document and the conversation they are of."""
    answer = await told.subgraph("zebras lighthouse", kinds=["chunk"])
    assert [(n.kind, n.name) for n in answer.nodes] == [("chunk", "Animals 0"), ("document", "Guide")]
    assert [(e.type, e.target) for e in answer.edges] == [("of", answer.nodes[1].id)]
    assert answer.nodes[0].source == answer.nodes[1].id
    said = await told.subgraph("marmot cable", kinds=["message"])
    assert [(n.kind, n.name) for n in said.nodes] == [("message", "bo"), ("conversation", "standup")]


async def test_both_clocks(make_workspace: MakeWorkspace) -> None:
    """What ended is not in it now, and is as of the day it held."""
    workspace = await make_workspace()
    first = await workspace.remember(decision("api depends_on auth", valid_from="2024-01-01"))
    before = (await workspace.subgraph("api")).as_of
    await workspace.remember(decision("api depends_on vault", supersedes=[first.records[0].id], valid_from="2025-01-01"))
    assert "auth" not in {n.name for n in (await workspace.subgraph("api", kinds=["entity"], hops=1)).nodes if n.hop == 1}
    past = await workspace.subgraph("api", kinds=["entity"], valid_at="2024-06-01")
    assert any(e.type == "depends_on" for e in past.edges)
    assert {e.reason for e in past.edges if e.type == "depends_on"} == {"because it is so"}
    known = await workspace.subgraph("api depends", as_of=before)
    assert not any(n.name == "vault" for n in known.nodes)


async def test_empty_and_wrong(make_workspace: MakeWorkspace) -> None:
    """An empty workspace gives an empty graph and says so; bounds are named."""
    workspace = await make_workspace()
    empty = await workspace.subgraph("anything at all")
    assert (empty.nodes, empty.edges, empty.note) == ((), (), "Nothing is stored in this workspace yet.")
    for given, path in (({"hops": 0}, "hops"), ({"hops": 5}, "hops"), ({"limit": 201}, "limit"), ({"kinds": ["x"]}, "kinds")):
        with pytest.raises(InvalidArgument) as error:
            await workspace.subgraph("x", **given)
        assert error.value.path == path


async def test_pictures(make_workspace: MakeWorkspace) -> None:
    """Impact, lineage and a subgraph are drawn as flowcharts, each link in its direction; a name cannot become a part of the drawing."""
    workspace = await make_workspace()
    evil = 'a"] --> x; click n0 "javascript:alert(1)" %% `<script>'
    await workspace.remember(decision(f"{evil} depends_on core"), solved("patch solves crash", "crash caused_by race"))
    drawn = mermaid(await workspace.impact("core"))
    assert drawn.startswith("flowchart LR\n")
    assert '  n1 -->|"depends_on"| n0\n' in drawn
    for sign in ('"] -->', "<script>", "javascript:", "`", "%%"):
        assert sign not in drawn.replace('"]\n', "")
    story = mermaid(await workspace.lineage("crash"))
    lines = story.splitlines()
    number = {line.split('"')[1].split("<br/>")[0]: line.split("[")[0].strip() for line in lines if '["' in line}
    assert f'  {number["patch"]} -->|"solves"| {number["crash"]}' in lines
    assert f'  {number["crash"]} -->|"caused_by"| {number["race"]}' in lines
    assert '-->|"mentions"|' in mermaid(await workspace.subgraph("core"))
    assert label("naïve\x00 名 a-b_c.d #1;") == "naïve 名 a-b_c.d #35;1#59;"
