"""The cases of how time and order decide what ends: conflict, supersede, forks, both clocks; each by its id, through the public door."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.errors import Refused
from graphmem.model.receipts import Receipt
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.integration.conftest import Clock
from tests.stating import decision


def record_of(receipt: Receipt) -> str:
    return receipt.records[0].id


async def current(workspace: Workspace, name: str, **at: Any) -> list[str]:
    """What a thing is linked to."""
    return sorted(link.entity.name for link in (await workspace.entity(name, **at)).relations)


async def interval(workspace: Workspace, name: str, record: str, **at: Any) -> tuple[str | None, str | None]:
    """Since when and until when a record holds, as the view of an entity shows it."""
    brief = next(r for r in (await workspace.entity(name, **at)).records if r.record == record)
    return brief.at, brief.valid_to


# -- TIM-01: the older comes later


async def test_tim_01_an_older_statement_cannot_supersede_a_later_one(workspace: Workspace) -> None:
    """A record that began before the one it names would end it before it began: refused, and the message names `corrects`."""
    r1 = await workspace.remember(decision("Ravi related_to Payments", reason="leads", valid_from="2024-06-01"))
    older: dict[str, Any] = {"reason": "leads", "valid_from": "2022-01-01"}
    with pytest.raises(Refused) as caught:
        await workspace.remember(decision("Ravi related_to Search", supersedes=[record_of(r1)], **older))
    assert (caught.value.path, caught.value.code) == ("supersedes[0]", "ENDS_BEFORE_IT_BEGAN")
    assert "corrects" in str(caught.value)
    r2 = await workspace.remember(decision("Ravi related_to Search", valid_to="2024-06-01T00:00:00Z", **older))
    assert await interval(workspace, "Ravi", record_of(r2)) == ("2022-01-01", "2024-06-01T00:00:00Z")
    assert await interval(workspace, "Ravi", record_of(r1)) == ("2024-06-01", None)
    assert await current(workspace, "Ravi") == ["Payments"]
    assert await current(workspace, "Ravi", valid_at="2024-05-31") == ["Search"]
    assert [e.record.record for e in (await workspace.timeline(clock="recorded")).events] == [record_of(r1), record_of(r2)]
    assert [e.record.record for e in (await workspace.timeline()).events if e.event == "began"] == [record_of(r2), record_of(r1)]


@pytest.mark.parametrize("day", ["2024-06-01", "2024-06", "2024"])
async def test_tim_01_a_coarse_start_counts_as_a_whole(workspace: Workspace, day: str) -> None:
    """A supersede is refused only when its whole period lies before the start that it would end."""
    r1 = await workspace.remember(decision("Ravi related_to Payments", valid_from="2024-06-01T12:00:00Z"))
    await workspace.remember(decision("Ravi related_to Search", supersedes=[record_of(r1)], valid_from=day))
    assert await current(workspace, "Ravi") == ["Search"]


async def test_tim_01_an_older_conflict_ends_nothing_newer(workspace: Workspace) -> None:
    """A dependency that began after a conflict was not ended by it; both are current."""
    dependency = await workspace.remember(decision("Checkout depends_on Ledger", valid_from="2024-06-01"))
    receipt = await workspace.remember(decision("Checkout conflicts_with Ledger", valid_from="2022-01-01"))
    assert receipt.ended == ()
    assert await interval(workspace, "Checkout", record_of(dependency)) == ("2024-06-01", None)
    assert [x.type for x in (await workspace.entity("Checkout")).relations] == ["conflicts_with", "depends_on"]


# -- TIM-03, TIM-04: records never end each other by themselves


async def test_tim_03_only_a_named_record_ends(workspace: Workspace) -> None:
    """Two cities and two languages are all current; `supersedes` ends the one that it names, at the new start."""
    bonn = await workspace.remember(decision("Kim related_to Bonn", reason="lives in", valid_from="2020-01-01"))
    await workspace.remember(decision("Kim related_to Berlin", reason="lives in", valid_from="2024-03-01"))
    german = await workspace.remember(decision("Kim related_to German", reason="speaks"))
    dutch = await workspace.remember(decision("Kim related_to Dutch", reason="speaks"))
    assert await current(workspace, "Kim") == ["Berlin", "Bonn", "Dutch", "German"]
    again = decision("Kim related_to Berlin", reason="lives in", valid_from="2024-03-01", supersedes=[record_of(bonn)])
    receipt = await workspace.remember(again)
    assert [(line.record, line.link) for line in receipt.ended] == [(record_of(bonn), None), (None, "Kim related_to Bonn")]
    assert await interval(workspace, "Kim", record_of(bonn)) == ("2020-01-01", "2024-03-01")
    for language in (german, dutch):
        assert (await interval(workspace, "Kim", record_of(language)))[1] is None
    assert await current(workspace, "Kim") == ["Berlin", "Dutch", "German"]


async def test_tim_04_undated_records_stay_side_by_side(make_workspace: MakeWorkspace) -> None:
    """Two undated notes of two authors are both current, their starts marked as assumed; nothing ends."""
    ana = await make_workspace(author="ana")
    receipts = [await ana.remember(decision("HQ related_to Porto", reason="is in"))]
    bo = Workspace(ana._store, ana.name, "bo")
    receipts.append(await bo.remember(decision("HQ related_to Lyon", reason="is in")))
    assert [r.ended for r in receipts] == [(), ()]
    view = await ana.entity("HQ")
    assert sorted(x.entity.name for x in view.relations) == ["Lyon", "Porto"]
    assert [(r.author, r.assumed, r.holds) for r in view.records] == [("bo", True, True), ("ana", True, True)]
    assert all(e.assumed for x in view.relations for e in x.evidence)


# -- TIM-08: the switch instant


@pytest.mark.parametrize(
    ("valid_at", "holding"), [("2024-06-01T00:00:00Z", "New"), ("2024-05-31T23:59:59.999999Z", "Old"), ("2024-06-01", "New")]
)
async def test_tim_08_at_the_switch_exactly_one_holds(workspace: Workspace, valid_at: str, holding: str) -> None:
    """At the start of the successor only it holds, a microsecond earlier only what it superseded, in every view."""
    old = await workspace.remember(decision("Old depends_on Hub", "Old leads_to Hub", files=["hub.py"], valid_from="2024-01-01"))
    links = ("New depends_on Hub", "New leads_to Hub")
    new = await workspace.remember(decision(*links, files=["hub.py"], valid_from="2024-06-01", supersedes=[record_of(old)]))
    record = {"Old": record_of(old), "New": record_of(new)}[holding]
    assert await interval(workspace, "Hub", record_of(old)) == ("2024-01-01", "2024-06-01")
    impact = await workspace.impact("Hub", valid_at=valid_at)
    assert [d.entity.name for d in impact.dependents] == [holding]
    assert [r.record for r in impact.risks if r.holds] == [record]
    lineage = await workspace.lineage("Hub", valid_at=valid_at)
    assert [(e.entity.name, e.record) for e in lineage.events if e.role == "cause"] == [(holding, record)]
    view = await workspace.entity("Hub", valid_at=valid_at)
    assert {x.entity.name for x in view.relations} == {holding}
    assert [r.record for r in view.records if r.holds] == [record]
    assert [r.record for r in view.decisions] == [record]
    file = await workspace.file("hub.py", valid_at=valid_at)
    assert [r.record for r in file.decisions if r.holds] == [record]
    history = await workspace.history(holding, "Hub", valid_at=valid_at)
    assert all(x.holds for x in history.links)


# -- TIM-10: loops of supersedes


@pytest.mark.parametrize("ring", [["r0"], ["r1", "r0"], ["r1", "r2", "r0"]])
@pytest.mark.parametrize("how", ["supersedes", "corrects"])
async def test_tim_10_a_batch_names_earlier_items_only(workspace: Workspace, ring: list[str], how: str) -> None:
    """An item cannot name itself or a later one: the batch is refused with item and path."""
    named: list[dict[str, Any]] = [{how: [other], "request_id": f"r{n}"} for n, other in enumerate(ring)]
    batch = [decision(f"a{n} depends_on b", **more) for n, more in enumerate(named)]
    with pytest.raises(Refused) as caught:
        await workspace.remember(*batch)
    assert (0, f"{how}[0]", "UNKNOWN_RECORD") in [(r.index, r.path, r.code) for r in caught.value.refusals]
    assert (await workspace.timeline()).events == ()


async def test_tim_10_stated_again_word_for_word(workspace: Workspace) -> None:
    """Between calls no loop arises: what is stated again is a record of its own, current, and the earlier two have ended."""
    first = await workspace.remember(decision("A depends_on Hub"))
    second = await workspace.remember(decision("B depends_on Hub", supersedes=[record_of(first)]))
    third = await workspace.remember(decision("A depends_on Hub", supersedes=[record_of(second)]))
    assert len({record_of(r) for r in (first, second, third)}) == 3
    assert await current(workspace, "Hub") == ["A"]
    holds = {r.record: r.holds for r in (await workspace.entity("Hub")).records}
    assert [holds[record_of(r)] for r in (first, second, third)] == [False, False, True]


# -- TIM-11: two replacements


async def ends_of(workspace: Workspace, record: str, *names: str) -> list[tuple[str | None, str, str, str]]:
    """Every end that the link of a record was given."""
    links = (await workspace.history(*names)).links
    return [(e.valid_to, e.how, e.by, e.act) for x in links if x.record == record for e in x.ends]


async def test_tim_11_two_replacements_are_a_fork(make_workspace: MakeWorkspace) -> None:
    """The second replacement is accepted and told of the first; the earlier end counts, the later one is kept beside it."""
    ana = await make_workspace(author="ana")
    bo = Workspace(ana._store, ana.name, "bo")
    a = await ana.remember(decision("A depends_on Hub", valid_from="2024-01-01"))
    b = await ana.remember(decision("B depends_on Hub", valid_from="2024-03-01", supersedes=[record_of(a)]))
    c = await bo.remember(decision("C depends_on Hub", valid_from="2024-05-01", supersedes=[record_of(a)]))
    assert [(w.code, record_of(b) in w.message) for w in c.warnings] == [("ALREADY_SUPERSEDED", True)]
    assert c.ended == ()
    assert await interval(ana, "Hub", record_of(a)) == ("2024-01-01", "2024-03-01")
    assert await ends_of(ana, record_of(a), "A", "Hub") == [
        ("2024-03-01", "superseded", "ana", record_of(b)), ("2024-05-01", "superseded", "bo", record_of(c))
    ]  # fmt: skip
    assert await current(ana, "Hub") == ["B", "C"]


async def test_tim_11_an_earlier_replacement_moves_the_end(workspace: Workspace) -> None:
    """A second replacement that began before the first moves the end to its own start; as of before it, the first one's counts."""
    a = await workspace.remember(decision("A depends_on Hub", valid_from="2024-01-01"))
    b = await workspace.remember(decision("B depends_on Hub", valid_from="2024-05-01", supersedes=[record_of(a)]))
    await workspace.remember(decision("C depends_on Hub", valid_from="2024-03-01", supersedes=[record_of(a)]))
    assert await interval(workspace, "Hub", record_of(a)) == ("2024-01-01", "2024-03-01")
    assert await interval(workspace, "Hub", record_of(a), as_of=b.recorded_at, valid_at="2024-04-01") == (
        "2024-01-01",
        "2024-05-01",
    )
    assert await current(workspace, "Hub", valid_at="2024-04-01") == ["C"]
    assert await current(workspace, "Hub", as_of=b.recorded_at, valid_at="2024-04-01") == ["A"]


