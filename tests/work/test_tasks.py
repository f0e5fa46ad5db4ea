"""Tasks: captured in one call, opened, added to and closed, linked by type, readable as of any day."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graphmem.errors import NotFound, Refused, RequestReused
from graphmem.model.records import Preference
from graphmem.workspace import Workspace
from tests.acting import current
from tests.conftest import MakeWorkspace
from tests.stating import decision
from tests.work.telling import WHOLE


async def test_what_hangs_on_a_task_leads_to_it(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """The id of a choice, of a correction, and of a correction of a choice is answered by their task, and nowhere else."""
    receipt = await workspace.record_task("write the Q3 report", "wrote it", "partial", **WHOLE)
    other = await make_workspace()
    for line in receipt.work:
        assert (await workspace.task(line.id)).task.id == receipt.id
        with pytest.raises(NotFound):
            await other.task(line.id)


async def test_choices_stay_in_their_order(workspace: Workspace) -> None:
    """The choices of one call, and those of a later one after them, are read as they were made."""
    made = [f"choice {n}" for n in range(12)]
    id_ = (await workspace.record_task("lay the table", decisions=made[:8])).id or ""
    await workspace.record_task(task=id_, decisions=made[8:])
    assert [d.choice for d in (await workspace.task(id_)).decisions] == made


async def test_opened_added_to_and_closed(workspace: Workspace) -> None:
    """A task without an outcome stays open; later calls add to it; one closes it, and no later one does so again."""
    opened = await workspace.record_task("rotate the keys")
    id_ = opened.id or ""
    assert [t.id for t in (await workspace.tasks(state="open")).tasks] == [id_]
    added = await workspace.record_task(task=id_, tools=["vault"])
    await workspace.record_task(task=id_, summary="all rotated", outcome="success")
    assert (await workspace.tasks(state="open")).tasks == ()
    with pytest.raises(Refused) as refused:
        await workspace.record_task(task=id_, outcome="failed")
    assert refused.value.code == "TASK_CLOSED"
    now, before = await workspace.task(id_), await workspace.task(id_, as_of=added.recorded_at)
    assert (now.task.state, now.task.outcome, now.task.summary) == ("closed", "success", "all rotated")
    assert (before.task.state, before.task.outcome, before.task.summary) == ("open", None, None)
    assert [t.name for t in before.tools] == ["vault"]
    assert [h.id for h in (await workspace.search("all rotated", kinds=["task"])).hits] == [id_]


async def test_the_same_request_lands_once(workspace: Workspace) -> None:
    """A `request_id` sent again gets the first receipt; with another body it is refused."""
    first = await workspace.record_task("count the beans", "counted", "success", request_id="beans")
    again = await workspace.record_task("count the beans", "counted", "success", request_id="beans")
    assert (again.id, again.replayed) == (first.id, True)
    with pytest.raises(RequestReused):
        await workspace.record_task("count the peas", "counted", "success", request_id="beans")
    assert len((await workspace.tasks()).tasks) == 1


async def test_a_task_names_what_the_memory_knows(workspace: Workspace) -> None:
    """Entities are recognised in the words of a task or named with it; what nobody knows is told and not made."""
    await workspace.remember(decision("billing depends_on ledger"))
    receipt = await workspace.record_task("repair `billing`", "done", "success", entities=["ledger", "Atlantis"])
    assert [w.code for w in receipt.warnings] == ["ENTITY_UNKNOWN"]
    assert [e.name for e in (await workspace.task(receipt.id or "")).entities] == ["billing", "ledger"]


async def test_secrets_are_masked(workspace: Workspace) -> None:
    """No secret of any part of a task is stored."""
    secret = "ghp_" + "a1B2" * 9
    receipt = await workspace.record_task(
        "deploy", f"used {secret}", "failed", sources=[{"ref": "env", "note": secret}],
        corrections=[{"wrong": f"printed {secret}", "right": "never print it", "why": "it leaks"}],
    )  # fmt: skip
    assert {r.path for r in receipt.redactions} == {"summary", "sources[0].note", "corrections[0].wrong"}
    assert secret not in (await workspace.task(receipt.id or "")).model_dump_json()


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({}, "request"),
        ({"request": " "}, "request"),
        ({"request": "a", "outcome": "done"}, "outcome"),
        ({"request": "a", "outcome": "success"}, "summary"),
        ({"request": "a", "corrections": [{"wrong": "x", "right": "y"}]}, "corrections[0].why"),
        ({"request": "a", "corrections": [{"wrong": "x", "right": " ", "why": "z"}]}, "corrections[0].right"),
        ({"request": "a", "sources": [{"ref": "x", "blocked_by": "y"}]}, "sources[0].blocked_by"),
        ({"request": "a", "tools": ["t"] * 101}, "tools"),
        ({"request": "a", "at": "yesterday"}, "at"),
    ],
)
async def test_what_is_refused(workspace: Workspace, given: dict[str, object], path: str) -> None:
    """A broken rule is refused with the path of its field, and nothing is stored."""
    with pytest.raises(Refused) as refused:
        await workspace.record_task(**given)  # type: ignore[arg-type]
    assert path in [r.path for r in refused.value.refusals]
    assert path != "outcome" or refused.value.code == "UNKNOWN_OUTCOME"
    assert (await workspace.tasks()).tasks == ()


async def test_an_unknown_task_is_not_found(workspace: Workspace) -> None:
    """A task of nowhere, or of another workspace, cannot be added to or read."""
    with pytest.raises(NotFound):
        await workspace.record_task(task="tsk_0000000000000000", tools=["x"])
    with pytest.raises(NotFound):
        await workspace.task("tsk_0000000000000000")


def transcript(folder: Path, name: str, text: str, at: str) -> Path:
    """A conversation in which somebody says this."""
    line = {"type": "user", "sessionId": name, "uuid": name, "timestamp": at, "message": {"role": "user", "content": text}}
    (folder / name).mkdir()
    (folder / name / f"{name}.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    return folder / name


async def test_wrk_07_older_word_reopens_nothing(workspace: Workspace, tmp_path: Path) -> None:
    """WRK-07: no older transcript reopens a closed task; a newer one proposes a new one, and opens none by itself."""
    first = await workspace.record_task("rotate keys", "rotated", "success")
    later = f"{datetime.now(UTC) + timedelta(minutes=1):%Y-%m-%dT%H:%M:%SZ}"

    async def states() -> list[tuple[str, str]]:
        return [(t.id, t.state) for t in (await workspace.tasks()).tasks]

    older = await workspace.ingest(str(transcript(tmp_path, "older", "TODO rotate keys", "2020-01-01T10:00:00Z")))
    assert (older.counts["messages"], older.notes) == (1, ())
    told = await workspace.record_task("Rotate  keys", at="2020-01-01")
    assert (told.id, [w.code for w in told.warnings]) == (first.id, ["CLOSED_SINCE"])
    newer = await workspace.ingest(str(transcript(tmp_path, "newer", "They leaked: rotate keys once more.", later)))
    assert [(note.code, first.id in note.message) for note in newer.notes] == [("ASKED_AGAIN", True)]
    said = await workspace.add_messages("talk", {"text": "Rotate keys!", "at": later}, {"text": "TODO rotate keys", "at": "2020"})
    assert [w.code for w in said.warnings] == ["ASKED_AGAIN"]
    assert await states() == [(first.id, "closed")]
    anew = await workspace.record_task("rotate keys")
    assert await states() == [(anew.id, "open"), (first.id, "closed")]
    again = await workspace.ingest(str(transcript(tmp_path, "again", "And rotate keys today.", later)))
    assert again.notes == ()


async def test_wrk_08_a_correction_reaches_open_tasks(workspace: Workspace) -> None:
    """WRK-08: a record that replaces what an open task rests on flags the task; a closed one, and one begun later, it does not.

    Nor does it touch preferences and what is said of persons, and what replaces those flags no task about something else.
    """
    old = await workspace.remember(decision("database depends_on oslo"))
    likes = await workspace.remember(Preference(slot="other", preference="weather of oslo", holder="Kim"))
    kim = await workspace.remember(decision("Kim depends_on oslo", types={"Kim": "person"}, decision="Kim lives in oslo"))
    opened = await workspace.record_task("migrate the database to the oslo region")
    closed = await workspace.record_task("size the oslo region", "done", "success")
    cites = await workspace.record_task("plan holidays", sources=[old.records[0].id])
    other = await workspace.record_task("water the plants")
    new = await workspace.remember(decision("database depends_on bergen", supersedes=[old.records[0].id]))
    later = await workspace.record_task("ask what became of oslo")
    flagged = {t.id: [a.record for a in t.affected_by] for t in (await workspace.tasks()).tasks}
    news = [new.records[0].id]
    assert flagged == {opened.id: news, cites.id: news, closed.id: [], later.id: [], other.id: []}
    (line,) = next(t for t in (await workspace.tasks(state="open")).tasks if t.id == opened.id).affected_by
    assert (line.how, line.replaced) == ("supersedes", old.records[0].id)
    assert [await current(workspace, r.records[0].id) for r in (old, likes, kim, new)] == [False, True, True, True]


async def test_wrk_05_blocked_by_is_no_link(workspace: Workspace) -> None:
    """WRK-05, WRK-06: a task takes no `blocked_by`, and what is sent so is never stored as `related`."""
    first = await workspace.record_task("lay the cable")
    with pytest.raises(TypeError, match="blocked_by"):
        await workspace.record_task("switch on", blocked_by=[first.id])  # type: ignore[call-arg]
    assert len((await workspace.tasks()).tasks) == 1


async def test_one_alone_is_a_list_of_one(workspace: Workspace) -> None:
    """An id, a text or an object where several are taken is that one, never its letters or its fields."""
    first = (await workspace.record_task("lay the cable")).id or ""
    receipt = await workspace.record_task(
        "switch on", sources="depth.md", tools={"name": "meter", "right": True}, related=first, entities="cable",  # type: ignore[arg-type]
        corrections={"wrong": "too early", "right": "wait for the noon", "why": "it was wet"},  # type: ignore[arg-type]
    )  # fmt: skip
    found = await workspace.task(receipt.id or "")
    assert [s.ref for s in found.sources] == ["depth.md"]
    assert [t.name for t in found.tools] == ["meter"]
    assert [t.id for t in found.related] == [first]
    assert [c.right for c in found.corrections] == ["wait for the noon"]


async def test_corrections_stay_in_their_order(workspace: Workspace) -> None:
    """Corrections are shown as they came, those of one call in the order they were given."""
    told = [{"wrong": f"wrong {n}", "right": f"right {n}", "why": "because"} for n in range(8)]
    task = (await workspace.record_task("tile the roof", "tiled", "partial", corrections=told)).id or ""
    await workspace.correct(task, "wrong 8", "right 8", "because")
    assert [c.right for c in (await workspace.task(task)).corrections] == [f"right {n}" for n in range(9)]
    assert [c.right for c in (await workspace.recall("tile the roof")).corrections] == [
        "right 8",
        *(f"right {n}" for n in range(5)),
    ]


async def test_tasks_that_belong_together(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """A task names earlier ones; both show it, `recall` walks along it, and no id of another workspace or of nobody is joined."""
    first = await workspace.record_task("lay the cable", "laid", "success", sources=[{"ref": "depth.md", "held_up": True}])
    foreign = await (await make_workspace()).record_task("paint the wall")
    named = [first.id or "", first.id or "", foreign.id or "", "tsk_0000000000000000"]
    second = await workspace.record_task("quarterly xylophone audit", "done", "success", related=named)
    assert [w.code for w in second.warnings] == ["TASK_UNKNOWN"]
    assert [t.id for t in (await workspace.task(second.id or "")).related] == [first.id]
    assert [t.request for t in (await workspace.task(first.id or "")).related] == ["quarterly xylophone audit"]
    assert (await workspace.task(first.id or "", as_of=first.recorded_at)).related == ()
    recalled = await workspace.recall("xylophone audit of the quarter")
    assert "depth.md" in recalled.text
    third = await workspace.record_task("switch on")
    await workspace.record_task(task=first.id, related=[third.id or "", first.id or ""])
    assert [t.id for t in (await workspace.task(first.id or "")).related] == [second.id, third.id]


async def test_what_nobody_knows_is_told(workspace: Workspace) -> None:
    """A choice or a rule that is not there costs a warning, never the task: capture must not fail for a slip."""
    receipt = await workspace.record_task(
        "tidy up", "tidied", "success", applied=["rul_0000000000000000"],
        corrections=[{"wrong": "a", "right": "b", "why": "c", "decision": "a choice of nobody"}],
    )  # fmt: skip
    assert {w.code for w in receipt.warnings} == {"DECISION_UNKNOWN", "RULE_UNKNOWN"}
    assert (await workspace.task(receipt.id or "")).corrections[0].target == receipt.id
