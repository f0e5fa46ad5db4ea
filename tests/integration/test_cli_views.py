"""How people see the answers on the command line: nothing that was found is hidden, and what ended never reads like what holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphmem.cli.output import write_view
from graphmem.model.answers.recall import Recall
from graphmem.workspace import Workspace
from tests.stating import decision, found
from tests.work.telling import tell_work


async def test_no_view_hides_what_was_found(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    """Each question about one thing shows, as text, every entity, title, reason and record id that its JSON holds."""
    first = await workspace.remember(
        decision("api depends_on auth", reason="it signs in", decision="One door for all", files=["src/auth.py:3-9"]),
        found("sessions are lost", "sessions are lost caused_by auth"),
    )
    await workspace.remember(decision("api depends_on redis", supersedes=[first.records[0].id]))
    answers: list[Any] = [
        await workspace.impact("auth", as_of=first.recorded_at),
        await workspace.lineage("auth"),
        await workspace.entity("auth"),
        await workspace.radar(),
        await workspace.file("src/auth.py"),
        await workspace.timeline(),
        await workspace.history("api", "auth"),
        await workspace.history("auth"),
        await workspace.diff("2020"),
        await workspace.record(first.records[0].id),
        await workspace.records(),
        await workspace.entities(),
        await workspace.sessions(),
        await workspace.neighbours("auth"),
        await workspace.graph(),
        await workspace.path("redis", "auth", as_of=first.recorded_at),
    ]
    await workspace.dismiss(answers[3].unsolved_problems.lines[0].key, reason="it is planned for May")
    answers.append(await workspace.dismissals())
    for answer in answers:
        write_view(answer)
        shown = " ".join(capsys.readouterr().out.split())
        for told in texts(
            json.loads(answer.model_dump_json()), {"name", "title", "reason", "record", "end_reason", "path", "key"}
        ):
            assert told in shown, f"{type(answer).__name__} hides {told!r}"


async def test_no_view_of_the_work_memory_hides_what_was_found(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    """Tasks, candidates, rules and what is recalled are shown with every text and id that their JSON holds."""
    whole, _ = await tell_work(workspace)
    answers = [
        await workspace.recall("write the report of the ledger"),
        await workspace.rules(),
        await workspace.candidates(state=None),
        await workspace.tasks(),
        await workspace.task(whole),
    ]
    for answer in answers:
        write_view(answer)
        shown = " ".join(capsys.readouterr().out.split())
        told = {"rule", "why", "how", "wrong", "right", "request", "summary", "choice", "reasoning", "ref", "location", "id"}
        for text in texts(json.loads(answer.model_dump_json()), told) if not isinstance(answer, Recall) else {answer.text}:
            assert " ".join(text.split()) in shown, f"{type(answer).__name__} hides {text!r}"


def texts(value: Any, fields: set[str]) -> set[str]:
    """The texts in the named fields, at any depth."""
    if isinstance(value, list):
        return {text for item in value for text in texts(item, fields)}
    if not isinstance(value, dict):
        return set()
    own = {text for name, text in value.items() if name in fields and isinstance(text, str)}
    return own.union(*(texts(item, fields) for item in value.values()))


async def test_a_view_says_when_something_ended(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    """What ended is marked with the time, the way and the author of its end; it never reads like what holds."""
    first = await workspace.remember(decision("api depends_on auth"))
    forgotten = await workspace.forget(first.records[0].id, reason="it was a draft")
    write_view(await workspace.entity("api"))
    assert f"[ended {forgotten.recorded_at}: forgotten by ana]" in capsys.readouterr().out
    write_view(await workspace.history("api", "auth"))
    assert "forgotten from" in (shown := capsys.readouterr().out)
    assert "it was a draft" in shown


async def test_a_context_that_nothing_fits_into(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what there is and how to get it; where nothing is known it says so."""
    write_view(await workspace.context("paint the shed"))
    assert "Nothing is stored in this workspace yet." in capsys.readouterr().out
    await workspace.remember(decision("api depends_on redis"))
    write_view(await workspace.context("change redis", budget=1))
    shown = capsys.readouterr().out
    assert "Nothing fits into this budget" in shown
    assert "impact('ent_" in shown
