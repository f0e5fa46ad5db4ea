"""Isolation: another workspace's ids behave exactly like unknown ones, in every act and every question (design 3.6)."""

from __future__ import annotations

import functools
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from graphmem.errors import GraphmemError, InvalidArgument, NotFound
from graphmem.model.receipts import Receipt
from graphmem.workspace import Workspace
from tests.acting import stored
from tests.conftest import MakeWorkspace
from tests.stating import decision

SORTS = ("rec", "rel", "ent", "mrg", "tsk", "tdc", "cor", "cnd", "rul")
UNKNOWN = {sort: f"{sort}_{'0' * (20 if sort == 'rel' else 16)}" for sort in SORTS}
CORRECTION = {"wrong": "it was merged at once", "right": "have it read first", "why": "two see more", "decision": "merge at once"}


@dataclass(frozen=True)
class Foreign:
    """Ids of another workspace, of each sort."""

    rec: str
    rel: str
    ent: str
    mrg: str
    tsk: str
    tdc: str
    cor: str
    cnd: str
    rul: str


async def work(workspace: Workspace) -> tuple[str, ...]:
    """An open task with a choice and its correction, a candidate that waits and a rule that holds; their ids."""
    task = await workspace.record_task(
        "put auth behind a door", decisions=[{"choice": "merge at once"}], corrections=[CORRECTION]
    )
    waiting = await workspace.propose_rule("Name the door in every task.")
    agreed = await workspace.propose_rule("Have every door read by a second person.")
    rule = await workspace.approve(str(agreed.id))
    return *(line.id for line in task.work), str(waiting.id), str(rule.id)


@pytest.fixture
async def two(make_workspace: MakeWorkspace) -> tuple[Workspace, Workspace, Foreign]:
    """Two workspaces with the same content, and the ids of the second."""
    mine, other = await make_workspace(session="monday"), await make_workspace(author="ben", session="tuesday")
    for workspace in (mine, other):
        stated = await workspace.remember(decision("api depends_on auth", "web depends_on auth"))
        ended = await workspace.remember(decision("cli depends_on auth"))
        await workspace.forget(ended.records[0].id, reason="mistake")
        merge = await workspace.merge("cli", "web", reason="one thing")
        done = await work(workspace)
    return mine, other, Foreign(ended.records[0].id, stated.relations[0].id, stated.entities[0].id, str(merge.id), *done)


def about(name: str) -> dict[str, Any]:
    """What a record says of this thing, by its name or its id."""
    entities = [{"name": name, "type": "code_component"}, {"name": "db", "type": "code_component"}]
    return {"entities": entities, "relations": [{"source": name, "target": "db", "type": "depends_on", "reason": "x"}]}


def named(id: str) -> dict[str, Any]:
    """A record that names an entity by this id."""
    return {"kind": "decision", "decision": "d", **about(id)}


async def approve(workspace: Workspace, **rules: Any) -> object:
    """Approves what waits here, over these rules."""
    own = (await workspace.candidates()).candidates
    return await workspace.approve(own[0].id, rule="Name every door.", **rules)


async def recorded(workspace: Workspace, ids: dict[str, str]) -> Receipt:
    """What is said of a task that names rules and tasks; the task itself has a new id each time."""
    told = await workspace.record_task("paint the door", applied=[ids["rul"]], related=[ids["tsk"]], dry_run=True)
    return Receipt(warnings=told.warnings, counts=told.counts)


Act = Callable[[Workspace, dict[str, str]], Awaitable[object]]

