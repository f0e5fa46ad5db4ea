"""Retype: an entity was stated under the wrong type (design 4: acts). Identity has no clock."""

from __future__ import annotations

import pytest

from graphmem.errors import AmbiguousName, NameNotFound, Refused
from graphmem.workspace import Workspace
from tests.acting import dependents, nodes, refusals, stored
from tests.stating import decision


async def labels(workspace: Workspace, id: str) -> set[str]:
    return {label for n in await nodes(workspace) if n["properties"].get("id") == id for label in n["labels"]}


async def test_the_type_changes_with_label_and_names(workspace: Workspace) -> None:
    """The entity has the new type and label, its names lead to it under the new type, and every past reading shows it."""
    first = await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    id_ = next(e.id for e in first.entities if e.name == "redis")
    receipt = await workspace.retype("redis", "technology", reason="it is a product")
    assert [(e.id, e.type, e.matched_by) for e in receipt.entities] == [(id_, "technology", "name")]
    assert receipt.counts == {"entities": 1, "names": 1}
    assert await labels(workspace, id_) == {"Entity", "Technology", "Searchable"}
    assert (await workspace.entity("redis", as_of=first.recorded_at)).entity.type == "technology"
    again = await workspace.remember(decision("web depends_on redis", types={"redis": "technology"}))
    assert [e.matched_by for e in again.entities if e.name == "redis"] == ["name"]
    assert await dependents(workspace, "redis") == ["api", "web"]


async def test_the_old_type_is_free_again(workspace: Workspace) -> None:
    """The name under the old type is another entity from then on, and the receipt proposes the two as one."""
    await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    await workspace.retype("redis", "technology", reason="it is a product")
    receipt = await workspace.remember(decision("web depends_on redis", types={"redis": "concept"}))
    assert [e.created for e in receipt.entities if e.name == "redis"] == [True]
    assert [w.code for w in receipt.warnings] == ["PROBABLE_DUPLICATE"]


async def test_aliases_and_merged_entities_go_with_it(workspace: Workspace) -> None:
    """All names of its type follow, those of merged entities too; after an unmerge each keeps the new type and its own name."""
    await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    await workspace.remember(decision("web depends_on key store", types={"key store": "concept"}))
    merge = await workspace.merge("key store", "redis", reason="one thing")
    assert (await workspace.retype("key store", "technology", reason="a product")).counts == {"entities": 2, "names": 2}
    await workspace.unmerge(str(merge.id), reason="two things")
    found = [(await workspace.entity(name)).entity for name in ("redis", "key store")]
    assert [(e.name, e.type) for e in found] == [("redis", "technology"), ("key store", "technology")]


async def test_a_merged_entity_of_another_type_keeps_it(workspace: Workspace) -> None:
    """What was merged in under another type is not retyped: after an unmerge it has the type it had."""
    await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    await workspace.remember(decision("web depends_on cache", types={"cache": "object"}))
    merge = await workspace.merge("cache", "redis", reason="one thing")
    await workspace.retype("redis", "technology", reason="a product")
    await workspace.unmerge(str(merge.id), reason="two things")
    assert (await workspace.entity("cache")).entity.type == "object"


async def test_a_taken_name_is_refused(workspace: Workspace) -> None:
    """Where an entity of the new type has one of the names already the refusal names it, and nothing changes."""
    first = await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    second = await workspace.remember(decision("web depends_on redis", types={"redis": "technology"}))
    concept, technology = (next(e.id for e in r.entities if e.name == "redis") for r in (first, second))
    before = await stored(workspace)
    assert await refusals(workspace.retype(concept, "technology", reason="x")) == [("type", "NAME_TAKEN")]
    with pytest.raises(Refused, match=technology):
        await workspace.retype(concept, "technology", reason="x")
    assert await stored(workspace) == before


async def test_a_name_taken_by_what_was_merged_in(workspace: Workspace) -> None:
    """Two entities of one name and two types, merged: the type cannot change, for after an unmerge both would be one."""
    first = await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    second = await workspace.remember(decision("web depends_on redis", types={"redis": "technology"}))
    concept, technology = (next(e.id for e in r.entities if e.name == "redis") for r in (first, second))
    await workspace.merge(technology, concept, reason="one thing")
    assert await refusals(workspace.retype(concept, "technology", reason="x")) == [("type", "NAME_TAKEN")]
    with pytest.raises(Refused, match="merged into it"):
        await workspace.retype(concept, "technology", reason="x")


async def test_it_is_kept_in_the_history(workspace: Workspace) -> None:
    """The history of the entity says who changed the type, from what to what, when and why."""
    await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    receipt = await workspace.retype("redis", "technology", reason="a product")
    assert [(t.id, t.old, t.new, t.author, t.reason) for t in (await workspace.history("redis")).retypes] == [
        (receipt.id, "concept", "technology", "ana", "a product")
    ]


async def test_what_is_refused(workspace: Workspace) -> None:
    """An unknown type, the same type, no reason, and names that lead nowhere or to several."""
    await workspace.remember(decision("api depends_on redis", types={"redis": "concept"}))
    before = await stored(workspace)
    for type_, code in (
        ("gadget", "UNKNOWN_TYPE"),
        ("Technology", "UNKNOWN_TYPE"),
        ("Entity", "UNKNOWN_TYPE"),
        ("concept", "SAME_TYPE"),
    ):
        assert await refusals(workspace.retype("redis", type_, reason="x")) == [("type", code)]
    assert await refusals(workspace.retype("redis", "technology", reason="")) == [("reason", "NO_REASON")]
    with pytest.raises(NameNotFound):
        await workspace.retype("postgres", "technology", reason="x")
    assert await stored(workspace) == before
    await workspace.remember(decision("web depends_on redis", types={"redis": "object"}))
    with pytest.raises(AmbiguousName):
        await workspace.retype("redis", "technology", reason="x")
