"""Radar: what is still open, computed from the graph at the clocks asked."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.model.answers.radar import Radar
from graphmem.model.records import Decision, EntityRef, Question, Relation
from graphmem.read import radar as radar_module
from graphmem.read import removed as removed_module
from graphmem.store import Reader
from graphmem.store.connection import Clocks
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import change, decision, found, solved


def problems(answer: Radar) -> list[str]:
    return [line.entity.name for line in answer.unsolved_problems.lines]


def silent(answer: Radar) -> list[str]:
    return [line.entity.name for line in answer.silent_entities.lines]


def pairs(answer: Radar) -> set[frozenset[str]]:
    return {frozenset((line.one.name, line.other.name)) for line in answer.probable_duplicates.lines}


async def test_an_empty_workspace(workspace: Workspace) -> None:
    """Eight empty lists, each with total 0, and nothing left unlooked at."""
    answer = await workspace.radar()
    lists = [v for v in (getattr(answer, f) for f in Radar.model_fields) if hasattr(v, "total")]
    assert [(x.total, x.at_least, x.lines) for x in lists] == [(0, False, ())] * 8


# -- unsolved problems


async def test_a_problem_is_listed_until_it_is_solved(workspace: Workspace) -> None:
    """What was found stands on the radar with its record, and leaves it when something solves it."""
    receipt = await workspace.remember(
        found("module config null", "api related_to module config null", title="Enable fails", valid_from="2026-11-06")
    )
    [line] = (await workspace.radar()).unsolved_problems.lines
    assert (line.entity.name, line.entity.type, line.first_seen) == ("module config null", "problem", "2026-11-06")
    assert (line.record, line.title, line.author, line.reopened) == (receipt.records[0].id, "Enable fails", "ana", False)
    assert line.description == "module config null"
    await workspace.remember(solved("empty module config solves module config null"))
    answer = await workspace.radar()
    assert (answer.unsolved_problems.total, answer.unsolved_problems.lines) == (0, ())


async def test_first_seen_outlives_the_record_that_saw_it(workspace: Workspace) -> None:
    """A report that replaces an older one tells the problem in its words, and still since when it was known."""
    [a] = (await workspace.remember(found("leak", "api related_to leak", valid_from="2025-01-01"))).records
    new = found(
        "leak", "api related_to leak", valid_from="2025-02-01", title="Worse", supersedes=(a.id,), description="100 MB an hour"
    )
    await workspace.remember(new)
    [line] = (await workspace.radar()).unsolved_problems.lines
    assert (line.first_seen, line.title, line.description) == ("2025-01-01", "Worse", "100 MB an hour")
    await workspace.forget(a.id, reason="another leak", never_held=True)
    assert (await workspace.radar()).unsolved_problems.lines[0].first_seen == "2025-02-01"


async def test_a_record_that_finds_and_solves_counts_as_solved(workspace: Workspace) -> None:
    """The same record that names the problem and its fix leaves nothing open."""
    await workspace.remember(found("leak", "patch solves leak"))
    assert problems(await workspace.radar()) == []


async def test_a_problem_that_any_record_names(workspace: Workspace) -> None:
    """A problem is open as soon as a current record names it, of whatever kind; other types are not problems."""
    await workspace.remember(decision("api caused_by leak", types={"leak": "problem"}))
    assert problems(await workspace.radar()) == ["leak"]


async def test_a_regression_reopens(workspace: Workspace) -> None:
    """Found again later than every fix it is open again, marked; solved once more it is not."""
    await workspace.remember(found("leak", "api related_to leak", valid_from="2025-01-01"))
    await workspace.remember(solved("patch solves leak", valid_from="2025-02-01"))
    await workspace.remember(found("leak", "api related_to leak", valid_from="2025-03-01"))
    answer = await workspace.radar()
    assert [(p.entity.name, p.reopened, p.first_seen) for p in answer.unsolved_problems.lines] == [("leak", True, "2025-01-01")]
    assert problems(await workspace.radar(valid_at="2025-02-15")) == []
    await workspace.remember(solved("second patch solves leak", valid_from="2025-04-01"))
    assert problems(await workspace.radar()) == []


async def test_an_old_finding_that_arrives_late_reopens_nothing(workspace: Workspace) -> None:
    """By date where the dates are apart: a report of before the fix does not count against it."""
    await workspace.remember(solved("patch solves leak", valid_from="2025-02-01"))
    await workspace.remember(found("leak", "api related_to leak", valid_from="2025-01-01"))
    assert problems(await workspace.radar()) == []


async def test_on_the_same_day_the_order_of_statement_decides(workspace: Workspace) -> None:
    """Two coarse dates that overlap: what was told later is later."""
    await workspace.remember(solved("patch solves leak", valid_from="2025-02-01"))
    await workspace.remember(found("leak", "api related_to leak", valid_from="2025-02-01"))
    assert problems(await workspace.radar()) == ["leak"]


async def test_the_end_of_a_fix_reopens(workspace: Workspace) -> None:
    """A fix that is withdrawn solves nothing, as of then on; as of before it did."""
    await workspace.remember(found("leak", "api related_to leak"))
    fix = await workspace.remember(solved("patch solves leak"))
    before = fix.recorded_at
    await workspace.forget(fix.records[0].id, reason="it did not hold", never_held=True)
    assert problems(await workspace.radar()) == ["leak"]
    assert problems(await workspace.radar(as_of=before)) == []


async def test_a_problem_that_no_current_record_names_is_closed(workspace: Workspace) -> None:
    """When the only record that names it ends, it is no longer open, and was open before."""
    receipt = await workspace.remember(found("leak", "api related_to leak"))
    await workspace.forget(receipt.records[0].id, reason="a false alarm")
    assert problems(await workspace.radar()) == []
    assert problems(await workspace.radar(as_of=receipt.recorded_at)) == ["leak"]


async def test_a_fix_of_a_merged_name_counts(workspace: Workspace) -> None:
    """Two names that are one problem share their fix, and are two again after unmerge."""
    await workspace.remember(found("leak", "api related_to leak"), found("slow growth", "api related_to slow growth"))
    await workspace.remember(solved("patch solves slow growth"))
    assert problems(await workspace.radar()) == ["leak"]
    merge = await workspace.merge("slow growth", "leak", reason="one thing")
    assert problems(await workspace.radar()) == []
    await workspace.unmerge(str(merge.id), reason="two things")
    assert problems(await workspace.radar()) == ["leak"]


# -- decisions without a reason, questions without an answer


async def test_decisions_without_a_reason(workspace: Workspace) -> None:
    """A decision that gives no reason is listed until a record that gives one replaces it."""
    entities = (EntityRef(name="api", type="code_component"), EntityRef(name="redis", type="technology"))
    links = (Relation(source="api", target="redis", type="depends_on", reason="cache"),)
    bare = Decision(decision="use redis", title="Redis", entities=entities, relations=links, valid_from="2026-01")
    receipt = await workspace.remember(bare, decision("api depends_on auth"))
    answer = await workspace.radar()
    [line] = answer.decisions_without_reason.lines
    assert (line.record, line.title, line.author, line.at) == (receipt.records[0].id, "Redis", "ana", "2026-01")
    assert answer.decisions_without_reason.total == 1
    given = bare.model_copy(update={"reason": "it is fast", "supersedes": (line.record,), "valid_from": None})
    await workspace.remember(given)
    assert (await workspace.radar()).decisions_without_reason.total == 0
    assert (await workspace.radar(as_of=receipt.recorded_at)).decisions_without_reason.total == 1


async def test_questions_without_an_answer(workspace: Workspace) -> None:
    """A question stands there until it has an answer."""
    entities = (EntityRef(name="api", type="code_component"), EntityRef(name="redis", type="technology"))
    links = (Relation(source="api", target="redis", type="related_to", reason="cache"),)
    asked = Question(question="which cache?", entities=entities, relations=links)
    receipt = await workspace.remember(asked, asked.model_copy(update={"answer": "redis"}))
    assert [x.record for x in (await workspace.radar()).unanswered_questions.lines] == [receipt.records[0].id]


# -- silent entities


async def test_silence_begins_after_90_days(workspace: Workspace) -> None:
    """An entity is silent when its newest mention began more than 90 days before the instant asked."""
    await workspace.remember(decision("old depends_on older", valid_from="2025-01-01T00:00:00Z"))
    await workspace.remember(decision("old depends_on newer", valid_from="2025-02-01T00:00:00Z"))
    assert silent(await workspace.radar(valid_at="2025-04-01T00:00:00Z")) == []
    assert silent(await workspace.radar(valid_at="2025-04-01T00:00:00.000001Z")) == ["older"]
    answer = await workspace.radar(valid_at="2025-06-01")
    assert sorted(silent(answer)) == ["newer", "old", "older"]
    assert silent(answer)[-1] == "older", "what fell silent last comes first"
    assert answer.silent_entities.lines[-1].last_seen == "2025-01-01T00:00:00Z"
    assert (answer.silent_entities.total, answer.silent_entities.at_least) == (3, False)


async def test_a_mention_that_ended_does_not_break_the_silence(workspace: Workspace) -> None:
    """Only current records count, and none that begins later."""
    await workspace.remember(decision("old depends_on older", valid_from="2025-01-01"))
    late = await workspace.remember(decision("old depends_on younger", valid_from="2025-06-01"))
    at = "2025-06-15"
    assert sorted(silent(await workspace.radar(valid_at=at))) == ["older"]
    await workspace.forget(late.records[0].id, reason="wrong", never_held=True)
    assert sorted(silent(await workspace.radar(valid_at=at))) == ["old", "older"]
    assert sorted(silent(await workspace.radar(valid_at=at, as_of=late.recorded_at))) == ["older"]


async def test_an_edit_by_hand_breaks_the_silence(workspace: Workspace) -> None:
    """A description that somebody wrote of late is a mention."""
    await workspace.remember(decision("old depends_on older", valid_from="2020-01-01"))
    await workspace.describe("older", description="the first store")
    assert silent(await workspace.radar()) == ["old"]


async def test_the_walk_back_is_bounded_and_says_so(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """When not every record could be looked at, the total is a lower bound and the answer says `at_least`."""
    for year in (2020, 2021, 2022):
        await workspace.remember(decision(f"a{year} depends_on b{year}", valid_from=str(year)))
    monkeypatch.setattr(radar_module, "WALK", 2)
    listed = (await workspace.radar()).silent_entities
    assert (listed.total, listed.at_least) == (4, True)
    assert sorted(x.entity.name for x in listed.lines) == ["a2021", "a2022", "b2021", "b2022"]
    monkeypatch.setattr(radar_module, "WALK", 3)
    assert ((await workspace.radar()).silent_entities.total, (await workspace.radar()).silent_entities.at_least) == (6, False)


# -- names that may be one thing


async def test_ent_02_singular_and_plural_are_proposed(workspace: Workspace) -> None:
    """`Operator` and `Operators` are two entities and one proposed pair; case and blanks make no second entity."""
    for name in ("Systems Thinking", "systems thinking", " Systems  Thinking ", "Operator", "Operators"):
        await workspace.remember(decision(f"{name} related_to Course", types={name: "concept", "Course": "event"}))
    answer = await workspace.radar()
    assert pairs(answer) == {frozenset(("Operator", "Operators"))}
    [line] = answer.probable_duplicates.lines
    assert line.key.startswith("duplicate:")
    assert 0.8 <= line.score <= 1
    found_entities = await workspace.entities(type="concept")
    assert [e.entity.name for e in found_entities.entities] == ["Operator", "Operators", "Systems Thinking"]


async def test_ent_04_symbols_are_no_noise(workspace: Workspace) -> None:
    """`C`, `C++` and `C#` are three things that nobody proposes to join; an identifier and its words are proposed."""
    names = ["C", "C++", "C#", ".NET", "Net", "Node.js", "nodejs", "HTTP", "HTTPS", "fetchUser", "fetchUsers"]
    for name in names:
        await workspace.remember(decision(f"{name} related_to Course", types={name: "concept", "Course": "event"}))
    assert len((await workspace.entities(type="concept")).entities) == len(names)
    assert pairs(await workspace.radar()) <= {frozenset(("Node.js", "nodejs"))}
    for name in ("DocumentKey", "document keys"):
        await workspace.remember(decision(f"{name} related_to Course", types={name: "concept", "Course": "event"}))
    assert frozenset(("DocumentKey", "document keys")) in pairs(await workspace.radar())


async def test_ent_06_one_name_of_two_types_is_proposed(workspace: Workspace) -> None:
    """A person and a location of one name are two entities, listed as a pair."""
    await workspace.remember(decision("Jordan related_to Budget", types={"Jordan": "person", "Budget": "concept"}))
    await workspace.remember(decision("Jordan related_to Office", types={"Jordan": "location", "Office": "concept"}))
    [line] = (await workspace.radar()).probable_duplicates.lines
    assert {line.one.type, line.other.type} == {"person", "location"}


async def test_a_pair_leaves_when_it_is_judged(workspace: Workspace) -> None:
    """Merged or marked as different it is no longer proposed; undone it is again."""
    for name in ("Operator", "Operators"):
        await workspace.remember(decision(f"{name} related_to Course", types={name: "concept"}))
    merge = await workspace.merge("Operators", "Operator", reason="one thing")
    assert pairs(await workspace.radar()) == set()
    await workspace.unmerge(str(merge.id), reason="two things")
    assert len(pairs(await workspace.radar())) == 1
    await workspace.mark_different("Operator", "Operators")
    assert pairs(await workspace.radar()) == set()
    await workspace.mark_different("Operator", "Operators", undo=True)
    assert len(pairs(await workspace.radar())) == 1


async def test_a_mark_outlives_a_merge_of_one_side(workspace: Workspace) -> None:
    """A proposal follows its names into merges, and so does the mark that the two are different."""
    for name in ("Operator", "Operators", "Controller"):
        await workspace.remember(decision(f"{name} related_to Course", types={name: "concept"}))
    await workspace.merge("Operators", "Controller", reason="one thing")
    [line] = (await workspace.radar()).probable_duplicates.lines
    assert {line.one.name, line.other.name} == {"Operator", "Controller"}
    await workspace.mark_different("Operator", "Controller")
    assert (await workspace.radar()).probable_duplicates.total == 0


async def test_a_mark_on_a_name_that_was_merged_since(workspace: Workspace) -> None:
    """What was marked as different before one of the two was merged is not proposed under its new name."""
    for name in ("Operator", "Operators", "Controller", "Conductor"):
        await workspace.remember(decision(f"{name} related_to Course", types={name: "concept"}))
    await workspace.mark_different("Operator", "Operators")
    await workspace.merge("Operators", "Controller", reason="one thing")
    await workspace.merge("Operator", "Conductor", reason="one thing")
    assert (await workspace.radar()).probable_duplicates.total == 0


async def test_a_name_that_no_current_record_uses_is_not_proposed(workspace: Workspace) -> None:
    """Both names must still be named by something."""
    await workspace.remember(decision("Operator related_to Course", types={"Operator": "concept"}))
    second = await workspace.remember(decision("Operators related_to Course", types={"Operators": "concept"}))
    await workspace.forget(second.records[0].id, reason="a slip")
    assert (await workspace.radar()).probable_duplicates.total == 0


# -- contradictions


async def test_tim_01_an_older_conflict_ends_nothing_and_is_listed(workspace: Workspace) -> None:
    """A dependency that began later than a conflict of the pair holds beside it: the radar lists the contradiction."""
    await workspace.remember(decision("Checkout depends_on Ledger", valid_from="2024-06-01", reason="it books there"))
    await workspace.remember(decision("Checkout conflicts_with Ledger", valid_from="2022-01-01", reason="an old note"))
    answer = await workspace.radar()
    [line] = answer.contradictions.lines
    assert (answer.contradictions.total, line.kind) == (1, "conflict")
    assert {line.one and line.one.name, line.other and line.other.name} == {"Checkout", "Ledger"}
    assert [(e.type, e.reason, e.since) for e in line.conflicts] == [("conflicts_with", "an old note", "2022-01-01")]
    assert [(e.type, e.reason, e.since) for e in line.links] == [("depends_on", "it books there", "2024-06-01")]
    assert (await workspace.radar(valid_at="2023-01-01")).contradictions.total == 0


async def test_a_conflict_that_ended_the_links_is_no_contradiction(workspace: Workspace) -> None:
    """A conflict stated after the link ends it, so the two do not stand side by side; stated again they do."""
    await workspace.remember(decision("Checkout depends_on Ledger"))
    await workspace.remember(decision("Ledger conflicts_with Checkout"))
    assert (await workspace.radar()).contradictions.total == 0
    await workspace.remember(decision("Checkout depends_on Ledger"))
    assert (await workspace.radar()).contradictions.total == 1


async def test_tim_11_two_heads_of_one_record(workspace: Workspace) -> None:
    """Two records that replaced the same one are listed while both are current, in the same order on every call."""
    [a] = (await workspace.remember(decision("api depends_on redis"))).records
    [b] = (await workspace.remember(decision("api depends_on valkey", supersedes=(a.id,)))).records
    assert (await workspace.radar()).contradictions.total == 0
    [c] = (await workspace.remember(decision("api depends_on kafka", supersedes=(a.id,)))).records
    answer = await workspace.radar()
    [line] = answer.contradictions.lines
    assert (line.kind, line.record and line.record.record) == ("heads", a.id)
    assert [h.record for h in line.heads] == [b.id, c.id]
    assert (await workspace.radar()).contradictions == answer.contradictions
    await workspace.remember(decision("api depends_on kafka", supersedes=(b.id, c.id)))
    assert (await workspace.radar()).contradictions.total == 0


async def test_a_head_that_was_replaced_is_followed(workspace: Workspace) -> None:
    """The successor of a head stands for it; the fork is over when one of its sides is withdrawn."""
    [a] = (await workspace.remember(decision("api depends_on redis"))).records
    [b] = (await workspace.remember(decision("api depends_on valkey", supersedes=(a.id,)))).records
    [c] = (await workspace.remember(decision("api depends_on kafka", supersedes=(a.id,)))).records
    [d] = (await workspace.remember(decision("api depends_on nats", supersedes=(b.id,)))).records
    [line] = (await workspace.radar()).contradictions.lines
    assert [h.record for h in line.heads] == [c.id, d.id]
    await workspace.forget(c.id, reason="nobody wanted it")
    assert (await workspace.radar()).contradictions.total == 0


async def test_tim_04_texts_that_disagree_are_no_contradiction(workspace: Workspace) -> None:
    """The radar guesses nothing from texts: two records that name two places are both current and not listed."""
    await workspace.remember(decision("HQ related_to Porto", decision="HQ is in Porto"))
    await workspace.remember(decision("HQ related_to Lyon", decision="HQ is in Lyon"))
    assert (await workspace.radar()).contradictions.total == 0


# -- links to removed things


async def test_del_08_a_removed_thing_with_links(workspace: Workspace) -> None:
    """A link of before the removal that is told after it does not lift the mark: it is listed; a later link lifts it."""
    await workspace.remember(decision("web depends_on X", valid_from="2024-01-01"))
    gone = await workspace.remember(
        change("web depends_on Y", valid_from="2024-06-01", title="X is out", retires=("X",), change="X gone")
    )
    assert (await workspace.radar()).links_to_removed.total == 0, "its links ended with it"
    await workspace.remember(decision("mobile depends_on X", valid_from="2024-02-01", reason="an old note"))
    [line] = (await workspace.radar()).links_to_removed.lines
    assert (line.kind, line.entity.name, line.at, line.record) == ("removed", "X", "2024-06-01", gone.records[0].id)
    assert (line.title, line.author, line.said) == ("X is out", "ana", None)
    assert [(e.source, e.type, e.target, e.reason) for e in line.links] == [("mobile", "depends_on", "X", "an old note")]
    assert line.links_total == 1
    assert (await workspace.radar(valid_at="2024-03-01")).links_to_removed.total == 0, "not removed yet"
    await workspace.remember(decision("tv depends_on X", valid_from="2025-01-01"))
    assert (await workspace.radar()).links_to_removed.total == 0, "it is back"
    assert (await workspace.radar(valid_at="2024-12-01")).links_to_removed.total == 1


async def test_a_code_change_that_says_removed_is_a_proposal(workspace: Workspace) -> None:
    """Words alone end nothing: the thing is proposed with the words, until a newer code change names it."""
    await workspace.remember(decision("web depends_on SSEBroadcaster", valid_from="2024-01-01"))
    said = await workspace.remember(change("web related_to SSEBroadcaster", change="Removed the SSEBroadcaster. Clients poll."))
    [line] = (await workspace.radar()).links_to_removed.lines
    assert (line.kind, line.entity.name, line.said) == ("said_removed", "SSEBroadcaster", "Removed the SSEBroadcaster.")
    assert (line.record, line.links_total) == (said.records[0].id, 1)
    await workspace.remember(change("web related_to SSEBroadcaster", change="Reworked the SSEBroadcaster"))
    assert (await workspace.radar()).links_to_removed.total == 0


async def test_a_code_change_that_removes_something_else(workspace: Workspace) -> None:
    """What was taken out of a thing is not the thing; and what has no impact link is not at risk."""
    await workspace.remember(decision("web depends_on Persister", "Cache related_to Persister"))
    await workspace.remember(change("web related_to Persister", change="Removed a dead branch from Persister"))
    await workspace.remember(change("Cache related_to Persister", change="Removed the Cache"))
    assert (await workspace.radar()).links_to_removed.total == 0


async def test_the_walk_over_code_changes_is_bounded_and_says_so(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proposal behind the bound is not made, and the list says that there may be more."""
    await workspace.remember(change("web depends_on Importer", change="Removed the Importer"))
    await workspace.remember(decision("web depends_on api"))
    assert (await workspace.radar()).links_to_removed.total == 1
    monkeypatch.setattr(removed_module, "WALK", 1)
    listed = (await workspace.radar()).links_to_removed
    assert (listed.total, listed.at_least) == (0, True)


