"""Carries: a record restates what the ones it replaces said, in the same transaction (design 3.5)."""

from __future__ import annotations

from graphmem.model.records import EntityRef
from graphmem.workspace import Workspace
from tests.acting import codes, current, dependents, links, records, refusals, unsolved
from tests.stating import decision, found, solved, stated


async def one(workspace: Workspace, *links: str, **more: object) -> str:
    return (await workspace.remember(decision(*links, **more))).records[0].id  # type: ignore[arg-type]


async def test_links_and_entities_are_restated(workspace: Workspace) -> None:
    """The new record states the old links with their reasons, and what the old one said of its entities; nothing is lost."""
    link = stated(("api depends_on auth", "api depends_on redis"), reason="for tokens")
    api = EntityRef(name="api", type="code_component", description="the door", fields={"owner": "ana"})
    entities = (api, *(e for e in link["entities"] if e.name != "api"))
    old = await one(workspace, entities=entities, relations=link["relations"], decision="d")
    receipt = await workspace.remember(decision("api depends_on disk", supersedes=(old,), carries=True))
    assert sorted((r.target, r.evidence) for r in receipt.relations) == [("auth", 1), ("disk", 1), ("redis", 1)]
    assert (records(receipt.ended), links(receipt.ended), codes(receipt)) == ([(old, "superseded")], [], [])
    edges = (await workspace.record(receipt.records[0].id)).relations
    assert {e.target: e.reason for e in edges}["auth"] == "for tokens"
    assert {e.author for e in edges} == {"ana"}
    view = await workspace.entity("api")
    assert (view.description, view.fields) == ("the door", {"owner": "ana"})


async def test_an_own_link_counts_once(workspace: Workspace) -> None:
    """A link that the new record states itself is not carried beside it; its own reason stands."""
    old = await one(workspace, "api depends_on auth", reason="old words")
    receipt = await workspace.remember(decision("api depends_on auth", reason="new words", supersedes=(old,), carries=True))
    assert [r.evidence for r in receipt.relations] == [1]
    assert [e.reason for e in (await workspace.record(receipt.records[0].id)).relations] == ["new words"]


async def test_what_was_ended_link_by_link_is_left_out(workspace: Workspace) -> None:
    """A link of the old record that was retired before the new start is not restated; one retired later is, with that end."""
    old = await workspace.remember(
        decision("api depends_on auth", "api depends_on redis", "api depends_on disk", valid_from="2020")
    )
    edges = {r.target: r.id for r in old.relations}
    await workspace.remember(decision("x related_to y", valid_from="2021", retires=(edges["auth"],)))
    await workspace.remember(decision("x related_to y", valid_from="2023", retires=(edges["redis"],)))
    new = decision("api related_to docs", valid_from="2022", supersedes=(old.records[0].id,), carries=True)
    receipt = await workspace.remember(new)
    assert sorted(r.target for r in receipt.relations) == ["disk", "docs", "redis"]
    assert await dependents(workspace, "redis", valid_at="2022-06-01") == ["api"]
    assert await dependents(workspace, "redis", valid_at="2024") == []
    assert await dependents(workspace, "auth", valid_at="2022-06-01") == []


async def test_what_the_new_record_gainsays_is_left_out(workspace: Workspace) -> None:
    """A conflict is not carried beside a link of its pair, nor a link beside a conflict."""
    old = await one(workspace, "api depends_on auth", "api depends_on redis")
    receipt = await workspace.remember(decision("auth conflicts_with api", supersedes=(old,), carries=True))
    assert sorted((r.type, r.target) for r in receipt.relations) == [("conflicts_with", "api"), ("depends_on", "redis")]
    back = await workspace.remember(decision("api depends_on auth", supersedes=(receipt.records[0].id,), carries=True))
    assert sorted((r.type, r.target) for r in back.relations) == [("depends_on", "auth"), ("depends_on", "redis")]


async def test_a_carried_statement_keeps_its_place(workspace: Workspace) -> None:
    """What is carried is not said anew: a carried finding does not reopen a problem that was solved since."""
    finding = (await workspace.remember(found("leak", "leak caused_by cache"))).records[0].id
    await workspace.remember(solved("patch solves leak"))
    receipt = await workspace.remember(found("other", "other caused_by cache", supersedes=(finding,), carries=True))
    assert "leak caused_by cache" in [f"{r.source} {r.type} {r.target}" for r in receipt.relations]
    assert await unsolved(workspace) == ["other"]
    await workspace.remember(found("leak", "leak caused_by cache"))
    assert sorted(await unsolved(workspace)) == ["leak", "other"]


