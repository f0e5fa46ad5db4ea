"""The loop: corrections that recur become candidates, a person makes rules of them, and rules open every session."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest

from graphmem.errors import InvalidArgument, NotFound, Refused
from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.tools import Toolbox
from graphmem.work import deciding
from graphmem.workspace import Workspace
from graphmem.write.acts import Actor
from tests.conftest import MakeWorkspace
from tests.stating import decision
from tests.work.telling import EUROS, ONE_OFF, corrected, queue, recurring

DATES = (
    ("the date was 3/4/26", "write dates as year, month, day", "the archive sorts by them"),
    ("dates like 4/3/26", "write a date as year, month and day", "nobody knows which is the month"),
)


async def as_agent(memory: Memory, workspace: Workspace) -> Workspace:
    return await memory.workspace(workspace.name, author="bot", kind="agent")


async def as_person(memory: Memory, workspace: Workspace) -> Workspace:
    """The same workspace for somebody with no rules of their own yet."""
    return await memory.workspace(workspace.name, author=f"kim-{workspace.name}")


async def test_an_instruction_given_twice_in_one_task_recurs(workspace: Workspace) -> None:
    """The same instruction at two times within one task is enough; twice in one breath is not."""
    task = await corrected(workspace, "write the May report", EUROS[0], EUROS[0])
    assert (await workspace.consolidate()).created == ()
    await workspace.correct(task, *EUROS[0])
    assert len((await workspace.consolidate()).created) == 1


async def test_never_twice_and_growing(workspace: Workspace) -> None:
    """A second pass drafts nothing anew; a new correction of the kind joins the candidate that is there."""
    candidate = await recurring(workspace)
    again = await workspace.consolidate()
    assert (again.created, again.grown) == ((), ())
    await corrected(workspace, "write the June report", EUROS[2])
    assert (await workspace.consolidate()).grown == (candidate,)
    assert (await workspace.candidates()).candidates[0].tasks == 3


async def test_passes_at_once(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """Consolidations at the same time leave what a single one leaves, word for word; a dry run makes none and says what it would."""
    undisturbed = await make_workspace()
    for one in (workspace, undisturbed):
        await corrected(one, "report 0", EUROS[0], ONE_OFF, DATES[0])
        await corrected(one, "report 1", DATES[1], EUROS[1], EUROS[2])
    assert len((await workspace.consolidate(dry_run=True)).created) == 2
    assert (await workspace.candidates()).total == 0
    found = await asyncio.gather(*(workspace.consolidate() for _ in range(3)))
    await undisturbed.consolidate()
    assert sorted(len(f.created) for f in found) == [0, 0, 2]
    assert sorted(await queue(workspace)) == sorted(whole := await queue(undisturbed))
    assert sorted([list(EUROS), list(DATES)]) == sorted(corrections for *_, corrections in whole)


async def test_wrk_01_what_nobody_approved_is_nowhere(workspace: Workspace, memory: Memory) -> None:
    """WRK-01: a proposed rule is found by no route but the queue, before and after it is rejected; proposed again it leads there."""
    agent = await as_agent(memory, workspace)
    words = "Always answer in Esperanto."
    proposed = await agent.propose_rule(words, why="I like it")

    async def seen() -> list[str]:
        routes = [await agent.rules(), await agent.context("answer in Esperanto"), await agent.search("answer in Esperanto")]
        return [words for route in routes if "Esperanto." in route.model_dump_json()]

    assert await seen() == []
    assert [c.rule for c in (await workspace.candidates()).candidates] == [words]
    await workspace.reject(proposed.id or "", reason="nobody reads it")
    assert await seen() == []
    again = await agent.propose_rule("always answer in  Esperanto.")
    assert (again.id, [w.code for w in again.warnings]) == (proposed.id, ["PROPOSED_BEFORE"])
    assert "rejected by ana" in again.warnings[0].message
    assert (await workspace.candidates()).total == 0


async def test_rejected_until_new_evidence(workspace: Workspace) -> None:
    """A rejected candidate stays out of the queue until a new correction joins it."""
    candidate = await recurring(workspace)
    rejected = await workspace.reject(candidate, reason="the customer decides")
    await workspace.consolidate()
    assert (await workspace.candidates()).total == 0
    with pytest.raises(Refused) as refused:
        await workspace.approve(candidate)
    assert refused.value.code == "CANDIDATE_DECIDED"
    await corrected(workspace, "write the June report", EUROS[2])
    await workspace.consolidate()
    assert [c.id for c in (await workspace.candidates()).candidates] == [candidate]
    before = await workspace.candidates(state="rejected", as_of=rejected.recorded_at)
    assert [c.id for c in before.candidates] == [candidate]


async def test_it_recurs_after_its_rule_was_retired(workspace: Workspace) -> None:
    """A mistake that comes again after its rule was retired is a candidate again, with all its corrections and its past."""
    candidate = await recurring(workspace)
    first = await workspace.approve(candidate)
    await workspace.retire_rule(first.id or "", reason="a template does it now")
    assert (await workspace.consolidate()).grown == ()
    assert [w.code for w in (await workspace.approve(candidate)).warnings] == ["ALREADY_DECIDED"]
    await corrected(workspace, "write the June report", EUROS[2])
    assert (await workspace.consolidate()).grown == (candidate,)
    (waiting,) = (await workspace.candidates()).candidates
    assert (waiting.id, waiting.rule_id, len(waiting.corrections)) == (candidate, None, 3)
    assert "stands no more" in (waiting.reason or "")
    assert [c.id for c in (await workspace.candidates(state="approved", as_of=first.recorded_at)).candidates] == [candidate]
    second = await workspace.approve(candidate)
    (rule,) = (await workspace.rules()).rules
    assert (rule.id, len(rule.corrections), second.warnings) == (second.id, 3, ())
    assert rule.id != first.id


@pytest.mark.parametrize("how", ["replaced", "merged"])
async def test_it_recurs_after_the_rule_it_became(workspace: Workspace, how: str) -> None:
    """While the rule stands that replaced its own, or that it was merged into, it says that it is broken; after that it waits anew."""
    candidate = await recurring(workspace)
    other = (await workspace.propose_rule("Money is told in euros.")).id or ""
    if how == "merged":
        rule = (await workspace.approve(other)).id or ""
        await workspace.approve(candidate, into=rule)
    else:
        rule = (await workspace.approve(other, replaces=[(await workspace.approve(candidate)).id or ""])).id or ""
    assert [p.kind for p in (await workspace.rules()).pruning] == []
    task = await corrected(workspace, "write the June report", EUROS[2])
    assert (await workspace.consolidate()).grown == (candidate,)
    assert (await workspace.candidates()).total == 0
    (broken,) = (await workspace.rules()).pruning
    assert (broken.kind, broken.rules, len(broken.corrections)) == ("repeated", (rule,), 1)
    await workspace.retire_rule(rule, reason="a template does it now")
    await workspace.correct(task, *EUROS[1])
    await workspace.consolidate()
    assert [c.id for c in (await workspace.candidates()).candidates] == [candidate]


async def test_wrk_03_one_decision(workspace: Workspace) -> None:
    """WRK-03: approved twice, one after the other and at once, there is one rule and one answer; who loses sees what was decided."""
    candidate = await recurring(workspace)
    first, second = await asyncio.gather(workspace.approve(candidate), workspace.approve(candidate))
    third = await workspace.approve(candidate)
    assert len({r.id for r in (first, second, third)}) == 1
    assert [w.code for w in third.warnings] == ["ALREADY_DECIDED"]
    assert len((await workspace.rules()).rules) == 1
    with pytest.raises(Refused) as refused:
        await workspace.reject(candidate, reason="too late")
    assert "approved by ana" in str(refused.value)


async def test_approved_and_rejected_at_once(workspace: Workspace) -> None:
    """Approve and reject at the same time: one of them counts, the other is told which."""
    candidate = await recurring(workspace)
    acts = (workspace.approve(candidate), workspace.reject(candidate, reason="no"))
    approved, rejected = await asyncio.gather(*acts, return_exceptions=True)
    refused = [e for e in (approved, rejected) if isinstance(e, Refused)]
    assert [e.code for e in refused] == ["CANDIDATE_DECIDED"]
    assert len((await workspace.rules()).rules) == (0 if isinstance(approved, Refused) else 1)


async def test_replaced_merged_and_retired(workspace: Workspace) -> None:
    """A rule that replaces another ends it; one merged into another adds its corrections; a retired one ends; each keeps its days."""
    one = await workspace.approve(await recurring(workspace))
    other = await workspace.propose_rule("Write amounts in euros with two decimals.")
    new = await workspace.approve(other.id or "", replaces=[one.id or ""], reason="more precise")
    assert [r.id for r in (await workspace.rules()).rules] == [new.id]
    assert [r.id for r in (await workspace.rules(as_of=one.recorded_at)).rules] == [one.id]
    third = await workspace.propose_rule("Amounts: euros.")
    merged = await workspace.approve(third.id or "", into=new.id)
    assert (merged.id, len((await workspace.rules()).rules)) == (new.id, 1)
    await workspace.retire_rule(new.id or "", reason="a template does it now")
    assert (await workspace.rules()).rules == ()
    assert [r.id for r in (await workspace.rules(as_of=merged.recorded_at)).rules] == [new.id]
    with pytest.raises(Refused) as refused:
        await workspace.retire_rule(new.id or "", reason="again")
    assert refused.value.code == "RULE_ENDED"


async def test_wrk_06_no_ring_of_rules(workspace: Workspace) -> None:
    """WRK-06, TIME: a rule never replaces itself, nor the one that replaced it; the refusal shows the ring."""
    first = await recurring(workspace)
    one = (await workspace.approve(first)).id or ""
    with pytest.raises(Refused) as itself:
        await workspace.approve(first, replaces=[one])
    other = await workspace.propose_rule("Write euros.")
    two = (await workspace.approve(other.id or "", replaces=[one])).id or ""
    with pytest.raises(Refused) as ring:
        await workspace.approve(first, replaces=[two])
    assert (itself.value.code, ring.value.code) == ("RULE_LOOP", "RULE_LOOP")
    assert f"{one} ← {two} ← {one}" in str(ring.value)
    assert [r.id for r in (await workspace.rules()).rules] == [two]


async def test_the_budget_of_rules(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """An approval beyond the budget is refused, with the rules to merge or retire first; once one is retired it lands."""
    monkeypatch.setattr(workspace._store, "rules_budget", 60)
    first = await workspace.propose_rule("Write amounts in euros. " * 6)
    rule = (await workspace.approve(first.id or "")).id or ""
    second = await workspace.propose_rule("Name files by their date. " * 6)
    with pytest.raises(Refused) as refused:
        await workspace.approve(second.id or "")
    assert (refused.value.code, rule in str(refused.value)) == ("RULES_BUDGET", True)
    await workspace.retire_rule(rule, reason="room")
    await workspace.approve(second.id or "")


async def test_a_rule_goes_with_the_person(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """A rule approved for the person holds in their other projects and in nobody else's."""
    person = f"p-{secrets.token_hex(4)}"
    workspace, elsewhere = [await make_workspace(author=person) for _ in range(2)]
    proposed = await workspace.propose_rule("Short answers, please.")
    receipt = await workspace.approve(proposed.id or "", scope="person")
    others = await memory.workspace(elsewhere.name, author="jo")
    assert receipt.id in [r.id for r in (await elsewhere.rules()).rules]
    assert receipt.id not in [r.id for r in (await others.rules()).rules]
    await elsewhere.retire_rule(receipt.id or "", reason="enough")
    assert receipt.id not in [r.id for r in (await workspace.rules()).rules]


