"""Preferences and facts: single-valued slots, both clocks, what a fact may not say, the ontology as one declaration."""

from __future__ import annotations

import pytest

from graphmem import Decision, EntityRef, Fact, Preference, Refused, Relation
from graphmem.errors import InvalidArgument
from graphmem.ingest.ontology import extraction_schema
from graphmem.model.ontology import DEFAULT
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace


def indent(value: str, since: str | None = None) -> Preference:
    return Preference(slot="indentation", preference=value, valid_from=since)


async def test_the_latest_start_counts_in_a_single_valued_slot(workspace: Workspace) -> None:
    """Of a single-valued slot the value with the latest start counts at each instant, in whatever order they were stated."""
    late = (await workspace.remember(indent("spaces", "2026-05"))).records[0].id
    early = (await workspace.remember(indent("tabs", "2025-01"))).records[0].id
    now = await workspace.preferences()
    assert [(p.slot, p.preference, p.since) for p in now.preferences] == [("indentation", "spaces", "2026-05")]
    assert [(p.record, p.preference, p.valid_to, p.superseded_by) for p in now.past] == [(early, "tabs", "2026-05", late)]
    before = await workspace.preferences(valid_at="2025-06")
    assert [p.preference for p in before.preferences] == ["tabs"]
    assert not before.past


async def test_a_forgotten_value_leaves_the_slot_empty(workspace: Workspace) -> None:
    """When the value that counts ends the slot is empty; when it never held the one before counts again."""
    await workspace.remember(indent("tabs", "2025-01"))
    late = (await workspace.remember(indent("spaces", "2026-05"))).records[0].id
    await workspace.forget(late, reason="left")
    assert (await workspace.preferences()).preferences == ()
    await workspace.forget(late, reason="never said", never_held=True)
    assert [p.preference for p in (await workspace.preferences()).preferences] == ["tabs"]


async def test_ing_20_a_preference_said_again_is_one(workspace: Workspace) -> None:
    """The same preference stated in many conversations is one preference with that many pieces of evidence."""
    await workspace.remember(*(indent("tabs") for _ in range(50)))
    answer = await workspace.preferences(slot="indentation")
    assert [(p.preference, p.evidence_total, len(p.records)) for p in answer.preferences] == [("tabs", 50, 20)]


async def test_holders_and_many_valued_slots_stand_apart(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """Each holder has slots of their own, and a slot of many values keeps them all; another workspace has none of it."""
    await workspace.remember(
        Preference(slot="tool", preference="ruff"), Preference(slot="tool", preference="mypy"),
        Preference(slot="language", preference="Finnish", holder="ben"), Preference(slot="language", preference="German"),
    )  # fmt: skip
    found = {(p.holder, p.slot, p.preference) for p in (await workspace.preferences()).preferences}
    assert found == {
        ("ana", "tool", "ruff"),
        ("ana", "tool", "mypy"),
        ("ben", "language", "Finnish"),
        ("ana", "language", "German"),
    }
    assert [p.preference for p in (await workspace.preferences(holder="Ben")).preferences] == ["Finnish"]
    assert (await (await make_workspace()).preferences()).preferences == ()


@pytest.mark.parametrize(
    ("record", "path", "code"),
    [
        (Preference(slot="hat", preference="blue"), "slot", "UNKNOWN_SLOT"),
        (Preference(slot="indentation", preference="dots"), "preference", "UNKNOWN_VALUE"),
        (Fact(subject="a", predicate="is", object="b", entities=(EntityRef(name="a", type="object"),)), "entities", "NAMES_NOTHING"),
        (
            Decision(decision="x",
                     entities=(EntityRef(name="a", type="person", fields={"subtype": "mage"}), EntityRef(name="b", type="object")),
                     relations=(Relation(source="a", target="b", type="related_to", reason="so"),)),
            "entities[0].fields.subtype", "INVALID_FIELD",
        ),
        (
            Decision(decision="x", entities=(EntityRef(name="a", type="person"), EntityRef(name="b", type="object")),
                     relations=(Relation(source="a", target="b", type="depends_on", reason="so", semantic="owns"),)),
            "relations[0].semantic", "UNKNOWN_SEMANTIC",
        ),
    ],
)  # fmt: skip
async def test_what_the_ontology_does_not_declare_is_refused(
    workspace: Workspace, record: Decision, path: str, code: str
) -> None:
    """An unknown slot, value, subtype or semantic word is refused, and so is a fact that names an entity."""
    with pytest.raises(Refused) as error:
        await workspace.remember(record)
    assert [(r.path, r.code) for r in error.value.refusals] == [(path, code)]
    with pytest.raises(InvalidArgument, match="slot"):
        await workspace.preferences(slot="hat")


async def test_a_fact_is_an_island_that_search_finds(workspace: Workspace) -> None:
    """A fact is stored without any entity and found by its words; it ends like any record."""
    id_ = (await workspace.remember(Fact(subject="The office", predicate="closes at", object="seven"))).records[0].id
    hits = (await workspace.search("when does the office close", kinds=["fact"])).hits
    assert [(h.id, h.title) for h in hits] == [(id_, "The office closes at seven")]
    view = await workspace.record(id_)
    assert (view.entities, view.relations, view.content["object"]) == ((), (), "seven")
    assert (await workspace.entities()).entities == ()
    await workspace.forget(id_, reason="moved")
    assert (await workspace.search("office", kinds=["fact"], current=True)).hits == ()


async def test_what_related_to_means_is_kept(workspace: Workspace) -> None:
    """Two meanings of related_to between a pair are two assertions, and each is shown with its word."""
    links = tuple(
        Relation(source="kim", target="app", type="related_to", reason="said", semantic=s) for s in ("owns", "works_on")
    )
    things = (EntityRef(name="kim", type="person", fields={"subtype": "developer"}), EntityRef(name="app", type="object"))
    await workspace.remember(Decision(decision="x", entities=things, relations=links))
    evidence = (await workspace.neighbours("kim")).neighbours[0].links[0].evidence
    assert sorted(str(e.semantic) for e in evidence) == ["owns", "works_on"]
    assert (await workspace.entity("kim")).fields == {"subtype": "developer"}


def test_the_prompt_schema_is_the_ontologys() -> None:
    """The schema that stands in prompts lists the declared types, words and slots, and nothing that a text may not state."""
    schema = extraction_schema(DEFAULT)
    parts = schema["$defs"]
    assert parts["Entity"]["properties"]["type"]["enum"] == [t.name for t in DEFAULT.entity_types]
    offered = parts["Relation"]["properties"]["type"]["enum"]
    assert {t.name for t in DEFAULT.relation_types} - set(offered) == {"solves", "conflicts_with"}
    assert parts["Preference"]["properties"]["slot"]["enum"] == [s.name for s in DEFAULT.slots]
    assert all(set(p["required"]) == set(p["properties"]) and p["additionalProperties"] is False for p in parts.values())
