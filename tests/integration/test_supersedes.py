"""Supersedes and corrects: how one record ends another, and what the receipt says of it (design 3.5)."""

from __future__ import annotations

from typing import Any

from graphmem.model.receipts import Receipt
from graphmem.workspace import Workspace
from tests.acting import codes, current, dependents, links, records, refusals, unsolved, warning
from tests.stating import decision, found, solved


async def one(workspace: Workspace, *links: str, **more: Any) -> str:
    """A stored decision, by its id."""
    return (await workspace.remember(decision(*links, **more))).records[0].id


def ids(receipt: Receipt) -> str:
    return receipt.records[0].id


# -- supersedes


async def test_the_old_record_ends_when_the_new_one_begins(workspace: Workspace) -> None:
    """The old record and its links hold until the new start and not from it on; nothing is deleted."""
    old = await one(workspace, "api depends_on auth", valid_from="2020-01-01")
    new = await workspace.remember(decision("api depends_on redis", valid_from="2024-03-01", supersedes=(old,)))
    assert records(new.ended) == [(old, "superseded")]
    assert links(new.ended) == ["api depends_on auth"]
    assert await dependents(workspace, "auth", valid_at="2024-02-29") == ["api"]
    assert await dependents(workspace, "auth", valid_at="2024-03-01") == []
    assert await current(workspace, old, valid_at="2022")
    assert not await current(workspace, old)


async def test_what_is_not_restated_is_told(workspace: Workspace) -> None:
    """Each link that the new record does not restate ends with a warning; the restated one goes on without."""
    old = await one(workspace, "api depends_on auth", "api depends_on redis")
    new = await workspace.remember(decision("api depends_on auth", supersedes=(old,)))
    assert links(new.ended) == ["api depends_on redis"]
    assert codes(new) == ["LINK_NOT_RESTATED"]
    assert "api depends_on redis" in warning(new, "LINK_NOT_RESTATED")
    assert [r.evidence for r in new.relations] == [1]


async def test_what_others_still_state_is_evidence_lost(workspace: Workspace) -> None:
    """A link that another record states as well loses a piece of evidence and holds on; that is no ended link."""
    old = await one(workspace, "api depends_on auth")
    await one(workspace, "api depends_on auth")
    new = await workspace.remember(decision("api depends_on redis", supersedes=(old,)))
    assert links(new.evidence_lost) == ["api depends_on auth"]
    assert links(new.ended) == []
    assert codes(new) == []
    assert await dependents(workspace, "auth") == ["api"]


async def test_an_assumed_start_is_taken_back(workspace: Workspace) -> None:
    """A record whose start was only assumed never held where the new one begins no later, and is no refusal."""
    old = await one(workspace, "api depends_on auth")
    await workspace.remember(decision("api depends_on redis", valid_from="2020-01-01", supersedes=(old,)))
    before = (await workspace.record(old)).record.recorded_at
    assert await dependents(workspace, "auth", valid_at=before) == []
    assert await dependents(workspace, "auth", as_of=before) == ["api"]


async def test_a_stated_start_is_not_taken_back(workspace: Workspace) -> None:
    """Superseding something before its stated start is refused, and the message names `corrects`."""
    old = await one(workspace, "api depends_on auth", valid_from="2024-06-01")
    act = workspace.remember(decision("api depends_on redis", valid_from="2022-01-01", supersedes=(old,)))
    assert await refusals(act) == [("supersedes[0]", "ENDS_BEFORE_IT_BEGAN")]
    same_day = await workspace.remember(decision("api depends_on redis", valid_from="2024-06", supersedes=(old,)))
    assert records(same_day.ended) == [(old, "superseded")]
    assert not await current(workspace, old, valid_at="2024-06-02")


async def test_a_second_successor_is_a_fork(workspace: Workspace) -> None:
    """A superseded record may be superseded again: the warning names the first successor, and the earlier end counts."""
    old = await one(workspace, "api depends_on auth", valid_from="2020")
    first = await one(workspace, "api depends_on redis", valid_from="2022", supersedes=(old,))
    second = await workspace.remember(decision("api depends_on disk", valid_from="2023", supersedes=(old,)))
    assert first in warning(second, "ALREADY_SUPERSEDED")
    assert second.ended == ()
    assert not await current(workspace, old, valid_at="2022-06-01")
    assert [line.kind for line in (await workspace.radar()).contradictions.lines] == ["heads"]


