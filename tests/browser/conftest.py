"""A real Chromium on real `graphmem serve` processes; what a page says on its console, and every request it makes, is looked at."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.async_api import Browser, ConsoleMessage, Page, Request, async_playwright, expect

from graphmem.demo import story
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from graphmem_api.pages import EXPLORER

expect.set_options(timeout=30_000)  # the first time a statement is asked, the database plans it
ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "api" / "explorer" / "node_modules" / "axe-core" / "axe.min.js"
SOFTWARE_GL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")  # there is no graphics card
SHOWN = ".canvas[data-settled=true], .page:not(.graph):not(:has(.loading))"


@contextmanager
def serving(settings: Settings, *options: str) -> Iterator[str]:
    """The address of a `graphmem serve` process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert settings.password
    assert settings.uri
    own = {
        "GRAPHMEM_URI": settings.uri, "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": settings.password.get_secret_value(),
        "GRAPHMEM_AUTHOR": "ana", "GRAPHMEM_API_RATE": "1000", "GRAPHMEM_API_BURST": "10000", "GRAPHMEM_CONSOLIDATE_EVERY": "0",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'api'}",
    }  # fmt: skip
    command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port), *options]
    with tempfile.TemporaryFile() as said:  # a pipe that nobody reads would fill with the log, and stop the server
        process = subprocess.Popen(command, env={**os.environ, **own}, stdout=said, stderr=said)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(process, f"{url}/ready")
            yield url
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait_for(process: subprocess.Popen[bytes], url: str) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until:
        assert process.poll() is None, "the server ended"
        try:
            if httpx.get(url, timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"{url} did not come up")


@pytest.fixture(scope="session")
def built() -> None:
    """The explorer is built; else the tests are skipped, and fail where everything must be there."""
    if not (EXPLORER / "index.html").is_file():
        pytest.skip("the explorer is not built: make explorer")


@pytest.fixture(scope="session")
def served(built: None, settings: Settings) -> Iterator[str]:
    """A server for the user of this machine, without tokens."""
    with serving(settings, "--no-tokens") as url:
        yield url


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's Chromium without a window."""
    found = next((p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium is installed")
    async with async_playwright() as playwright:
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = await playwright.chromium.launch(executable_path=found, args=[*root, *SOFTWARE_GL])
        yield browser
        await browser.close()


@dataclass
class Explorer:
    """The explorer in a tab, and what must not happen in it."""

    page: Page
    url: str
    faults: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Notes errors on the console, uncaught errors, dialogs and requests to anybody but the server."""
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        self.page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "GPU stall" not in message.text:  # the software renderer's own remark
            self.faults.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self.url + "/"):
            self.faults.append(f"request: {request.url}")

    async def open(self, workspace: str, address: str) -> None:
        """Goes to a view by its address, and waits until it is shown; a graph, until it has come to rest."""
        await self.page.goto(f"{self.url}/#/w/{workspace}/{address}")
        await self.shown()

    async def shown(self) -> None:
        await self.page.wait_for_selector(SHOWN, timeout=60_000)

    async def text(self) -> str:
        """All that the page says."""
        return " ".join((await self.page.inner_text("body")).split())

    async def run(self, script: str) -> Any:
        """The value of an expression in the page, from outside of its policy, as a person at the console is."""
        session = await self.page.context.new_cdp_session(self.page)
        told = await session.send("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True})
        await session.detach()
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def offences(self) -> list[str]:
        """What axe finds serious or worse."""
        await self.run(AXE.read_text(encoding="utf-8") + "; 0")
        found = json.loads(
            await self.run("axe.run(document, {resultTypes: ['violations']}).then((r) => JSON.stringify(r.violations))")
        )
        return [
            f"{v['id']}: {node['html'][:200]} {node['failureSummary']}"
            for v in found if v["impact"] in ("serious", "critical") for node in v["nodes"]
        ]  # fmt: skip

    async def picture(self, name: str) -> None:
        """Writes docs/pictures/NAME.png when GRAPHMEM_PICTURES is set (`make pictures`)."""
        if os.environ.get("GRAPHMEM_PICTURES"):
            path = ROOT / "docs" / "pictures" / f"{name}.png"
            await self.page.screenshot(path=path)
            with_few_colours(Image.open(path).convert("RGB")).save(path, optimize=True)


def with_few_colours(picture: Image.Image) -> Image.Image:
    """A third of the size: the colours that most of it has stay as they are, each other becomes the nearest of them."""
    frequent = sorted(picture.getcolors(1 << 24) or [], reverse=True)[:256]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in frequent for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


@pytest.fixture
async def explorer(browser: Browser, served: str) -> AsyncIterator[Explorer]:
    """The explorer in a fresh tab; at the end nothing may have gone wrong in it."""
    async with watched(browser, served) as found:
        yield found


class watched:
    """A fresh tab that is looked at."""

    def __init__(self, browser: Browser, url: str, scheme: Any = "light") -> None:
        self._browser, self._url, self._scheme = browser, url, scheme

    async def __aenter__(self) -> Explorer:
        self._context = await self._browser.new_context(
            viewport={"width": 1360, "height": 850}, color_scheme=self._scheme, reduced_motion="reduce"
        )
        self._explorer = Explorer(await self._context.new_page(), self._url)
        self._explorer.watch()
        return self._explorer

    async def __aexit__(self, kind: Any, *rest: Any) -> None:
        await self._context.close()
        if kind is None:
            assert self._explorer.faults == []


@pytest.fixture(scope="session")
async def told_story(memory: Memory) -> Workspace:
    """The story of the demo, with its topics; tests only read it."""
    name = "demo-story" if os.environ.get("GRAPHMEM_PICTURES") else f"t-story-{os.getpid()}"
    await story.load(memory, name)
    workspace = await memory.workspace(name, author="ana")
    await workspace.topics(recompute=True)
    return workspace