ACTS: dict[str, Act] = {
    "supersedes": lambda w, i: w.remember(decision("a depends_on b", supersedes=(i["rec"],))),
    "corrects": lambda w, i: w.remember(decision("a depends_on b", corrects=(i["rec"],), carries=True)),
    "retires an edge": lambda w, i: w.remember(decision("a depends_on b", retires=(i["rel"],))),
    "retires an entity": lambda w, i: w.remember(decision("a depends_on b", retires=(i["ent"],))),
    "retires a link": lambda w, i: w.remember(decision("a depends_on b", retires=((i["ent"], "depends_on", "auth"),))),
    "names an entity": lambda w, i: w.remember(named(i["ent"])),
    "describe": lambda w, i: w.describe(i["ent"], description="x"),
    "forget": lambda w, i: w.forget(i["rec"], reason="x"),
    "withdraw": lambda w, i: w.forget(i["rec"], reason="x", never_held=True),
    "reinstate a record": lambda w, i: w.reinstate(i["rec"], reason="x"),
    "reinstate a relation": lambda w, i: w.reinstate(i["rel"], reason="x"),
    "merge from": lambda w, i: w.merge(i["ent"], "web", reason="x"),
    "merge into": lambda w, i: w.merge("web", i["ent"], reason="x"),
    "unmerge": lambda w, i: w.unmerge(i["mrg"], reason="x"),
    "mark_different": lambda w, i: w.mark_different("web", i["ent"], reason="x"),
    "retype": lambda w, i: w.retype(i["ent"], "concept", reason="x"),
    "erase a record": lambda w, i: w.erase(i["rec"], reason="x"),
    "erase an entity": lambda w, i: w.erase(entity=i["ent"], reason="x"),
    "add to a task": lambda w, i: w.record_task(task=i["tsk"], summary="x"),
    "close a task": lambda w, i: w.record_task(task=i["tsk"], summary="x", outcome="success"),
    "correct a task": lambda w, i: w.correct(i["tsk"], "x", "y", "z"),
    "correct a choice": lambda w, i: w.correct(i["tdc"], "x", "y", "z"),
    "promote": lambda w, i: w.promote(i["tdc"], **about("auth")),
    "approve": lambda w, i: w.approve(i["cnd"]),
    "approve into a rule": lambda w, i: approve(w, into=i["rul"]),
    "approve over a rule": lambda w, i: approve(w, replaces=[i["rul"]]),
    "reject": lambda w, i: w.reject(i["cnd"], reason="x"),
    "retire_rule": lambda w, i: w.retire_rule(i["rul"], reason="x"),
    "erase a task": lambda w, i: w.erase(i["tsk"], reason="x"),
    "erase a choice": lambda w, i: w.erase(i["tdc"], reason="x"),
    "erase a correction": lambda w, i: w.erase(i["cor"], reason="x"),
    "erase a candidate": lambda w, i: w.erase(i["cnd"], reason="x"),
    "erase a rule": lambda w, i: w.erase(i["rul"], reason="x"),
}  # fmt: skip


async def test_foreign_ids_are_unknown(two: tuple[Workspace, Workspace, Foreign]) -> None:
    """Every act answers an id of another workspace with the error and the words it has for an unknown one; nothing changes."""
    mine, other, foreign = two
    before = await stored(mine), await stored(other)
    for name, act in ACTS.items():
        told = []
        for ids in (UNKNOWN, vars(foreign)):
            with pytest.raises(GraphmemError) as error:
                await act(mine, ids)
            text = str(error.value)
            for sort, id_ in ids.items():
                text = text.replace(id_, f"<{sort}>")
            told.append((type(error.value), error.value.code, error.value.path, text))
        assert told[0] == told[1], name
    assert (await stored(mine), await stored(other)) == before


QUESTIONS: dict[str, Act] = {
    "impact": lambda w, i: w.impact(i["ent"]),
    "lineage": lambda w, i: w.lineage(i["ent"]),
    "entity": lambda w, i: w.entity(i["ent"]),
    "history": lambda w, i: w.history(i["ent"]),
    "history between": lambda w, i: w.history("api", i["ent"]),
    "neighbours": lambda w, i: w.neighbours(i["ent"]),
    "path from": lambda w, i: w.path(i["ent"], "auth"),
    "path to": lambda w, i: w.path("auth", i["ent"]),
    "record": lambda w, i: w.record(i["rec"]),
    "records of an entity": lambda w, i: w.records(entity=i["ent"]),
    "records of a session": lambda w, i: w.records(session=i["session"]),
    "records of an author": lambda w, i: w.records(author=i["author"]),
    "search for a record": lambda w, i: w.search(i["rec"], weights={"text": 1, "vector": 0, "walk": 1}),
    "search for an entity": lambda w, i: w.search(i["ent"], weights={"text": 1, "vector": 0, "walk": 1}),
    "search in a session": lambda w, i: w.search("auth", session=i["session"]),
    "search of an author": lambda w, i: w.search("auth", author=i["author"]),
    "context": lambda w, i: w.context(f"change {i['ent']}"),
    "dismiss": lambda w, i: w.dismiss(f"problem:{i['ent']}"),
    "task": lambda w, i: w.task(i["tsk"]),
    "tasks of a session": lambda w, i: w.tasks(session=i["session"]),
    "tasks of an author": lambda w, i: w.tasks(author=i["author"]),
    "record_task": recorded,
    "erase a document": lambda w, i: w.erase(document=i["document"], reason="x"),
    "erase a conversation": lambda w, i: w.erase(conversation=i["conversation"], reason="x"),
}  # fmt: skip


