"""The cases of impact and lineage, each by its id, through the public door."""

from __future__ import annotations

import os
import time
from itertools import pairwise, product

import pytest

from graphmem.errors import NameNotFound
from graphmem.model.records import Decision, EntityRef, Relation
from graphmem.workspace import Workspace
from tests.dumping import wipe
from tests.stating import decision, found

FULL = os.environ.get("GRAPHMEM_FULL") == "1"
HUB = 50_000 if FULL else 2_000

# Other users of the hub, as many as it takes: the rows that `remember` would store, made by one statement.
USERS = """
MATCH (hub:Entity {workspace: '%s', name: 'User'})<-[one:DEPENDS_ON]-()
WITH hub, properties(one) AS p LIMIT 1
UNWIND range(1, %d) AS n
CALL (hub, p, n) {
  CREATE (e:Entity:CodeComponent {id: '%s-' + n, workspace: hub.workspace, name: 'user ' + right('00000' + n, 5),
    type: 'code_component', recorded_at: hub.recorded_at})
  CREATE (e)-[r:DEPENDS_ON]->(hub) SET r = p {.*, id: '%s-' + n}
} IN TRANSACTIONS OF 5000 ROWS
"""


# -- TRV-01: a cycle


async def test_trv_01_a_cycle_ends(workspace: Workspace) -> None:
    """Each is listed once at its shortest distance, the thing asked about never; `in_cycle` says that it is reached again."""
    await workspace.remember(decision("A depends_on B", "B depends_on C", "C depends_on A", "D depends_on A"))
    begun = time.perf_counter()
    answer = await workspace.impact("C")
    assert [(d.entity.name, d.hop) for d in answer.dependents] == [("B", 1), ("A", 2), ("D", 3)]
    assert answer.in_cycle
    assert not (await workspace.impact("D")).in_cycle
    assert (await workspace.impact("D")).dependents == ()
    assert (await workspace.impact("C", depth=12)).dependents == answer.dependents
    assert time.perf_counter() - begun < 4  # four questions, under a second each


async def test_trv_01_a_cycle_of_causes_ends(workspace: Workspace) -> None:
    """Lineage tells each edge of a ring of causes once a side, and ends."""
    await workspace.remember(decision("A leads_to B", "B leads_to C", "C leads_to A"))
    events = (await workspace.lineage("A")).events
    assert [(e.role, e.entity.name) for e in events if e.role == "cause"].count(("cause", "C")) == 1
    assert {e.entity.name for e in events} == {"A", "B", "C"}


# -- TRV-02: dense layers


async def test_trv_02_dense_layers(workspace: Workspace) -> None:
    """Twelve layers of three with half a million paths are 36 dependents, each with its hop and one path, under a second."""
    layers = [["root"], *[[f"L{n:02}{x}" for x in "abc"] for n in range(1, 13)]]
    names = [n for layer in layers for n in layer]
    links = [pair for used, users in pairwise(layers) for pair in product(users, used)]
    entities = [EntityRef(name=n, type="code_component") for n in names]
    relations = [Relation(source=s, target=t, type="depends_on", reason="it calls it") for s, t in links]
    await workspace.remember(
        Decision(decision="lower half", entities=entities[:25], relations=[r for r in relations if r.source in names[:25]]),
        Decision(decision="upper half", entities=entities[19:], relations=[r for r in relations if r.source in names[25:]]),
    )
    await workspace.impact("root", depth=12)
    begun = time.perf_counter()
    answer = await workspace.impact("root", depth=12)
    assert time.perf_counter() - begun < 1
    assert [(d.entity.name, d.hop) for d in answer.dependents] == [(n, h) for h, layer in enumerate(layers) if h for n in layer]
    assert all(len(d.path) == d.hop for d in answer.dependents)
    for d in answer.dependents:
        assert [d.path[0].target, d.path[-1].source] == ["root", d.entity.name]
        assert all(near.source == far.target for near, far in pairwise(d.path))
    assert not answer.truncated
    assert len((await workspace.impact("root")).dependents) == 9


# -- TRV-03: a hub