# -- merges to judge


async def test_merges_that_the_system_made(workspace: Workspace, memory: Memory) -> None:
    """A merge by the system waits for a person; one by a person does not, nor one that was undone."""
    await workspace.remember(decision("NYC office related_to lease", "New York office related_to lease", "HQ related_to lease"))
    system = await memory.workspace(workspace.name, author="system")
    merge = await system.merge("NYC office", "New York office", reason="score 0.97")
    await workspace.merge("HQ", "New York office", reason="I know")
    answer = await workspace.radar()
    [line] = answer.merges_to_judge.lines
    assert (line.merge, line.loser.name, line.survivor.name, line.reason) == (
        merge.id,
        "NYC office",
        "New York office",
        "score 0.97",
    )
    await workspace.unmerge(line.merge, reason="two offices")
    assert (await workspace.radar()).merges_to_judge.total == 0


# -- all lists


async def test_first_lines_and_totals(workspace: Workspace) -> None:
    """`limit` bounds the lines of each list, never the totals; newest first."""
    for n in range(12):
        await workspace.remember(found(f"leak {n}", f"api related_to leak {n}"))
    answer = await workspace.radar(limit=3)
    assert (answer.unsolved_problems.total, problems(answer)) == (12, ["leak 11", "leak 10", "leak 9"])
    assert len(problems(await workspace.radar())) == 10
    for limit in (0, 201):
        with pytest.raises(InvalidArgument, match="limit"):
            await workspace.radar(limit=limit)


