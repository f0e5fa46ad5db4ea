"""Retires: an edge, a link or everything of an entity no longer holds; the records stay (design 3.5)."""

from __future__ import annotations

from graphmem.workspace import Workspace
from tests.acting import codes, current, dependents, links, records, refusals, removed, warning
from tests.stating import change, decision


async def test_an_edge(workspace: Workspace) -> None:
    """An edge ends by its id; the same link stated by another record holds on, and the record stays."""
    first = await workspace.remember(decision("api depends_on auth"))
    await workspace.remember(decision("api depends_on auth"))
    receipt = await workspace.remember(decision("web depends_on auth", retires=(first.relations[0].id,)))
    assert links(receipt.evidence_lost) == ["api depends_on auth"]
    assert receipt.ended == ()
    assert await current(workspace, first.records[0].id)
    (edge,) = (await workspace.record(first.records[0].id)).relations
    assert (edge.holds, edge.end_reason, edge.end_act) == (False, "retired", receipt.records[0].id)


async def test_a_link(workspace: Workspace) -> None:
    """A link ends with all its evidence, in its own direction and type alone; the records stay."""
    first = await workspace.remember(decision("api depends_on auth"), decision("api depends_on auth", "auth depends_on api"))
    receipt = await workspace.remember(decision("web related_to cli", retires=(("API", "depends_on", "auth"),)))
    assert links(receipt.ended) == ["api depends_on auth"]
    assert await dependents(workspace, "api") == ["auth"]
    assert [await current(workspace, r.id) for r in first.records] == [True, True]


async def test_a_link_without_direction(workspace: Workspace) -> None:
    """`related_to` is one link from either side."""
    await workspace.remember(decision("api related_to auth"))
    receipt = await workspace.remember(decision("web related_to cli", retires=(("auth", "related_to", "api"),)))
    assert links(receipt.ended) == ["api related_to auth"]


async def test_an_entity(workspace: Workspace) -> None:
    """All impact links of the entity end, both ways; other links stay, and the entity is marked as removed from then on."""
    await workspace.remember(
        decision(
            "api depends_on auth", "auth depends_on redis", "auth required_by web", "auth related_to docs", valid_from="2020"
        )
    )
    receipt = await workspace.remember(change("web depends_on redis", valid_from="2024-05-01", retires=("auth",)))
    assert sorted(links(receipt.ended)) == ["api depends_on auth", "auth depends_on redis", "auth required_by web"]
    assert await dependents(workspace, "auth") == []
    assert [r.type for r in (await workspace.entity("auth")).relations] == ["related_to"]
    assert await removed(workspace, "auth")
    assert await removed(workspace, "auth", valid_at="2024-05-01")
    assert not await removed(workspace, "auth", valid_at="2024-04-30")
    assert await dependents(workspace, "auth", valid_at="2024-04-30") == ["api", "web"]


async def test_an_entity_that_is_named_for_the_first_time(workspace: Workspace) -> None:
    """A record may say of a thing that it declares that it is gone: nothing ends, the mark stands."""
    receipt = await workspace.remember(change("StorageActor leads_to rewrite", retires=("StorageActor",)))
    assert (receipt.ended, codes(receipt)) == ((), [])
    assert await removed(workspace, "StorageActor")


async def test_a_later_link_lifts_the_mark(workspace: Workspace) -> None:
    """An impact link that begins later is accepted with a warning, and lifts the mark from its start on, not before."""
    await workspace.remember(decision("api depends_on auth", valid_from="2020"))
    await workspace.remember(change("web depends_on redis", valid_from="2022", retires=("auth",)))
    before = (await workspace.remember(decision("cli related_to docs"))).recorded_at
    receipt = await workspace.remember(decision("web depends_on auth", valid_from="2024"))
    assert "auth" in warning(receipt, "STATES_REMOVED")
    assert not await removed(workspace, "auth")
    assert await removed(workspace, "auth", valid_at="2023")
    assert await removed(workspace, "auth", as_of=before)


async def test_the_warning_is_given_where_the_mark_stands(workspace: Workspace) -> None:
    """No warning before the mark begins, after it was lifted, or for a link that is none of impact."""
    await workspace.remember(decision("api depends_on auth", valid_from="2020"))
    await workspace.remember(change("web depends_on redis", valid_from="2022", retires=("auth",)))
    assert codes(await workspace.remember(decision("cli depends_on auth", valid_from="2021"))) == []
    assert codes(await workspace.remember(decision("auth related_to docs", valid_from="2024"))) == []
    assert await removed(workspace, "auth")
    assert codes(await workspace.remember(decision("web depends_on auth", valid_from="2024"))) == ["STATES_REMOVED"]
    assert codes(await workspace.remember(decision("cli depends_on auth", valid_from="2025"))) == []
    assert codes(await workspace.remember(decision("shop depends_on auth", valid_from="2023"))) == ["STATES_REMOVED"]


async def test_a_withdrawn_link_lifts_nothing(workspace: Workspace) -> None:
    """A link that never held lifts no mark: the next one is warned of again. One that held and ended did lift it."""
    await workspace.remember(decision("api depends_on auth"))
    await workspace.remember(change("web depends_on redis", retires=("auth",)))
    first = await workspace.remember(decision("web depends_on auth"))
    await workspace.forget(first.records[0].id, reason="never true", never_held=True)
    assert await removed(workspace, "auth")
    second = await workspace.remember(decision("web depends_on auth"))
    assert codes(second) == ["STATES_REMOVED"]
    await workspace.forget(second.records[0].id, reason="outdated")
    assert not await removed(workspace, "auth")
    assert codes(await workspace.remember(decision("cli depends_on auth"))) == []


