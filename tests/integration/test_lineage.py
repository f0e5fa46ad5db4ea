"""Lineage: how we got here, in order of time."""

import pytest

from graphmem.errors import AmbiguousName, InvalidArgument, NameNotFound
from graphmem.model.answers.lineage import Lineage
from graphmem.model.records import EntityRef, ProblemFound, Relation
from graphmem.workspace import Workspace
from tests.stating import change, decision, found, solved


def told(answer: Lineage) -> list[tuple[str, str, int]]:
    return [(e.role, e.entity.name, e.hop) for e in answer.events]


async def test_roles_in_order_of_time(workspace: Workspace) -> None:
    """Cause, subject, fix and consequence each have their role, oldest first, with reason, record and author."""
    types = {"outage": "problem"}
    receipt = await workspace.remember(
        found("outage", "pool related_to outage", valid_from="2024-01-02"),
        decision("outage caused_by leak", types=types, valid_from="2024-01-03"),
        solved("pool patch solves outage", valid_from="2024-01-05"),
        decision("outage leads_to review rule", types=types, valid_from="2024-02-01"),
    )
    answer = await workspace.lineage("outage")
    assert told(answer) == [
        ("subject", "outage", 0),
        ("cause", "leak", 1),
        ("fix", "pool patch", 1),
        ("consequence", "review rule", 1),
    ]
    by_role = {e.role: e for e in answer.events}
    assert (by_role["fix"].record, by_role["fix"].author, by_role["fix"].at) == (receipt.records[2].id, "ana", "2024-01-05")
    assert (by_role["cause"].type, by_role["cause"].of and by_role["cause"].of.name) == ("caused_by", "outage")
    assert not answer.truncated
    assert answer.cursor is None


async def test_rel_03_cause_and_effect_never_swap(workspace: Workspace) -> None:
    """`Leak leads_to Outage` is a cause seen from Outage and a consequence seen from Leak, never the other way round."""
    await workspace.remember(decision("Leak leads_to Outage"))
    assert ("cause", "Leak", 1) in told(await workspace.lineage("Outage"))
    assert [e for e in told(await workspace.lineage("Outage")) if e[0] == "consequence"] == []
    assert ("consequence", "Outage", 1) in told(await workspace.lineage("Leak"))
    assert [e for e in told(await workspace.lineage("Leak")) if e[0] == "cause"] == []


async def test_both_words_of_a_cause(workspace: Workspace) -> None:
    """A cause stated by `caused_by` and one stated by `leads_to` are one kind of event, in the direction each was stated."""
    await workspace.remember(decision("outage caused_by leak"), decision("typo leads_to outage"))
    causes = [(e.entity.name, e.type) for e in (await workspace.lineage("outage")).events if e.role == "cause"]
    assert causes == [("leak", "caused_by"), ("typo", "leads_to")]


async def test_five_hops_each_way(workspace: Workspace) -> None:
    """The walk goes five hops to causes and five to consequences, and no further."""
    chain = [f"n{i} leads_to n{i + 1}" for i in range(14)]
    await workspace.remember(*(decision(link) for link in chain))
    answer = await workspace.lineage("n7")
    causes = {e.entity.name: e.hop for e in answer.events if e.role == "cause"}
    after = {e.entity.name: e.hop for e in answer.events if e.role == "consequence"}
    assert causes == {"n6": 1, "n5": 2, "n4": 3, "n3": 4, "n2": 5}
    assert after == {"n8": 1, "n9": 2, "n10": 3, "n11": 4, "n12": 5}


async def test_a_cycle_ends(workspace: Workspace) -> None:
    """In a circle each entity is told once a side, at its nearest hop, and the thing itself never as its own cause."""
    await workspace.remember(decision("a leads_to b", "b leads_to c", "c leads_to a"))
    answer = await workspace.lineage("a")
    assert {(e.role, e.entity.name, e.hop) for e in answer.events if e.role != "subject"} == {
        ("cause", "c", 1), ("cause", "b", 2), ("consequence", "b", 1), ("consequence", "c", 2),
    }  # fmt: skip


async def test_an_event_for_each_edge(workspace: Workspace) -> None:
    """The same link stated by two records is two events, each with its reason."""
    await workspace.remember(decision("outage caused_by leak", reason="seen in the log"))
    await workspace.remember(decision("outage caused_by leak", reason="seen again"))
    reasons = [e.reason for e in (await workspace.lineage("outage")).events if e.role == "cause"]
    assert reasons == ["seen in the log", "seen again"]


async def test_fixes_are_of_the_thing_itself(workspace: Workspace) -> None:
    """What solves a cause is no fix of the thing, and a fix that ended is no event any more."""
    types = {"leak": "problem", "outage": "problem"}
    receipt = await workspace.remember(
        decision("outage caused_by leak", types=types), solved("valve solves leak"), solved("restart solves outage")
    )

    async def fixes(name: str) -> list[str]:
        return [e.entity.name for e in (await workspace.lineage(name)).events if e.role == "fix"]

    assert (await fixes("outage"), await fixes("leak")) == (["restart"], ["valve"])
    await workspace.forget(receipt.records[2].id, reason="it was not the restart")
    assert (await fixes("outage"), await fixes("leak")) == ([], ["valve"])