async def test_workspaces_do_not_see_each_other(make_workspace: MakeWorkspace) -> None:
    """Twin workspaces have each their own lines, with ids of their own."""
    one, other = await make_workspace(), await make_workspace()
    for w in (one, other):
        await w.remember(found("leak", "api related_to leak"))
        await w.remember(decision("Operator related_to Course", valid_from="2020-01-01"))
        await w.remember(decision("Operator depends_on Operators", valid_from="2020-01-01"))
        await w.remember(decision("Operator conflicts_with Operators", valid_from="2019-01-01"))
        await w.remember(change("web depends_on Importer", change="Removed the Importer"))
    mine, theirs = await one.radar(), await other.radar()

    def keys(answer: Radar) -> set[str]:
        lists = [v for v in (getattr(answer, f) for f in Radar.model_fields) if hasattr(v, "total")]
        return {line.key for x in lists for line in x.lines}

    assert len(keys(mine)) == len(keys(theirs)) == 7
    assert not keys(mine) & keys(theirs)


async def test_one_reading_takes_a_fixed_number_of_statements(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is open, the radar asks a fixed number of statements, all at the same two instants."""
    await workspace.remember(*(found(f"leak {n}", f"api related_to leak {n}") for n in range(30)))
    asked: list[tuple[str, Clocks]] = []
    rows = Reader.rows

    async def counted(reader: Reader, name: str, /, **params: Any) -> list[dict[str, Any]]:
        asked.append((name, reader.clocks))
        return await rows(reader, name, **params)

    monkeypatch.setattr(Reader, "rows", counted)
    answer = await workspace.radar()
    assert len(asked) <= 13, asked
    assert {clocks for _, clocks in asked} == {Clocks(answer.as_of, answer.valid_at)}


async def test_tim_06_the_first_day_of_time(workspace: Workspace) -> None:
    """An instant before which there is none is no error: nothing was open then."""
    await workspace.remember(found("leak", "api related_to leak"))
    answer = await workspace.radar(valid_at="0001-01-01")
    assert (answer.unsolved_problems.total, answer.silent_entities.total) == (0, 0)
