"""The cases of ending, forgetting, erasing and provenance, each by its id, through the public door."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import Erased, NameNotFound, NotAllowed, NotFound, Refused, WorkspaceNotFound
from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.dumping import wipe
from tests.stating import change, decision, found, solved


def record_of(receipt: Receipt) -> str:
    return receipt.records[0].id


def ended(receipt: Receipt) -> list[tuple[str | None, str]]:
    """What a receipt says has ended: a record by its id or a link in words, and why."""
    return [(line.record or line.link, line.reason) for line in receipt.ended]


def codes(receipt: Receipt) -> list[str]:
    return [w.code for w in receipt.warnings]


async def stored(workspace: Workspace) -> tuple[int, int]:
    """How many records and edges between entities the database holds."""
    texts = (
        f"MATCH (r:Record {{workspace: '{workspace.name}'}}) RETURN count(r) AS n",
        f"MATCH (:Entity {{workspace: '{workspace.name}'}})-[r]->(:Entity) WHERE r.record IS NOT NULL RETURN count(r) AS n",
    )
    records, edges = [(await workspace._store.command(text))[0]["n"] for text in texts]
    return records, edges


async def linked(workspace: Workspace, name: str, **at: Any) -> list[str]:
    return sorted(link.entity.name for link in (await workspace.entity(name, **at)).relations)


# -- DEL-01: what a source alone supports


async def test_del_01_forget_ends_what_the_record_alone_supports(workspace: Workspace) -> None:
    """The record and its link end with time, reason and by whom; nothing is deleted; what another names stands on that one."""
    first = await workspace.remember(decision("E1 depends_on E2"))
    await workspace.remember(decision("E2 depends_on E3"))
    before = await stored(workspace)
    receipt = await workspace.forget(record_of(first), reason="written by mistake")
    assert ended(receipt) == [(record_of(first), "forgotten"), ("E1 depends_on E2", "forgotten")]
    assert await stored(workspace) == before
    assert (await workspace.impact("E2")).dependents == ()
    assert await linked(workspace, "E2") == ["E3"]
    (brief,) = [r for r in (await workspace.entity("E2")).records if r.record == record_of(first)]
    assert (brief.holds, brief.end_reason, brief.ended_by, brief.ended_at) == (False, "forgotten", "ana", receipt.recorded_at)
    assert brief.valid_to == receipt.recorded_at
    (link,) = (await workspace.history("E1", "E2")).links
    assert [(e.how, e.by, e.why, e.act) for e in link.ends] == [("forgotten", "ana", "written by mistake", receipt.id)]
    assert [d.entity.name for d in (await workspace.impact("E2", as_of=first.recorded_at)).dependents] == ["E1"]


async def test_del_01_erase_deletes_what_nothing_else_needs(workspace: Workspace) -> None:
    """The record, its link and the entity that nothing else needs are gone; a tombstone stays; no id dangles."""
    first = await workspace.remember(decision("E1 depends_on E2", text="a secret plan", request_id="first"))
    second = await workspace.remember(decision("E2 depends_on E3"))
    e1 = next(e.id for e in first.entities if e.name == "E1")
    receipt = await workspace.erase(record_of(first), reason="must go")
    assert receipt.counts["records"] == 1
    assert receipt.counts["links"] == 1
    assert receipt.counts["entities"] == 1
    assert "COPIES_ELSEWHERE" in codes(receipt)
    assert await stored(workspace) == (1, 1)
    for gone in ("E1", e1):
        with pytest.raises(NameNotFound):
            await workspace.entity(gone)
    assert [r.record for r in (await workspace.entity("E2")).records] == [record_of(second)]
    rows = await workspace._store.command(
        f"MATCH (n) WHERE n.workspace = '{workspace.name}' AND any(k IN keys(n) WHERE n[k] IS :: STRING AND n[k] CONTAINS 'secret plan') "
        "RETURN count(*) AS n"
    )
    assert rows[0]["n"] == 0
    stones = f"MATCH (t:Tombstone {{workspace: '{workspace.name}'}}) RETURN t.id AS id, t.kind AS kind ORDER BY kind"
    assert [(t["id"], t["kind"]) for t in await workspace._store.command(stones)] == [
        (e1, "entity"),
        (record_of(first), "record"),
    ]
    with pytest.raises(NotFound):
        await workspace.forget(record_of(first), reason="again")
    with pytest.raises(Erased):
        await workspace.remember(decision("E1 depends_on E2", text="a secret plan", request_id="first"))


# -- DEL-03: a scoped removal


async def ten_each(make_workspace: MakeWorkspace) -> tuple[Workspace, Workspace]:
    """Two authors with ten records each in one workspace."""
    u1 = await make_workspace(author="u1")
    u2 = Workspace(u1._store, u1.name, "u2")
    for who in (u1, u2):
        await who.remember(*[decision(f"{who.author}-{n} depends_on Hub") for n in range(10)])
    return u1, u2


async def test_del_03_forget_all_of_one_author(make_workspace: MakeWorkspace) -> None:
    """After it none of the author's records is current in any view and each is marked; the other author's are untouched."""
    u1, u2 = await ten_each(make_workspace)
    receipt = await u2.forget(author="u1", reason="left the project")
    assert receipt.counts["records"] == 10
    assert {d.entity.name for d in (await u1.impact("Hub")).dependents} == {f"u2-{n}" for n in range(10)}
    briefs = (await u1.entity("Hub", limit=100)).records
    assert {r.author for r in briefs if r.holds} == {"u2"}
    assert {(r.end_reason, r.ended_by) for r in briefs if not r.holds} == {("forgotten", "u2")}
    assert sum(not r.holds for r in briefs) == 10
    again = await u2.forget(author="u1", reason="left the project")
    assert (again.counts["records"], again.ended) == (0, ())


async def test_del_03_erase_all_of_one_author(make_workspace: MakeWorkspace) -> None:
    """After it nothing of the author's records is left, ended ones included; the other author's are untouched."""
    u1, u2 = await ten_each(make_workspace)
    await u2.forget(author="u1", reason="left the project")
    receipt = await u2.erase(author="u1", reason="asked for it")
    assert receipt.counts["records"] == 10
    assert {r.author for r in (await u1.entity("Hub", limit=100)).records} == {"u2"}
    assert await stored(u1) == (10, 10)
    with pytest.raises(NameNotFound):
        await u1.entity("u1-0")


@pytest.mark.parametrize("given", [{}, {"author": ""}, {"author": "  "}, {"session": ""}, {"author": None, "session": None}])
@pytest.mark.parametrize("act", ["forget", "erase"])
async def test_del_03_an_empty_filter_is_refused(make_workspace: MakeWorkspace, act: str, given: dict[str, Any]) -> None:
    """An empty filter is never read as all."""
    u1, u2 = await ten_each(make_workspace)
    with pytest.raises(Refused) as caught:
        await getattr(u2, act)(reason="a reason", **given)
    assert caught.value.code == "NO_FILTER"
    assert len((await u1.impact("Hub")).dependents) == 20


@pytest.mark.parametrize("given", [{"author": "u 1"}, {"author": "U1"}, {"session": "u1"}, {"author": "u"}])
@pytest.mark.parametrize("act", ["forget", "erase"])
async def test_del_03_an_unknown_filter_is_not_found(make_workspace: MakeWorkspace, act: str, given: dict[str, Any]) -> None:
    """A filter that nothing bears is not found; a misspelt argument is an error of the call."""
    u1, u2 = await ten_each(make_workspace)
    with pytest.raises(NotFound):
        await getattr(u2, act)(reason="a reason", **given)
    with pytest.raises(TypeError):
        await getattr(u2, act)(reason="a reason", autor="u1")
    assert len((await u1.impact("Hub")).dependents) == 20


@pytest.mark.parametrize("act", ["forget", "erase"])
async def test_del_03_an_agent_may_not(make_workspace: MakeWorkspace, act: str) -> None:
    """A bulk forget and every erase need a person."""
    u1, _ = await ten_each(make_workspace)
    agent = Workspace(u1._store, u1.name, "u2", kind="agent")
    with pytest.raises(NotAllowed):
        await getattr(agent, act)(author="u1", reason="a reason")
    assert len((await u1.impact("Hub")).dependents) == 20


# -- DEL-04: what was forgotten stays so


async def test_del_04_only_a_named_act_brings_it_back(workspace: Workspace) -> None:
    """A repeated request does not bring a forgotten record back; `reinstate` does, in place and with nothing stated twice."""
    stated = decision("A depends_on B", request_id="once")
    first = await workspace.remember(stated)
    await workspace.forget(record_of(first), reason="no longer so")
    repeated = await workspace.remember(stated)
    assert repeated.replayed
    assert (await workspace.impact("B")).dependents == ()
    before = await stored(workspace)
    back = await workspace.reinstate(record_of(first), reason="it is so after all")
    assert [line.id for line in back.records] == [record_of(first)]
    assert await stored(workspace) == before
    (b,) = (await workspace.impact("B")).dependents
    assert [e.record for e in b.evidence] == [record_of(first)]
    (link,) = (await workspace.history("A", "B")).links
    assert [(e.how, e.undone) for e in link.ends] == [("forgotten", back.recorded_at)]
    with pytest.raises(Refused) as caught:
        await workspace.reinstate(record_of(first), reason="again")
    assert caught.value.code == "NOT_ENDED"


async def test_del_04_stated_anew_it_is_a_record_of_its_own(workspace: Workspace) -> None:
    """What somebody states anew is current; the forgotten record stays ended."""
    first = await workspace.remember(decision("A depends_on B"))
    await workspace.forget(record_of(first), reason="no longer so")
    second = await workspace.remember(decision("A depends_on B"))
    (b,) = (await workspace.impact("B")).dependents
    assert [e.record for e in b.evidence] == [record_of(second)]


async def test_del_04_reinstate_leaves_what_others_ended(workspace: Workspace) -> None:
    """Reinstate undoes what the acts that ended the record did to it; a link that another act ended stays ended."""
    first = await workspace.remember(decision("A depends_on B", "A depends_on C"))
    edge = first.relations[0].id
    await workspace.remember(decision("X depends_on Y", retires=[edge]))
    await workspace.forget(record_of(first), reason="no longer so")
    await workspace.reinstate(record_of(first), reason="it is so after all")
    assert await linked(workspace, "A") == ["C"]
    await workspace.reinstate(edge, reason="this one too")
    assert await linked(workspace, "A") == ["B", "C"]


# -- DEL-06: success only with a count


async def test_del_06_unknown_things_are_not_found(memory: Memory, workspace: Workspace) -> None:
    """Forgetting or erasing what is not there is not found, in this workspace or with the id of another one."""
    await workspace.remember(decision("A depends_on B"))
    other = await memory.workspace(f"{workspace.name}-2", author="ana", create=True)
    foreign = record_of(await other.remember(decision("A depends_on B")))
    asks: list[Callable[[str], Any]] = [
        lambda id_: workspace.forget(id_, reason="r"), lambda id_: workspace.erase(id_, reason="r"),
        lambda id_: workspace.reinstate(id_, reason="r"), lambda id_: workspace.unmerge(id_, reason="r"),
    ]  # fmt: skip
    for ask in asks:
        messages = set()
        for id_ in ("rec_0123456789abcdef", foreign):
            with pytest.raises(NotFound) as caught:
                await ask(id_)
            messages.add(str(caught.value).replace(id_, "…"))
        assert len(messages) == 1
    with pytest.raises(NotFound):
        await workspace.erase(entity="Nobody", reason="r")
    assert await linked(other, "A") == ["B"]


async def test_del_06_a_mistyped_workspace_is_not_found(memory: Memory, workspace: Workspace) -> None:
    """An unknown workspace is not found, with the nearest names; no act makes one."""
    with pytest.raises(WorkspaceNotFound) as caught:
        await memory.workspace(workspace.name[:-1] + "x", author="ana")
    assert workspace.name in caught.value.nearest
    lost = Workspace(memory.store, workspace.name + "-nowhere", "ana")
    for act in (
        lost.erase(author="ana", reason="r"), lost.forget("rec_1", reason="r"), lost.remember(decision("A depends_on B")),
        lost.impact("A"), lost.merge("A", "B", reason="r"),
    ):  # fmt: skip
        with pytest.raises(WorkspaceNotFound):
            await act


async def test_del_06_a_dry_run_writes_nothing(workspace: Workspace) -> None:
    """A dry run says what would go, with the same counts, and everything stays."""
    first = await workspace.remember(decision("A depends_on B"))
    rehearsal = await workspace.erase(record_of(first), reason="r", dry_run=True)
    assert rehearsal.dry_run
    assert await linked(workspace, "A") == ["B"]
    receipt = await workspace.erase(record_of(first), reason="r")
    assert receipt.counts == rehearsal.counts
    with pytest.raises(NameNotFound):
        await workspace.entity("A")


# -- DEL-07: contradiction deletes nothing


async def test_del_07_a_superseded_record_stays_readable(workspace: Workspace) -> None:
    """R1 keeps its interval, its end, the reason and by whom; the timeline shows both, and 2022 is still R1."""
    r1 = await workspace.remember(decision("Office related_to Bonn", reason="is in", valid_from="2020-01-01"))
    r2 = await workspace.remember(
        decision("Office related_to Berlin", reason="is in", valid_from="2024-03-01", supersedes=[record_of(r1)])
    )
    assert await linked(workspace, "Office") == ["Berlin"]
    assert await linked(workspace, "Office", valid_at="2022-01-01") == ["Bonn"]
    began = [e for e in (await workspace.timeline()).events if e.event == "began"]
    assert [e.record.record for e in began] == [record_of(r1), record_of(r2)]
    brief = next(r for r in (await workspace.entity("Office")).records if r.record == record_of(r1))
    assert (brief.valid_to, brief.end_reason, brief.ended_by, brief.end_act) == ("2024-03-01", "superseded", "ana", record_of(r2))
    assert brief.ended_at == r2.recorded_at


async def test_del_07_a_conflict_ends_links_and_empty_records(workspace: Workspace) -> None:
    """Both pieces of evidence end; the record that is left without a link ends with its last one, the other is PARTLY_ENDED."""
    r3 = await workspace.remember(decision("Gate depends_on Ledger", valid_from="2024-01-01"))
    r4 = await workspace.remember(decision("Gate depends_on Ledger", "Gate depends_on Badge", valid_from="2024-02-01"))
    before = await stored(workspace)
    receipt = await workspace.remember(decision("Ledger conflicts_with Gate", valid_from="2024-05-01"))
    assert ended(receipt) == [(record_of(r3), "conflict"), ("Gate depends_on Ledger", "conflict")]
    assert [w.code for w in receipt.warnings if record_of(r4) in w.message] == ["PARTLY_ENDED"]
    assert await stored(workspace) == (before[0] + 1, before[1] + 1)
    assert await linked(workspace, "Gate") == ["Badge", "Ledger"]
    assert [x.type for x in (await workspace.entity("Ledger")).relations] == ["conflicts_with"]
    holds = {r.record: r.holds for r in (await workspace.entity("Gate")).records}
    assert (holds[record_of(r3)], holds[record_of(r4)]) == (False, True)
    both = [x for x in (await workspace.history("Gate", "Ledger")).links if x.type == "depends_on"]
    assert [(x.valid_to, x.end_reason, x.ended_by) for x in both] == [("2024-05-01", "conflict", "ana")] * 2
    assert [x.type for x in (await workspace.entity("Gate", valid_at="2024-04-01")).relations] == ["depends_on", "depends_on"]


# -- DEL-08: removed things


async def removal(workspace: Workspace) -> tuple[Receipt, Receipt]:
    """X is pointed to by impact links of two records and points to one thing; then its removal is stated. Both receipts."""
    await workspace.remember(decision("A depends_on X", valid_from="2024-01-01"))
    await workspace.remember(decision("X required_by B", "X leads_to C", valid_from="2024-01-01"))
    await workspace.remember(decision("X implements D", valid_from="2024-01-01"))
    removing = change("E depends_on F", retires=["X"], valid_from="2024-06-01")
    return await workspace.remember(removing, dry_run=True), await workspace.remember(removing)


async def test_del_08_retires_ends_all_impact_links(workspace: Workspace) -> None:
    """The dry run lists what the act then ends; no current answer has an impact link of X; X is marked; the records stay."""
    rehearsal, receipt = await removal(workspace)
    gone = [("A depends_on X", "retired"), ("X implements D", "retired"), ("X required_by B", "retired")]
    assert sorted(ended(rehearsal)) == sorted(ended(receipt)) == gone
    view = await workspace.entity("X")
    assert [x.type for x in view.relations] == ["leads_to"]
    assert view.removed
    assert (view.removed.record, view.removed.author, view.removed.at) == (record_of(receipt), "ana", "2024-06-01")
    assert all(r.holds for r in view.records)
    assert (await workspace.impact("X")).dependents == ()
    assert (await workspace.impact("D")).dependents == ()
    assert [d.entity.name for d in (await workspace.impact("X", valid_at="2024-05-31")).dependents] == ["A", "B"]
    assert (await workspace.entity("X", valid_at="2024-05-31")).removed is None
    (link,) = (await workspace.history("A", "X")).links
    assert (link.valid_to, link.end_reason, link.ended_by) == ("2024-06-01", "retired", "ana")


async def test_del_08_a_later_link_lifts_the_mark(workspace: Workspace) -> None:
    """A later record may state a link of X again: it is warned, and the mark is lifted from its start on."""
    _, receipt = await removal(workspace)
    again = await workspace.remember(decision("A depends_on X", valid_from="2024-09-01"))
    assert codes(again) == ["STATES_REMOVED"]
    assert (await workspace.entity("X")).removed is None
    assert [d.entity.name for d in (await workspace.impact("X")).dependents] == ["A"]
    for at in ({"valid_at": "2024-08-31"}, {"as_of": receipt.recorded_at}):
        assert (await workspace.entity("X", **at)).removed is not None


@pytest.mark.parametrize("link", ["X depends_on A", "A required_by X", "B implements X"])
async def test_del_08_removed_and_stated_in_one_record_is_refused(workspace: Workspace, link: str) -> None:
    """A record cannot remove a thing and state an impact link of it."""
    await removal(workspace)
    with pytest.raises(Refused) as caught:
        await workspace.remember(change(link, retires=["X"]))
    assert (caught.value.path, caught.value.code) == ("retires[0]", "RETIRES_AND_STATES")


async def test_del_08_retired_and_erased_things_move(memory: Memory, workspace: Workspace, tmp_path: Path) -> None:
    """After `retires`, and after an erase too, an export imported into an empty store gives the same export again."""
    await removal(workspace)
    await _moved(memory, workspace, tmp_path, "retired")
    assert (await workspace.entity("X")).removed is not None
    assert codes(await workspace.remember(decision("A depends_on X"))) == ["STATES_REMOVED"]
    receipt = await workspace.erase(entity="X", reason="must go")
    assert receipt.counts["links"] == 5
    await _moved(memory, workspace, tmp_path, "erased")
    with pytest.raises(NameNotFound):
        await workspace.entity("X")
    rest = f"MATCH (e:Entity {{workspace: '{workspace.name}'}})-[r]-(:Entity) WHERE r.record IS NOT NULL RETURN count(DISTINCT r) AS n"
    assert (await workspace._store.command(rest))[0]["n"] == 1


async def _moved(memory: Memory, workspace: Workspace, folder: Path, name: str) -> None:
    """Exports the workspace, deletes it from the store, imports it and compares with a second export."""
    first, second = folder / f"{name}-1.jsonl", folder / f"{name}-2.jsonl"
    await workspace.export(first)
    await wipe(memory.store, workspace.name)
    await memory.import_(first, workspace=workspace.name, author="ana")
    await workspace.export(second)
    assert lines_of(first) == lines_of(second)


def lines_of(export: Path) -> list[str]:
    """The lines after the envelope."""
    return export.read_text(encoding="utf-8").splitlines()[1:]


# -- what an end leaves open


async def test_an_ended_fix_reopens_its_problem(workspace: Workspace) -> None:
    """The receipt that ends the only fix of a problem says that it is open again, and so does the radar."""
    await workspace.remember(found("Leak", "Pump caused_by Leak"))
    fix = await workspace.remember(solved("Patch solves Leak"))
    assert [x.entity.name for x in (await workspace.radar()).unsolved_problems.lines] == []
    receipt = await workspace.forget(record_of(fix), reason="it did not help")
    assert codes(receipt) == ["REOPENS_PROBLEM"]
    assert [x.entity.name for x in (await workspace.radar()).unsolved_problems.lines] == ["Leak"]


async def test_what_a_withdrawn_record_ended_stays_ended(workspace: Workspace) -> None:
    """Ends stay when their cause is corrected or never held: the receipt lists them."""
    first = await workspace.remember(decision("A depends_on B"))
    second = await workspace.remember(decision("A depends_on C", supersedes=[record_of(first)]))
    receipt = await workspace.forget(record_of(second), reason="it never was", never_held=True)
    assert [(w.code, record_of(first) in w.message) for w in receipt.warnings] == [("ENDS_STAY", True)]
    assert await linked(workspace, "A") == []
    third = await workspace.remember(decision("A depends_on D", corrects=[record_of(second)]))
    assert "ENDS_STAY" in codes(third)
