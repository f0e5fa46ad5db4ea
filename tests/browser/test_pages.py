"""Every page of the explorer, on the story of the demo: it shows what the memory holds, and everybody can use it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from graphmem.workspace import Workspace
from tests.browser.conftest import AXE, Explorer, watched
from tests.conftest import MakeWorkspace
from tests.stating import decision

# Name of the picture, address of the view, and something that must stand in it.
VIEWS = {
    "graph": ("graph", "SessionPersister"),
    "ended": ("graph?ended=1&focus=StorageActor", "how it ended"),
    "impact": ("graph?focus=RocksDB&mode=impact", "Claude Code plugin"),
    "path": ("graph?focus=RocksDB&mode=path&to=Claude+Code+plugin", "2 steps to"),
    "around": ("graph?focus=SessionPersister&scope=around", "carry_over"),
    "entity": ("entity/SessionPersister", "RecordEvent"),
    "lineage": ("entity/duplicate%20derived%20work%20on%20update?view=lineage", "MemoryServiceImpl"),
    "history": ("entity/StorageActor?view=history&to=SessionPersister", "ended"),
    "radar": ("radar", "board_create stages"),
    "review": ("review", "document keys"),
    "topics": ("topics", "Key decisions"),
    "timeline": ("timeline?period=2026-10", "2026-10-21"),
    "file": ("file/memory_system%2Fpersister.rs", "lines"),
    "search": ("search?q=deletes+that+never+reached+storage", "empty lists"),
    "cards": ("cards?task=change+SessionPersister", "SessionPersister"),
}


@pytest.mark.parametrize("name", VIEWS)
async def test_every_page(explorer: Explorer, told_story: Workspace, name: str) -> None:
    """The view is reached by its address alone, shows what it is about, and axe finds nothing serious in it."""
    address, something = VIEWS[name]
    await explorer.open(told_story.name, address)
    await expect(explorer.page.locator("main")).to_contain_text(something, timeout=30_000)
    await explorer.shown()
    await explorer.picture(name)
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make explorer")
    assert await explorer.offences() == []


@pytest.mark.parametrize("name", ["impact", "radar", "timeline"])
async def test_dark(browser: Browser, served: str, told_story: Workspace, name: str) -> None:
    """Who has it dark reads it as well."""
    async with watched(browser, served, "dark") as explorer:
        await explorer.open(told_story.name, VIEWS[name][0])
        await explorer.picture(f"{name}-dark")
        if AXE.is_file():
            assert await explorer.offences() == []


async def test_the_theme_stays(explorer: Explorer, told_story: Workspace) -> None:
    """A theme that was chosen stays chosen."""
    await explorer.open(told_story.name, "radar")
    await explorer.page.get_by_role("button", name="Turn to dark").click()
    await explorer.page.reload()
    await expect(explorer.page.get_by_role("button", name="Turn to light")).to_be_visible()


async def test_a_record(explorer: Explorer, told_story: Workspace) -> None:
    """A link leads from a thing to the record that states it, with what it says and what it is about."""
    await explorer.open(told_story.name, "entity/SessionPersister")
    await explorer.page.get_by_role("link", name="The retry of a failed write").first.click()
    await expect(explorer.page.locator("article")).to_contain_text("carry_over")
    await explorer.picture("record")


async def test_empty(explorer: Explorer, make_workspace: MakeWorkspace) -> None:
    """A workspace without anything says so on every page, and nothing goes wrong."""
    workspace = await make_workspace()
    for page in (
        "graph",
        "radar",
        "review",
        "timeline",
        "search?q=anything",
        "topics",
        "file",
        "ingestion",
        "rules",
        "cards",
        "entity",
        "record",
    ):
        await explorer.page.goto(f"{explorer.url}/#/w/{workspace.name}/{page}")
        if page not in ("cards", "entity"):
            await expect(explorer.page.locator("[data-empty]").first).to_be_visible()


async def test_what_is_not_there(explorer: Explorer, workspace: Workspace) -> None:
    """A workspace or a thing that is not there is said to be so, with the words of the server and the nearest names."""
    await workspace.remember(decision("api depends_on redis"))
    await explorer.page.goto(f"{explorer.url}/#/w/{workspace.name}-other/radar")
    await expect(explorer.page.get_by_role("alert")).to_contain_text("WORKSPACE_NOT_FOUND")
    await explorer.page.goto(f"{explorer.url}/#/w/{workspace.name}/entity/rediss")
    await expect(explorer.page.get_by_role("alert")).to_contain_text("redis")


async def test_keys(explorer: Explorer, told_story: Workspace) -> None:
    """Pages are reached by two keys, the search by one, and a name is chosen from the list by the keyboard alone."""
    page = explorer.page
    await explorer.open(told_story.name, "topics")
    await page.keyboard.press("g")
    await page.keyboard.press("r")
    await expect(page.get_by_role("heading", name="Radar")).to_be_visible()
    await page.keyboard.press("/")
    await expect(page.get_by_role("searchbox")).to_be_focused()
    await explorer.open(told_story.name, "graph")
    await page.get_by_role("combobox", name="Find a thing").focus()
    await page.keyboard.type("rocks")
    await expect(page.locator(".find [role=option]")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator(".beside h2")).to_contain_text("RocksDB")


async def test_bars_count_all(explorer: Explorer, workspace: Workspace) -> None:
    """The bars count all of a period, also what is not loaded yet; one leads into its month, and into its day."""
    for n in range(3):
        day = [decision(f"part {n} depends_on part {m}", valid_from=f"2024-0{n + 1}-0{m % 9 + 1}") for m in range(n + 1, n + 41)]
        await workspace.remember(*day)
    await workspace.remember(decision("part 1 related_to part 2", valid_from="2025-05"))
    page = explorer.page
    await explorer.open(workspace.name, "timeline")
    await expect(page.locator("[data-total]")).to_have_text("121 events, the first 100 of them below")
    await page.get_by_role("button", name="2024: 120 events").click()
    await expect(page.get_by_role("button", name="2024-03: 40 events")).to_be_visible()
    await expect(page.locator("h2", has_text="2024-03")).to_contain_text("20 of 40 events")
    await page.get_by_role("button", name="More").click()
    await expect(page.locator("h2", has_text="2024-03")).to_contain_text("40 events")
    await page.get_by_role("button", name="2024-03: 40 events").click()
    await page.get_by_role("button", name=re.compile("^2024-03-04: [45] events")).click()
    await expect(page).to_have_url(re.compile("period=2024-03-04"))
    await expect(page.locator(".bars")).to_have_count(0)
    await page.get_by_role("button", name="all time").click()
    await expect(page.get_by_role("button", name="2025: 1 event")).to_be_visible()
