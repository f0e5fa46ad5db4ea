"""Topics: groups of connected entities, computed on the server, stored as a run, and recognised again in the next one."""

from __future__ import annotations

import asyncio
from itertools import combinations
from typing import Any

import pytest

from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.model.answers.topics import Topics
from graphmem.topics import door, grouping
from graphmem.workspace import Workspace
from tests.acting import count, texts
from tests.stating import decision


def clique(*names: str) -> tuple[str, ...]:
    """Every one of these linked to every other."""
    return tuple(f"{a} depends_on {b}" for a, b in combinations(names, 2))


ENGINE = ("pump", "valve", "tank", "hose")
OFFICE = ("desk", "lamp", "chair")


async def two_groups(workspace: Workspace) -> None:
    """An engine and an office, with nothing between them, and one thing that is linked to nothing now."""
    await workspace.remember(
        decision(*clique(*ENGINE), decision="The engine is built from four parts"),
        decision(*clique(*OFFICE), decision="The office has three things"),
        decision("kettle depends_on socket", decision="tea is made here", valid_from="2020", valid_to="2021"),
    )


def named(answer: Topics) -> list[set[str]]:
    """The central entities of each group."""
    return [{c.entity.name for c in topic.central} for topic in answer.topics]


async def test_groups_of_connected_entities(workspace: Workspace) -> None:
    """Groups come largest first with central entities, counts and decisions; what has no current link is folded into one number."""
    await two_groups(workspace)
    answer = await workspace.topics()
    assert named(answer) == [set(ENGINE), set(OFFICE)]
    assert [t.size for t in answer.topics] == [4, 3]
    assert (answer.total, answer.entities, answer.isolated) == (2, 9, 2)
    assert sum(t.size for t in answer.topics) + answer.isolated == answer.entities
    engine = answer.topics[0]
    assert engine.records == 1
    assert [d.title for d in engine.decisions] == ["The engine is built from four parts"]
    assert engine.name == ", ".join(c.entity.name for c in engine.central[:3])
    assert [c.rank for c in engine.central] == sorted((c.rank for c in engine.central), reverse=True)
    assert answer.run is not None
    assert (answer.run.links, answer.run.random_seed, answer.stale, answer.stale_by) == (9, 42, False, 0)


async def test_the_same_graph_gets_the_same_groups(workspace: Workspace) -> None:
    """A run made anew on an unchanged graph tells the same groups, ids and ranks."""
    await two_groups(workspace)
    first = await workspace.topics()
    again = await workspace.topics(recompute=True)
    assert again.topics == first.topics
    assert again.run is not None
    assert first.run is not None
    assert again.run.id != first.run.id


async def test_groups_keep_their_identity(workspace: Workspace) -> None:
    """A group that grows, shrinks or changes its name keeps its id; one that is new gets a new one."""
    await two_groups(workspace)
    first = await workspace.topics()
    await workspace.remember(
        decision("motor depends_on pump", "motor depends_on valve", "motor depends_on tank"),
        decision(*clique("oak", "elm", "ash", "yew", "fir", "box")),
    )
    second = await workspace.topics()
    ids = {frozenset(names): t.id for names, t in zip(named(second), second.topics, strict=True)}
    assert named(second)[0] <= {"oak", "elm", "ash", "yew", "fir", "box"}
    engine = next(t for t in second.topics if "pump" in {c.entity.name for c in t.central})
    assert (engine.size, engine.id) == (5, first.topics[0].id)
    assert ids[frozenset(OFFICE)] == first.topics[1].id
    assert second.topics[0].id not in {t.id for t in first.topics}
    assert await count(workspace, "(x:Topic)") == 3


async def test_evidence_weighs(workspace: Workspace) -> None:
    """What many records say binds more than what one says, and links that ended bind nothing."""
    await workspace.remember(*(decision("a depends_on b", "c depends_on d", request_id=f"r{n}") for n in range(5)))
    weak = await workspace.remember(decision("b depends_on c"))
    assert [t.size for t in (await workspace.topics()).topics] == [2, 2]
    await workspace.forget(weak.records[0].id, reason="no longer")
    answer = await workspace.topics()
    assert [t.size for t in answer.topics] == [2, 2]
    assert {frozenset(n) for n in named(answer)} == {frozenset("ab"), frozenset("cd")}