async def test_the_subject_is_its_earliest_current_mention(workspace: Workspace) -> None:
    """The subject event tells the earliest record that still names the thing, with what it says of it."""
    described = ProblemFound(
        problem="it leaks", valid_from="2024-01-01",
        entities=(EntityRef(name="leak", type="problem", description="memory grows"), EntityRef(name="pool", type="code_component")),
        relations=(Relation(source="pool", target="leak", type="related_to", reason="seen there"),),
    )  # fmt: skip
    receipt = await workspace.remember(described)
    await workspace.remember(found("leak", "pool related_to leak", valid_from="2024-06-01"))
    first = (await workspace.lineage("leak")).events[0]
    assert (first.role, first.record, first.reason, first.at) == ("subject", receipt.records[0].id, "memory grows", "2024-01-01")
    await workspace.forget(receipt.records[0].id, reason="stated twice")
    assert (await workspace.lineage("leak")).events[0].at == "2024-06-01"


async def test_trv_06_one_instant_along_the_path(workspace: Workspace) -> None:
    """A chain exists only where all its links hold at the same instant."""
    await workspace.remember(
        decision("B caused_by A", valid_from="2021-01-01", valid_to="2023-01-01"),
        decision("C caused_by B", valid_from="2024-01-01"),
    )

    async def causes(name: str, at: str) -> list[str]:
        return [e.entity.name for e in (await workspace.lineage(name, valid_at=at)).events if e.role == "cause"]

    assert await causes("C", "2024-06-01") == ["B"]
    assert await causes("B", "2022-06-01") == ["A"]
    assert await causes("B", "2024-06-01") == []
    assert await causes("C", "2022-06-01") == []


async def test_as_it_was_known(workspace: Workspace) -> None:
    """`as_of` tells the story as the memory knew it: an end learned later is not told."""
    first = await workspace.remember(decision("outage caused_by leak"))
    known = (await workspace.lineage("outage")).as_of
    await workspace.remember(decision("outage caused_by typo", supersedes=(first.records[0].id,)))
    assert [e.entity.name for e in (await workspace.lineage("outage")).events if e.role == "cause"] == ["typo"]
    past = await workspace.lineage("outage", as_of=known)
    assert [e.entity.name for e in past.events if e.role == "cause"] == ["leak"]


async def test_pages_join_to_the_whole(workspace: Workspace) -> None:
    """Pages of any size, put together, are the whole story once, although something was stated between two of them."""
    await workspace.remember(*(decision(f"outage caused_by c{i}", valid_from=f"2024-01-{i % 9 + 1:02}") for i in range(23)))
    whole = (await workspace.lineage("outage")).events
    assert len(whole) == 24
    page = await workspace.lineage("outage", limit=5)
    events = list(page.events)
    await workspace.remember(decision("outage caused_by older", valid_from="2023-01-01"))
    while page.cursor:
        assert page.truncated
        page = await workspace.lineage("outage", limit=5, cursor=page.cursor)
        events += page.events
    assert tuple(events) == whole
    assert not page.truncated


async def test_cursor_and_limit_are_checked(workspace: Workspace) -> None:
    """A limit out of range and the cursor of another list are refused by name."""
    await workspace.remember(*(decision(f"outage caused_by c{i}") for i in range(3)))
    cursor = (await workspace.lineage("outage", limit=1)).cursor
    for given in ({"limit": 0}, {"limit": 201}, {"cursor": "x"}):
        with pytest.raises(InvalidArgument):
            await workspace.lineage("outage", **given)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument):
        await workspace.lineage("c1", cursor=cursor)


async def test_names(workspace: Workspace) -> None:
    """Unknown is not empty: a name nobody stated is not found, one without causes has only itself to tell."""
    await workspace.remember(decision("api depends_on auth"), decision("jordan related_to auth", types={"jordan": "person"}))
    await workspace.remember(change("jordan related_to api", types={"jordan": "location"}))
    assert told(await workspace.lineage("api")) == [("subject", "api", 0)]
    with pytest.raises(NameNotFound):
        await workspace.lineage("autz")
    with pytest.raises(AmbiguousName):
        await workspace.lineage("jordan")


async def test_a_merge_retells_the_story(workspace: Workspace) -> None:
    """After a merge the causes of both names are the causes of one thing; a link between the two is told no more."""
    await workspace.remember(
        decision("outage caused_by leak"), decision("blackout caused_by typo"), decision("outage leads_to blackout")
    )
    await workspace.merge("blackout", "outage", reason="one event")
    answer = await workspace.lineage("blackout")
    assert answer.entity.name == "outage"
    assert sorted(e.entity.name for e in answer.events if e.role != "subject") == ["leak", "typo"]


async def test_a_hub_is_cut_and_says_so(workspace: Workspace) -> None:
    """A level beyond its bound is cut to its oldest edges: the answer says `truncated` to the last page, the same part each time."""
    links = [f"hub caused_by c{i}" for i in range(520)]
    await workspace.remember(*(decision(*links[i : i + 40]) for i in range(0, 520, 40)))
    first = await workspace.lineage("hub")
    second = await workspace.lineage("hub", cursor=first.cursor)
    third = await workspace.lineage("hub", cursor=second.cursor)
    assert (len(first.events), len(second.events), len(third.events)) == (200, 200, 101)
    assert (third.cursor, third.truncated) == (None, True)
    assert (await workspace.lineage("hub")).events == first.events
