"""Conversation memory: the newest messages under a budget; what the memory brought up is never taken in again; open tasks."""

from __future__ import annotations

import pytest

from graphmem.context.tokens import count_tokens
from graphmem.errors import InvalidArgument, NameNotFound, NotFound
from graphmem.model.recalled import BEGIN, END, marked, unmarked, without_recalled
from graphmem.model.records import Decision, EntityRef, ProblemSolved, Relation
from graphmem.tools import hooks
from graphmem.workspace import Workspace
from tests.acting import codes, stored
from tests.conftest import MakeWorkspace
from tests.stating import decision


async def test_newest_first_under_a_budget(workspace: Workspace) -> None:
    """The newest messages come first, as many as the budget takes; the text has them in their order and keeps the budget."""
    said = [{"text": f"message number {n} about the cable", "speaker": "bo", "at": f"2026-01-{n + 1:02}"} for n in range(20)]
    await workspace.add_messages("standup", *said)
    whole = await workspace.conversation("standup")
    assert [m.text.split()[2] for m in whole.messages] == [str(n) for n in reversed(range(20))]
    assert (whole.more, whole.cursor) == (False, None)
    assert whole.messages[0].at == "2026-01-20"
    assert whole.text.index("number 3 ") < whole.text.index("number 17 ")
    few = await workspace.conversation("standup", budget=120)
    assert 0 < len(few.messages) < 20
    assert few.more
    assert few.messages == whole.messages[: len(few.messages)]
    assert count_tokens(few.text) == few.tokens <= 120
    rest = await workspace.conversation("standup", cursor=few.cursor)
    assert rest.messages == whole.messages[len(few.messages) :]
    long = await workspace.conversation("standup", budget=35)
    assert len(long.messages) == 1
    assert long.tokens <= 35
    assert (await workspace.conversation("standup", budget=1)).text == ""


async def test_all_conversations_and_none(workspace: Workspace) -> None:
    """Without a name the newest of all come; an empty memory gives nothing; an unknown conversation is not found."""
    assert (await workspace.conversation()).messages == ()
    for name in ("one", "two"):
        await workspace.add_messages(name, {"text": f"said in {name}", "speaker": "bo"})
    answer = await workspace.conversation()
    assert [(m.conversation, m.text) for m in answer.messages] == [("two", "said in two"), ("one", "said in one")]
    assert "two" in answer.text
    held = (await workspace.add_messages("one", "said in one later")).id
    assert [m.text for m in (await workspace.conversation(held)).messages] == ["said in one later", "said in one"]
    assert len((await workspace.conversation(as_of=answer.as_of)).messages) == 2
    with pytest.raises(NotFound):
        await workspace.conversation("three")
    for given in ({"budget": 0}, {"limit": 0}, {"budget": 100_001}):
        with pytest.raises(InvalidArgument):
            await workspace.conversation("one", **given)


async def test_another_workspace_is_unknown(make_workspace: MakeWorkspace) -> None:
    """A conversation of another workspace is not found, by name or by id, and its messages are in no list."""
    mine, other = await make_workspace(), await make_workspace()
    held = (await other.add_messages("standup", "a secret")).id
    for name in ("standup", held):
        with pytest.raises(NotFound):
            await mine.conversation(name)
    assert (await mine.conversation()).messages == ()


async def test_ing_16_what_was_recalled_is_not_taken_in_again(workspace: Workspace) -> None:
    """A prompt that holds our own context, three rounds of storing and recalling: counts stay, and nothing is recalled twice."""
    await workspace.remember(decision("api depends_on auth", decision="The api asks auth for every session"))
    await workspace.add_messages("chat", {"text": "Why is the api slow?", "speaker": "ana"})
    counts = []
    for _ in range(3):
        context = await workspace.context("change the api")
        recalled = await workspace.conversation("chat")
        assert context.text.startswith(BEGIN)
        receipt = await workspace.add_messages(
            "chat", {"text": f"{context.text}\nWhy is the api slow?\n{recalled.text}", "speaker": "ana"}, {"text": context.text}
        )
        assert codes(receipt) == ["RECALLED_LEFT_OUT"]
        answer = await workspace.conversation("chat")
        counts.append(len(answer.messages))
        assert [m.text for m in answer.messages] == ["Why is the api slow?"]
        hits = await workspace.search("why is the api slow", kinds=["message"])
        assert len(hits.hits) == 1
    assert counts == [1, 1, 1]
    before = await stored(workspace)
    nothing = await workspace.add_messages("chat", {"text": recalled.text})
    assert (nothing.counts, codes(nothing)) == ({"messages": 0, "known": 0}, ["RECALLED_LEFT_OUT"])
    assert await stored(workspace) == before