async def test_as_of_a_date(workspace: Workspace) -> None:
    """As of a day the groups are those of what was known and held then; nothing of that is stored, and a known group has its id."""
    await two_groups(workspace)
    now = await workspace.topics()
    past = await workspace.topics(valid_at="2020-06")
    assert named(past) == [{"kettle", "socket"}]
    assert (past.isolated, past.run, past.topics[0].id, past.stale) == (7, None, None, False)
    known = now.as_of
    await workspace.remember(decision(*clique("oak", "elm", "ash", "yew", "fir")))
    before = await workspace.topics(as_of=known)
    assert [(t.id, t.size) for t in before.topics] == [(t.id, t.size) for t in now.topics]
    assert before.entities == 9
    assert await count(workspace, "(x:Topic)") == 2
    with pytest.raises(InvalidArgument, match="recompute"):
        await workspace.topics(as_of=known, recompute=True)


async def test_limit(workspace: Workspace) -> None:
    """`limit` bounds what is shown, `total` says how many there are."""
    await two_groups(workspace)
    answer = await workspace.topics(limit=1)
    assert (len(answer.topics), answer.total, answer.isolated) == (1, 2, 2)
    with pytest.raises(InvalidArgument, match="limit"):
        await workspace.topics(limit=0)


# -- TRV-08


async def test_trv_08_an_empty_workspace(workspace: Workspace) -> None:
    """An empty workspace has no groups, and the answer says why."""
    answer = await workspace.topics()
    assert (answer.topics, answer.total, answer.entities, answer.isolated) == ((), 0, 0, 0)
    assert answer.reason == "the workspace holds no entity yet"
    assert (await workspace.topics(as_of="2020")).reason == answer.reason


async def test_trv_08_nothing_is_linked(workspace: Workspace) -> None:
    """Five entities without current links are one line that counts them: every entity is still in exactly one place."""
    receipt = await workspace.remember(decision("a depends_on b", "c depends_on d", "d depends_on e"))
    await workspace.forget(receipt.records[0].id, reason="all of it is gone")
    answer = await workspace.topics()
    assert (answer.topics, answer.entities, answer.isolated) == ((), 5, 5)
    assert answer.reason == "no current link joins two entities"


# -- the stored run