async def test_a_finding_that_names_the_problem_again(workspace: Workspace) -> None:
    """Carried or not, a record that itself says that the problem was found, by name alone, is later than its solution."""
    finding = (await workspace.remember(found("leak", "leak caused_by cache"))).records[0].id
    fix = (await workspace.remember(solved("patch solves leak"))).records[0].id
    assert await unsolved(workspace) == []
    again = await workspace.remember(found("leak", "leak related_to pump", supersedes=(finding,), carries=True))
    assert await unsolved(workspace) == ["leak"]
    # A record of another kind that carries it on finds nothing; nor does one that carries the solution undo it.
    await workspace.remember(solved("patch solves leak", supersedes=(fix,), carries=True))
    assert await unsolved(workspace) == []
    await workspace.remember(
        decision("leak related_to valve", types={"leak": "problem"}, supersedes=(again.records[0].id,), carries=True)
    )
    assert await unsolved(workspace) == []


async def test_a_carried_conflict_ends_nothing(workspace: Workspace) -> None:
    """A carried conflict does not end a link that was stated after it."""
    old = await one(workspace, "api conflicts_with auth")
    later = await one(workspace, "api depends_on auth")
    receipt = await workspace.remember(decision("api related_to docs", supersedes=(old,), carries=True))
    assert await current(workspace, later)
    assert await dependents(workspace, "auth") == ["api"]
    assert sorted(r.type for r in receipt.relations) == ["conflicts_with", "related_to"]


async def test_several_records_are_carried(workspace: Workspace) -> None:
    """What two records state alike is carried once, and what each states alone as well."""
    old = [await one(workspace, "api depends_on auth", f"api depends_on {n}") for n in ("redis", "disk")]
    receipt = await workspace.remember(decision("api related_to docs", supersedes=old, carries=True))
    assert sorted((r.target, r.evidence) for r in receipt.relations) == [("auth", 1), ("disk", 1), ("docs", 1), ("redis", 1)]


async def test_a_correction_carries(workspace: Workspace) -> None:
    """A correction carries from the start of what it corrects: the past shows the new record's links."""
    old = await one(workspace, "api depends_on auth", "api depends_on redis", valid_from="2020")
    receipt = await workspace.remember(decision("api related_to docs", corrects=(old,), carries=True))
    assert await dependents(workspace, "auth", valid_at="2021") == ["api"]
    assert not await current(workspace, old, valid_at="2021")
    assert await current(workspace, receipt.records[0].id, valid_at="2021")


async def test_parked_links_are_carried(workspace: Workspace) -> None:
    """A link that lies parked on a merge is carried parked: after the unmerge the new record states it."""
    old = await one(workspace, "worker depends_on pool")
    merge = await workspace.merge("worker", "pool", reason="one thing")
    receipt = await workspace.remember(decision("web related_to docs", supersedes=(old,), carries=True))
    assert [r.type for r in receipt.relations] == ["related_to"]
    await workspace.unmerge(str(merge.id), reason="two things")
    (held,) = [link for link in (await workspace.history("worker", "pool")).links if link.holds]
    assert (held.record, held.parked) == (receipt.records[0].id, False)


async def test_in_one_batch(workspace: Workspace) -> None:
    """An item may carry what an earlier item of the batch said."""
    receipt = await workspace.remember(
        decision("api depends_on auth", request_id="one"),
        decision("api depends_on redis", supersedes=("one",), carries=True),
    )
    assert [(r.target, r.evidence) for r in receipt.relations] == [("auth", 1), ("redis", 1), ("auth", 1)]
    assert links(receipt.ended) == []
    assert await dependents(workspace, "auth") == ["api"]


async def test_carrying_nothing_is_refused(workspace: Workspace) -> None:
    """`carries` needs a record to carry from."""
    assert await refusals(workspace.remember(decision("a depends_on b", carries=True))) == [("carries", "CARRIES_NOTHING")]


async def test_carried_words_keep_their_place(workspace: Workspace) -> None:
    """What the old record said of an entity does not outrank what another record has said of it since."""
    link = stated(("api depends_on auth",))
    described = [EntityRef(name="api", type="code_component", description=text) for text in ("old words", "newer words")]
    old = await one(workspace, decision="d", entities=(described[0], link["entities"][1]), relations=link["relations"])
    await one(workspace, decision="d", entities=(described[1], link["entities"][1]), relations=link["relations"])
    await workspace.remember(decision("api related_to docs", supersedes=(old,), carries=True))
    assert (await workspace.entity("api")).description == "newer words"


async def test_own_words_come_first(workspace: Workspace) -> None:
    """A description of the new record replaces the carried one, and fields that it does not give are carried beside its own."""
    link = stated(("Lena related_to Acme",), {"Lena": "person", "Acme": "organization"})
    lena = EntityRef(name="Lena", type="person", description="a pilot", fields={"city": "Oslo", "role": "pilot"})
    old = await one(workspace, decision="d", entities=(lena, link["entities"][1]), relations=link["relations"])
    again = EntityRef(name="Lena", type="person", description="a captain", fields={"role": "captain"})
    entities = (again, link["entities"][1])
    await workspace.remember(
        decision(entities=entities, relations=link["relations"], decision="d", supersedes=(old,), carries=True)
    )
    view = await workspace.entity("Lena")
    assert (view.description, view.fields) == ("a captain", {"city": "Oslo", "role": "captain"})
