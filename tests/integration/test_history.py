"""History: all that was ever known between two things, or of one."""

from typing import Any

import pytest

from graphmem.errors import InvalidArgument, NameNotFound
from graphmem.model.records import Decision, EntityRef, Record, Relation
from graphmem.read.briefs import edge_rows
from graphmem.store import Clocks, Reader
from graphmem.workspace import Workspace
from tests.stating import change, decision


async def state(workspace: Workspace, *links: str, **more: Any) -> str:
    return (await workspace.remember(decision(*links, **more))).records[0].id


def said(name: str, **more: Any) -> Record:
    """A decision that says something of one person."""
    return Decision(
        decision=f"about {name}", reason="it was so",
        entities=(EntityRef(name=name, type="person", **more), EntityRef(name="team", type="organization")),
        relations=(Relation(source=name, target="team", type="related_to", reason="works there"),),
    )  # fmt: skip


async def test_every_edge_with_its_ends(workspace: Workspace) -> None:
    """Current and ended edges between the two stand in order, each with every end: how, by whom, by which act, why, when learned."""
    a = await state(workspace, "api depends_on auth", valid_from="2024-01-01", reason="asks it")
    b = await state(workspace, "api related_to auth", decision="they part", valid_from="2024-03", supersedes=(a,))
    gone = await workspace.forget(b, reason="they did not")
    answer = await workspace.history("api", "auth")
    assert (answer.a.name, answer.b and answer.b.name, answer.cursor) == ("api", "auth", None)
    first, second = answer.links
    assert (first.type, first.reason, first.since, first.valid_to, first.end_reason, first.holds) == (
        "depends_on", "asks it", "2024-01-01", "2024-03", "superseded", False,
    )  # fmt: skip
    end = first.ends[0]
    assert (end.valid_to, end.how, end.by, end.act, end.why, end.undone) == ("2024-03", "superseded", "ana", b, "they part", None)
    assert end.learned == first.ended_at
    assert (second.ends[0].how, second.ends[0].why, second.ends[0].act) == ("forgotten", "they did not", gone.id)


async def test_an_undone_end_stays_in_the_history(workspace: Workspace) -> None:
    """After a reinstatement the edge holds again, and the mistaken end is shown with the time it was undone."""
    a = await state(workspace, "api depends_on auth")
    forgotten = await workspace.forget(a, reason="a mistake")
    undone = await workspace.reinstate(a, reason="it was none")
    link = (await workspace.history("api", "auth")).links[0]
    assert (link.holds, link.valid_to, link.end_reason) == (True, None, None)
    assert [(e.how, e.learned, e.undone) for e in link.ends] == [("forgotten", forgotten.recorded_at, undone.recorded_at)]
    past = (await workspace.history("api", "auth", as_of=forgotten.recorded_at)).links[0]
    assert (past.holds, past.end_reason, past.ends[0].undone) == (False, "forgotten", None)


async def test_tim_11_both_ends_of_a_fork_are_kept(workspace: Workspace) -> None:
    """A second successor ends nothing anew: the earlier end counts, the later one is kept beside it, both with their act."""
    a = await state(workspace, "api depends_on auth", valid_from="2024-01-01")
    b = await state(workspace, "api related_to x", valid_from="2024-03-01", supersedes=(a,))
    c = await state(workspace, "api related_to y", valid_from="2024-05-01", supersedes=(a,))
    link = (await workspace.history("api", "auth")).links[0]
    assert (link.valid_to, link.end_act) == ("2024-03-01", b)
    assert [(e.valid_to, e.act) for e in link.ends] == [("2024-03-01", b), ("2024-05-01", c)]
    d = await state(workspace, "api related_to z", valid_from="2024-02-01", supersedes=(a,))
    link = (await workspace.history("api", "auth")).links[0]
    assert (link.valid_to, link.end_act, len(link.ends)) == ("2024-02-01", d, 3)


async def test_tim_09_order_on_every_run(workspace: Workspace) -> None:
    """A, B over A, C over B, as fast as can be: their edges stand in that order, and only the last holds."""
    ids: list[str] = []
    for _ in range(3):
        ids.append(await state(workspace, "api depends_on auth", supersedes=tuple(ids[-1:])))
    for _ in range(2):
        links = (await workspace.history("api", "auth")).links
        assert [(x.record, x.holds) for x in links] == [(ids[0], False), (ids[1], False), (ids[2], True)]


async def test_del_07_nothing_is_lost_to_a_conflict(workspace: Workspace) -> None:
    """After a conflict both ended edges and the conflict itself are in the history, from either side."""
    await state(workspace, "Gate depends_on Ledger", valid_from="2024-01-01")
    await state(workspace, "Gate depends_on Ledger", "Gate depends_on Clock", valid_from="2024-01-02")
    r5 = await state(workspace, "Ledger conflicts_with Gate", valid_from="2024-06-01")
    forth, back = await workspace.history("Gate", "Ledger"), await workspace.history("Ledger", "Gate")
    assert [(x.source, x.type, x.end_act, x.holds) for x in forth.links] == [
        ("Gate", "depends_on", r5, False), ("Gate", "depends_on", r5, False), ("Ledger", "conflicts_with", None, True),
    ]  # fmt: skip
    assert back.links == forth.links