async def test_removed_again(workspace: Workspace) -> None:
    """A thing that came back can be removed again: the newest mark stands, and the next link lifts it with a warning."""
    await workspace.remember(decision("api depends_on auth"))
    for _ in range(2):
        await workspace.remember(change("web depends_on redis", retires=("auth",)))
        assert await removed(workspace, "auth")
        assert codes(await workspace.remember(decision("api depends_on auth"))) == ["STATES_REMOVED"]
        assert not await removed(workspace, "auth")


async def test_mark_and_link_on_one_day(workspace: Workspace) -> None:
    """Within one coarse day the order of statement decides: what is stated later counts."""
    await workspace.remember(decision("api depends_on auth", valid_from="2024-05-01"))
    await workspace.remember(change("web depends_on redis", valid_from="2024-05-01", retires=("auth",)))
    assert await removed(workspace, "auth")
    receipt = await workspace.remember(decision("api depends_on auth", valid_from="2024-05-01"))
    assert codes(receipt) == ["STATES_REMOVED"]
    assert not await removed(workspace, "auth")


async def test_marks_within_one_batch(workspace: Workspace) -> None:
    """A later item is warned of the mark that an earlier one made, and not once another has lifted it."""
    receipt = await workspace.remember(
        decision("api depends_on auth"),
        change("web depends_on redis", retires=("auth",)),
        decision("web depends_on auth"),
        decision("cli depends_on auth"),
    )
    assert codes(receipt) == ["STATES_REMOVED"]
    assert links(receipt.ended) == ["api depends_on auth"]


async def test_retires_comes_before_the_own_relations(workspace: Workspace) -> None:
    """A record may retire what it replaces: the old link ends, its own links hold."""
    await workspace.remember(decision("api depends_on auth"))
    receipt = await workspace.remember(change("api depends_on login", retires=(("api", "depends_on", "auth"),)))
    assert links(receipt.ended) == ["api depends_on auth"]
    assert [(r.target, r.evidence) for r in receipt.relations] == [("login", 1)]


async def test_retires_beside_a_relation_of_the_same_thing(workspace: Workspace) -> None:
    """A record that states what it retires is refused, by edge, by link and by entity."""
    first = await workspace.remember(decision("api depends_on auth"))
    for retired in (first.relations[0].id, ("api", "depends_on", "auth"), "auth"):
        act = workspace.remember(decision("API depends_on auth", retires=(retired,)))
        assert await refusals(act) == [("retires[0]", "RETIRES_AND_STATES")]


async def test_before_a_stated_start(workspace: Workspace) -> None:
    """An edge cannot be retired before the start that its writer stated."""
    first = await workspace.remember(decision("api depends_on auth", valid_from="2024"))
    act = workspace.remember(decision("web depends_on auth", valid_from="2023", retires=(first.relations[0].id,)))
    assert await refusals(act) == [("retires[0]", "ENDS_BEFORE_IT_BEGAN")]


async def test_nothing_to_retire_is_told(workspace: Workspace) -> None:
    """A link that does not hold, and an edge that has ended, are retired with a warning that nothing ended by it."""
    first = await workspace.remember(decision("api depends_on auth", "api related_to web"))
    receipt = await workspace.remember(decision("web related_to cli", retires=(("auth", "depends_on", "api"),)))
    assert codes(receipt) == ["RETIRES_NOTHING"]
    edge = first.relations[0].id
    assert codes(await workspace.remember(decision("web related_to cli", retires=(edge,)))) == []
    assert codes(await workspace.remember(decision("web related_to cli", retires=(edge,)))) == ["ALREADY_ENDED"]


async def test_an_ambiguous_name(workspace: Workspace) -> None:
    """A bare name of several entities is refused with their ids; an id, or a declaration in the record, says which."""
    first = await workspace.remember(decision("api depends_on cache", types={"cache": "concept"}))
    await workspace.remember(decision("api depends_on cache", types={"cache": "technology"}))
    act = workspace.remember(decision("web related_to cli", retires=("cache",)))
    assert await refusals(act) == [("retires[0].entity", "AMBIGUOUS_NAME")]
    receipt = await workspace.remember(decision("cache related_to cli", types={"cache": "technology"}, retires=("cache",)))
    assert len(receipt.ended) == 1
    concept = next(e.id for e in first.entities if e.type == "concept")
    assert len((await workspace.remember(decision("web related_to cli", retires=(concept,)))).ended) == 1


async def test_the_end_of_the_retiring_record(workspace: Workspace) -> None:
    """Ends and the mark stay when the record that retired ends; its receipt lists the ends."""
    first = await workspace.remember(decision("api depends_on auth"))
    cause = await workspace.remember(change("web depends_on redis", retires=("auth",)))
    receipt = await workspace.forget(cause.records[0].id, reason="outdated")
    assert first.relations[0].id in warning(receipt, "ENDS_STAY")
    assert await removed(workspace, "auth")
    assert records(receipt.ended) == [(cause.records[0].id, "forgotten")]
