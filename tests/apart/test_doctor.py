"""Doctor: every kind of damage is found, counted and named with what to do; a repair loses nothing and can be undone."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.doctor import diagnose, doctor
from graphmem.doctor.findings import KINDS
from graphmem.doctor.schema import declared
from graphmem.errors import SchemaError
from graphmem.memory import Memory
from graphmem.model.answers.diagnosis import Diagnosis
from graphmem.settings import Settings
from graphmem.store import Store
from graphmem.store.schema import items
from graphmem.workspace import Workspace
from tests.apart.conftest import without_schema
from tests.stating import decision
from tests.telling import tell_everything
from tests.work.telling import EURO, corrected, tell_work

pytestmark = pytest.mark.own_server

AT = "datetime('2026-01-01T00:00:00Z')"


def found(diagnosis: Diagnosis) -> dict[str, int]:
    return {finding.code: finding.count for finding in diagnosis.findings}


@pytest.fixture
async def workspace(memory: Memory) -> Workspace:
    return await memory.workspace("kept", create=True, author="ana", session="review")


async def test_a_store_in_use_is_well(workspace: Workspace, memory: Memory) -> None:
    """After everything that can be stated, ended, merged, undone and erased there is nothing to find."""
    everything = await tell_everything(workspace)
    await workspace.erase(everything.erased, reason="private")
    await texts(workspace)
    await workspace.add_messages("chat", "It does, says ana.")
    await workspace.erase(conversation="chat", reason="private")
    await workspace.apply_ontology("semantic_types: [pages]", reason="we link pages")
    await workspace.topics(recompute=True)
    task, again = await tell_work(workspace)
    await workspace.erase((await workspace.task(task)).corrections[0].id, reason="private")
    await workspace.erase(again, reason="private")
    diagnosis = await doctor(memory.store)
    assert diagnosis.findings == ()
    assert diagnosis.well
    assert diagnosis.server.edition == "community"
    assert diagnosis.server.version.startswith("5.26")
    assert (diagnosis.server.gds or "").startswith("2.13")


# Each damage, as another tool could do it, and what doctor says of it.
DAMAGES: dict[str, tuple[str, dict[str, int]]] = {
    "record gone": ("MATCH (r:Record) WHERE r.decision STARTS WITH 'api' DETACH DELETE r", {"RECORD_GONE": 1}),
    "removal gone": ("MATCH (x:Removal)-[r:REMOVES]->() DELETE r", {"RECORD_GONE": 1}),
    "not embedded": ("MATCH (e:Entity {name: 'auth'}) SET e.unembedded = true", {"NOT_EMBEDDED": 1}),
    "nameless": ("MATCH (n:Name {name: 'auth'}) DETACH DELETE n", {"NAMELESS": 1}),
    "name leads nowhere": (
        "MATCH (:Name {name: 'auth'})-[r:NAMES]->() DELETE r", {"NAMELESS": 1, "NAME_LEADS_NOWHERE": 1},
    ),
    "name leads to several": (
        "MATCH (n:Name {name: 'auth'}) MATCH (e:Entity {name: 'cache'}) CREATE (n)-[:NAMES]->(e)",
        {"NAME_LEADS_TO_SEVERAL": 1, "MISPLACED": 1},
    ),
    "wrong key": ("MATCH (n:Name {name: 'auth'}) SET n.name_key = 'other'", {"WRONG_KEY": 1}),
    "unequal ends": ("MATCH ()-[r:DEPENDS_ON {reason: 'ends'}]->() SET r.ends_by = []", {"UNEQUAL_ENDS": 1}),
    "wrong end": (f"MATCH ()-[r:DEPENDS_ON {{reason: 'ends'}}]->() SET r.valid_to = {AT}", {"WRONG_END": 1}),
    "an end of no act": (
        "MATCH ()-[r:DEPENDS_ON {reason: 'ends'}]->() SET r.ended_at = r.ended_at + duration({days: 1})", {"WRONG_END": 1},
    ),
    "times out of order": (
        "MATCH ()-[r:DEPENDS_ON {reason: 'holds'}]->() SET r.place_last = r.place_from - duration({days: 1})",
        {"TIMES_OUT_OF_ORDER": 1},
    ),
    "a date for an instant": ("MATCH (r:Record {decision: 'holds'}) SET r.valid_from = date('2026-01-01')", {"MISSING_PROPERTY": 1}),
    "no reason": ("MATCH ()-[r:DEPENDS_ON {reason: 'holds'}]->() REMOVE r.reason", {"MISSING_PROPERTY": 1}),
    "entity without a type": ("MATCH (e:Entity {name: 'auth'}) REMOVE e.type", {"MISSING_PROPERTY": 1}),
    "year 9999": (
        "MATCH (r:Record {decision: 'holds'}) SET r.stated_to = datetime('9999-06-01T00:00:00Z'), r.valid_to = r.stated_to",
        {"YEAR_9999": 1},
    ),
    "home gone": (
        "MATCH (e:Entity {name: 'auth'}) CREATE (x:Entity) SET x = e {.*, id: 'ent_x'} WITH e, x"
        " MATCH (n:Name)-[r:NAMES]->(e) DELETE r CREATE (n)-[:NAMES]->(x) SET n.home = 'ent_gone'",
        {"HOME_GONE": 1, "NAMELESS": 1},
    ),
    "foreign": ("MATCH (e:Entity {name: 'unused'}) SET e.workspace = 'other'", {"FOREIGN": 3, "NO_WORKSPACE": 1}),
    "misplaced": (
        "MATCH (a)-[r:DEPENDS_ON {reason: 'holds'}]->(b) MATCH (c:Entity {name: 'cache'}) WITH a, r, c, properties(r) AS kept"
        " DELETE r WITH a, c, kept CREATE (a)-[n:DEPENDS_ON]->(c) SET n = kept",
        {"MISPLACED": 1},
    ),
    "parked apart": (
        "MATCH (m:Merge)-[p:PARKED]->() SET p.stated_target = head(COLLECT { MATCH (e:Entity {name: 'auth'}) RETURN e.id })",
        {"PARKED_APART": 1},
    ),
    "wrong survivor": (
        "MATCH (e:Entity {name: 'unused'}) SET e.survivor = 'ent_x'", {"WRONG_SURVIVOR": 1, "MISPLACED": 3},
    ),
    "erased and here": (
        "MATCH (r:Record {decision: 'holds'}) CREATE (:Tombstone {id: r.id, workspace: 'kept'})", {"ERASED_AND_HERE": 1},
    ),
    "an unfinished import": ("MATCH (w:Workspace {id: 'kept'}) SET w.act = 'import 1'", {"UNFINISHED": 1}),
    "a late clock": (f"MATCH (w:Workspace {{id: 'kept'}}) SET w.clock = {AT}", {"LATE_CLOCK": 1}),
    "a loop": (
        "MATCH (a:Record {decision: 'holds'}) MATCH (b:Record {decision: 'ends'}) CREATE (b)-[:SUPERSEDES]->(a), (a)-[:SUPERSEDES]->(b)",
        {"SUPERSEDE_LOOP": 1},
    ),
    "work: a loose correction": ("MATCH (:Task)-[r:CORRECTED_BY]->() DELETE r", {"WORK_LOOSE": 1}),
    "work: a loose choice and a tool": ("MATCH (:Task)-[r:DECIDED|USED]->() DELETE r", {"WORK_LOOSE": 2}),
    "work: a rule gone": ("MATCH (r:Rule) DETACH DELETE r", {"RULE_GONE": 1}),
    "work: a rule that replaces itself": ("MATCH (r:Rule) CREATE (r)-[:SUPERSEDES]->(r)", {"SUPERSEDE_LOOP": 1}),
    "work: an undecided decision": ("MATCH (c:Candidate) SET c.state = 'pending'", {"WRONG_LOG": 1}),
    "work: a task without times": ("MATCH (t:Task) REMOVE t.valid_from", {"MISSING_PROPERTY": 1}),
    "work: erased and here": (
        "MATCH (t:Task) CREATE (:Tombstone {id: t.id, workspace: 'kept', kind: 'task'})", {"ERASED_AND_HERE": 1},
    ),
    "work: foreign": ("MATCH (r:Rule) SET r.workspace = 'other'", {"FOREIGN": 1, "NO_WORKSPACE": 1}),
    "text: loose pieces and messages": (
        "CREATE (:Document {id: 'doc_x', workspace: 'kept', name: 'x'}) WITH 1 AS one"
        " MATCH (x)-[r:OF]->() WHERE x:Chunk OR x:Message DELETE r", {"TEXT_LOOSE": 2},
    ),
    "text: erased and here": ("MATCH (m:Message) CREATE (:Tombstone {id: m.id, workspace: 'kept'})", {"ERASED_AND_HERE": 1}),
    "a card twice": (
        "UNWIND [1, 2] AS n CREATE (:Card {id: 'crd_' + n, workspace: 'kept', kind: 'project', version: 7})", {"DOUBLED": 1},
    ),
    "topics gone": ("MATCH (w:Workspace {id: 'kept'}) SET w.topics_run = 'run_x'", {"TOPICS_GONE": 1}),
    "topics of no run": ("CREATE (:Topic {id: 'top_x', workspace: 'kept'})", {"TOPICS_GONE": 1}),
    "an ontology gone": ("MATCH (w:Workspace {id: 'kept'}) SET w.ontology = 2", {"ONTOLOGY_GONE": 1}),
}  # fmt: skip


async def texts(workspace: Workspace) -> None:
    """A document in one piece and a message."""
    await workspace.add_texts("notes.md", "The api waits for the cache.")
    await workspace.add_messages("chat", "Does it wait?")


async def work(workspace: Workspace) -> None:
    """A task with a tool, a choice and a correction that became a rule."""
    task = await corrected(workspace, "write the March report", EURO, tools=["ruff"], decisions=["round half up"])
    correction = (await workspace.task(task)).corrections[0].id
    candidate = await workspace.propose_rule(EURO[1], corrections=[correction])
    await workspace.approve(candidate.id or "")


async def told(workspace: Workspace, about: str) -> None:
    """What each damage begins with, and beside it work or texts where the damage is done to those."""
    await workspace.remember(decision("api depends_on cache"))
    ends = await workspace.remember(decision("api depends_on auth", decision="ends", reason="ends"))
    await workspace.remember(decision("web depends_on auth", decision="holds", reason="holds"))
    await workspace.forget(ends.records[0].id, reason="it ended")
    await workspace.remember(decision("unused related_to web", decision="unused", retires=[{"entity": "cache"}]))
    await workspace.remember(decision("one depends_on two", "one depends_on three", decision="parked"))
    await workspace.merge("one", "two", reason="one thing")
    if about.startswith("work"):
        await work(workspace)
    if about.startswith("text"):
        await texts(workspace)


@pytest.mark.parametrize("about", ["knowledge", "work", "text"])
async def test_nothing_is_found_before_the_damage(workspace: Workspace, memory: Memory, about: str) -> None:
    """What the damages are done to is well."""
    await told(workspace, about)
    assert found(await doctor(memory.store)) == {}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_damage_is_found(workspace: Workspace, memory: Memory, damage: str) -> None:
    """Each damage is found under its code, with a count, an example and what to do, and nothing else is."""
    await told(workspace, damage)
    command, expected = DAMAGES[damage]
    await memory.store.command(command)
    diagnosis = await doctor(memory.store)
    assert found(diagnosis) == expected
    for finding in diagnosis.findings:
        assert finding.examples
        assert finding.advice.endswith(".")


# -- the schema


async def test_the_schema_is_compared(memory: Memory) -> None:
    """What is missing, is something else under its name, or is there beside it, is told; a repair makes what is missing."""
    store = memory.store
    await store.command("DROP INDEX record_workspace_seq")
    await store.command("DROP CONSTRAINT depends_on_id")
    await store.command("DROP INDEX names")
    names = next(item for item in items() if item.name == "names")
    await store.command(names.command.replace("standard-folding", "english"))
    await store.command("DROP INDEX record_workspace_kind")
    await store.command("CREATE INDEX record_workspace_kind FOR (n:Record) ON (n.kind)")
    await store.command("CREATE INDEX theirs FOR (n:Record) ON (n.title)")
    diagnosis = await doctor(store)
    told = {f.code: set(f.examples) for f in diagnosis.findings}
    assert told.pop("MISSING_INDEX") == {"record_workspace_seq", "depends_on_id"}
    assert told.pop("OTHER_INDEX") == {"names has fulltext.analyzer english", "record_workspace_kind is RANGE on Record (kind)"}
    assert told.pop("EXTRA_INDEX") == {"theirs"}
    assert set(told) <= {"POPULATING_INDEX"}
    assert not diagnosis.well
    repaired = await doctor(store, repair=True)
    assert set(repaired.repaired) == {"made record_workspace_seq", "made depends_on_id"}
    assert set(found(repaired)) == {"OTHER_INDEX", "EXTRA_INDEX"}
    await store.command("DROP INDEX names")
    await store.command("DROP INDEX record_workspace_kind")
    await store.command("DROP INDEX theirs")
    assert (await doctor(store, repair=True)).findings == ()


async def test_a_store_that_nobody_opened(empty: Store) -> None:
    """An empty database is told from a broken one, and nothing is written to it."""
    assert found(await doctor(empty, repair=True)) == {"NOT_MIGRATED": 1}
    assert await empty.command("MATCH (n) RETURN n") == []
    assert await empty.command("SHOW CONSTRAINTS YIELD name RETURN name") == []


def test_every_declared_item_can_be_compared() -> None:
    """The commands of the schema are all of a form that doctor reads, and no two make the same thing."""
    shapes = [declared(item)[0] for item in items()]
    assert len(shapes) == len(set(shapes))


def test_every_kind_of_damage_is_shown_by_a_test() -> None:
    """A check that no test ever trips could be one that cannot."""
    tripped = {code for _, expected in DAMAGES.values() for code in expected}
    schema = {"MISSING_INDEX", "OTHER_INDEX", "EXTRA_INDEX", "FAILED_INDEX", "POPULATING_INDEX"}
    migration = {"NOT_MIGRATED", "PENDING_MIGRATION", "FOREIGN_MIGRATION"}
    assert set(KINDS) - tripped - schema - migration == {"NAMED_TWICE"}  # below


# -- two things of one name


@pytest.fixture
async def twins(empty: Store, own_settings: Settings) -> tuple[str, str]:
    """A store from before the constraints: two `Kestrel` of one type in one workspace, each with a link; their ids."""
    async with Memory.open(own_settings) as memory:
        workspace = await memory.workspace("old", create=True)
        ids = []
        for name, used in (("Kestrel", "vault"), ("Kestrel twin", "well")):
            await workspace.remember(decision(f"{name} depends_on {used}"))
            ids.append((await workspace.entity(name)).entity.id)
    await without_schema(empty)
    await empty.command(
        "MATCH (n:Name {name_key: 'kestrel'}) MATCH (t:Name {name_key: 'kestrel twin'})-[:NAMES]->(e)"
        " SET t = n {.*, home: e.id, seq: t.seq}, e.name = 'Kestrel'"
    )
    return ids[0], ids[1]


async def everything(store: Store) -> list[dict[str, Any]]:
    """Every node and relationship but the lock of the migrations."""
    return await store.command(
        "MATCH (n) WHERE NOT n:SchemaLock OPTIONAL MATCH (n)-[r]->() WITH n, collect(properties(r)) AS edges"
        " RETURN properties(n) AS row, edges ORDER BY coalesce(n.id, n.key), n.home"
    )


async def test_ops_03_two_things_of_one_name(empty: Store, twins: tuple[str, str], own_settings: Settings) -> None:
    """The start stops with the list and the command, and merges nothing; after the repair it starts, and the merge can be undone."""
    older, younger = twins
    before = await everything(empty)
    told = rf"'Kestrel' in 'old': {older}, {younger}.*Nothing was merged.*graphmem doctor --repair"
    with pytest.raises(SchemaError, match=told):
        async with Memory.open(own_settings):
            pass
    diagnosis = await diagnose(own_settings)
    assert found(diagnosis)["NAMED_TWICE"] == 1
    listed = {f.code: f.examples[0] for f in diagnosis.findings}
    assert listed["NAMED_TWICE"] == f"code_component 'Kestrel' in 'old': {older}, {younger}"
    assert await everything(empty) == before

    repaired = await diagnose(own_settings, repair=True)
    assert repaired.repaired == (f"code_component 'Kestrel' in 'old': {younger} into {older}",)
    assert "NAMED_TWICE" not in found(repaired)
    async with Memory.open(own_settings) as memory:
        assert set(found(await doctor(memory.store))) <= {"NOT_EMBEDDED"}  # doctor loads no model
        workspace = await memory.workspace("old")
        assert (await workspace.entity(younger)).entity.id == older
        assert await users(workspace) == [older, older]
        merge = (await memory.store.command("MATCH (m:Merge) RETURN m.id AS id, m.author AS author"))[0]
        assert merge["author"] == "doctor"
        await workspace.unmerge(merge["id"], reason="two kestrels")
        assert await users(workspace) == [older, younger]
        assert (await workspace.entity("Kestrel (2)")).entity.id == younger
        assert (await workspace.entity("Kestrel")).entity.id == older
        assert set(found(await doctor(memory.store))) <= {"NOT_EMBEDDED"}  # doctor loads no model


async def users(workspace: Workspace) -> list[str]:
    """Who depends on the vault, and who on the well."""
    return [(await workspace.impact(used)).dependents[0].entity.id for used in ("vault", "well")]


async def test_needless_copies_of_a_name(empty: Store, twins: tuple[str, str], own_settings: Settings) -> None:
    """A name that stands twice for one entity, or once for none, is kept once; nothing is merged."""
    await empty.command(f"MATCH (:Name {{home: '{twins[1]}'}})-[r:NAMES]->() DELETE r")
    await empty.command("MATCH (n:Name {name: 'vault'})-[:NAMES]->(e) CREATE (m:Name)-[:NAMES]->(e) SET m = properties(n)")
    repaired = await diagnose(own_settings, repair=True)
    assert len(repaired.repaired) == 2
    assert await empty.command("MATCH (m:Merge) RETURN m.id") == []
    async with Memory.open(own_settings) as memory:
        assert found(await doctor(memory.store)) == {"NAMELESS": 1}  # the one whose name another tool took away


async def test_two_records_of_one_id(empty: Store, twins: tuple[str, str], own_settings: Settings) -> None:
    """What cannot be mended is told, and left as it is."""
    await empty.command(f"MATCH (n:Name {{home: '{twins[1]}'}}) DETACH DELETE n")
    await empty.command("MATCH (r:Record {decision: 'Kestrel depends_on vault'}) CREATE (x:Record) SET x = properties(r)")
    with pytest.raises(SchemaError, match="twice"):
        async with Memory.open(own_settings):
            pass
    repaired = await diagnose(own_settings, repair=True)
    assert repaired.repaired == ()
    assert found(repaired)["DOUBLED"] == 1
    assert [f.examples[0][:11] for f in repaired.findings if f.code == "DOUBLED"] == ["Record rec_"]
