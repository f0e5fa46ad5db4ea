"""Slots that hold one value: where no stated time tells which of several came later, the radar lists them and nothing is lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from graphmem import Preference
from graphmem.errors import NotFound
from graphmem.memory import Memory
from graphmem.model.answers.radar import ContradictionLine
from graphmem.tools.telling.lists import preferences as told_preferences
from graphmem.tools.telling.radar import radar as told_radar
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.integration.test_ingest import vault
from tests.integration.test_ingest_model import Serve, served
from tests.model_server import reply

__all__ = ["served"]

HQ = "slots:\n  - {name: hq, single: true}\n"


async def say(workspace: Workspace, value: str, since: str | None = None, slot: str = "editor", holder: str = "Kim") -> str:
    """States a value and returns the id of its record."""
    said = Preference(slot=slot, preference=value, holder=holder, valid_from=since)
    return (await workspace.remember(said)).records[0].id


async def listed(workspace: Workspace, as_of: datetime | None = None, valid_at: str | None = None) -> list[ContradictionLine]:
    found = (await workspace.radar(as_of=as_of, valid_at=valid_at)).contradictions
    assert found.total == len(found.lines)
    return list(found.lines)


def values(lines: list[ContradictionLine]) -> list[list[str]]:
    return [[claim.preference for claim in line.claims] for line in lines]


async def test_tim_04_two_undated_values(workspace: Workspace, memory: Memory) -> None:
    """Two authors, no date: one open line with both records; both starts are assumed, both values flagged, no end is written."""
    await workspace.apply_ontology(HQ)
    bo = await memory.workspace(workspace.name, author="bo")
    porto = await say(workspace, "Porto", slot="hq", holder="Acme")
    alone = (await workspace.radar()).as_of
    lyon = await say(bo, "Lyon", slot="hq", holder="acme")
    [line] = await listed(workspace)
    assert (line.kind, line.slot, line.holder, line.key) == ("slot", "hq", "acme", f"slot:{lyon}")
    assert [(c.preference, c.record.record, c.record.author, c.record.assumed, c.record.holds) for c in line.claims] == [
        ("Lyon", lyon, "bo", True, True), ("Porto", porto, "ana", True, True),
    ]  # fmt: skip
    answer = await workspace.preferences(slot="hq")
    assert [(p.preference, p.assumed, p.contested) for p in answer.preferences] == [("Lyon", True, True)]
    assert [(p.preference, p.assumed, p.contested) for p in answer.past] == [("Porto", True, True)]
    assert (await workspace.record(porto)).record.valid_to is None
    assert await listed(workspace, as_of=alone) == []
    told = told_radar(await workspace.radar())
    assert any("hq of acme" in text and lyon in text and porto in text for text in told.lines)
    assert all("CONTESTED" in text for text in told_preferences(answer).lines)


async def test_tim_04_what_a_text_says_twice(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Two undated notes that were read as values of a slot: one line, which names both notes."""
    await workspace.apply_ontology(HQ)

    def wish(value: str) -> dict[str, str | None]:
        return {"slot": "hq", "preference": value, "holder": "Acme", "valid_from": None}

    served(lambda passage, n: reply() | {"preferences": [wish("Porto" if "Porto" in passage else "Lyon")], "facts": []})
    await workspace.ingest(str(vault(tmp_path / "v", A="HQ is in Porto.", B="HQ is in Lyon.")), extract=True)
    [line] = await listed(workspace)
    assert {(c.preference, c.document, c.record.assumed) for c in line.claims} == {
        ("Porto", "v/A.md", True), ("Lyon", "v/B.md", True),
    }  # fmt: skip
    await say(workspace, "Porto", "2025-01-01", slot="hq", holder="Acme")
    assert [p.preference for p in (await workspace.preferences()).preferences] == ["Porto"]
    assert values(await listed(workspace)) == [["Porto", "Lyon"]]  # the text may be newer, and does not outrank what was stated


async def test_tim_04_a_dated_statement_resolves_it(workspace: Workspace) -> None:
    """A start that lies after those that were assumed tells the order; as of before it the line stands."""
    await say(workspace, "Vim")
    await say(workspace, "Emacs")
    before = (await workspace.radar()).as_of
    await say(workspace, "Vim", (before + timedelta(microseconds=1)).isoformat())
    assert await listed(workspace) == []
    answer = await workspace.preferences()
    assert [(p.preference, p.contested) for p in answer.preferences] == [("Vim", False)]
    assert not any(p.contested for p in answer.past)
    assert values(await listed(workspace, as_of=before)) == [["Emacs", "Vim"]]
    await say(workspace, "Helix")  # nobody says since when, but the one before is dated
    assert await listed(workspace) == []


@pytest.mark.parametrize(("never_held", "left"), [(True, ["Vim"]), (False, [])])
async def test_tim_04_forgetting_the_later_resolves_it(workspace: Workspace, never_held: bool, left: list[str]) -> None:
    """What never held leaves the other value; a plain forget of the later one leaves the slot empty."""
    await say(workspace, "Vim")
    late = await say(workspace, "Emacs")
    await workspace.forget(late, reason="a slip", never_held=never_held)
    assert await listed(workspace) == []
    answer = await workspace.preferences()
    assert [(p.preference, p.contested) for p in answer.preferences] == [(value, False) for value in left]


async def test_tim_04_a_dismissal_holds_until_it_is_said_again(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """A named act takes the line off the radar, with its title; a newer value of the slot is another line."""
    await say(workspace, "Vim")
    late = await say(workspace, "Emacs")
    [line] = await listed(workspace)
    with pytest.raises(NotFound):
        await (await make_workspace()).dismiss(line.key)
    await workspace.dismiss(line.key, reason="he uses both")
    assert await listed(workspace) == []
    [dismissed] = (await workspace.dismissals()).dismissals
    assert (dismissed.kind, dismissed.title, dismissed.hidden) == ("slot", (await workspace.record(late)).record.title, True)
    await workspace.undismiss(line.key)
    assert values(await listed(workspace)) == [["Emacs", "Vim"]]
    await workspace.dismiss(line.key)
    await say(workspace, "Helix")
    assert values(await listed(workspace)) == [["Helix", "Emacs", "Vim"]]


async def test_starts_that_tie(workspace: Workspace) -> None:
    """Two values of one day, or of a day and its month, are a line; dates that lie apart are none."""
    await say(workspace, "Vim", "2025-03-01")
    await say(workspace, "Emacs", "2025-04-01")
    assert await listed(workspace) == []
    await say(workspace, "Helix", "2025-04-01")
    await say(workspace, "Nano", "2025-04")
    assert values(await listed(workspace)) == [["Nano", "Helix", "Emacs"]]
    assert await listed(workspace, valid_at="2025-03-15") == []


async def test_tim_03_what_is_no_contradiction(workspace: Workspace) -> None:
    """One value said twice, two holders, a slot of many values, and a value that another record supersedes."""
    await say(workspace, "Vim")
    await say(workspace, "vim")
    await say(workspace, "Emacs", holder="Lee")
    for tool in ("ruff", "mypy"):
        await say(workspace, tool, slot="tool")
    first = await say(workspace, "UTC", slot="timezone")
    await workspace.remember(Preference(slot="timezone", preference="CET", holder="Kim", supersedes=(first,)))
    assert await listed(workspace) == []
    assert not any(p.contested for p in (await workspace.preferences()).preferences)
