"""The explorer on a large workspace: how long until there is a picture."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.benchmarks.bare import Bare
from tests.benchmarks.generator import Sizes, populate
from tests.benchmarks.table import Table
from tests.browser.conftest import browser, built, serving, watched  # noqa: F401  (fixtures, found by their names)

pytestmark = pytest.mark.benchmark
THINGS, LINKS = 20_000, 40_000


@pytest.fixture
async def wide(memory: Memory, bare: Bare) -> str:
    """A workspace of 20,000 things and 40,000 links, a fifth of them ended."""
    found = await bare.run("MATCH (w:Workspace {id: 'wide'}) RETURN w.filled AS filled")
    if not (found and found[0]["filled"]):
        await populate(memory, bare, "wide", Sizes(THINGS, LINKS, 2_000, 300))
        await bare.run("MATCH (w:Workspace {id: 'wide'}) SET w.filled = true")
    return "wide"


async def test_first_picture(browser: Browser, built: None, settings: Settings, wide: str, table: Table) -> None:  # noqa: F811
    """From opening the address to 20,000 things drawn, in software, within 3 s; then the picture moves when it is dragged."""
    took = []
    with serving(settings, "--no-tokens") as url:
        for _ in range(4):
            async with watched(browser, url) as explorer:
                await explorer.page.goto(f"{url}/#/w/{wide}/graph?limit=20000&isolated=1")
                await explorer.page.wait_for_selector(".canvas[data-painted]", timeout=60_000)
                canvas = explorer.page.locator(".canvas")
                assert await canvas.get_attribute("data-things") == f"{THINGS}"
                took.append(int(await canvas.get_attribute("data-painted") or 0))
                box = await canvas.bounding_box()
                assert box
                await explorer.page.mouse.move(box["x"] + 200, box["y"] + 200)
                await explorer.page.mouse.down()
                await explorer.page.mouse.move(box["x"] + 300, box["y"] + 240, steps=3)
                await explorer.page.mouse.up()
    best = min(took[1:])
    table.add(f"explorer: first picture of {THINGS:,} things, {LINKS:,} links", "≤ 3 s", f"{best / 1000:.1f} s", best <= 3_000)
