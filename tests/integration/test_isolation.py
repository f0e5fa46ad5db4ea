"""Isolation: another workspace's ids behave exactly like unknown ones, in every act (design 3.6)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from graphmem.errors import GraphmemError, NotFound
from graphmem.workspace import Workspace
from tests.acting import stored
from tests.conftest import MakeWorkspace
from tests.stating import decision

UNKNOWN = {"rec": f"rec_{'0' * 16}", "rel": f"rel_{'0' * 20}", "ent": f"ent_{'0' * 16}", "mrg": f"mrg_{'0' * 16}"}


@dataclass(frozen=True)
class Foreign:
    """Ids of another workspace, of each sort."""

    rec: str
    rel: str
    ent: str
    mrg: str


@pytest.fixture
async def two(make_workspace: MakeWorkspace) -> tuple[Workspace, Workspace, Foreign]:
    """Two workspaces with the same content, and the ids of the second."""
    mine, other = await make_workspace(session="monday"), await make_workspace(author="ben", session="tuesday")
    for workspace in (mine, other):
        stated = await workspace.remember(decision("api depends_on auth", "web depends_on auth"))
        ended = await workspace.remember(decision("cli depends_on auth"))
        await workspace.forget(ended.records[0].id, reason="mistake")
        merge = await workspace.merge("cli", "web", reason="one thing")
    return mine, other, Foreign(ended.records[0].id, stated.relations[0].id, stated.entities[0].id, str(merge.id))


def named(id: str) -> dict[str, Any]:
    """A record that names an entity by this id."""
    entities = [{"name": id, "type": "code_component"}, {"name": "db", "type": "code_component"}]
    link = {"source": id, "target": "db", "type": "depends_on", "reason": "x"}
    return {"kind": "decision", "decision": "d", "entities": entities, "relations": [link]}


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