async def test_an_earlier_fork_moves_the_end(workspace: Workspace) -> None:
    """A second successor that begins before the first moves the end to its own start; as of before it the later one counted."""
    old = await one(workspace, "api depends_on auth", valid_from="2020")
    first = await workspace.remember(decision("api depends_on redis", valid_from="2022", supersedes=(old,)))
    second = await workspace.remember(decision("api depends_on disk", valid_from="2021", supersedes=(old,)))
    assert records(second.ended) == [(old, "superseded")]
    assert not await current(workspace, old, valid_at="2021-06-01")
    assert await current(workspace, old, valid_at="2021-06-01", as_of=first.recorded_at)
    assert len((await workspace.record(old)).ends) == 2


async def test_superseding_what_was_forgotten(workspace: Workspace) -> None:
    """What had ended without a successor may be superseded; the earlier end counts and the receipt says so."""
    old = await one(workspace, "api depends_on auth")
    await workspace.forget(old, reason="mistake")
    new = await workspace.remember(decision("api depends_on redis", supersedes=(old,)))
    assert codes(new) == ["ALREADY_ENDED"]
    assert new.ended == ()


async def test_a_stated_end_is_not_moved_later(workspace: Workspace) -> None:
    """An end that the writer gave stays the one shown when a later successor names the record."""
    old = await one(workspace, "api depends_on auth", valid_from="2020", valid_to="2021")
    await workspace.remember(decision("api depends_on redis", valid_from="2024", supersedes=(old,)))
    record = await workspace.record(old, valid_at="2020-06-01")
    assert (record.stated_to, record.record.valid_to) == ("2021", "2021")
    assert not await current(workspace, old, valid_at="2022")


# -- problems that open again


async def test_the_end_of_the_last_fix_reopens_its_problem(workspace: Workspace) -> None:
    """Superseding the only fix reopens a problem that a current record names; with another fix left it stays closed."""
    await workspace.remember(found("leak", "leak caused_by cache"))
    fixes = [ids(await workspace.remember(solved(f"{n} solves leak"))) for n in ("patch", "restart")]
    one_left = await workspace.remember(decision("patch depends_on cache", supersedes=(fixes[0],)))
    assert "REOPENS_PROBLEM" not in codes(one_left)
    assert await unsolved(workspace) == []
    none_left = await workspace.remember(decision("restart depends_on cache", supersedes=(fixes[1],)))
    assert "leak" in warning(none_left, "REOPENS_PROBLEM")
    assert await unsolved(workspace) == ["leak"]


async def test_a_fix_older_than_the_last_finding_does_not_keep_it_closed(workspace: Workspace) -> None:
    """A problem found again after the first fix is solved by the second alone: its end reopens it, whatever the first says."""
    await workspace.remember(found("leak", "leak caused_by cache"))
    await workspace.remember(solved("patch solves leak"))
    await workspace.remember(found("leak", "leak caused_by pool"))
    second = ids(await workspace.remember(solved("restart solves leak")))
    assert await unsolved(workspace) == []
    assert codes(await workspace.forget(second, reason="rolled back")) == ["REOPENS_PROBLEM"]
    assert await unsolved(workspace) == ["leak"]


async def test_a_problem_that_nothing_names_any_more_is_not_reopened(workspace: Workspace) -> None:
    """The end of the only record that names a problem takes the problem with it."""
    only = ids(await workspace.remember(solved("patch solves leak")))
    assert codes(await workspace.forget(only, reason="never mind")) == []
    assert await unsolved(workspace) == []


async def test_a_restated_fix_reopens_nothing(workspace: Workspace) -> None:
    """A fix that the new record states anew, under the same or another name, keeps the problem closed."""
    await workspace.remember(found("leak", "leak caused_by cache"))
    fix = ids(await workspace.remember(solved("patch solves leak")))
    other = await workspace.remember(solved("rewrite solves leak", supersedes=(fix,)))
    assert codes(other) == ["LINK_NOT_RESTATED"]
    assert await unsolved(workspace) == []


# -- corrects


