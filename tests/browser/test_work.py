"""Rules and ingestion in the explorer."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from playwright.async_api import expect

from graphmem.workspace import Workspace
from tests.browser.conftest import AXE, Explorer
from tests.stating import decision
from tests.work.telling import EUROS, corrected, recurring


async def test_a_rule_is_approved(explorer: Explorer, workspace: Workspace) -> None:
    """A candidate stands with its corrections; a person edits and approves it, it holds, and one click takes it back."""
    await recurring(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "rules")
    await expect(page.locator(".side")).to_contain_text("amounts in dollars")
    await explorer.picture("rules")
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make explorer")
    assert await explorer.offences() == []
    await page.get_by_label("Rule", exact=True).fill("Write every amount in euros.")
    await page.get_by_role("button", name="Approve").click()
    await expect(page.locator("[data-empty]")).to_contain_text("No rule waits")
    await expect(page.locator("main")).to_contain_text("Write every amount in euros.")
    assert [rule.rule for rule in (await workspace.rules()).rules] == ["Write every amount in euros."]
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(page.locator(".toast").first).to_contain_text("The rule has ended")
    assert (await workspace.rules()).rules == ()


async def test_a_rule_is_rejected(explorer: Explorer, workspace: Workspace) -> None:
    """Corrections are looked through at a click; what they draft is rejected with a reason and is not drafted again."""
    await recurring(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "rules")
    await page.get_by_role("button", name="Reject").click()
    await page.get_by_label("Why?").fill("only this customer wants it")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-empty]")).to_contain_text("No rule waits")
    await page.get_by_role("button", name="Look for rules in the corrections").click()
    await expect(page.locator(".toast").first).to_contain_text("Looked for corrections")
    assert (await workspace.candidates()).total == 0


async def test_past_work(explorer: Explorer, workspace: Workspace) -> None:
    """The page of a thing, and its impact, show earlier work on it with what was said to be right."""
    await workspace.remember(decision("report depends_on ledger"))
    await corrected(workspace, "close the ledger", EUROS[0], entities=["ledger"])
    for view in ("entity/ledger", f"graph?focus={(await workspace.entity('ledger')).entity.id}&mode=impact"):
        await explorer.open(workspace.name, view)
        await expect(explorer.page.locator("main")).to_contain_text("close the ledger")
        await expect(explorer.page.locator("main")).to_contain_text("write all amounts in euros")


async def test_ingestion(explorer: Explorer, workspace: Workspace) -> None:
    """How far a run is, and each document with what went wrong with it."""
    with tempfile.TemporaryDirectory(prefix="notes-") as folder:  # the picture shows its path: one that says nothing of the tests
        (Path(folder) / "notes.md").write_text("# Sessions\n\nThe api keeps sessions in redis.", encoding="utf-8")
        (Path(folder) / "broken.md").write_bytes(b"\xff\xfe\x00\x01\x80" * 40)
        await workspace.ingest(folder, source="notes")
    await explorer.open(workspace.name, "ingestion")
    await expect(explorer.page.locator("main")).to_contain_text("notes.md")
    await expect(explorer.page.get_by_role("progressbar")).to_be_visible()
    await explorer.picture("ingestion")
    assert not AXE.is_file() or await explorer.offences() == []