async def test_a_stated_end_and_an_earlier_one(workspace: Workspace) -> None:
    """The end that the writer stated is shown beside the one that counts."""
    await state(workspace, "api depends_on auth", valid_from="2024-01-01", valid_to="2025")
    link = (await workspace.history("api", "auth")).links[0]
    assert (link.stated_to, link.valid_to, link.end_reason, link.ends) == ("2025", "2025", "stated", ())
    await workspace.remember(change("x related_to y", retires=(link.id,), valid_from="2024-06"))
    link = (await workspace.history("api", "auth")).links[0]
    assert (link.stated_to, link.valid_to, link.end_reason) == ("2025", "2024-06", "retired")


async def test_what_was_not_known_yet_is_not_told(workspace: Workspace) -> None:
    """`as_of` leaves out edges and ends learned later; `valid_at` says which edges held then."""
    a = await state(workspace, "api depends_on auth", valid_from="2024-01-01")
    known = (await workspace.history("api", "auth")).as_of
    await state(workspace, "api implements auth", valid_from="2024-06-01", supersedes=(a,))
    assert [(x.type, x.valid_to) for x in (await workspace.history("api", "auth", as_of=known)).links] == [("depends_on", None)]
    spring = (await workspace.history("api", "auth", valid_at="2024-03-01")).links
    assert [(x.type, x.holds) for x in spring] == [("depends_on", True), ("implements", False)]


async def test_ent_11_each_change_with_its_source(workspace: Workspace) -> None:
    """The history of one thing lists each description, field and unset in the order stated, with its record, author and time."""
    first = await workspace.remember(said("Lena", description="flies", fields={"city": "Oslo", "role": "pilot"}))
    await workspace.remember(said("Lena"))
    by_hand = await Workspace(workspace._store, workspace.name, "ben").describe("Lena", unset=["city"])
    answer = await workspace.history("Lena")
    assert answer.b is None
    assert [(s.record, s.author, s.kind) for s in answer.said] == [
        (first.records[0].id, "ana", "decision"), (by_hand.id, "ben", "description"),
    ]  # fmt: skip
    assert (answer.said[0].description, answer.said[0].fields) == ("flies", {"city": "Oslo", "role": "pilot"})
    assert (answer.said[1].unset, answer.said[1].recorded_at) == (("city",), by_hand.recorded_at)
    assert len((await workspace.history("Lena", as_of=first.recorded_at)).said) == 1


async def test_a_saying_that_ended_is_kept_and_marked(workspace: Workspace) -> None:
    """What a forgotten record said stays in the history, with its end."""
    receipt = await workspace.remember(said("Lena", description="sails"))
    await workspace.forget(receipt.records[0].id, reason="another Lena")
    saying = (await workspace.history("Lena")).said[0]
    assert (saying.description, saying.holds, saying.end_reason, saying.ended_by) == ("sails", False, "forgotten", "ana")


async def test_merges_and_what_they_park(workspace: Workspace) -> None:
    """A merge is told with who and why, the link between the two as parked with its stated ends; undone, the merge stays told."""
    await state(workspace, "NYC office related_to New York office", valid_from="2024-01-01")
    merged = await workspace.merge("NYC office", "New York office", reason="one place")
    answer = await workspace.history("NYC office", "New York office")
    assert answer.a == answer.b
    link = answer.links[0]
    assert (link.parked, link.source, link.target) == (True, "New York office", "New York office")
    assert (link.stated_source, link.stated_target) == ("NYC office", "New York office")
    line = answer.merges[0]
    assert (line.id, line.loser.name, line.survivor.name, line.reason, line.author, line.undone_at) == (
        merged.id, "NYC office", "New York office", "one place", "ana", None,
    )  # fmt: skip
    undone = await workspace.unmerge(str(merged.id), reason="two places")
    answer = await workspace.history("NYC office", "New York office")
    assert [(x.parked, x.source, x.target, x.holds) for x in answer.links] == [(False, "NYC office", "New York office", True)]
    assert [(m.undone_at, m.undone_by, m.undone_reason) for m in answer.merges] == [(undone.recorded_at, "ana", "two places")]


async def test_a_merge_retells_every_past_reading(workspace: Workspace) -> None:
    """Identity has no clock: a merge is shown, and moves the links, for readings before it too."""
    await state(workspace, "blackout caused_by leak")
    receipt = await workspace.remember(decision("outage related_to review"))
    await workspace.merge("blackout", "outage", reason="one event")
    answer = await workspace.history("outage", "leak", as_of=receipt.recorded_at)
    assert [(x.source, x.stated_source) for x in answer.links] == [("outage", "blackout")]
    assert [m.loser.name for m in answer.merges] == ["blackout"]


