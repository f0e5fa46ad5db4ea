"""A workspace's own ontology: declared in a file, shown, compared, applied; what is in use is never lost without a word."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.access import Principal
from graphmem.errors import InvalidArgument, NotAllowed, Refused
from graphmem.memory import Memory
from graphmem.model.own_ontology import OwnEntityType, OwnOntology, OwnRelationType
from graphmem.read.ontology import declared_in
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.dumping import dump, wipe
from tests.integration.test_ingest import vault
from tests.moved import exported
from tests.stating import decision

OWN = """
entity_types:
  - {name: service, is_a: code_component, fields: [tier], subtypes: [web, batch]}
  - {name: technology, fields: [vendor], subtypes: [database, language]}
relation_types:
  - {name: calls, is_a: depends_on, sources: [service], targets: [code_component]}
slots:
  - {name: review, single: true, values: [pair, alone]}
semantic_types: [pages]
"""
CALLS_TYPE = """relation_types:
  - {name: calls, is_a: depends_on, sources: [service], targets: [code_component]}
"""
TOKEN = "ghp_" + "Ab1" * 12
CALLS = {
    "kind": "decision", "decision": "checkout calls auth",
    "entities": [
        {"name": "checkout", "type": "service", "fields": {"tier": "gold", "subtype": "web"}}, {"name": "auth", "type": "service"},
        {"name": "Postgres", "type": "technology", "fields": {"subtype": "database", "vendor": "its community"}},
    ],
    "relations": [{"source": "checkout", "target": "auth", "type": "calls", "reason": "every order is checked"}],
}  # fmt: skip


def broken(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(r.path, r.code) for r in error.value.refusals]


async def test_own_types_are_accepted_where_they_are_declared(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """Own types, fields and subtypes are stated like built-in ones, in this workspace alone; questions read them as their kind."""
    with pytest.raises(Refused) as refused:
        await workspace.remember(CALLS)
    assert ("entities[0].type", "UNKNOWN_TYPE") in broken(refused)
    applied = await workspace.apply_ontology(OWN, reason="we talk of services")
    assert applied.counts["version"] == 1
    await workspace.remember(CALLS)
    assert (await workspace.entity("checkout")).entity.type == "service"
    (dependent,) = (await workspace.impact("auth")).dependents
    assert (dependent.path[0].type, dependent.path[0].semantic) == ("depends_on", "calls")
    assert [e.entity.name for e in (await workspace.entities(type="service")).entities] == ["auth", "checkout"]
    await workspace.remember({**CALLS, "decision": "it lies there", "files": ["shop/checkout.py"]})
    assert "checkout" in {c.entity.name for c in (await workspace.file("shop/checkout.py")).components}
    await workspace.remember({"kind": "preference", "slot": "review", "preference": "pair"})
    assert [p.preference for p in (await workspace.preferences(slot="review")).preferences] == ["pair"]
    other = await make_workspace()
    with pytest.raises(Refused) as refused:
        await other.remember(CALLS)
    assert ("relations[0].type", "UNKNOWN_TYPE") in broken(refused)
    assert "calls" not in str(refused.value.refusals[0])


async def test_answers_are_narrowed_to_own_types(workspace: Workspace) -> None:
    """An own type narrows an answer to what has it; a built-in one brings its kinds as well."""
    await workspace.apply_ontology(OWN, reason="we talk of services")
    await workspace.remember(CALLS)
    types = {"checkout": "service", "auth": "service", "redis": "technology"}
    await workspace.remember(decision("checkout depends_on till", "auth depends_on redis", types=types))

    async def near(**given: Any) -> list[str]:
        return [n.entity.name for n in (await workspace.neighbours("checkout", **given)).neighbours]

    async def linked(**given: Any) -> int:
        return len((await workspace.graph(**given)).links.types)

    assert (await near(types=["calls"]), await near(types=["depends_on"]), await near()) == (["auth"], *[["auth", "till"]] * 2)
    assert (await near(types=["calls", "leads_to"]), await near(types=["leads_to"])) == (["auth"], [])
    assert (await linked(relations=["calls"]), await linked(relations=["depends_on"]), await linked()) == (1, 3, 3)
    assert set((await workspace.graph(types=["service"])).nodes.names) == {"auth", "checkout"}
    assert set((await workspace.graph(types=["code_component"])).nodes.names) == {"auth", "checkout", "till"}
    kinds = await workspace.entities(type="code_component")
    assert [e.entity.name for e in kinds.entities] == ["auth", "checkout", "till"]
    assert [e.entity.name for e in (await workspace.entities(type="code_component", prefix="CH")).entities] == ["checkout"]
    with pytest.raises(InvalidArgument, match=r"types\[1\].*'rings'.*calls"):
        await workspace.neighbours("checkout", types=["calls", "rings"])


async def test_what_an_own_type_does_not_allow(workspace: Workspace) -> None:
    """Ends of another type, fields that it does not declare and other subtypes are refused with the path and the way out."""
    await workspace.apply_ontology(OWN)
    entities = [
        {"name": "a", "type": "service", "fields": {"subtype": "desktop", "vendor": "x"}},
        {"name": "b", "type": "concept"},
    ]
    link = {"source": "b", "target": "a", "type": "calls", "reason": "r"}
    with pytest.raises(Refused) as refused:
        await workspace.remember({"kind": "decision", "decision": "d", "entities": entities, "relations": [link]})
    assert broken(refused) == [
        ("entities[0].fields.subtype", "INVALID_FIELD"), ("entities[0].fields.vendor", "UNKNOWN_FIELD"),
        ("relations[0].source", "WRONG_END"),
    ]  # fmt: skip
    assert "service" in str(refused.value)


async def test_a_long_lived_handle_learns_of_another_ontology(workspace: Workspace, memory: Memory) -> None:
    """What another process applied counts at once: what is cached goes by the version that every transaction finds."""
    memory.store.ontologies._known.clear()
    await workspace.apply_ontology(OWN)
    memory.store.ontologies._known.clear()
    assert (await workspace.remember(CALLS)).records
    memory.store.ontologies._known.clear()
    partial = await workspace.remember({**CALLS, "decision": "again"}, mode="partial")
    assert (len(partial.records), partial.refused) == (1, ())


async def test_versions_stay(workspace: Workspace) -> None:
    """Each apply is a version with its author and reason, readable as of its day; the same again is none; a dry run stores nothing."""
    assert (await workspace.ontology()).version == 0
    assert (await workspace.apply_ontology(OWN, dry_run=True)).dry_run
    assert (await workspace.ontology()).version == 0
    await workspace.apply_ontology(OWN, reason="first")
    first = await workspace.ontology()
    again = await workspace.apply_ontology(OWN)
    assert again.counts == {"version": 1, "changes": 0}
    await workspace.apply_ontology(OWN + "  \n", reason="same in other blanks")
    await workspace.apply_ontology(OWN.replace("[pages]", "[pages, reviews]"), reason="second")
    now = await workspace.ontology()
    assert [(v.version, v.reason) for v in now.versions] == [(2, "second"), (1, "first")]
    assert "reviews" in now.semantic_types
    before = await workspace.ontology(as_of=first.as_of)
    assert (before.version, "reviews" in before.semantic_types) == (1, False)
    assert (await workspace.diff_ontology(now.own)).changes == ()


async def test_a_type_in_use_is_not_lost(workspace: Workspace) -> None:
    """A type with entities that is left out, or becomes a kind of another, is refused with how many there are; nothing is stored."""
    await workspace.apply_ontology(OWN)
    await workspace.remember(CALLS)
    without = "entity_types:\n  - {name: technology, fields: [vendor], subtypes: [database, language]}\nsemantic_types: [pages]"
    diff = await workspace.diff_ontology(without)
    told = {(c.kind, c.part, c.name): c.affected for c in diff.changes}
    assert not diff.applicable
    assert told["removed", "entity_type", "service"] == 2
    assert told["removed", "relation_type", "calls"] == 1
    assert told["removed", "slot", "review"] == 0
    with pytest.raises(Refused) as refused:
        await workspace.apply_ontology(without)
    assert broken(refused) == [("entity_types.service", "TYPE_IN_USE"), ("relation_types.calls", "TYPE_IN_USE")]
    assert "renamed_from" in str(refused.value)
    with pytest.raises(Refused) as refused:
        await workspace.apply_ontology(OWN.replace("is_a: code_component, fields", "is_a: object, fields"))
    assert broken(refused) == [("entity_types.service", "TYPE_IN_USE")]
    assert (await workspace.ontology()).version == 1
    fewer = await workspace.diff_ontology(OWN.replace("[tier]", "[]").replace("[web, batch]", "[batch]"))
    assert {(c.part, c.name, c.affected) for c in fewer.changes} == {("field", "service.tier", 1), ("subtype", "service.web", 1)}
    assert fewer.applicable


async def test_types_are_renamed_where_the_file_says_so(workspace: Workspace) -> None:
    """`renamed_from` and `becomes` carry entities, their names and links over; the receipt counts them; names lead where they led."""
    await workspace.apply_ontology(OWN)
    await workspace.remember(CALLS)
    renamed = """
