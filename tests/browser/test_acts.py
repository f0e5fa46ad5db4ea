"""What a person does in the explorer, and how it is undone; who may see what; and names that are hostile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import httpx
from playwright.async_api import Browser, expect

from graphmem.memory import Memory
from graphmem.model.records import Decision, EntityRef, ProblemFound, Relation
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.browser.conftest import Explorer, serving, watched
from tests.stating import decision

SCRIPT = "<script>alert(2)</script>"
ADDRESS = "[see](javascript:alert(3)) javascript:alert(4)"
MARKUP = '<img src=x onerror="alert(1)">'


async def totals(workspace: Workspace) -> tuple[int, int]:
    """Unsolved problems and probable duplicates."""
    radar = await workspace.radar()
    return radar.unsolved_problems.total, radar.probable_duplicates.total


async def lines_to_judge(workspace: Workspace) -> None:
    """An open problem, and two names that may be one thing."""
    await workspace.remember(decision("api depends_on DocumentKey", "web depends_on document keys"))
    await workspace.remember(
        ProblemFound(
            problem="slow", entities=(EntityRef(name="slow start", type="problem"), EntityRef(name="api", type="code_component")),
            relations=(Relation(source="slow start", target="api", type="caused_by", reason="it loads everything"),),
        )
    )  # fmt: skip
    assert await totals(workspace) == (1, 1)


async def test_dismiss_and_undo(explorer: Explorer, workspace: Workspace) -> None:
    """A dismissed line leaves the radar, and one click brings it back."""
    await lines_to_judge(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "radar")
    await page.get_by_role("button", name="Dismiss slow start").click()
    await expect(page.get_by_role("button", name="Dismiss slow start")).to_have_count(0)
    assert await totals(workspace) == (0, 1)
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("button", name="Dismiss slow start")).to_be_visible()
    assert await totals(workspace) == (1, 1)


async def test_what_was_dismissed_is_listed(explorer: Explorer, workspace: Workspace) -> None:
    """What anybody dismissed at any time stands below the open lines, with who and why, and can be shown again."""
    await lines_to_judge(workspace)
    (problem,) = (await workspace.radar()).unsolved_problems.lines
    await workspace.dismiss(problem.key, reason="it is planned for May")
    page = explorer.page
    await explorer.open(workspace.name, "radar")
    line = page.locator("[data-dismissed]")
    await expect(line).to_contain_text("slow start")
    await expect(line).to_contain_text("it is planned for May")
    await page.get_by_role("button", name="Show slow start again").click()
    await expect(line).to_have_count(0)
    await expect(page.get_by_role("button", name="Dismiss slow start")).to_be_visible()
    assert (await workspace.dismissals()).dismissals == ()


async def test_merge_and_undo(explorer: Explorer, workspace: Workspace) -> None:
    """Two names are merged with a reason, and one click makes them two again."""
    await lines_to_judge(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "radar")
    await page.get_by_role("button", name="Merge into DocumentKey").click()
    await page.get_by_label("Why?").fill("the same keys")
    await page.keyboard.press("Enter")
    await expect(page.locator(".toast").first).to_contain_text("document keys is now part of DocumentKey")
    assert (await workspace.entity("document keys")).entity.name == "DocumentKey"
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(page.locator(".toast").first).to_contain_text("are two again")
    assert (await workspace.entity("document keys")).entity.name == "document keys"


async def test_side_by_side(explorer: Explorer, workspace: Workspace) -> None:
    """The two stand side by side with what is known of each; they are told apart, and that can be taken back."""
    await lines_to_judge(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "review")
    await expect(page.get_by_role("region", name="DocumentKey")).to_contain_text("api")
    await expect(page.get_by_role("region", name="document keys")).to_contain_text("web")
    await page.get_by_role("button", name="They are different things").click()
    await expect(page.locator("[data-empty]")).to_contain_text("Nothing waits")
    assert await totals(workspace) == (1, 0)
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("region", name="DocumentKey")).to_be_visible()
    await page.get_by_role("button", name="Same thing: keep document keys").click()
    await page.get_by_label("Why?").fill("the same keys")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-empty]")).to_be_visible()
    assert (await workspace.entity("DocumentKey")).entity.name == "document keys"


async def test_an_old_merge(explorer: Explorer, workspace: Workspace) -> None:
    """A merge of any day is undone where the thing's changes are shown."""
    await lines_to_judge(workspace)
    await workspace.merge("document keys", "DocumentKey", reason="the same")
    page = explorer.page
    await explorer.open(workspace.name, "entity/DocumentKey?view=history")
    await page.get_by_role("button", name="Undo merge").click()
    await page.get_by_label("Why?").fill("one is a class")
    await page.keyboard.press("Enter")
    await expect(page.locator("main")).to_contain_text("undone")
    assert (await workspace.entity("document keys")).entity.name == "document keys"