async def test_names_types_and_removals_of_one_thing(workspace: Workspace) -> None:
    """Aliases stand with who stated them, a change of type with its reason, a removal with its record."""
    first = await workspace.remember(decision("api depends_on auth"))
    other = Workspace(workspace._store, workspace.name, "ben")
    alias = Decision(
        decision="d", entities=(EntityRef(name="auth", type="code_component", aliases=("gate",)), EntityRef(name="x", type="concept")),
        relations=(Relation(source="auth", target="x", type="related_to", reason="r"),),
    )  # fmt: skip
    second = await other.remember(alias)
    removed = await workspace.remember(change("x related_to y", types={"x": "concept"}, retires=("auth",)))
    await workspace.retype("auth", "technology", reason="it is a service")
    answer = await workspace.history("gate")
    assert [(n.name, n.author, n.recorded_at, n.home.name) for n in answer.names] == [
        ("auth", "ana", first.recorded_at, "auth"), ("gate", "ben", second.recorded_at, "auth"),
    ]  # fmt: skip
    assert [(t.old, t.new, t.reason, t.author) for t in answer.retypes] == [
        ("code_component", "technology", "it is a service", "ana")
    ]
    assert [(r.record, r.author) for r in answer.removals] == [(removed.records[0].id, "ana")]


async def test_pages_join_to_the_whole(workspace: Workspace) -> None:
    """Pages of links, put together, are the whole once, coarse and equal starts among them."""
    await workspace.remember(
        *(decision("api depends_on auth", reason=f"r{i}", valid_from=f"2024-0{i % 3 + 1}") for i in range(11))
    )
    whole = (await workspace.history("api", "auth")).links
    assert [x.reason for x in whole] == ["r0", "r3", "r6", "r9", "r1", "r4", "r7", "r10", "r2", "r5", "r8"]
    for limit in (1, 4):
        page = await workspace.history("api", "auth", limit=limit)
        links = list(page.links)
        while page.cursor:
            page = await workspace.history("api", "auth", limit=limit, cursor=page.cursor)
            links += page.links
        assert tuple(links) == whole


async def test_unknown_names_and_strange_cursors(workspace: Workspace) -> None:
    """An unknown name is not found, on either side; two things without a link have an empty history; a foreign cursor is refused."""
    await workspace.remember(decision("api depends_on auth"), decision("api depends_on auth"), decision("web depends_on redis"))
    for pair in (("nothing", "auth"), ("auth", "nothing")):
        with pytest.raises(NameNotFound):
            await workspace.history(*pair)
    assert (await workspace.history("web", "auth")).links == ()
    cursor = (await workspace.history("api", "auth", limit=1)).cursor
    with pytest.raises(InvalidArgument):
        await workspace.history("web", "redis", cursor=cursor)


async def test_the_end_shown_and_the_predicate_agree(workspace: Workspace) -> None:
    """At every pair of instants an edge holds, by the one predicate, exactly from its start to the end that is shown."""
    a = await state(workspace, "api depends_on auth", "api depends_on x", valid_from="2024-01-01", valid_to="2024-09-01")
    b = await state(workspace, "api implements auth", valid_from="2024-06", supersedes=(a,))
    await state(workspace, "api conflicts_with auth", valid_from="2024-07-01")
    await state(workspace, "api related_to auth", valid_from="2024-03-01", supersedes=(a,))
    await workspace.forget(b, reason="never", never_held=True)
    await workspace.reinstate(b, reason="it did")
    await workspace.reinstate(a, reason="it did")
    await state(workspace, "api leads_to auth", corrects=(a,))
    assertions = (await workspace.history("api", "auth")).links
    assert sum(len(x.ends) for x in assertions) == 6
    known = sorted({t for x in assertions for t in (x.recorded_at, *(i for e in x.ends for i in (e.learned, e.undone))) if t})
    compared = 0
    for as_of in known:
        for valid_at in ("2023-12-31", "2024-01-01", "2024-02-28", "2024-03-01", "2024-06-01", "2024-07-01", "2024-12-31"):
            clocks = await workspace._read(_clocks, as_of, valid_at)
            rows = await workspace._read(lambda r: edge_rows(r, [x.id for x in assertions]), as_of, valid_at)
            for row in rows.values():
                end = row.times.end(clocks.as_of)
                begun = row.times.recorded_at <= clocks.as_of and row.times.valid_from <= clocks.valid_at
                assert row.holds == (begun and (end is None or clocks.valid_at < end.valid_to))
                compared += 1
    assert compared >= 200


async def _clocks(reader: Reader) -> Clocks:
    return reader.clocks
