"""The graph in the explorer: time, impact, paths, filters, and why a link is there."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect

from graphmem.model.records import EntityRef, ProblemFound, Relation
from graphmem.workspace import Workspace
from tests.browser.conftest import Explorer
from tests.stating import decision


async def counts(explorer: Explorer) -> tuple[int, int]:
    """How many things and links are drawn, once they are at rest."""
    await explorer.shown()
    canvas = explorer.page.locator(".canvas")
    return int(await canvas.get_attribute("data-things") or 0), int(await canvas.get_attribute("data-links") or 0)


async def changing(workspace: Workspace) -> None:
    """Redis until the end of 2024, valkey from then on; the memory learned both today."""
    first = await workspace.remember(decision("api depends_on redis", "web depends_on api", valid_from="2024-01-01"))
    await workspace.remember(
        decision("api depends_on valkey", "web depends_on api", valid_from="2025-01-01", supersedes=[first.records[0].id])
    )


async def test_slider(explorer: Explorer, workspace: Workspace) -> None:
    """The slider moves the day: the graph is that of the day, the address keeps it, and `Now` leads back."""
    await changing(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "graph")
    assert await counts(explorer) == (3, 2)
    slider = page.get_by_role("slider", name="As of")
    await slider.focus()
    await page.keyboard.press("Home")
    await expect(page.locator(".beside")).to_contain_text("redis")
    assert "at=2024-01-01" in page.url
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("group", name="Time").locator("output")).to_have_text("2024-01-02")
    await expect(page).to_have_url(re.compile("at=2024-01-02"))
    await page.reload()
    await expect(page.locator(".beside")).to_contain_text("redis")
    await page.get_by_role("button", name="Now").click()
    await expect(page.locator(".beside")).to_contain_text("valkey")


async def test_as_known_then(explorer: Explorer, workspace: Workspace) -> None:
    """With the switch both clocks move: on a day before the memory learned anything, it knows nothing."""
    await changing(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "graph?at=2024-06-01")
    assert await counts(explorer) == (3, 2)
    await page.get_by_label("as known then").check()
    await expect(page.locator("[data-empty]")).to_contain_text("as of 2024-06-01")
    assert "known=1" in page.url


async def test_what_has_ended(explorer: Explorer, workspace: Workspace) -> None:
    """What has ended is drawn too when asked for."""
    await changing(workspace)
    await explorer.open(workspace.name, "graph")
    await explorer.page.get_by_label("what has ended, faded").check()
    await expect(explorer.page.locator(".canvas")).to_have_attribute("data-links", "3")
    assert await counts(explorer) == (4, 3)


async def test_impact_by_hop(explorer: Explorer, workspace: Workspace) -> None:
    """Impact colours each thing by its hop, tells the reasons beside, and goes as far as the depth says."""
    await workspace.remember(decision("api depends_on redis", "web depends_on api", "app depends_on web", "log related_to redis"))
    page = explorer.page
    await explorer.open(workspace.name, "graph?focus=redis")
    await page.get_by_role("button", name="Impact").click()
    await expect(page.locator("[data-reached]")).to_contain_text("3 things")
    colours = (
        "(() => { const s = document.querySelector('.canvas').sigma, g = s?.getGraph();"
        " return s && g.nodes().map((n) => s.getNodeDisplayData(n)?.color) })()"
    )
    drawn: list[str] = []
    for _ in range(300):  # the answer stands beside before the picture is drawn with it
        drawn = await explorer.run(colours) or []
        if len(set(drawn)) == 5:
            break
        await asyncio.sleep(0.1)
    assert len(drawn) == len(set(drawn)) == 5
    await expect(page.get_by_label("Colours by hop").get_by_role("listitem")).to_have_count(4)
    depth = page.get_by_role("slider", name="As far as")
    await depth.focus()
    await page.keyboard.press("Home")
    await expect(page.locator("[data-reached]")).to_contain_text("1 thing")


async def test_path(explorer: Explorer, workspace: Workspace) -> None:
    """From a thing to another: each step with its direction and its reason."""
    await workspace.remember(decision("web depends_on api", "api depends_on redis", reason="x"))
    page = explorer.page
    await explorer.open(workspace.name, "graph?focus=redis")
    await page.get_by_role("button", name="Path to…").click()
    await page.get_by_role("combobox", name="To which thing?").fill("web")
    await page.locator(".find [role=option]").first.click()
    await expect(page.locator("[data-reached]")).to_contain_text("2 steps to web")
    await expect(page.locator(".beside ol")).to_contain_text("← depends on api")


async def test_expand_and_filter(explorer: Explorer, workspace: Workspace) -> None:
    """Around a thing there are its neighbours; expanding one adds its own; filters take away types of things and of links."""
    await workspace.remember(decision("web depends_on api", "api depends_on redis", "redis related_to log"))
    page = explorer.page
    await explorer.open(workspace.name, "graph?focus=web&scope=around")
    assert await counts(explorer) == (2, 1)
    await page.locator(".beside").get_by_role("button", name="api").click()
    await expect(page.locator(".beside h2")).to_contain_text("api")
    assert await counts(explorer) == (2, 1)
    await page.get_by_role("button", name="Expand").click()
    await expect(page.locator(".canvas")).to_have_attribute("data-things", "3")
    await page.goto(f"{explorer.url}/#/w/{workspace.name}/graph")
    await expect(page.locator(".canvas")).to_have_attribute("data-links", "3")
    await page.get_by_role("group", name="Links").get_by_label("related to").uncheck()
    await expect(page.locator(".canvas")).to_have_attribute("data-things", "3")
    assert await counts(explorer) == (3, 2)


@pytest.mark.parametrize("many", [False, True])
async def test_why_a_link_is_there(explorer: Explorer, workspace: Workspace, many: bool) -> None:
    """The pointer on a link tells the reason that was stated with it; where there are very many, a click does."""
    await workspace.remember(
        ProblemFound(
            problem="slow", entities=(EntityRef(name="api", type="code_component"), EntityRef(name="redis", type="technology")),
            relations=(Relation(source="api", target="redis", type="depends_on", reason="it keeps its sessions there"),),
        )
    )  # fmt: skip
    await explorer.open(workspace.name, "graph")
    x, y = await explorer.run(
        "(() => { const box = document.querySelector('.canvas'), s = box.sigma, g = s.getGraph(), r = box.getBoundingClientRect();"
        " const [a, b] = g.nodes().map((n) => s.graphToViewport(g.getNodeAttributes(n)));"
        " return [r.x + (a.x + b.x) / 2, r.y + (a.y + b.y) / 2] })()"
    )
    if many:
        await explorer.run("document.querySelector('.canvas').scene.lookedAt = 0")
    await explorer.page.mouse.move(x - 40, y - 40)
    await explorer.page.mouse.move(x, y, steps=4)
    if many:
        await expect(explorer.page.get_by_role("tooltip")).to_have_count(0)
        await explorer.page.mouse.click(x, y)
    await expect(explorer.page.get_by_role("tooltip")).to_contain_text("it keeps its sessions there")


async def test_the_same_picture(explorer: Explorer, told_story: Workspace) -> None:
    """The layout has no chance in it: loaded again, everything stands where it stood."""
    script = (
        "(() => { const g = document.querySelector('.canvas').sigma.getGraph();"
        " return Object.fromEntries(g.mapNodes((n, a) => [a.label, [Math.round(a.x), Math.round(a.y)]])) })()"
    )
    await explorer.open(told_story.name, "graph")
    first = await explorer.run(script)
    await explorer.page.reload()
    await explorer.shown()
    assert await explorer.run(script) == first
    assert len({tuple(place) for place in first.values()}) == len(first)