async def test_a_record_ends_and_holds_again(explorer: Explorer, workspace: Workspace) -> None:
    """A record is ended with a reason, and that is undone."""
    receipt = await workspace.remember(decision("api depends_on redis"))
    page = explorer.page
    await explorer.open(workspace.name, f"record/{receipt.records[0].id}")
    await page.get_by_role("button", name="It no longer holds").click()
    await page.get_by_label("Why?").fill("redis is gone")
    await page.keyboard.press("Enter")
    await expect(page.locator(".toast")).to_contain_text("Ended: api depends_on redis")
    await expect(page.locator("h1")).to_contain_text("ended")
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(page.locator("h1")).not_to_contain_text("ended")
    assert (await workspace.record(receipt.records[0].id)).record.holds


async def test_a_card(explorer: Explorer, workspace: Workspace) -> None:
    """The project's card is written, and keeps its versions."""
    page = explorer.page
    await explorer.open(workspace.name, "cards")
    side = page.get_by_role("region", name="How this project works")
    await side.get_by_role("textbox").fill("Tests run against a real server.")
    await side.get_by_role("button", name="Write").click()
    await expect(side).to_contain_text("1 version")
    card = (await workspace.cards()).project
    assert card is not None
    assert (card.text, card.author) == ("Tests run against a real server.", "ana")


async def test_sec_08_markup_is_text(explorer: Explorer, workspace: Workspace) -> None:
    """SEC-08: markup in names, reasons and texts is shown as the text it is, on every page; no address of another kind is followed."""
    await workspace.remember(
        Decision(
            decision=f"use {MARKUP} {ADDRESS}", reason=f"because {MARKUP}</script>", files=("a<b>.py",),
            entities=(EntityRef(name=MARKUP, type="problem", description=MARKUP), EntityRef(name="<b>api</b>", type="code_component")),
            relations=(Relation(source=MARKUP, target="<b>api</b>", type="caused_by", reason=f"{SCRIPT}{MARKUP} {ADDRESS}"),),
        )
    )  # fmt: skip
    record = (await workspace.records()).records[0].record
    await workspace.topics(recompute=True)
    entity = (await workspace.entity(MARKUP)).entity.id
    views = (
        f"entity/{entity}", f"record/{record}", "radar", "timeline", "topics", "search?q=api", f"graph?focus={entity}", "file/a%3Cb%3E.py",
        f"entity/{entity}?view=lineage", f"entity/{entity}?view=history", "cards?task=api",
    )  # fmt: skip
    for view in views:
        await explorer.open(workspace.name, view)
        await expect(explorer.page.locator("main")).to_contain_text("<", timeout=20_000)
        assert await explorer.page.locator("main img, main script").count() == 0, view
        assert await explorer.page.locator("main bdi b").count() == 0, view
        assert await explorer.page.locator('a[href^="javascript"]').count() == 0, view
    await explorer.open(workspace.name, f"entity/{entity}")
    assert MARKUP in await explorer.text()


async def test_sign_in(
    browser: Browser,
    built: None,
    settings: Settings,
    memory: Memory,
    workspace: Workspace,
    make_workspace: Callable[..., Awaitable[Workspace]],
) -> None:
    """Where tokens are asked for, one signs in; another workspace is as one that does not exist, and a reader changes nothing."""
    await lines_to_judge(workspace)
    other = await make_workspace()
    token = (await memory.tokens.create("rita", roles={workspace.name: "reader"}, kind="person")).token
    with serving(settings, "--tokens") as url:
        async with watched(browser, url) as explorer:
            page = explorer.page
            await page.goto(f"{url}/#/w/{workspace.name}/radar")
            await page.get_by_label("Token").fill("wrong")
            await page.get_by_role("button", name="Sign in").click()
            await expect(page.get_by_role("alert")).to_be_visible()
            await page.get_by_label("Token").fill(token)
            await page.get_by_role("button", name="Sign in").click()
            await expect(page.locator("main")).to_contain_text("slow start")
            await page.get_by_role("button", name="Dismiss slow start").click()
            await expect(page.locator(".toast").first).to_contain_text("Not done")
            assert await totals(workspace) == (1, 1)
            for unseen in (other.name, "never-made"):
                await page.goto(f"{url}/#/w/{unseen}/radar")
                await expect(page.get_by_role("alert")).to_contain_text("There is no such workspace for you")
                # To choose there is what rita may see, and what stands in the address.
                await expect(page.get_by_label("Workspace").locator("option")).to_have_text([workspace.name, unseen])
            await page.get_by_role("button", name="Sign out").click()
            await expect(page.get_by_label("Token")).to_be_visible()
            explorer.faults = [f for f in explorer.faults if "401" not in f]  # Chromium remarks each refusal by its status


async def test_its_policy(served: str) -> None:
    """The page and its files come with the strict policy, hold no script or style in the page, and lead nowhere else."""
    async with httpx.AsyncClient(base_url=served) as client:
        page = await client.get("/")
        assert page.headers["content-security-policy"].startswith("default-src 'self';")
        assert "<script>" not in page.text
        assert "style=" not in page.text
        for path in ("/assets/..%2findex.html", "/assets/%2e%2e/pages.py", "/assets/nothing.js"):
            assert (await client.get(path)).status_code == 404