def uncounted(lines: list[str]) -> list[str]:
    """What is stored without how often a rule of one's own was of use, which questions count."""
    return [re.sub(r'"(uses|used_at)": ("[^"]*"|\d+), ', "", line) for line in lines]


async def test_foreign_ids_are_unknown_to_questions(two: tuple[Workspace, Workspace, Foreign]) -> None:
    """Every question about something of another workspace has the answer, or the error, that one about nothing has."""
    mine, other, foreign = two
    await other.add_texts("guide", "how auth works")
    await other.add_messages("standup", "auth is slow")
    theirs = {"session": "tuesday", "author": "ben", "document": "guide", "conversation": "standup"}
    nothing = UNKNOWN | {"session": "sunday", "author": "nobody", "document": "nothing", "conversation": "nowhere"}
    before = await stored(mine), await stored(other)
    for name, question in QUESTIONS.items():
        assert await answer(question, mine, vars(foreign) | theirs) == await answer(question, mine, nothing), name
    assert (uncounted(await stored(mine)), await stored(other)) == (uncounted(before[0]), before[1])


async def answer(question: Act, workspace: Workspace, ids: dict[str, str]) -> str:
    """What is answered or raised, without the names that were asked for and the instants of asking."""
    try:
        found = await question(workspace, ids)
        said = found.model_dump_json(exclude={"as_of", "valid_at"})  # type: ignore[attr-defined]
    except GraphmemError as error:
        said = f"{error.code} {error.path} {error}"
    own = (id_.split("_")[-1] for id_ in ids.values())  # a search tells the words it looked for, of an id both parts
    return functools.reduce(lambda text, part: text.replace(part, "…"), sorted(own, key=len, reverse=True), said)


FOREIGN = ("vault", "dusk", "punctual", "feed", "mice", "starves", "tuesday")


async def test_what_is_told_of_another_workspace(two: tuple[Workspace, Workspace, Foreign]) -> None:
    """Words, pieces, cards, topics and changes of another workspace are in no answer here."""
    mine, other, _ = two
    await other.remember(decision("kestrel depends_on vault"))
    await other.add_texts("guide", "the kestrel flies at dusk")
    await other.add_messages("standup", "the kestrel was punctual")
    await other.card("project", "feed the kestrel")
    await other.dismiss(f"silent:{(await other.entity('vault')).entity.id}", reason="feed")
    correction = {"wrong": "the kestrel got seed", "right": "give mice to a kestrel", "why": "it starves"}
    await other.record_task("feed the kestrel", "fed it", "partial", corrections=[correction])
    await other.propose_rule("A kestrel gets mice.")
    await other.approve(str((await other.propose_rule("Weigh the kestrel and its mice.")).id))
    told = (
        await mine.search("kestrel"),
        await mine.search("kestrel", weights={"text": 0, "vector": 1, "walk": 1}),
        await mine.context("the kestrel"),
        await mine.cards(),
        await mine.topics(recompute=True),
        await mine.changes(),
        await mine.radar(),
        await mine.timeline(),
        await mine.sessions(),
        await mine.dismissals(),
        await mine.tasks(),
        await mine.rules(),
        await mine.candidates(),
        await mine.consolidate(),
        await mine.recall("the kestrel is hungry"),
    )
    for found in told:
        said = found.model_dump_json()
        assert not [word for word in (*FOREIGN, other.name) if word in said], type(found)