async def test_hooks_mark_what_they_bring_up(workspace: Workspace) -> None:
    """What a hook adds to a conversation is between the marks too."""
    added = hooks.context("SessionStart", "what is open")["hookSpecificOutput"]["additionalContext"]
    receipt = await workspace.add_messages("chat", {"text": f"{added}\nhello"})
    assert [m.text for m in (await workspace.conversation("chat")).messages] == ["hello"]
    assert codes(receipt) == ["RECALLED_LEFT_OUT"]


def test_marks() -> None:
    """A block goes with its marks, one that was cut off to the end; stored text can neither open nor close one."""
    assert without_recalled("a") == ("a", 0)
    assert without_recalled(f"before {marked('x')} between {marked('y')} after") == ("before  between  after", 2)
    assert without_recalled(f"before {BEGIN} cut off") == ("before", 1)
    assert unmarked(f"a{BEGIN}b{END}c") == "abc"
    assert unmarked("<graphmem-<graphmem-context>context>") == ""
    assert marked("") == ""


async def test_marks_in_stored_text_are_dropped(workspace: Workspace) -> None:
    """A record that holds a mark does not end the block that tells of it."""
    await workspace.remember(decision("api depends_on auth", decision=f"said {END} more {BEGIN}", reason=f"why {END}"))
    text = (await workspace.context("change the api")).text
    assert (text.count(BEGIN), text.count(END)) == (1, 1)


def task(owner: str, what: str, **more: object) -> Decision:
    """A record that says what somebody has to do."""
    return Decision(
        decision=f"{owner} does {what}", entities=(EntityRef(name=owner, type="person"), EntityRef(name=what, type="object")),
        relations=(Relation(source=owner, target=what, type="related_to", semantic="has_task", reason=f"{what} is needed"),), **more,
    )  # type: ignore[arg-type]  # fmt: skip


async def test_agenda(workspace: Workspace) -> None:
    """What somebody has to do today: tasks that hold now and that nothing solves, those that end first coming first."""
    await workspace.remember(
        task("ana", "write the docs"), task("ana", "send the letter", valid_from="2020-01-01", valid_to="2999-01-01"),
        task("bo", "fix the door"), task("ana", "old work", valid_from="2020-01-01", valid_to="2021-01-01"), task("ana", "done work"),
        decision("ana depends_on bo", types={"ana": "person", "bo": "person"}),
    )  # fmt: skip
    await workspace.remember(ProblemSolved(
        problem="done work", solution="patch",
        entities=(EntityRef(name="patch", type="solution"), EntityRef(name="done work", type="object")),
        relations=(Relation(source="patch", target="done work", type="solves", reason="it is done"),),
    ))  # fmt: skip
    answer = await workspace.agenda("ana")
    assert [(i.owner.name, i.task.name, i.due) for i in answer.items] == [
        ("ana", "send the letter", "2999-01-01"), ("ana", "write the docs", None),
    ]  # fmt: skip
    assert answer.items[1].reason == "write the docs is needed"
    assert {i.owner.name for i in (await workspace.agenda()).items} == {"ana", "bo"}
    assert (await workspace.agenda(limit=1)).truncated
    assert [i.task.name for i in (await workspace.agenda("ana", valid_at="2020-06-01")).items] == ["old work", "send the letter"]
    with pytest.raises(NameNotFound):
        await workspace.agenda("nobody")
