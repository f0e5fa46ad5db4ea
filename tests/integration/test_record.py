"""Record: everything of one record, what became of it, and what it did to others."""

from __future__ import annotations

import pytest

from graphmem.errors import NotFound
from graphmem.model.records import Decision, EntityRef, Relation
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import change, decision, found, solved


async def test_what_it_says(workspace: Workspace) -> None:
    """Title, text, own fields, entities as it names them, relations with their reasons, and files are all there."""
    receipt = await workspace.remember(
        Decision(
            decision="use redis",
            reason="it is fast",
            title="Redis",
            text="a longer story",
            entities=(
                EntityRef(name="API", type="code_component", description="the door", fields={"language": "Python"}),
                EntityRef(name="Redis", type="technology"),
            ),
            relations=(Relation(source="API", target="Redis", type="depends_on", reason="cache"),),
            files=("src/api.py:10-20@abcdef1", "src/cache.py"),
            valid_from="2026-01",
            valid_to="2027-05-01",
        )
    )
    view = await workspace.record(receipt.records[0].id)
    assert (view.record.record, view.record.kind, view.record.title) == (receipt.records[0].id, "decision", "Redis")
    assert (view.record.author, view.record.at, view.record.assumed, view.record.holds) == ("ana", "2026-01", False, True)
    assert (view.text, view.content) == ("a longer story", {"decision": "use redis", "reason": "it is fast"})
    assert view.stated_to == view.record.valid_to == "2027-05-01"
    assert [(n.name, n.entity.type, n.description, n.fields) for n in view.entities] == [
        ("API", "code_component", "the door", {"language": "Python"}),
        ("Redis", "technology", None, {}),
    ]
    [link] = view.relations
    assert (link.id, link.source, link.type, link.target, link.reason) == (
        receipt.relations[0].id, "API", "depends_on", "Redis", "cache",
    )  # fmt: skip
    assert link.holds
    assert view.files == ("src/api.py:10-20@abcdef1", "src/cache.py")
    assert (view.ends, view.supersedes, view.superseded_by, view.ended_records) == ((), (), (), ())


async def test_how_it_ends_and_by_what(workspace: Workspace) -> None:
    """Every end is listed with how, by whom, when it was learned and whether it was undone; the earliest that counts is shown."""
    [a] = (await workspace.remember(decision("api depends_on redis", valid_from="2024-01-01"))).records
    new = decision("api depends_on valkey", supersedes=(a.id,), valid_from="2024-06-01", title="Valkey")
    [b] = (await workspace.remember(new)).records
    view = await workspace.record(a.id)
    assert (view.record.holds, view.record.valid_to, view.record.end_reason) == (False, "2024-06-01", "superseded")
    assert [(e.how, e.by, e.act, e.why, e.undone) for e in view.ends] == [("superseded", "ana", b.id, "Valkey", None)]
    assert [(x.holds, x.end_reason) for x in view.relations] == [(False, "superseded")]
    assert [x.record for x in view.superseded_by] == [b.id]
    successor = await workspace.record(b.id)
    assert [x.record for x in successor.supersedes] == [x.record for x in successor.ended_records] == [a.id]
    await workspace.reinstate(a.id, reason="a mistake")
    view = await workspace.record(a.id)
    assert (view.record.holds, view.record.valid_to) == (True, None)
    assert [bool(e.undone) for e in view.ends] == [True]


async def test_what_it_ended(workspace: Workspace) -> None:
    """Links that a conflict or a retirement ended, and things it marked as removed, are told by the record that did it."""
    old = await workspace.remember(decision("api depends_on redis", "api depends_on kafka"))
    conflict = await workspace.remember(decision("api conflicts_with redis"))
    view = await workspace.record(conflict.records[0].id)
    assert [(x.source, x.target, x.end_reason) for x in view.ended_relations] == [("api", "redis", "conflict")]
    assert view.ended_records == ()
    gone = await workspace.remember(change("web related_to api", retires=("kafka",)))
    view = await workspace.record(gone.records[0].id)
    assert [x.target for x in view.ended_relations] == ["kafka"]
    assert [e.name for e in view.removes] == ["kafka"]
    assert not view.ended_truncated
    assert {(x.target, x.holds) for x in (await workspace.record(old.records[0].id)).relations} == {
        ("kafka", False),
        ("redis", False),
    }


async def test_corrections_are_told_both_ways(workspace: Workspace) -> None:
    """What was corrected never held, and both records name each other."""
    [a] = (await workspace.remember(found("leak", "api related_to leak"))).records
    [b] = (await workspace.remember(solved("patch solves leak", corrects=(a.id,)))).records
    assert [x.record for x in (await workspace.record(a.id)).corrected_by] == [b.id]
    assert [x.record for x in (await workspace.record(b.id)).corrects] == [a.id]
    assert (await workspace.record(a.id)).record.end_reason == "corrected"


async def test_links_between_names_that_are_one(workspace: Workspace) -> None:
    """A link whose ends were merged stays with its record, marked as parked, with the names it was stated with."""
    [a] = (await workspace.remember(decision("front depends_on door"))).records
    await workspace.merge("front", "door", reason="one thing")
    view = await workspace.record(a.id)
    assert [(x.parked, x.stated_source, x.stated_target) for x in view.relations] == [(True, "front", "door")]
    assert [(n.name, n.entity.name) for n in view.entities] == [("door", "door"), ("front", "door")]


async def test_it_is_not_found_before_it_was_known(workspace: Workspace) -> None:
    """As of before it was recorded the memory did not have it; an end learned later is not told either."""
    first = await workspace.remember(decision("web depends_on api"))
    [a] = (await workspace.remember(decision("api depends_on redis"))).records
    [b] = (await workspace.remember(decision("api depends_on kafka", supersedes=(a.id,)))).records
    with pytest.raises(NotFound):
        await workspace.record(a.id, as_of=first.recorded_at)
    before = (await workspace.record(b.id)).supersedes[0].recorded_at
    view = await workspace.record(a.id, as_of=before)
    assert (view.record.valid_to, view.ends, view.superseded_by) == (None, (), ())


async def test_unknown_and_foreign_ids(make_workspace: MakeWorkspace) -> None:
    """A record of another workspace is answered like one that nobody has."""
    one, other = await make_workspace(), await make_workspace()
    [a] = (await one.remember(decision("api depends_on redis"))).records
    with pytest.raises(NotFound) as foreign:
        await other.record(a.id)
    with pytest.raises(NotFound) as unknown:
        await other.record("rec_nothing")
    assert str(foreign.value).replace(a.id, "X") == str(unknown.value).replace("rec_nothing", "X")