entity_types:
  - {name: deployable, is_a: object, renamed_from: service, fields: [tier], subtypes: [web, batch]}
  - {name: technology, fields: [vendor], subtypes: [database, language]}
becomes: {calls: depends_on}
"""
    receipt = await workspace.apply_ontology(renamed, reason="other words")
    assert (receipt.counts["entities"], receipt.counts["links"]) == (2, 1)
    assert (await workspace.entity("checkout")).entity.type == "deployable"
    (dependent,) = (await workspace.impact("auth")).dependents
    assert (dependent.path[0].type, dependent.path[0].semantic) == ("depends_on", None)
    entities = [{"name": "Checkout", "type": "deployable"}, {"name": "auth", "type": "deployable"}]
    link = {"source": "Checkout", "target": "auth", "type": "depends_on", "reason": "still"}
    again = await workspace.remember({"kind": "decision", "decision": "d", "entities": entities, "relations": [link]})
    assert [e.created for e in again.entities] == [False, False]
    hits = (await workspace.search("which deployable takes orders", kinds=["entity"])).hits
    assert {h.title for h in hits} >= {"checkout"}


async def test_a_name_that_the_new_type_has_already(workspace: Workspace) -> None:
    """Types become one only where no name would mean two things."""
    await workspace.apply_ontology(OWN)
    await workspace.remember(CALLS)
    entities = [{"name": "AUTH", "type": "code_component"}, {"name": "x", "type": "concept"}]
    link = {"source": "x", "target": "AUTH", "type": "related_to", "reason": "r"}
    await workspace.remember({"kind": "decision", "decision": "d", "entities": entities, "relations": [link]})
    with pytest.raises(Refused) as refused:
        await workspace.apply_ontology("becomes: {service: code_component, calls: depends_on}")
    assert broken(refused) == [("entity_types.service", "NAME_TAKEN")]


async def test_a_type_of_a_merged_entity_is_in_use(workspace: Workspace, memory: Memory) -> None:
    """What was merged into another keeps its type and names, which are not lost, and are relabelled where the file says so."""
    await workspace.apply_ontology("entity_types: [{name: service, is_a: code_component}]")
    await workspace.remember(decision("shop related_to till", types={"shop": "service", "till": "code_component"}))
    merge = await workspace.merge("shop", "till", reason="one thing")
    with pytest.raises(Refused) as refused:
        await workspace.apply_ontology("{}")
    assert broken(refused) == [("entity_types.service", "TYPE_IN_USE")]
    assert (await workspace.apply_ontology("becomes: {service: code_component}")).counts["entities"] == 1
    file = await exported(workspace)
    assert (await memory.import_(io.BytesIO(file))).counts.get("entities", 0) == 0
    await workspace.unmerge(str(merge.id), reason="two things")
    assert (await workspace.entity("shop")).entity.type == "code_component"


async def test_a_parked_link_is_in_use(workspace: Workspace, memory: Memory) -> None:
    """A link whose two ends were merged keeps its word: it is counted, relabelled, and after an unmerge it is what it became."""
    await workspace.apply_ontology(OWN)
    await workspace.remember(CALLS)
    merge = await workspace.merge("auth", "checkout", reason="one thing")
    with pytest.raises(Refused) as refused:
        await workspace.apply_ontology(OWN.replace(CALLS_TYPE, ""))
    assert broken(refused) == [("relation_types.calls", "TYPE_IN_USE")]
    receipt = await workspace.apply_ontology(OWN.replace(CALLS_TYPE, "") + "becomes: {calls: depends_on}")
    assert receipt.counts["links"] == 1
    await workspace.unmerge(str(merge.id), reason="two things")
    (dependent,) = (await workspace.impact("auth")).dependents
    assert (dependent.path[0].type, dependent.path[0].semantic) == ("depends_on", None)


async def test_secrets_in_a_declaration_are_masked(workspace: Workspace) -> None:
    """The values of a slot are free text: a secret among them is stored nowhere, moves nowhere, and is told."""
    declared = f"slots: [{{name: key, values: [{TOKEN}, none]}}]"
    receipt = await workspace.apply_ontology(declared)
    assert [r.path for r in receipt.redactions] == ["slots.key.values"]
    assert TOKEN not in (await workspace.ontology()).own + (await exported(workspace)).decode()
    assert (await workspace.apply_ontology(declared)).counts["changes"] == 0


async def test_many_versions_move(workspace: Workspace, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """More versions than one transaction takes are imported whole."""
    for n in range(3):
        await workspace.apply_ontology(f"semantic_types: [word_{n}]")
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    await wipe(memory.store, workspace.name)
    monkeypatch.setattr("graphmem.moving.importing.ROWS", 2)
    assert (await memory.import_(io.BytesIO(file))).counts["ontologies"] == 3
    assert await dump(memory.store, workspace.name) == before


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("entity_types: [{name: service}]", "entity_types[0].is_a"),
        ("entity_types: [{name: service, is_a: gadget}]", "entity_types[0].is_a"),
        ("entity_types: [{name: outage, is_a: problem}]", "entity_types[0].is_a"),
        ("entity_types: [{name: 'Ser vice', is_a: object}]", "entity_types[0].name"),
        ("entity_types: [{name: 'x`) DETACH DELETE n //', is_a: object}]", "entity_types[0].name"),
        ("entity_types: [{name: object, is_a: concept}]", "entity_types[0].name"),
        ("entity_types: [{name: a, is_a: object}, {name: a, is_a: object}]", "entity_types[1]"),
        ("entity_types: [{name: a, is_a: object, fields: [name]}]", "entity_types[0].fields[0]"),
        ("entity_types: [{name: a, is_a: object, colour: red}]", "entity_types[0].colour"),
        ("relation_types: [{name: closes, is_a: solves}]", "relation_types[0].is_a"),
        ("relation_types: [{name: refutes, is_a: conflicts_with}]", "relation_types[0].is_a"),
        ("relation_types: [{name: uses, is_a: depends_on}]", "relation_types[0].name"),
        ("relation_types: [{name: runs, is_a: depends_on, sources: [gadget]}]", "relation_types[0].sources[0]"),
        ("slots: [{name: editor}]", "slots[0].name"),
        ("semantic_types: [uses]", "semantic_types[0]"),
        ("becomes: {a: gadget}", "becomes.a"),
        ("[]", "text"),
        ("entity_types: [", "text"),
        ("!!python/object/apply:os.system ['true']", "text"),
    ],
)
async def test_a_file_that_cannot_be(workspace: Workspace, text: str, path: str) -> None:
    """Every rule that a declaration breaks is told with the path of its field; what it holds is data and never runs."""
    with pytest.raises(Refused) as refused:
        await workspace.diff_ontology(text)
    assert {r.code for r in refused.value.refusals} == {"INVALID_ONTOLOGY"}
    assert path in [r.path for r in refused.value.refusals]


@pytest.mark.parametrize(
    ("word", "why"), [("solves", "closes the problem"), ("conflicts_with", "ends the other links of its two things")]
)
async def test_why_there_are_no_kinds_of_what_ends(workspace: Workspace, word: str, why: str) -> None:
    """A kind of a relation that closes or ends what was stated is refused with the reason, and with two ways out."""
    with pytest.raises(Refused) as refused:
        await workspace.diff_ontology(f"relation_types: [{{name: own, is_a: {word}}}]")
    (refusal,) = refused.value.refusals
    assert (refusal.path, why in refusal.message) == ("relation_types[0].is_a", True)
    assert f"state {word}, or declare a kind of " in refusal.message
    assert "leads_to" in refusal.message


async def test_who_may_apply(workspace: Workspace, memory: Memory) -> None:
    """An administrator who is a person applies; a reader may look and compare; an agent may not apply."""
    curator = Principal("kim", "person", {workspace.name: "curator"})
    handle = await memory.workspace(workspace.name, principal=curator)
    assert (await handle.diff_ontology(OWN)).applicable
    with pytest.raises(NotAllowed):
        await handle.apply_ontology(OWN)
    agent = await memory.workspace(workspace.name, principal=Principal("bot", "agent", {workspace.name: "administrator"}))
    with pytest.raises(NotAllowed):
        await agent.apply_ontology(OWN)
    assert (await handle.ontology()).version == 0


async def test_ingest_takes_own_types(workspace: Workspace, make_workspace: MakeWorkspace, tmp_path: Path) -> None:
    """Notes state own types in front matter, in fields and in the notation; elsewhere they are told as unknown."""
    notes = {
        "Checkout": "---\ntype: service\nsubtype: web\ncalls: '[[Auth]]'\n---\nOrders.",
        "Auth": "---\ntype: service\n---\n(auth:service) -[calls]-> (ledger:service): each login is written down",
    }
    unknown = await (await make_workspace()).ingest(str(vault(tmp_path / "v", **notes)))
    assert any("calls" in n.message for n in unknown.notes)
    await workspace.apply_ontology(OWN)
    await workspace.ingest(str(tmp_path / "v"))
    reached = (await workspace.impact("ledger")).dependents
    assert [(d.entity.name.casefold(), d.path[-1].semantic) for d in reached] == [("auth", "calls"), ("checkout", "calls")]


async def test_export_carries_the_ontology(workspace: Workspace, memory: Memory) -> None:
    """An export brings the versions with it; the same file again is known; a workspace with another ontology refuses it."""
    await workspace.apply_ontology(OWN, reason="first")
    await workspace.remember(CALLS)
    file, before = await exported(workspace), await dump(memory.store, workspace.name)
    await wipe(memory.store, workspace.name)
    await memory.import_(io.BytesIO(file))
    assert await dump(memory.store, workspace.name) == before
    moved = await memory.workspace(workspace.name)
    assert (await moved.ontology()).versions[0].reason == "first"
    await moved.remember({**CALLS, "decision": "again"})
    assert not (await memory.import_(io.BytesIO(file))).counts.get("ontologies")
    await moved.apply_ontology(OWN.replace("[pages]", "[reviews]"))
    with pytest.raises(Refused) as refused:
        await memory.import_(io.BytesIO(file))
    assert "another ontology" in str(refused.value)


def test_a_declaration_in_python_is_the_same() -> None:
    """A file in Python declares with classes what YAML says in words."""

    declared = OwnOntology(
        entity_types=(OwnEntityType(name="service", is_a="code_component", fields=("tier",)),),
        relation_types=(OwnRelationType(name="calls", is_a="depends_on"),),
    )
    assert declared_in(declared.model_dump_json()) == declared
    text = json.dumps({"entity_types": [{"name": "service", "is_a": "code_component", "fields": ["tier"]}],
                       "relation_types": [{"name": "calls", "is_a": "depends_on"}]})  # fmt: skip
    assert declared_in(text) == declared


async def test_agents_state_own_types_and_ask_what_there_is(workspace: Workspace, memory: Memory) -> None:
    """The tools take own types with their fields, and tell them; a type that nobody declared is refused with those that are."""
    from graphmem.tools import Toolbox

    toolbox = Toolbox(memory, workspace=workspace.name, author="bot")
    refused = await toolbox.call("remember", CALLS)
    assert refused.error
    assert "'service' is no entity type" in refused.text
    await workspace.apply_ontology(OWN)
    assert not (await toolbox.call("remember", CALLS)).error
    told = (await toolbox.call("ontology", {})).text
    assert "entity type service, a kind of code_component; fields" in told
    assert "relation type calls, read by impact, a kind of depends_on; sources service" in told


async def test_a_question_knows_own_types(workspace: Workspace) -> None:
    """What a model is told of the schema names own types, and the statement that it would write finds them."""
    from graphmem.ask.prompting import asking

    await workspace.apply_ontology(OWN)
    await workspace.remember(CALLS)
    told = asking("which services are there?", [], workspace._store.ontologies.of(workspace.name))[0]["content"]
    assert "`CodeComponent` with `type` 'service'" in told
    assert "`DEPENDS_ON` with `semantic` 'calls', read by impact" in told
    services = "MATCH (s:CodeComponent)-[r:DEPENDS_ON]->(t:Entity) WHERE s.type = 'service' AND r.semantic = 'calls' RETURN s.name AS name"
    assert (await workspace.ask("which services call?", cypher=services, words=False)).rows == ({"name": "checkout"},)


def test_a_file_in_python(tmp_path: Path) -> None:
    """The command line takes the one OwnOntology that a file in Python holds, and says so where there is none."""
    from graphmem.cli.ontology import _text
    from graphmem.errors import InvalidArgument

    file = tmp_path / "shop.py"
    file.write_text(
        "from graphmem.model.own_ontology import OwnEntityType, OwnOntology\n"
        "SHOP = OwnOntology(entity_types=(OwnEntityType(name='service', is_a='code_component'),))\n"
    )
    assert [t.name for t in declared_in(_text(file)).entity_types] == ["service"]
    file.write_text("SHOP = None\n")
    with pytest.raises(InvalidArgument, match="no OwnOntology"):
        _text(file)


def test_what_is_wrong_is_said_in_words_of_the_file() -> None:
    """A number where a list is wanted is refused with the path of the field, in no word of the language the product is written in."""
    with pytest.raises(Refused) as caught:
        declared_in("entity_types: 3")
    assert [(r.path, r.code, r.message) for r in caught.value.refusals] == [
        ("entity_types", "INVALID_ONTOLOGY", "a list is wanted")
    ]
    with pytest.raises(Refused) as caught:
        declared_in("[1, 2]")
    assert [r.path for r in caught.value.refusals] == ["text"]
