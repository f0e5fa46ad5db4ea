"""Describe: an edit by hand of what an entity is; what was said before stays readable as of any day (design 4)."""

from __future__ import annotations

import pytest

from graphmem.errors import AmbiguousName, NameNotFound
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import refusals, stored
from tests.stating import decision

TYPES = {"Lena": "person", "Acme": "organization"}


@pytest.fixture
async def lena(workspace: Workspace) -> Workspace:
    """A workspace that knows a person, who has fields, and an organization."""
    await workspace.remember(decision("Lena related_to Acme", types=TYPES))
    return workspace


async def test_the_newest_value_is_shown(lena: Workspace) -> None:
    """A description and fields are shown at once, by whatever name they were given; an earlier day still shows the old ones."""
    first = await lena.describe("Lena", description="a pilot", fields={"city": "Oslo", "role": "pilot"})
    await lena.describe("LENA", description="a captain", fields={"role": "captain"})
    view = await lena.entity("Lena")
    assert (view.description, view.fields) == ("a captain", {"city": "Oslo", "role": "captain"})
    before = await lena.entity("Lena", as_of=first.recorded_at)
    assert (before.description, before.fields) == ("a pilot", {"city": "Oslo", "role": "pilot"})


async def test_the_receipt_names_the_entity(lena: Workspace) -> None:
    """The receipt says which entity was described, by what it was found, and under which id the edit is kept."""
    id_ = (await lena.entity("Lena")).entity.id
    by_name = await lena.describe("Lena", description="a pilot")
    assert [(e.id, e.name, e.created, e.matched_by) for e in by_name.entities] == [(id_, "Lena", False, "name")]
    by_id = await lena.describe(id_, description="a captain")
    assert [e.matched_by for e in by_id.entities] == ["id"]
    assert [(s.record, s.description) for s in (await lena.history("Lena")).said] == [
        (by_name.id, "a pilot"),
        (by_id.id, "a captain"),
    ]


async def test_values_of_every_plain_kind(lena: Workspace) -> None:
    """A text, a number and a truth value come back as they were given; an empty value says nothing."""
    await lena.describe("Lena", fields={"city": "Oslo", "role": 2**53 + 1, "email": True})
    await lena.describe("Lena", fields={"city": "", "role": 1.5})
    assert (await lena.entity("Lena")).fields == {"city": "Oslo", "role": 1.5, "email": True}


async def test_unset(lena: Workspace) -> None:
    """Only an unset takes a value away, of a field or the description, and only from then on."""
    said = await lena.describe("Lena", description="a pilot", fields={"city": "Oslo", "role": "pilot"})
    await lena.describe("Lena", unset=["city", "description"])
    view = await lena.entity("Lena")
    assert (view.description, view.fields) == (None, {"role": "pilot"})
    before = await lena.entity("Lena", as_of=said.recorded_at)
    assert (before.description, before.fields["city"]) == ("a pilot", "Oslo")


async def test_a_merged_entity_is_described_under_its_name(workspace: Workspace) -> None:
    """What is said of a merged entity is shown of its survivor, and goes back with its name on unmerge."""
    await workspace.remember(decision("Lena related_to Acme", "Helena related_to Acme", types={**TYPES, "Helena": "person"}))
    merge = await workspace.merge("Helena", "Lena", reason="one person")
    receipt = await workspace.describe("Helena", description="a pilot")
    assert [(e.name, e.matched_by) for e in receipt.entities] == [("Lena", "alias")]
    assert (await workspace.entity("Lena")).description == "a pilot"
    await workspace.unmerge(str(merge.id), reason="two people")
    assert (await workspace.entity("Helena")).description == "a pilot"
    assert (await workspace.entity("Lena")).description is None


async def test_two_writers_of_two_fields(lena: Workspace, memory: Memory) -> None:
    """Two authors who set different fields both see both; each edit keeps its author."""
    ben = await memory.workspace(lena.name, author="ben")
    await lena.describe("Lena", fields={"city": "Oslo"})
    await ben.describe("Lena", fields={"role": "pilot"})
    assert (await lena.entity("Lena")).fields == {"city": "Oslo", "role": "pilot"}
    assert [s.author for s in (await lena.history("Lena")).said] == ["ana", "ben"]


async def test_an_agent_may_describe(lena: Workspace, memory: Memory) -> None:
    """A person or an agent may say what an entity is."""
    agent = await memory.workspace(lena.name, author="helper", kind="agent")
    await agent.describe("Lena", description="a pilot")
    assert (await lena.entity("Lena")).description == "a pilot"


async def test_what_is_refused(lena: Workspace) -> None:
    """Nothing to say, a field that the type does not declare, a value that is none, and contradictions; nothing is stored."""
    before = await stored(lena)
    cases: list[tuple[dict[str, object], list[tuple[str, str]]]] = [
        ({}, [("description", "EMPTY_FIELD")]),
        ({"description": " ", "fields": {"city": None}}, [("description", "EMPTY_FIELD")]),
        ({"description": "x" * 20_001}, [("description", "TOO_LONG")]),
        ({"fields": {"mood": "good", "role": ["a"]}}, [("fields.mood", "UNKNOWN_FIELD"), ("fields.role", "INVALID_FIELD")]),
        ({"fields": {"role": 2**63}}, [("fields.role", "INVALID_FIELD")]),
        ({"unset": ["city", "mood"]}, [("unset[1]", "UNKNOWN_FIELD")]),
        ({"fields": {"city": "Oslo"}, "unset": ["city"]}, [("unset[0]", "GIVEN_TWICE")]),
        ({"description": "a", "unset": ["description"]}, [("unset[0]", "GIVEN_TWICE")]),
    ]
    for given, broken in cases:
        for dry_run in (True, False):
            assert await refusals(lena.describe("Lena", dry_run=dry_run, **given)) == broken  # type: ignore[arg-type]
    assert await refusals(lena.describe(" \u200b", description="x")) == [("name", "NAME_REFUSED")]
    assert await refusals(lena.describe("Blue\ud83d", description="x")) == [("name", "NAME_REFUSED")]
    assert await stored(lena) == before


async def test_a_name_that_leads_nowhere_or_to_several(lena: Workspace) -> None:
    """An unknown name is not found, with the nearest ones; an ambiguous one lists what it could be."""
    with pytest.raises(NameNotFound) as unknown:
        await lena.describe("Lenna", description="x")
    assert unknown.value.nearest == ("Lena",)
    await lena.remember(decision("Lena related_to Acme", types={"Lena": "concept", "Acme": "organization"}))
    with pytest.raises(AmbiguousName) as ambiguous:
        await lena.describe("Lena", description="x")
    assert {c.type for c in ambiguous.value.candidates} == {"person", "concept"}


async def test_a_text_is_cleaned(lena: Workspace) -> None:
    """What no text can hold is dropped or replaced, and the receipt says so."""
    receipt = await lena.describe("Lena", description="a\u0000 pilot \ud83d", fields={"city": "Os\u0000lo"})
    assert {(w.code, w.path) for w in receipt.warnings} == {("TEXT_CLEANED", "description"), ("TEXT_CLEANED", "fields.city")}
    view = await lena.entity("Lena")
    assert (view.description, view.fields) == ("a pilot \ufffd", {"city": "Oslo"})