async def test_tim_11_at_the_same_moment(workspace: Workspace) -> None:
    """Of two replacements sent at once both are stored, and the one that commits second is told of the first."""
    a = await workspace.remember(decision("A depends_on Hub"))

    async def replacement(name: str) -> Receipt:
        return await workspace.remember(decision(f"{name} depends_on Hub", supersedes=[record_of(a)]))

    both = await asyncio.gather(replacement("B"), replacement("C"))
    first, second = sorted(both, key=lambda r: r.recorded_at or "")
    assert [w.code for w in first.warnings] == ["LINK_NOT_RESTATED"]
    assert [(w.code, record_of(first) in w.message) for w in second.warnings] == [("ALREADY_SUPERSEDED", True)]
    assert await current(workspace, "Hub") == ["B", "C"]


# -- TIM-12: both clocks


async def told_late(clocked: tuple[Workspace, Clock], **first: Any) -> tuple[Workspace, str]:
    """A valid and recorded from 2024-01-01; on 2024-09-09 B supersedes it, valid from 2024-03-01."""
    workspace, clock = clocked
    clock("2024-01-01")
    a = await workspace.remember(decision("A depends_on Hub", **first))
    clock("2024-09-09")
    await workspace.remember(decision("B depends_on Hub", valid_from="2024-03-01", supersedes=[record_of(a)]))
    clock("2024-12-01")
    return workspace, record_of(a)