async def test_it_recurs_after_the_person_retired_the_rule(workspace: Workspace, memory: Memory) -> None:
    """A rule that goes with the person answers for its candidate while it stands there; retired there, the candidate waits again."""
    candidate = await recurring(workspace)
    kim = await as_person(memory, workspace)
    first = await kim.approve(candidate, scope="person")
    task = await corrected(workspace, "write the June report", EUROS[2])
    await workspace.consolidate()
    assert (await workspace.candidates()).total == 0
    await kim.retire_rule(first.id or "", reason="enough")
    await workspace.correct(task, *EUROS[1])
    await workspace.consolidate()
    assert (await workspace.candidates()).total == 1
    second = await kim.approve(candidate, scope="person")
    assert [r.id for r in (await kim.rules()).rules] == [second.id]


async def test_wrk_03_rejected_before_it_goes_with_the_person(
    workspace: Workspace, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WRK-03: where somebody rejects while a person approves for themselves, no rule is left with the person."""
    candidate = (await workspace.propose_rule("Long answers, please.")).id or ""
    kim, through = await as_person(memory, workspace), deciding.stored

    async def late(actor: Actor, *asked: Any) -> Receipt:
        if actor.workspace == workspace.name:
            await workspace.reject(candidate, reason="short ones")
        return await through(actor, *asked)

    monkeypatch.setattr(deciding, "stored", late)
    with pytest.raises(Refused) as refused:
        await kim.approve(candidate, scope="person")
    assert refused.value.code == "CANDIDATE_DECIDED"
    assert (await kim.rules()).rules == ()


async def test_a_rule_of_the_person_cut_off(workspace: Workspace, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off between the decision and the rule, the decision stands; the same call again stores the rule, and no call twice."""
    candidate = (await workspace.propose_rule("Short answers, please.")).id or ""
    kim, through = await as_person(memory, workspace), deciding.stored

    async def cut_off(actor: Actor, *asked: Any) -> Receipt:
        if actor.workspace != workspace.name:
            raise ConnectionError
        return await through(actor, *asked)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(deciding, "stored", cut_off)
        with pytest.raises(ConnectionError):
            await kim.approve(candidate, scope="person", rule="Answer shortly.", request_id="mine")
    (decided,) = (await workspace.candidates(state="approved")).candidates
    assert (await kim.rules()).rules == ()
    for _ in range(2):
        again = await kim.approve(candidate, scope="person", rule="Answer shortly.", request_id="mine")
        assert [(r.id, r.rule, r.scope) for r in (await kim.rules()).rules] == [(again.id, "Answer shortly.", "person")]
    assert decided.rule_id == again.id
    await kim.retire_rule(again.id or "", reason="enough")
    assert [w.code for w in (await kim.approve(candidate, scope="person")).warnings] == ["ALREADY_DECIDED"]
    assert (await kim.rules()).rules == ()


async def test_a_rule_of_the_person_leaves_the_others(workspace: Workspace) -> None:
    """What a rule that goes with the person cannot do is refused, and a dry run stores nothing; the candidate waits on."""
    rule = (await workspace.approve((await workspace.propose_rule("Answer in German.")).id or "")).id or ""
    candidate = (await workspace.propose_rule("Answer in French.")).id or ""
    for more in ({"into": rule}, {"replaces": [rule]}):
        with pytest.raises(InvalidArgument) as refused:
            await workspace.approve(candidate, scope="person", **more)  # type: ignore[arg-type]
        assert (refused.value.path, "retire_rule" in str(refused.value)) == (next(iter(more)), True)
    assert (await workspace.approve(candidate, scope="person", dry_run=True)).dry_run
    assert (await workspace.candidates()).total == 1
    assert [r.id for r in (await workspace.rules()).rules] == [rule]


async def test_pruning_is_proposed(workspace: Workspace) -> None:
    """A rule that a correction gainsays, one that was broken again, and two that say the same are proposed; none is changed."""
    rule = (await workspace.approve(await recurring(workspace))).id or ""
    task = await corrected(workspace, "write the June report", EUROS[2])
    await workspace.correct(task, "the rule on euros", "dollars for American readers", "they asked", gainsays=rule)
    await workspace.consolidate()
    (stands,) = (await workspace.rules()).rules
    twin = await workspace.propose_rule(f"Please {stands.rule}")
    await workspace.approve(twin.id or "", why=stands.why, how=stands.how)
    found = await workspace.rules()
    assert {p.kind for p in found.pruning} >= {"contradicted", "repeated", "overlap"}
    assert len(found.rules) == 2


async def test_what_is_not_there(workspace: Workspace) -> None:
    """Nothing of no id: not found, nothing stored."""
    for act in (
        workspace.approve("cnd_1"), workspace.reject("cnd_1", reason="x"), workspace.retire_rule("rul_1", reason="x"),
        workspace.correct("tsk_1", "a", "b", "c"), workspace.promote("tdc_1", entities=[], relations=[]),
    ):  # fmt: skip
        with pytest.raises(NotFound):
            await act


async def test_a_choice_becomes_a_record(workspace: Workspace) -> None:
    """`promote` makes one record of a choice, however often it is asked, and the task shows it."""
    receipt = await workspace.record_task(
        "pick a cache", "picked", "success", decisions=[{"choice": "redis", "reasoning": "known"}]
    )
    (line,) = [w for w in receipt.work if w.kind == "decision"]
    told = decision("api depends_on redis")
    first = await workspace.promote(line.id, entities=told.entities, relations=told.relations)
    again = await workspace.promote(line.id, entities=told.entities, relations=told.relations)
    assert (again.replayed, again.records[0].id) == (True, first.records[0].id)
    assert (await workspace.task(receipt.id or "")).decisions[0].record == first.records[0].id
    assert (await workspace.record(first.records[0].id)).content == {"decision": "redis", "reason": "known"}


async def test_a_reason_is_left_out(workspace: Workspace) -> None:
    """Without a word of it, the rule keeps the reason of its candidate; with an empty one it has none."""
    for n, given in enumerate(({}, {"why": "", "how": " "})):
        candidate = await workspace.propose_rule(f"Rule {n}.", why="so it is", how="with care")
        await workspace.approve(candidate.id or "", **given)
    kept, left = (await workspace.rules()).rules
    assert (kept.why, kept.how, left.why, left.how) == ("so it is", "with care", None, None)


async def test_an_agent_promotes_a_choice(workspace: Workspace, memory: Memory) -> None:
    """The tool `promote` makes the record of a choice, which the project memory finds; of nothing it makes none."""
    agent = Toolbox(memory, workspace=workspace.name, author="bot")
    told = await workspace.record_task(
        "pick a cache", "picked", "success", decisions=[{"choice": "use redis", "reasoning": "known"}]
    )
    (line,) = [w for w in told.work if w.kind == "decision"]
    about = {
        "entities": [{"name": "api", "type": "code_component", "aliases": ["the api"]}, {"name": "redis", "type": "technology"}],
        "relations": [{"source": "api", "type": "depends_on", "target": "redis", "reason": "sessions"}],
    }
    assert not (await agent.call("promote", {"decision": line.id, **about})).error
    (record,) = (await workspace.records()).records
    assert (await workspace.task(told.id or "")).decisions[0].record == record.record
    assert [d.entity.name for d in (await workspace.impact("redis")).dependents] == ["api"]
    assert (await agent.call("promote", {"decision": "tdc_0123456789abcdef", **about})).error