async def test_a_correction_takes_the_place_of_what_it_corrects(workspace: Workspace) -> None:
    """Without times of its own it holds from the earliest start to the latest end, and the corrected records never held."""
    first = await one(workspace, "api depends_on auth", valid_from="2020-03")
    second = await one(workspace, "api depends_on auth", valid_from="2021", valid_to="2023-05")
    new = await workspace.remember(decision("api depends_on redis", corrects=(first, second)))
    view = await workspace.record(ids(new))
    assert (view.record.at, view.record.valid_to) == ("2020-03", None)
    assert sorted(records(new.ended)) == sorted([(first, "corrected"), (second, "corrected")])
    assert not await current(workspace, first, valid_at="2022")
    assert await current(workspace, first, valid_at="2022", as_of=(await workspace.record(second)).record.recorded_at)


async def test_a_correction_keeps_the_end_of_what_it_corrects(workspace: Workspace) -> None:
    """The end of a superseded record is the end of its correction; no second head arises."""
    old = await one(workspace, "api depends_on auth", valid_from="2020")
    await one(workspace, "api depends_on redis", valid_from="2022", supersedes=(old,))
    new = await workspace.remember(decision("api depends_on disk", corrects=(old,)))
    assert codes(new) == ["LINK_NOT_RESTATED"]
    assert await current(workspace, ids(new), valid_at="2021")
    assert not await current(workspace, ids(new), valid_at="2022")
    assert (await workspace.radar()).contradictions.total == 0


async def test_a_correction_with_times_of_its_own(workspace: Workspace) -> None:
    """Given times count; going on beside a successor it is a fork."""
    old = await one(workspace, "api depends_on auth", valid_from="2020")
    successor = await one(workspace, "api depends_on redis", valid_from="2022", supersedes=(old,))
    new = await workspace.remember(decision("api depends_on disk", valid_from="2019", corrects=(old,)))
    assert successor in warning(new, "ALREADY_SUPERSEDED")
    assert (await workspace.record(ids(new))).record.at == "2019"


async def test_two_corrections_of_one_record_are_a_fork(workspace: Workspace) -> None:
    """A record corrected twice has two heads, and the second receipt names the first."""
    old = await one(workspace, "api depends_on auth")
    first = await one(workspace, "api depends_on redis", corrects=(old,))
    second = await workspace.remember(decision("api depends_on disk", corrects=(old,)))
    assert first in warning(second, "ALREADY_SUPERSEDED")
    assert [line.kind for line in (await workspace.radar()).contradictions.lines] == ["heads"]


async def test_a_correction_keeps_its_place_in_the_order(workspace: Workspace) -> None:
    """A corrected finding stands where the old one stood, before the fix: the problem stays closed."""
    old = ids(await workspace.remember(found("leak", "leak caused_by cache", valid_from="2024-05-01")))
    await workspace.remember(solved("patch solves leak", valid_from="2024-05-01"))
    receipt = await workspace.remember(found("leak", "leak caused_by pool", corrects=(old,)))
    assert "REOPENS_PROBLEM" not in codes(receipt)
    assert await unsolved(workspace) == []
    await workspace.remember(found("leak", "leak caused_by pool", valid_from="2024-05-01"))
    assert await unsolved(workspace) == ["leak"]


# -- ends stay


async def test_ends_stay_when_their_cause_is_corrected(workspace: Workspace) -> None:
    """What the corrected record had ended stays ended, and the receipt lists it."""
    old = await one(workspace, "api depends_on auth")
    cause = await one(workspace, "api depends_on redis", supersedes=(old,))
    receipt = await workspace.remember(decision("api depends_on disk", corrects=(cause,)))
    assert old in warning(receipt, "ENDS_STAY")
    assert not await current(workspace, old)


async def test_ends_stay_when_their_cause_is_superseded(workspace: Workspace) -> None:
    """What a record had retired stays ended when the record is superseded, and the receipt lists it."""
    link = (await workspace.remember(decision("api depends_on auth", "web depends_on auth"))).relations[0].id
    cause = await one(workspace, "api depends_on redis", retires=(link,))
    receipt = await workspace.remember(decision("api depends_on redis", supersedes=(cause,)))
    assert link in warning(receipt, "ENDS_STAY")
    assert await dependents(workspace, "auth") == ["web"]


async def test_what_ends_again_is_not_said_to_stay(workspace: Workspace) -> None:
    """A record that names a whole chain is not told that the end of the oldest stays: it ends that one too."""
    old = await one(workspace, "api depends_on auth")
    middle = await one(workspace, "api depends_on redis", supersedes=(old,))
    receipt = await workspace.remember(decision("api depends_on redis", supersedes=(old, middle)))
    assert "ENDS_STAY" not in codes(receipt)