async def test_tim_12_what_was_known_when(clocked: tuple[Workspace, Clock]) -> None:
    """What held in May is B as known now and A as known in June; `as_of` alone asks for the day as it stood."""
    workspace, a = await told_late(clocked)
    assert await current(workspace, "Hub", valid_at="2024-05-01") == ["B"]
    assert await current(workspace, "Hub", valid_at="2024-05-01", as_of="2024-06-01") == ["A"]
    assert await current(workspace, "Hub", as_of="2024-06-01") == ["A"]
    assert await current(workspace, "Hub", valid_at="2024-02-01") == ["A"]
    assert await current(workspace, "Hub") == ["B"]
    brief = next(r for r in (await workspace.entity("Hub")).records if r.record == a)
    assert (brief.valid_to, brief.ended_at, brief.end_reason) == ("2024-03-01", "2024-09-09T00:00:00Z", "superseded")


async def test_tim_12_an_end_that_the_writer_stated(clocked: tuple[Workspace, Clock]) -> None:
    """An earlier end of the writer's own is not overwritten and stays the one shown."""
    workspace, a = await told_late(clocked, valid_from="2024-01-01", valid_to="2024-02-15T00:00:00Z")
    assert await interval(workspace, "Hub", a) == ("2024-01-01", "2024-02-15T00:00:00Z")
    assert await current(workspace, "Hub", as_of="2024-02-20") == []
    assert await current(workspace, "Hub", as_of="2024-02-14") == ["A"]
    assert await current(workspace, "Hub", valid_at="2024-02-20") == []
    assert await current(workspace, "Hub", valid_at="2024-05-01") == ["B"]
