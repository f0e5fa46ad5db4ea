"""Odd inputs through the public door: each gets an answer or an error of ours, never one of Python, the driver or the server."""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphmem.errors import GraphmemError, InvalidArgument, NotFound, Refused
from graphmem.memory import Memory
from graphmem.model.records import EntityRef
from graphmem.workspace import Workspace
from tests.acting import refusals
from tests.stating import decision, stated

Call = Callable[[Workspace, str], Awaitable[Any]]
HALF, HUGE = "Blue\ud83d", "x" * 300_000

# Every text that a question takes.
ASKED: dict[str, Call] = {
    "impact": lambda w, v: w.impact(v),
    "lineage": lambda w, v: w.lineage(v),
    "lineage cursor": lambda w, v: w.lineage("a", cursor=v),
    "entity": lambda w, v: w.entity(v),
    "neighbours": lambda w, v: w.neighbours(v),
    "neighbours types": lambda w, v: w.neighbours("a", types=[v]),
    "graph types": lambda w, v: w.graph(types=[v]),
    "graph relations": lambda w, v: w.graph(relations=[v]),
    "history": lambda w, v: w.history("a", v),
    "path": lambda w, v: w.path("a", v),
    "record": lambda w, v: w.record(v),
    "file": lambda w, v: w.file(v),
    "records kind": lambda w, v: w.records(kind=v),
    "records session": lambda w, v: w.records(session=v),
    "records author": lambda w, v: w.records(author=v),
    "records entity": lambda w, v: w.records(entity=v),
    "records start": lambda w, v: w.records(start=v),
    "records cursor": lambda w, v: w.records(cursor=v),
    "entities type": lambda w, v: w.entities(type=v),
    "entities prefix": lambda w, v: w.entities(prefix=v),
    "timeline clock": lambda w, v: w.timeline(clock=v),  # type: ignore[arg-type]
    "diff": lambda w, v: w.diff(v),
    "as_of": lambda w, v: w.radar(as_of=v),
    "search": lambda w, v: w.search(v),
    "search kinds": lambda w, v: w.search("a", kinds=[v]),
    "subgraph": lambda w, v: w.subgraph(v),
    "deep_search": lambda w, v: w.deep_search(v),
    "deep_search page": lambda w, v: w.deep_search("a", page=v),
    "context": lambda w, v: w.context(v),
    "ask": lambda w, v: w.ask(v, cypher="MATCH (e:Entity) RETURN e.name"),
    "ask cypher": lambda w, v: w.ask("who?", cypher=f"MATCH (e:Entity {{name: '{v}'}}) RETURN e.name"),
    "recall": lambda w, v: w.recall(v),
    "recall tags": lambda w, v: w.recall("a", tags=[v]),
    "task": lambda w, v: w.task(v),
    "tasks tag": lambda w, v: w.tasks(tag=v),
    "tasks session": lambda w, v: w.tasks(session=v),
    "rules tags": lambda w, v: w.rules(tags=[v]),
    "preferences slot": lambda w, v: w.preferences(slot=v),
    "preferences holder": lambda w, v: w.preferences(holder=v),
    "conversation": lambda w, v: w.conversation(v),
    "agenda": lambda w, v: w.agenda(v),
    "documents source": lambda w, v: w.documents(source=v),
    "extractions": lambda w, v: w.extractions(v),
    "dismissals cursor": lambda w, v: w.dismissals(cursor=v),
    "changes cursor": lambda w, v: w.changes(cursor=v),
    "cancel_ingest": lambda w, v: w.cancel_ingest(v),
    "invalidate_extraction": lambda w, v: w.invalidate_extraction(v, reason="x"),
    "approve": lambda w, v: w.approve(v),
    "reject": lambda w, v: w.reject(v, reason="x"),
    "retire_rule": lambda w, v: w.retire_rule(v, reason="x"),
    "promote": lambda w, v: w.promote(v),
    "correct": lambda w, v: w.correct(v, wrong="a", right="b", why="c"),
    "record_task task": lambda w, v: w.record_task(task=v, tools=["sed"]),
    "forget document": lambda w, v: w.forget(document=v, reason="x"),
    "erase document": lambda w, v: w.erase(document=v, reason="x"),
    "erase conversation": lambda w, v: w.erase(conversation=v, reason="x"),
    "replay_extractions": lambda w, v: w.replay_extractions(document=v),
    "forget": lambda w, v: w.forget(v, reason="x"),
    "reinstate": lambda w, v: w.reinstate(v, reason="x"),
    "unmerge": lambda w, v: w.unmerge(v, reason="x"),
    "dismiss": lambda w, v: w.dismiss(f"silent:{v}"),
    "erase": lambda w, v: w.erase(v, reason="x"),
}