CURSORS: dict[str, Callable[[Workspace, str | None], Awaitable[Any]]] = {
    "changes": lambda w, c: w.changes(limit=1, cursor=c),
    "diff": lambda w, c: w.diff("2020", limit=1, cursor=c),
    "entities": lambda w, c: w.entities(limit=1, cursor=c),
    "history": lambda w, c: w.history("api", "auth", limit=1, cursor=c),
    "records": lambda w, c: w.records(limit=1, cursor=c),
    "search": lambda w, c: w.search("auth", limit=1, cursor=c),
    "timeline": lambda w, c: w.timeline(limit=1, cursor=c),
}


async def test_foreign_cursors_are_refused(two: tuple[Workspace, Workspace, Foreign]) -> None:
    """A cursor leads on in the workspace that gave it and in no other."""
    mine, other, _ = two
    await other.remember(decision("api depends_on auth"))
    for name, page in CURSORS.items():
        cursor = (await page(other, None)).cursor
        assert cursor, name
        await page(other, cursor)
        with pytest.raises(InvalidArgument, match="cursor"):
            await page(mine, cursor)


async def test_ids_that_no_store_can_hold(two: tuple[Workspace, Workspace, Foreign]) -> None:
    """Half a character in an id makes it unknown, or no name; no act fails in the driver."""
    mine = two[0]
    before = await stored(mine)
    for name, act in ACTS.items():
        with pytest.raises(GraphmemError) as error:
            await act(mine, {sort: f"{id_}\ud83d" for sort, id_ in UNKNOWN.items()})
        assert error.value.code in ("NOT_FOUND", "NAME_REFUSED", "UNKNOWN_RECORD", "UNKNOWN_RELATION"), name
    assert await stored(mine) == before


async def test_foreign_sessions_and_authors_are_unknown(two: tuple[Workspace, Workspace, Foreign]) -> None:
    """A session or author that only another workspace knows is not found, and ends or erases nothing."""
    mine, other, _ = two
    before = await stored(mine), await stored(other)
    for act in (mine.forget, mine.erase):
        for session, author in (("tuesday", None), (None, "ben")):
            with pytest.raises(NotFound, match=session or author):
                await act(reason="x", session=session, author=author)
    assert (await stored(mine), await stored(other)) == before


async def test_acts_reach_no_other_workspace(two: tuple[Workspace, Workspace, Foreign]) -> None:
    """The same names in another workspace are other things: whatever is done here, nothing changes there."""
    mine, other, _ = two
    before = await stored(other)
    await mine.remember(decision("api depends_on auth", retires=("web",), request_id="r-1"))
    await mine.describe("api", description="the door")
    await mine.remember(decision("web conflicts_with auth"))
    await mine.retype("auth", "concept", reason="x")
    await mine.mark_different("api", "auth")
    await mine.card("project", "how we work")
    await mine.add_texts("guide", "how auth works")
    await mine.add_messages("standup", "auth is slow")
    await mine.topics(recompute=True)
    await mine.erase(document="guide", reason="x")
    await mine.forget(author="ana", reason="x")
    await mine.erase(entity="auth", reason="x")
    await mine.erase(author="ana", reason="x")
    assert await stored(other) == before


async def test_requests_are_kept_apart(two: tuple[Workspace, Workspace, Foreign], make_workspace: MakeWorkspace) -> None:
    """A `request_id` is unique within a workspace: the same in another one is another request."""
    first, second = await make_workspace(), await make_workspace()
    for workspace in (first, second):
        receipt = await workspace.remember(decision("a depends_on b", request_id="r-1"))
        assert not receipt.replayed
    assert (await first.remember(decision("a depends_on b", request_id="r-1"))).replayed


async def test_sessions_are_kept_apart(two: tuple[Workspace, Workspace, Foreign], make_workspace: MakeWorkspace) -> None:
    """The same session name in two workspaces is two sessions: forgetting one leaves the other."""
    first, second = await make_workspace(session="s"), await make_workspace(session="s")
    for workspace in (first, second):
        await workspace.remember(decision("a depends_on b"))
    assert (await first.forget(session="s", reason="x")).counts["records"] == 1
    assert [d.entity.name for d in (await second.impact("b")).dependents] == ["a"]
