"""Conflicts: `conflicts_with` ends the links of the pair that come before it and hold when it begins (design 3.5)."""

from __future__ import annotations

from graphmem.workspace import Workspace
from tests.acting import codes, current, dependents, links, records, refusals, warning
from tests.stating import decision


async def one(workspace: Workspace, *links: str, **more: object) -> str:
    return (await workspace.remember(decision(*links, **more))).records[0].id  # type: ignore[arg-type]


async def test_links_of_the_pair_end(workspace: Workspace) -> None:
    """Links of every other type between the two end, in either direction, whoever states them; the conflict itself holds."""
    await one(workspace, "api depends_on auth", "api related_to web")
    await one(workspace, "auth leads_to api", "auth related_to web")
    receipt = await workspace.remember(decision("auth conflicts_with api"))
    assert sorted(links(receipt.ended)) == ["api depends_on auth", "auth leads_to api"]
    assert [(r.type, r.evidence) for r in receipt.relations] == [("conflicts_with", 1)]
    assert await dependents(workspace, "auth") == []


async def test_a_record_without_a_link_left_ends(workspace: Workspace) -> None:
    """A record that loses its last link ends with it; one that keeps a link stays current, and the receipt says so."""
    whole = await one(workspace, "api depends_on auth")
    partly = await one(workspace, "api depends_on auth", "api depends_on redis")
    receipt = await workspace.remember(decision("api conflicts_with auth"))
    assert records(receipt.ended) == [(whole, "conflict")]
    assert partly in warning(receipt, "PARTLY_ENDED")
    assert await current(workspace, partly)
    assert await dependents(workspace, "redis") == ["api"]
    view = (await workspace.record(whole)).record
    assert (view.holds, view.end_act) == (False, receipt.records[0].id)


async def test_two_conflicts_that_take_a_record_together(workspace: Workspace) -> None:
    """A record that loses its links to two conflicts of one record has ended: it is not said to stay current."""
    record = await one(workspace, "api depends_on auth", "api depends_on redis")
    receipt = await workspace.remember(decision("api conflicts_with auth", "api conflicts_with redis"))
    assert records(receipt.ended) == [(record, "conflict")]
    assert codes(receipt) == []


async def test_other_pairs_are_untouched(workspace: Workspace) -> None:
    """A conflict ends nothing between other things, and no other conflict of the pair."""
    await one(workspace, "api depends_on auth", "api conflicts_with web")
    await one(workspace, "web conflicts_with api")
    receipt = await workspace.remember(decision("api conflicts_with web"))
    assert receipt.ended == ()
    assert [r.evidence for r in receipt.relations] == [2]


async def test_a_later_link_is_not_ended(workspace: Workspace) -> None:
    """A link that begins after the conflict holds beside it: the radar lists the contradiction."""
    await one(workspace, "checkout depends_on ledger", valid_from="2024-06-01")
    receipt = await workspace.remember(decision("checkout conflicts_with ledger", valid_from="2022-01-01"))
    assert receipt.ended == ()
    assert await dependents(workspace, "ledger") == ["checkout"]
    assert [line.kind for line in (await workspace.radar()).contradictions.lines] == ["conflict"]


async def test_a_link_stated_after_the_conflict_holds(workspace: Workspace) -> None:
    """A conflict ends what came before it; what is stated afterwards is not ended."""
    await one(workspace, "api conflicts_with auth")
    receipt = await workspace.remember(decision("api depends_on auth"))
    assert (receipt.ended, [r.evidence for r in receipt.relations]) == ((), [1])


async def test_the_order_within_one_batch(workspace: Workspace) -> None:
    """Items count in order: a conflict ends the link of an earlier item and not that of a later one."""
    receipt = await workspace.remember(
        decision("api depends_on auth"), decision("api conflicts_with auth"), decision("auth depends_on api")
    )
    assert links(receipt.ended) == ["api depends_on auth"]
    assert [r.evidence for r in receipt.relations] == [0, 1, 1]


async def test_a_coarse_conflict_ends_what_began_in_its_period(workspace: Workspace) -> None:
    """Starts whose periods overlap go by order of statement: a conflict of May ends a link that began on the third of May."""
    record = await one(workspace, "api depends_on auth", valid_from="2024-05-03T10:00:00Z")
    receipt = await workspace.remember(decision("api conflicts_with auth", valid_from="2024-05"))
    assert records(receipt.ended) == [(record, "conflict")]
    assert await dependents(workspace, "auth", valid_at="2024-05-04") == []


async def test_the_end_is_the_start_of_the_conflict(workspace: Workspace) -> None:
    """The link holds until the conflict begins; a conflict of the future ends it then."""
    await one(workspace, "api depends_on auth", valid_from="2020")
    receipt = await workspace.remember(decision("api conflicts_with auth", valid_from="2100"))
    assert links(receipt.ended) == ["api depends_on auth"]
    assert await dependents(workspace, "auth") == ["api"]
    assert await dependents(workspace, "auth", valid_at="2101") == []


async def test_what_has_ended_is_not_ended_again(workspace: Workspace) -> None:
    """A link that ended before the conflict begins keeps its end and its cause."""
    record = await one(workspace, "api depends_on auth")
    forgotten = await workspace.forget(record, reason="outdated")
    receipt = await workspace.remember(decision("api conflicts_with auth"))
    assert receipt.ended == ()
    assert [e.act for e in (await workspace.record(record)).ends] == [forgotten.id]


async def test_conflict_beside_a_relation_of_the_pair(workspace: Workspace) -> None:
    """One record cannot state both, also where the two names lead to the pair by an alias."""
    await workspace.remember(decision("api depends_on redis"))
    act = workspace.remember(decision("api conflicts_with auth", "auth depends_on api"))
    assert await refusals(act) == [("relations[0]", "CONFLICT_BESIDE_RELATION")]
    await workspace.remember(decision("login related_to x", "auth related_to x"))
    await workspace.merge("login", "auth", reason="one thing")
    act = workspace.remember(decision("api conflicts_with auth", "login depends_on api"))
    assert await refusals(act) == [("relations[1]", "CONFLICT_BESIDE_RELATION")]
