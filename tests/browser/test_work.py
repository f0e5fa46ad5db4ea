"""Rules and ingestion in the explorer."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.async_api import Browser, expect

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.browser.conftest import AXE, Explorer, serving, watched
from tests.stating import decision
from tests.work.telling import EUROS, corrected, recurring, tell_work


@pytest.fixture
async def workspace(memory: Memory) -> Workspace:
    """A fresh workspace with a name for the pictures."""
    return await memory.workspace(f"reports-{secrets.token_hex(3)}", create=True, author="ana")


async def why(explorer: Explorer, text: str) -> None:
    """Answers the question why."""
    await explorer.page.get_by_label("Why?").fill(text)
    await explorer.page.keyboard.press("Enter")


async def standing(workspace: Workspace) -> list[str]:
    """The words of the rules that hold."""
    return [rule.rule for rule in (await workspace.rules()).rules]


async def proposed(workspace: Workspace, old: str, new: str) -> str:
    """A rule that holds and a candidate beside it; the id of the rule."""
    receipt = await workspace.approve((await workspace.propose_rule(old)).id or "")
    await workspace.propose_rule(new)
    return receipt.id or ""


async def test_a_rule_is_approved(explorer: Explorer, workspace: Workspace) -> None:
    """A candidate stands with its corrections; a person approves it as it is, it holds, and one click takes it back."""
    await recurring(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "review")
    await expect(page.locator(".side")).to_contain_text("amounts in dollars")
    await explorer.picture("candidate")
    assert not AXE.is_file() or await explorer.offences() == []
    (candidate,) = (await workspace.candidates()).candidates
    await page.get_by_role("button", name="Approve", exact=True).click()
    await expect(page.locator("[data-empty]")).to_contain_text("Nothing waits")
    assert await standing(workspace) == [candidate.rule]
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await expect(page.locator(".toast").first).to_contain_text("The rule has ended")
    assert await standing(workspace) == []


async def test_a_rule_is_edited(explorer: Explorer, workspace: Workspace) -> None:
    """What holds is what the person wrote: the words, without a reason where it was taken out, for whom, and for which work."""
    await recurring(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "review")
    await page.get_by_label("Rule", exact=True).fill("Write every amount in euros.")
    await page.get_by_label("Why", exact=True).fill("")
    await page.get_by_label("How to follow it").fill("With a comma.")
    await page.get_by_label("Only for work of these sorts").fill("Reports, money")
    await page.get_by_label("Remark").fill("agreed in May")
    await page.get_by_role("button", name="Approve in these words").click()
    await expect(page.locator("[data-empty]")).to_contain_text("Nothing waits")
    (rule,) = (await workspace.rules()).rules
    assert (rule.rule, rule.why, rule.how, rule.tags) == (
        "Write every amount in euros.",
        None,
        "With a comma.",
        ("money", "reports"),
    )
    (decided,) = (await workspace.candidates(state="approved")).candidates
    assert decided.reason == "agreed in May"
    await explorer.open(workspace.name, f"rules/{rule.id}")
    await expect(page.locator("[aria-current=true].here")).to_contain_text("Write every amount in euros.")


async def test_a_rule_is_rejected(explorer: Explorer, workspace: Workspace) -> None:
    """What corrections draft is rejected with a reason; they are looked through at a click, and it is not drafted again."""
    await recurring(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "review")
    await page.get_by_role("button", name="Reject").click()
    await why(explorer, "only this customer wants it")
    await expect(page.locator("[data-empty]")).to_contain_text("Nothing waits")
    await page.get_by_role("button", name="Look for rules in the corrections").click()
    await expect(page.locator(".toast").first).to_contain_text("Looked for corrections")
    assert (await workspace.candidates()).total == 0


@pytest.mark.parametrize("own", [False, True])
async def test_a_rule_becomes_part_of_another(explorer: Explorer, workspace: Workspace, own: bool) -> None:
    """Merged into a rule that holds, it leaves that rule as it is said; or both are said in the words of the candidate."""
    old, new = "Write amounts in euros.", "Write amounts in euros and cents."
    await proposed(workspace, old, new)
    page = explorer.page
    await explorer.open(workspace.name, "review")
    side = page.get_by_role("region", name=new, exact=True)
    await side.get_by_label("It becomes").select_option("into")
    await expect(side.get_by_role("button", name="Approve as part of it")).to_be_disabled()
    await side.get_by_label(old).check()
    if own:
        await side.get_by_label("said in the words above").check()
    await side.get_by_role("button", name="Approve as part of it").click()
    await expect(side).to_have_count(0)
    assert await standing(workspace) == [new if own else old]
    assert [c.rule for c in (await workspace.candidates(state="merged")).candidates] == [new]


async def test_a_rule_replaces_another(explorer: Explorer, workspace: Workspace) -> None:
    """Approved in the place of a rule, it holds and the other has ended."""
    old, new = "Write amounts in euros.", "Name the months in full."
    await proposed(workspace, old, new)
    page = explorer.page
    await explorer.open(workspace.name, "review")
    await page.get_by_label("It becomes").select_option("replaces")
    await page.get_by_label(old).check()
    await page.get_by_role("button", name="Approve in its place").click()
    await expect(page.locator(".toast")).to_contain_text("in place of what it replaces")
    assert await standing(workspace) == [new]


async def test_rules_to_prune(explorer: Explorer, workspace: Workspace) -> None:
    """A proposal names its rules and shows the corrections that speak for it; the rule is said in other words, or retired."""
    old = "Write amounts in dollars."
    rule = (await workspace.approve((await workspace.propose_rule(old)).id or "")).id or ""
    task = await workspace.record_task("write the report", "done", "partial")
    await workspace.correct(task.id or "", *EUROS[0], gainsays=rule)
    page = explorer.page
    await explorer.open(workspace.name, "review")
    side = page.get_by_role("region", name=f"contradicted: {old}")
    await side.get_by_text("1 correction").click()
    await expect(side).to_contain_text("write all amounts in euros")
    await side.get_by_label("In other words").fill("Write amounts in euros.")
    await side.get_by_role("button", name="Replace it with these words").click()
    await expect(side).to_have_count(0)
    assert await standing(workspace) == ["Write amounts in euros."]
    await workspace.approve((await workspace.propose_rule("Write the amounts in euros.")).id or "")
    assert [p.kind for p in (await workspace.rules()).pruning] == ["overlap"]
    await page.reload()
    side = page.get_by_role("region", name="overlap")
    await expect(side.get_by_role("link", name="Write the amounts in euros.")).to_be_visible()
    await side.get_by_role("button", name="Retire this one").first.click()
    await why(explorer, "said twice")
    await expect(side).to_have_count(0)
    assert len(await standing(workspace)) == 1


async def signed_in(explorer: Explorer, workspace: Workspace, token: str) -> None:
    """The review of the workspace, for the holder of the token."""
    await explorer.page.goto(f"{explorer.url}/#/w/{workspace.name}/review")
    await explorer.page.get_by_label("Token").fill(token)
    await explorer.page.get_by_role("button", name="Sign in").click()


async def test_rules_are_judged_by_who_may(
    browser: Browser, built: None, settings: Settings, memory: Memory, workspace: Workspace
) -> None:
    """Who may only read is told which role is missing, and so is an agent; a curator keeps a rule for herself."""
    await workspace.propose_rule("Answer in Occitan.")
    rita = (await memory.tokens.create("rita", roles={workspace.name: "reader"}, kind="person")).token
    agent = (await memory.tokens.create("robot", roles={workspace.name: "writer"}, kind="agent")).token
    olga = (await memory.tokens.create(f"olga-{workspace.name}", roles={workspace.name: "curator"}, kind="person")).token
    with serving(settings, "--tokens") as url:
        for token in (rita, agent):
            async with watched(browser, url) as explorer:
                await signed_in(explorer, workspace, token)
                await explorer.page.get_by_role("button", name="Approve", exact=True).click()
                await expect(explorer.page.locator(".toast")).to_contain_text("Not done")
                await expect(explorer.page.locator(".toast")).to_contain_text("curator")
                explorer.faults = [f for f in explorer.faults if "401" not in f]  # Chromium remarks each refusal by its status
        assert await standing(workspace) == []
        async with watched(browser, url) as explorer:
            page = explorer.page
            await signed_in(explorer, workspace, olga)
            await page.get_by_label("For", exact=True).select_option("person")
            await page.get_by_role("button", name="Approve", exact=True).click()
            await expect(page.locator("[data-empty]")).to_contain_text("Nothing waits")
            await page.get_by_role("link", name="Rules", exact=True).click()
            await expect(page.locator(".record").filter(has_text="Answer in Occitan.")).to_contain_text("yours")
            explorer.faults = [f for f in explorer.faults if "401" not in f]
    assert await standing(workspace) == []


async def test_rules_and_tasks(explorer: Explorer, workspace: Workspace) -> None:
    """The page of the rules shows what holds and leads to what waits; a hit leads to the page of the task, or of the rule."""
    whole, _ = await tell_work(workspace)
    page = explorer.page
    await explorer.open(workspace.name, "rules")
    await explorer.picture("rules")
    assert not AXE.is_file() or await explorer.offences() == []
    await expect(page.get_by_role("link", name="To judge")).to_be_visible()
    for kind, words, something in (
        ("task", "ledger report", "the auditor asks"),
        ("correction", "the greeting said Bob", "he was offended"),
        ("rule", "amount in euros and cents", "approved by ana"),
    ):
        await explorer.open(workspace.name, "search?" + urlencode({"q": words, "kind": kind}))
        await expect(page.get_by_label("Kind")).to_have_value(kind)
        await page.locator(".hits a").first.click()
        await expect(page.locator("main")).to_contain_text(something)
    await explorer.open(workspace.name, f"task/{whole}")
    await expect(page.locator("article")).to_contain_text("did not hold up")
    assert not AXE.is_file() or await explorer.offences() == []


async def test_an_ended_rule_is_found(explorer: Explorer, workspace: Workspace) -> None:
    """A hit on a rule that no longer holds leads to its page as of the day when it did."""
    rule = await proposed(workspace, "Answer in Esperanto.", "Answer in Latin.")
    await workspace.retire_rule(rule, reason="nobody reads it")
    page = explorer.page
    await explorer.open(workspace.name, "search?q=Esperanto&kind=rule")
    await page.get_by_role("link", name="Answer in Esperanto.").click()
    await expect(page.locator(".here")).to_contain_text("Answer in Esperanto.")


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
        (Path(folder) / "broken.md").write_bytes(b"\xff\xfe\x00\xd8")  # half a sign
        await workspace.ingest(folder, source="notes")
    await explorer.open(workspace.name, "ingestion")
    await expect(explorer.page.locator("main")).to_contain_text("notes.md")
    await expect(explorer.page.get_by_role("progressbar")).to_be_visible()
    await expect(explorer.page.locator("section", has_text="To try again")).to_contain_text("NO_TEXT")
    await explorer.picture("ingestion")
    assert not AXE.is_file() or await explorer.offences() == []