async def test_trv_03_a_hub(workspace: Workspace) -> None:
    """A hub answers with a bounded part, the same each time, and says so; a thing beside it is not slowed."""
    await workspace.remember(decision("Small depends_on User", "Tiny depends_on Small", "Small depends_on Quiet"))
    text = USERS % (workspace.name, HUB, workspace.name, workspace.name)
    await workspace._store.command(text)
    first, second = await workspace.impact("User", depth=2), await workspace.impact("User", depth=2)
    assert first.truncated
    assert first.dependents == second.dependents
    assert sum(d.hop == 1 for d in first.dependents) == 200
    view = await workspace.entity("User")
    assert view.relations_truncated
    assert view.relations == (await workspace.entity("User")).relations
    assert len(view.relations) <= 200
    for limit in (20, 200):
        around = await workspace.subgraph("User", hops=1, limit=limit)
        assert (around.truncated, len(around.nodes) <= limit) == (True, True)
        assert around.nodes == (await workspace.subgraph("User", hops=1, limit=limit)).nodes
    assert (await workspace.search("User", limit=5)).hits[0].title == "User"
    begun = time.perf_counter()
    for _ in range(3):
        assert (await workspace.impact("User", depth=2)).truncated
    assert time.perf_counter() - begun < 6
    begun = time.perf_counter()
    assert [d.entity.name for d in (await workspace.impact("Quiet")).dependents] == ["Small", "Tiny"]
    assert {x.entity.name for x in (await workspace.entity("Small")).relations} == {"Quiet", "Tiny", "User"}
    assert time.perf_counter() - begun < 2
    await wipe(workspace._store, workspace.name)


# -- TRV-06: one instant for a whole path


@pytest.mark.parametrize(("valid_at", "names"), [(None, []), ("2022-06-01", ["B"]), ("2024-06-01", []), ("2020-06-01", [])])
async def test_trv_06_a_path_holds_at_one_instant(workspace: Workspace, valid_at: str | None, names: list[str]) -> None:
    """Links of different periods never make one path."""
    await workspace.remember(decision("B depends_on A", valid_from="2021-01-01", valid_to="2023-01-01"))
    await workspace.remember(decision("C depends_on B", valid_from="2024-01-01"))
    assert [d.entity.name for d in (await workspace.impact("A", valid_at=valid_at)).dependents] == names


# -- TRV-07: unknown, or not affected


async def test_trv_07_unknown_is_not_empty(workspace: Workspace) -> None:
    """An unknown name is not found, with the nearest ones; one without impact links is found, without dependents."""
    await workspace.remember(decision("SessionStore related_to Browser"))
    with pytest.raises(NameNotFound) as caught:
        await workspace.impact("SessionStor")
    assert "SessionStore" in caught.value.nearest
    answer = await workspace.impact("SessionStore")
    assert (answer.entity.name, answer.dependents, answer.in_cycle) == ("SessionStore", (), False)


async def test_trv_07_after_its_only_record_was_forgotten(workspace: Workspace) -> None:
    """It is found without dependents; a problem that ended within a year is a risk, marked; its view shows the ended record."""
    receipt = await workspace.remember(found("Leak", "Pump depends_on Valve", types={"Leak": "problem"}))
    await workspace.forget(receipt.records[0].id, reason="a false alarm")
    answer = await workspace.impact("Valve")
    assert answer.dependents == ()
    assert [(r.record, r.holds) for r in answer.risks] == [(receipt.records[0].id, False)]
    assert [(r.record, r.holds, r.end_reason) for r in (await workspace.entity("Valve")).records] == [
        (receipt.records[0].id, False, "forgotten")
    ]
    plain = await workspace.remember(decision("Mixer depends_on Motor"))
    await workspace.forget(plain.records[0].id, reason="a mistake")
    assert (await workspace.impact("Motor")).risks == ()


async def test_trv_07_an_erased_thing_is_unknown(workspace: Workspace) -> None:
    """What was erased gets exactly the answer of an unknown name."""
    receipt = await workspace.remember(decision("Gone depends_on Kept"), decision("Kept depends_on Rest"))
    id_ = next(e.id for e in receipt.entities if e.name == "Gone")
    await workspace.erase(entity="Gone", reason="must go")
    for asked in ("Gone", id_):
        with pytest.raises(NameNotFound) as erased:
            await workspace.impact(asked)
        unknown_name = asked[:-1] + "\u017e"
        with pytest.raises(NameNotFound) as unknown:
            await workspace.impact(unknown_name)
        assert str(erased.value).replace(asked, "…") == str(unknown.value).replace(unknown_name, "…")


async def test_trv_07_an_alias_gets_the_answer_of_its_entity(workspace: Workspace) -> None:
    """A question by an alias, by an id or by a merged name is answered for the entity it leads to."""
    entities = [
        EntityRef(name="Session Store", type="code_component", aliases=("sess",)),
        EntityRef(name="Web", type="code_component"),
    ]
    relation = Relation(source="Web", target="sess", type="depends_on", reason="it logs in")
    receipt = await workspace.remember(Decision(decision="d", entities=entities, relations=[relation]))
    await workspace.remember(decision("App depends_on Old Store"))
    await workspace.merge("Old Store", "sess", reason="renamed")
    answers = [await workspace.impact(n) for n in ("Session Store", "sess", "SESS", "Old Store", receipt.entities[0].id)]
    assert {a.entity.id for a in answers} == {receipt.entities[0].id}
    assert {tuple(d.entity.name for d in a.dependents) for a in answers} == {("App", "Web")}
