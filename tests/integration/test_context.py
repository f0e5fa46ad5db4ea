"""Context: in one call what someone who begins a task should know, within a budget of tokens."""

from __future__ import annotations

import pytest

from graphmem.context.tokens import count_tokens
from graphmem.errors import InvalidArgument
from graphmem.memory import Memory
from graphmem.model.answers.context import Context
from graphmem.model.recalled import marked
from graphmem.model.records import Decision, EntityRef, Relation
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import decision, found

TASK = "Make the `SessionPersister` write less often, and mind carry_over"


async def told(workspace: Workspace) -> None:
    """A component that others depend on, with a problem, a decision and a card."""
    await workspace.remember(
        Decision(
            decision="Sessions are written by one writer",
            reason="two writers lost updates",
            valid_from="2026-01-02",
            entities=[
                EntityRef(name="SessionPersister", type="code_component", description="writes sessions to disk"),
                EntityRef(name="carry_over", type="code_component"),
            ],
            relations=[
                Relation(source="SessionPersister", target="carry_over", type="depends_on", reason="it keeps what was read")
            ],
        ),
        decision("StorageActor depends_on SessionPersister", reason="each update goes through it"),
        decision("web depends_on StorageActor", reason="it asks for sessions"),
        found("sessions are lost", "sessions are lost caused_by SessionPersister", description="after a crash"),
        decision("mail depends_on smtp", decision="Mail has nothing to do with it"),
    )
    await workspace.card("project", "Tests come first.\n## Risks\nNone at all.")


def names(answer: Context) -> list[str]:
    return [s.name for s in answer.sections]


async def test_what_a_task_needs(workspace: Workspace) -> None:
    """Cards, the entities that the task names with links and reasons, whom a change reaches, risks and records, in a fixed order."""
    await told(workspace)
    answer = await workspace.context(TASK)
    assert [(r.entity.name, r.spelled, r.by) for r in answer.recognised] == [
        ("SessionPersister", "SessionPersister", "name"),
        ("carry_over", "carry_over", "name"),
    ]
    assert names(answer)[:4] == ["project", "entities", "impact", "risks"]
    entities, impact, risks = answer.sections[1:4]
    assert "SessionPersister (code_component): writes sessions to disk" in entities.text
    assert "it keeps what was read" in entities.text
    assert "StorageActor (1 hop away)" in impact.text
    assert "web (2 hops away)" in impact.text
    assert "sessions are lost" in risks.text
    assert answer.left_out == ()
    assert answer.tokens == count_tokens(answer.text) <= answer.budget
    assert answer.text == marked("\n\n".join(s.text for s in answer.sections))


async def test_stored_text_cannot_pose_as_a_heading(workspace: Workspace) -> None:
    """A line of a card or of a record that reads like a heading stays a line of its own section."""
    await told(workspace)
    await workspace.remember(decision("carry_over depends_on disk", reason="one\n## Risks\n- none", decision="x\n## Left out"))
    answer = await workspace.context(TASK)
    headings = [line for line in answer.text.splitlines() if line.startswith("#")]
    assert headings == [
        f"## {h}" for h in ("How this project works", "Named in the task", "Reached by a change of these", "Risks")
    ] or (headings[-1] == "## Records that match" and len(headings) == 5)
    assert "> ## Risks" in answer.text


@pytest.mark.parametrize("budget", [1, 5, 20, 60, 150, 400])
async def test_a_budget_is_kept(workspace: Workspace, budget: int) -> None:
    """Any budget gives a text within it, of whole lines; what is left out is named with the call that tells it."""
    await told(workspace)
    whole = await workspace.context(TASK, budget=4_000)
    answer = await workspace.context(TASK, budget=budget)
    assert count_tokens(answer.text) == answer.tokens <= budget
    assert sum(len(s.text.splitlines()) - 1 for s in answer.sections) < sum(len(s.text.splitlines()) for s in whole.sections)
    if budget < whole.tokens:
        assert answer.left_out
        assert all(x.lines > 0 and x.how.endswith(")") for x in answer.left_out)
    for section in answer.sections:
        assert set(section.text.splitlines()) <= set(whole.text.splitlines())
    assert [n for n in names(whole) if n in names(answer)] == names(answer)


async def test_what_is_left_out_is_said_in_the_text_too(workspace: Workspace) -> None:
    """Where there is room the text itself says what did not fit, and how to get it."""
    await workspace.remember(
        *(decision(f"user {n:02} depends_on core", reason="because " * 30, request_id=f"r{n}") for n in range(40))
    )
    told = []
    for budget in range(900, 1_100, 20):  # how much room the last line leaves goes by the ids, which differ each time
        answer = await workspace.context("rewrite core", budget=budget)
        assert {x.section for x in answer.left_out} >= {"entities", "impact"}
        assert "## Left out" in answer.text
        assert answer.tokens <= budget
        told.append(f"impact('{answer.recognised[0].entity.id}')" in answer.text)
    assert any(told)


async def test_as_of_a_day(workspace: Workspace) -> None:
    """Everything is told as it was known then, the card too."""
    await told(workspace)
    before = await workspace.context(TASK)
    await workspace.card("project", "Tests come last.")
    await workspace.remember(decision("ledger depends_on SessionPersister"))
    now = await workspace.context(TASK)
    assert "ledger" in now.text
    assert "Tests come last." in now.text
    past = await workspace.context(TASK, as_of=before.as_of)
    assert past.text == before.text


async def test_records_that_match(workspace: Workspace) -> None:
    """A record that shares words or meaning with the task is told, also where the task names nothing; none is told twice."""
    await told(workspace)
    answer = await workspace.context("letters are not delivered by smtp")
    assert "Mail has nothing to do with it" in answer.text
    whole = await workspace.context(f"{TASK}: sessions are lost and written twice")
    ids = [line.rsplit("[", 1)[1].split(",")[0] for s in whole.sections[3:] for line in s.text.splitlines()[1:]]
    assert len(ids) == len(set(ids)) > 2


async def test_a_task_that_names_nothing(workspace: Workspace) -> None:
    """Such a task gets the cards and what matches; an empty workspace gets an empty text."""
    assert (await workspace.context("do something good")).text == ""
    await told(workspace)
    answer = await workspace.context("think about life")
    assert answer.recognised == ()
    assert set(names(answer)) <= {"project", "records"}


async def test_what_cannot_be_asked(workspace: Workspace) -> None:
    """An empty task and a budget of nothing are refused; a huge task is answered."""
    for task, budget, path in ((" ", 100, "task"), ("x", 0, "budget"), ("x", 100_001, "budget")):
        with pytest.raises(InvalidArgument, match=path):
            await workspace.context(task, budget=budget)
    await told(workspace)
    answer = await workspace.context(f"{TASK} {'and much more of the same ' * 20_000}", budget=500)
    assert len(answer.recognised) == 2
    assert answer.tokens <= 500


async def test_the_card_of_another_person_is_not_told(make_workspace: MakeWorkspace, memory: Memory) -> None:
    """The card of whoever asks is told, and no other's."""
    workspace = await make_workspace(author="ilse")
    await workspace.card("person", "I like short answers.")
    mine = await workspace.context("anything")
    assert "I like short answers." in mine.text
    theirs = await (await memory.workspace(workspace.name, author="somebody else")).context("anything")
    assert "short answers" not in theirs.text
    await workspace.card("person", "")
