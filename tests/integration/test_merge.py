"""Merge, unmerge, mark as different: which names are one thing (design 3.1)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from graphmem.errors import AmbiguousName, NameNotFound, NotAllowed, NotFound
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.acting import codes, count, current, dependents, links, refusals, stored, warning
from tests.stating import decision


async def shape(workspace: Workspace, *names: str) -> dict[str, Any]:
    """Where everything lies: what each name leads to, its names and its links; `(none)` for a name that leads nowhere."""
    found: dict[str, Any] = {}
    for name in names:
        view = await workspace.entity(name)
        relations = sorted((r.direction, r.type, r.entity.name, r.evidence_total) for r in view.relations)
        found[name] = (view.entity.name, sorted(view.names), relations, sorted(r.record for r in view.records))
    return found


# -- merge


async def test_a_merge_makes_one_of_two(workspace: Workspace) -> None:
    """Names, links and records of the loser lead to the survivor, which keeps its name; counts say what moved."""
    await workspace.remember(decision("web depends_on NYC office"))
    await workspace.remember(decision("api depends_on New York office"))
    receipt = await workspace.merge("NYC office", "New York office", reason="one place")
    assert [(e.name, e.matched_by) for e in receipt.entities] == [("New York office", "name")]
    assert receipt.counts == {"links": 1, "mentions": 1, "names": 1}
    view = await workspace.entity("NYC office")
    assert (view.entity.name, sorted(view.names)) == ("New York office", ["NYC office", "New York office"])
    assert await dependents(workspace, "New York office") == ["api", "web"]
    assert len(view.records) == 2


async def test_a_merge_has_no_clock(workspace: Workspace) -> None:
    """A merge retells every past reading, and a merged id leads to its survivor."""
    first = await workspace.remember(decision("web depends_on NYC office"))
    await workspace.remember(decision("api depends_on New York office"))
    id_ = (await workspace.entity("NYC office")).entity.id
    await workspace.merge("NYC office", "New York office", reason="one place")
    assert await dependents(workspace, "New York office", as_of=first.recorded_at) == ["web"]
    assert (await workspace.entity(id_)).entity.name == "New York office"


async def test_edges_keep_what_they_were(workspace: Workspace) -> None:
    """A moved link keeps its id, record, times and the names it was stated with."""
    record = (await workspace.remember(decision("web depends_on NYC office", valid_from="2020-05"))).records[0].id
    await workspace.remember(decision("api depends_on New York office"))
    (before,) = (await workspace.record(record)).relations
    await workspace.merge("NYC office", "New York office", reason="one place")
    (after,) = (await workspace.record(record)).relations
    assert after.target == "New York office"
    assert after.stated_target == "NYC office"
    assert after == before.model_copy(update={"target": "New York office"})


async def test_writing_under_a_merged_name(workspace: Workspace) -> None:
    """A record that names the loser is about the survivor, and adds evidence to its links."""
    await workspace.remember(decision("web depends_on NYC office", "web depends_on New York office"))
    await workspace.merge("NYC office", "New York office", reason="one place")
    receipt = await workspace.remember(decision("web depends_on NYC office"))
    assert [(e.name, e.matched_by) for e in receipt.entities if e.name != "web"] == [("New York office", "alias")]
    assert [(r.target, r.evidence) for r in receipt.relations] == [("New York office", 3)]


async def test_a_merged_id_of_its_old_type(workspace: Workspace) -> None:
    """A record may name a merged entity by its id and the type it had."""
    first = await workspace.remember(decision("web depends_on cache", types={"cache": "concept"}))
    loser = next(e.id for e in first.entities if e.name == "cache")
    await workspace.remember(decision("web depends_on redis"))
    await workspace.merge(loser, "redis", reason="one thing")
    entities = [{"name": loser, "type": "concept"}, {"name": "api", "type": "code_component"}]
    link = {"source": "api", "target": loser, "type": "depends_on", "reason": "x"}
    receipt = await workspace.remember({"kind": "decision", "decision": "d", "entities": entities, "relations": [link]})
    assert [(r.source, r.target) for r in receipt.relations] == [("api", "redis")]


async def test_different_types(workspace: Workspace) -> None:
    """Merging different types names the type that stands; both names go on leading to the entity under their own types."""
    await workspace.remember(decision("web depends_on cache", types={"cache": "concept"}))
    await workspace.remember(decision("web depends_on redis", types={"redis": "technology"}))
    receipt = await workspace.merge("cache", "redis", reason="one thing")
    assert "technology" in warning(receipt, "TYPES_DIFFER")
    assert (await workspace.entity("cache")).entity.type == "technology"
    again = await workspace.remember(decision("api depends_on cache", types={"cache": "concept"}))
    assert [(r.source, r.target) for r in again.relations] == [("api", "redis")]


async def test_links_between_the_two_are_parked(workspace: Workspace) -> None:
    """A link between the two is shown by no question while they are one, and comes back with its id after the unmerge."""
    stated = await workspace.remember(decision("NYC office related_to New York office", "web depends_on NYC office"))
    merge = await workspace.merge("NYC office", "New York office", reason="one place")
    assert [r.entity.name for r in (await workspace.entity("NYC office")).relations] == ["web"]
    assert [link.parked for link in (await workspace.history("NYC office")).links] == [True]
    await workspace.unmerge(str(merge.id), reason="two places")
    back = (await workspace.history("NYC office", "New York office")).links
    assert [(link.id, link.parked, link.holds) for link in back] == [(stated.relations[0].id, False, True)]


@pytest.mark.parametrize("how", ["supersedes", "corrects", "forget", "retires the link", "retires the entity", "erase"])
async def test_ends_reach_parked_links(workspace: Workspace, how: str) -> None:
    """What ends a link while it is parked ends it for good: after the unmerge it does not hold."""
    stated = await workspace.remember(decision("worker depends_on pool", "web related_to shop"))
    record = stated.records[0].id
    merge = await workspace.merge("worker", "pool", reason="one thing")
    match how:
        case "supersedes":
            await workspace.remember(decision("web related_to shop", supersedes=(record,)))
        case "corrects":
            await workspace.remember(decision("web related_to shop", corrects=(record,)))
        case "forget":
            await workspace.forget(record, reason="outdated")
        case "retires the link":
            await workspace.remember(decision("web related_to shop", retires=(stated.relations[0].id,)))
        case "retires the entity":
            await workspace.remember(decision("web related_to shop", retires=("pool",)))
        case "erase":
            await workspace.remember(decision("worker related_to shop", "pool related_to shop"))
            await workspace.erase(record, reason="private")
    await workspace.unmerge(str(merge.id), reason="two things")
    assert await dependents(workspace, "pool") == []


async def test_a_conflict_between_merged_pairs(workspace: Workspace) -> None:
    """A conflict stated under the names of the survivors ends links stated under merged names."""
    await workspace.remember(decision("NYC depends_on ledger", "New York related_to shop"))
    await workspace.merge("NYC", "New York", reason="one place")
    receipt = await workspace.remember(decision("ledger conflicts_with New York"))
    assert links(receipt.ended) == ["New York depends_on ledger"]
    assert codes(receipt) == ["PARTLY_ENDED"]


async def test_a_conflict_does_not_reach_parked_links(workspace: Workspace) -> None:
    """A link whose ends are one lies between no pair: a conflict of the two with a third leaves it alone."""
    record = (await workspace.remember(decision("worker depends_on pool"))).records[0].id
    merge = await workspace.merge("worker", "pool", reason="one thing")
    await workspace.remember(decision("pool conflicts_with shop"))
    await workspace.unmerge(str(merge.id), reason="two things")
    assert await current(workspace, record)
    assert await dependents(workspace, "pool") == ["worker"]


async def test_a_relation_inside_a_merged_pair_is_refused(workspace: Workspace) -> None:
    """While two names are one, no record relates them."""
    await workspace.remember(decision("worker related_to shop", "pool related_to shop"))
    await workspace.merge("worker", "pool", reason="one thing")
    assert await refusals(workspace.remember(decision("worker depends_on pool"))) == [("relations[0]", "SELF_RELATION")]


async def test_what_cannot_be_merged(workspace: Workspace) -> None:
    """The same entity twice, unknown or ambiguous names, no reason: each a named error with the path, nothing changed."""
    await workspace.remember(decision("Jordan related_to budget", types={"Jordan": "person", "budget": "concept"}))
    await workspace.remember(decision("Jordan related_to office", types={"Jordan": "location", "office": "object"}))
    await workspace.remember(decision("worker related_to pool", "worker related_to shop"))
    await workspace.merge("worker", "pool", reason="one thing")
    before = await stored(workspace)
    for loser, survivor in (("pool", "worker"), ("shop", "Shop"), ("worker", "POOL")):
        assert await refusals(workspace.merge(loser, survivor, reason="x")) == [("survivor", "ALREADY_ONE")]
    with pytest.raises(NameNotFound) as unknown:
        await workspace.merge("wroker", "shop", reason="x")
    assert "worker" in unknown.value.nearest
    with pytest.raises(AmbiguousName):
        await workspace.merge("shop", "Jordan", reason="x")
    assert await refusals(workspace.merge("shop", "pool", reason=" ")) == [("reason", "NO_REASON")]
    assert await refusals(workspace.merge("shop", "\u200b", reason="x")) == [("survivor", "NAME_REFUSED")]
    assert await refusals(workspace.merge("\n", "pool", reason="x")) == [("loser", "NAME_REFUSED")]
    assert await stored(workspace) == before


# -- unmerge


async def test_what_was_stated_in_between_goes_by_its_name(workspace: Workspace) -> None:
    """What was recorded while the two were one goes to the entity whose name it used."""
    await workspace.remember(decision("web depends_on NYC", "web depends_on New York"))
    merge = await workspace.merge("NYC", "New York", reason="one place")
    await workspace.remember(decision("api depends_on NYC"))
    await workspace.remember(decision("cli depends_on New York"))
    receipt = await workspace.unmerge(str(merge.id), reason="two places")
    assert [e.name for e in receipt.entities] == ["New York", "NYC"]
    assert await dependents(workspace, "NYC") == ["api", "web"]
    assert await dependents(workspace, "New York") == ["cli", "web"]


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
async def test_unmerges_in_any_order(workspace: Workspace, order: tuple[int, ...]) -> None:
    """Three merges of four names, undone in any order, give back the workspace as it was, in between by what still stands."""
    names = ("a", "b", "c", "d")
    await workspace.remember(decision("a depends_on b", "b depends_on c", "c depends_on d", "d depends_on a", "x depends_on a"))
    before = await shape(workspace, *names)
    pairs = [("a", "b"), ("c", "d"), ("b", "d")]
    merges = [str((await workspace.merge(a, b, reason="one")).id) for a, b in pairs]
    standing = list(range(3))
    for n in (None, *order):
        if n is not None:
            await workspace.unmerge(merges[n], reason="not one")
            standing.remove(n)
        one = {name: (await workspace.entity(name)).entity.id for name in names}
        inside = [(a, b) for a, b in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")) if one[a] == one[b]]
        assert len(set(one.values())) == 4 - len(standing)
        assert await count(workspace, "()-[x:PARKED]->()") == len(inside), "a link is parked exactly while its ends are one"
    assert await shape(workspace, *names) == before


async def test_undone_in_the_middle(workspace: Workspace) -> None:
    """A merge joins the names as given: undoing the first of a chain leaves what the second joined."""
    await workspace.remember(decision("a related_to x", "b related_to x", "c related_to x"))
    first = await workspace.merge("a", "b", reason="one")
    await workspace.merge("a", "c", reason="one")
    assert (await workspace.entity("b")).entity.name == "c"
    await workspace.unmerge(str(first.id), reason="not one")
    assert [(await workspace.entity(n)).entity.name for n in "abc"] == ["c", "b", "c"]


async def test_a_merge_is_kept_in_the_history(workspace: Workspace) -> None:
    """Merge and unmerge stay readable with who did them, when and why; merging again after an unmerge is a merge of its own."""
    await workspace.remember(decision("a related_to x", "b related_to x"))
    first = await workspace.merge("a", "b", reason="one")
    await workspace.unmerge(str(first.id), reason="not one")
    second = await workspace.merge("b", "a", reason="one after all")
    merges = (await workspace.history("a")).merges
    assert [(m.id, m.reason, m.undone_reason) for m in merges] == [
        (first.id, "one", "not one"),
        (second.id, "one after all", None),
    ]


async def test_what_cannot_be_unmerged(workspace: Workspace) -> None:
    """An unknown merge is not found, an undone one is refused, and a reason is needed."""
    await workspace.remember(decision("a related_to x", "b related_to x"))
    merge = str((await workspace.merge("a", "b", reason="one")).id)
    for unknown in ("mrg_0000000000000000", "a"):
        with pytest.raises(NotFound, match=unknown):
            await workspace.unmerge(unknown, reason="x")
    assert await refusals(workspace.unmerge(merge, reason="")) == [("reason", "NO_REASON")]
    await workspace.unmerge(merge, reason="not one")
    assert await refusals(workspace.unmerge(merge, reason="again")) == [("merge", "ALREADY_UNDONE")]


# -- marked as different


async def test_marked_as_different(workspace: Workspace) -> None:
    """Two things marked as different are not merged and not proposed again, until the mark is undone."""
    await workspace.remember(decision("Operator related_to x", types={"Operator": "person"}))
    await workspace.remember(decision("Operators related_to x", types={"Operators": "person"}))
    assert (await workspace.radar()).probable_duplicates.total == 1
    receipt = await workspace.mark_different("Operator", "Operators", reason="one is a band")
    assert [e.name for e in receipt.entities] == ["Operator", "Operators"]
    assert (await workspace.radar()).probable_duplicates.total == 0
    for pair in (("Operator", "Operators"), ("Operators", "Operator")):
        assert await refusals(workspace.merge(*pair, reason="x")) == [("survivor", "MARKED_DIFFERENT")]
    await workspace.mark_different("Operators", "Operator", undo=True)
    assert (await workspace.radar()).probable_duplicates.total == 1
    await workspace.merge("Operator", "Operators", reason="one after all")


async def test_a_mark_holds_for_all_that_was_merged(workspace: Workspace) -> None:
    """What is marked as different from one name is not merged with it by way of another name."""
    await workspace.remember(decision("a related_to x", "b related_to x", "c related_to x"))
    await workspace.mark_different("a", "b")
    await workspace.merge("a", "c", reason="one")
    assert await refusals(workspace.merge("c", "b", reason="x")) == [("survivor", "MARKED_DIFFERENT")]


async def test_marking_twice_is_marking_once(workspace: Workspace) -> None:
    """A second mark adds nothing, so that one undo lifts it."""
    await workspace.remember(decision("a related_to x", "b related_to x"))
    await workspace.mark_different("a", "b")
    await workspace.mark_different("b", "a")
    assert await count(workspace, "()-[x:DIFFERS_FROM]->()") == 1
    await workspace.mark_different("a", "b", undo=True)
    assert await refusals(workspace.mark_different("a", "b", undo=True)) == [("other", "NOT_MARKED")]


async def test_what_cannot_be_marked(workspace: Workspace) -> None:
    """One entity under two names is not different from itself; unknown names are not found."""
    await workspace.remember(decision("a related_to x", "b related_to x"))
    assert await refusals(workspace.mark_different("a", "A")) == [("other", "ALREADY_ONE")]
    await workspace.merge("a", "b", reason="one")
    assert await refusals(workspace.mark_different("a", "b")) == [("other", "ALREADY_ONE")]
    with pytest.raises(NameNotFound):
        await workspace.mark_different("a", "nobody")


# -- who


@pytest.mark.parametrize("dry_run", [False, True], ids=["real", "dry run"])
async def test_agents_change_no_identity(workspace: Workspace, memory: Memory, dry_run: bool) -> None:
    """Merge, unmerge, marks and types need a person: an agent is not allowed, and nothing changes."""
    await workspace.remember(decision("a related_to x", "b related_to x", "c related_to x"))
    merge = str((await workspace.merge("a", "b", reason="one")).id)
    agent = await memory.workspace(workspace.name, author="helper", kind="agent")
    before = await stored(workspace)
    for act in (
        agent.merge("c", "b", reason="x", dry_run=dry_run),
        agent.unmerge(merge, reason="x", dry_run=dry_run),
        agent.mark_different("c", "b", dry_run=dry_run),
        agent.mark_different("c", "b", undo=True, dry_run=dry_run),
        agent.retype("c", "concept", reason="x", dry_run=dry_run),
        agent.erase(entity="c", reason="x", dry_run=dry_run),
        agent.erase(author="ana", reason="x", dry_run=dry_run),
    ):
        with pytest.raises(NotAllowed) as caught:
            await act
        assert caught.value.code == "NOT_ALLOWED"
    assert await stored(workspace) == before