async def test_stale_says_by_how_much(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a run takes long, the stored one is answered, says by how many writes it is behind, and a new one is made meanwhile."""
    await two_groups(workspace)
    first = await workspace.topics()
    monkeypatch.setattr(door, "QUICK", 0.0)
    await workspace.remember(decision(*clique("oak", "elm", "ash")))
    await workspace.remember(decision("oak depends_on yew"))
    stale = await workspace.topics()
    assert (stale.stale, stale.stale_by, stale.refreshing) == (True, 2, True)
    assert stale.topics == first.topics
    await asyncio.gather(*workspace._store.jobs.values())
    fresh = await workspace.topics()
    assert (fresh.stale, fresh.stale_by, fresh.refreshing, fresh.total) == (False, 0, False, 3)


async def test_a_connection_that_closes_makes_no_run_behind_its_answer(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command ends with its answer: a stale one says so and begins nothing."""
    await two_groups(workspace)
    await workspace.topics()
    monkeypatch.setattr(door, "QUICK", 0.0)
    monkeypatch.setattr(workspace._store, "lasting", False)
    await workspace.remember(decision("oak depends_on yew"))
    answer = await workspace.topics()
    assert (answer.stale_by, answer.refreshing, workspace._store.jobs) == (1, False, {})
    assert (await workspace.topics(recompute=True)).total == 3


async def test_runs_at_the_same_time(workspace: Workspace, memory: Memory, settings: Any) -> None:
    """Several processes that ask at once make no two runs beside each other, and all get a whole answer."""
    await two_groups(workspace)
    async with Memory.open(settings) as other:
        there = await other.workspace(workspace.name)
        answers = await asyncio.gather(*(w.topics(recompute=True) for w in (workspace, there, workspace, there)))
    assert {tuple(t.id for t in a.topics) for a in answers} == {tuple(t.id for t in answers[0].topics)}
    assert await count(workspace, "(x:Topic)") == 2
    rows = await workspace._store.command(f"MATCH (w:Workspace {{id: '{workspace.name}'}}) RETURN w.topics_owner AS owner")
    assert rows[0]["owner"] is None


async def test_a_failed_run_leaves_the_one_before(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that breaks off gives its claim back; the answers stay those of the run before, and the next run succeeds."""
    await two_groups(workspace)
    first = await workspace.topics()
    with monkeypatch.context() as broken:
        broken.setitem(grouping.LEIDEN, "gamma", "much")
        await workspace.remember(decision("oak depends_on yew"))
        with pytest.raises(Exception, match="refused the statement"):
            await workspace.topics(recompute=True)
    assert (await workspace.entity("pump")).topic == door_brief(first)
    assert (await workspace.topics()).total == 3


def door_brief(answer: Topics) -> Any:
    from graphmem.model.answers.topics import TopicBrief

    topic = answer.topics[0]
    return TopicBrief(id=topic.id or "", name=topic.name, size=topic.size)


async def test_leftovers_of_a_crash_are_dropped(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A projection that a crashed process left in the memory of the server is dropped by the next run."""
    await two_groups(workspace)

    def leave(bench: Any) -> None:
        bench._client.run_cypher(
            "UNWIND range(0, 3) AS n RETURN gds.graph.project($name, n, null)", {"name": f"{grouping.PREFIX}left-over"}
        )

    await workspace._store.analytics.run(leave)
    monkeypatch.setattr(grouping, "LEFT_OVER", 0)
    await workspace.topics(recompute=True)
    rows = await workspace._store.command("CALL gds.graph.list() YIELD graphName RETURN collect(graphName) AS names")
    assert [n for n in rows[0]["names"] if n.startswith(grouping.PREFIX)] == []


# -- ranks elsewhere


async def test_rank_and_topic_of_an_entity(workspace: Workspace) -> None:
    """The entity view shows rank and group of the current run; a reading as of a day before that run knows neither."""
    await two_groups(workspace)
    before = (await workspace.entity("pump")).as_of
    assert ((await workspace.entity("pump")).rank, (await workspace.entity("pump")).topic) == (None, None)
    answer = await workspace.topics()
    view = await workspace.entity("pump")
    assert view.topic == door_brief(answer)
    assert view.rank == pytest.approx(next(c.rank for c in answer.topics[0].central if c.entity.name == "pump"), abs=1e-4)
    kettle = await workspace.entity("kettle")
    assert kettle.topic is None
    assert kettle.rank is not None
    await workspace.remember(decision("pump depends_on motor"))
    await workspace.topics(recompute=True)
    assert (await workspace.entity("pump", as_of=before)).rank is None
    assert (await workspace.entity("motor")).topic is not None


async def test_impact_tells_the_most_central_first(workspace: Workspace) -> None:
    """Within a hop the dependents come by name before the first run, and by their rank after it."""
    await workspace.remember(
        decision("ant depends_on core", "bee depends_on core", "cow depends_on core"),
        decision("x1 depends_on bee", "x2 depends_on bee", "x3 depends_on bee", "x4 depends_on cow"),
    )
    before = await workspace.impact("core", depth=1)
    assert [d.entity.name for d in before.dependents] == ["ant", "bee", "cow"]
    await workspace.topics()
    assert [d.entity.name for d in (await workspace.impact("core", depth=1)).dependents] == ["bee", "cow", "ant"]


# -- what happens to its entities


async def test_a_merged_entity(workspace: Workspace) -> None:
    """A merged entity shows the group of what it was merged into; after an unmerge it has none until the next run."""
    await two_groups(workspace)
    await workspace.topics()
    office = (await workspace.entity("desk")).topic
    merge = await workspace.merge("kettle", "desk", reason="one piece of furniture")
    assert (await workspace.entity("kettle")).topic == office
    await workspace.unmerge(merge.id or "", reason="it is not")
    assert (await workspace.entity("kettle")).topic is None
    renamed = await workspace.merge("pump", "motor", reason="renamed") if await _with_motor(workspace) else None
    assert renamed is not None
    assert "motor" in {c.entity.name for t in (await workspace.topics()).topics for c in t.central}


async def _with_motor(workspace: Workspace) -> bool:
    await workspace.remember(decision("motor depends_on valve"))
    return True


async def test_erased_names_are_in_no_topic(workspace: Workspace) -> None:
    """Groups keep no copy of a name or a title: what is erased is gone from them at once."""
    await two_groups(workspace)
    first = await workspace.topics()
    secret = first.topics[0].central[0].entity.name
    record = first.topics[0].decisions[0].record
    await workspace.erase(entity=secret, reason="must go")
    await workspace.erase(record, reason="must go too")
    stored = " ".join(await texts(workspace))
    assert "The engine is built" not in stored
    assert secret not in stored.split()
    answer = await workspace.topics()
    assert secret not in {c.entity.name for t in answer.topics for c in t.central}