@pytest.mark.parametrize("given", [HALF, HUGE], ids=["half", "huge"])
async def test_what_no_text_of_ours_is(workspace: Workspace, given: str) -> None:
    """Half a character is unknown or refused wherever a text is asked for; of a huge one an error quotes the start and the end."""
    await workspace.remember(decision("a depends_on b"))
    for name, ask in ASKED.items():
        code, message = await told(ask(workspace, given))
        assert code not in ("STORE_ERROR", "GRAPHMEM_ERROR"), name
        assert len(message) < 2_000, name
    with pytest.raises(NotFound):
        await workspace.record(HALF)


async def told(call: Awaitable[Any]) -> tuple[str, str]:
    """The code and the message of the error that a call ends with; an answer has neither."""
    try:
        await call
    except GraphmemError as error:
        return error.code, str(error)
    return "", ""


async def test_a_prefix_of_blanks(workspace: Workspace) -> None:
    """A prefix in which nothing is seen is refused; it does not stand for every entity."""
    await workspace.remember(decision("a depends_on b"))
    for given in (" ", "\u200b", "\x00"):
        with pytest.raises(InvalidArgument, match="prefix"):
            await workspace.entities(prefix=given)


async def test_a_title_of_control_characters(workspace: Workspace) -> None:
    """A title of which nothing is left is none: the record is shown by what it says."""
    receipt = await workspace.remember(decision("a depends_on b", title="\x00\x01", decision="use b"))
    assert (await workspace.record(receipt.records[0].id)).record.title == "use b"


async def test_a_name_whose_mask_is_too_long(workspace: Workspace) -> None:
    """Where the masks of secrets make a name too long for one, it is refused by its path."""
    name = " ".join(f"password=hunter{n:02}" for n in range(28))
    entities = (EntityRef(name=name, type="concept"), *stated(("a depends_on b",))["entities"])
    told = await refusals(workspace.remember(decision("a depends_on b", entities=entities)))
    assert told == [("entities[0].name", "NAME_REFUSED")]


async def test_a_session_with_a_long_name(workspace: Workspace, memory: Memory) -> None:
    """The name of a session is bounded, so that an index can hold it; as a filter a longer one is unknown."""
    session = await memory.workspace(workspace.name, author="ana", session="s" * 10_000)
    assert await refusals(session.remember(decision("a depends_on b"))) == [("session", "TOO_LONG")]
    with pytest.raises(NotFound):
        await workspace.records(session="s" * 10_000)


@pytest.mark.parametrize(
    ("field", "given", "path"),
    [
        ("entities", [{"name": "a", "type": "concept", "aliases": [f"a{n}" for n in range(51)]}], "entities[0].aliases"),
        ("supersedes", [f"rec_{n}" for n in range(501)], "supersedes"),
        ("corrects", [f"rec_{n}" for n in range(501)], "corrects"),
        ("retires", ["b"] * 101, "retires"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_lists_without_an_end(workspace: Workspace, field: str, given: list[Any], path: str) -> None:
    """No list of a record is longer than one request can work through."""
    body = decision("a depends_on b").model_dump(mode="json", exclude_defaults=True) | {"kind": "decision", field: given}
    assert (path, "TOO_MANY") in await refusals(workspace.remember(body))


@pytest.mark.parametrize("given", ["a record", 7, None, ["a"], [("kind", "decision")]])
async def test_a_record_that_is_none(workspace: Workspace, given: Any) -> None:
    """What is no object is no record; in a partial batch the good one lands."""
    assert await refusals(workspace.remember(given)) == [("record", "INVALID_FIELD")]
    receipt = await workspace.remember(given, decision("a depends_on b"), mode="partial")
    assert ([r.code for r in receipt.refused], len(receipt.records)) == (["INVALID_FIELD"], 1)


@pytest.mark.parametrize(
    "act",
    [
        {"forget": {"record": 5, "reason": "x"}},
        {"forget": {"record": "rec_1", "reason": "x", "dry_run": True}},
        {"forget": {"record": "rec_1", "reason": "x", "never_held": "no"}},
        {"merge": {"loser": ["a"], "survivor": "b", "reason": "x"}},
        {"merge": {"loser": "a", "survivor": "b", "reason": "x", "request_id": 5}},
        {"describe": {"name": "a", "fields": "owner"}},
        {"describe": {"name": "a", "unset": "owner"}},
    ],
    ids=str,
)
async def test_an_act_of_a_story_with_other_values(workspace: Workspace, memory: Memory, act: dict[str, Any]) -> None:
    """An act whose arguments no surface would pass on is refused by its line before anything of the story is told."""
    said = decision("a depends_on b").model_dump(mode="json", exclude_defaults=True) | {"kind": "decision"}
    lines = [{"remember": said, "recorded_at": "2024-05-01T10:00:00Z"}, {**act, "recorded_at": "2024-05-02T10:00:00Z"}]
    name = f"{workspace.name}-story"
    with pytest.raises(Refused) as refused:
        await memory.import_(io.BytesIO(b"\n".join(json.dumps(line).encode() for line in lines)), workspace=name)
    assert refused.value.code == "MALFORMED_LINE"
    assert name not in [w.id for w in await memory.workspaces()]
