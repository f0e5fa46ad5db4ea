"""The pages are executed: every block of commands and of Python, in order, and what is printed is what the page shows."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphmem.memory import Memory
from graphmem.settings import Settings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^```(bash|python|text)\n(.*?)^```$", re.M | re.S)


@dataclass(slots=True)
class Block:
    """What to run, and the lines that its output has, `…` standing for anything."""

    language: str
    source: str
    expected: tuple[str, ...] = ()


def blocks(page: Path) -> list[Block]:
    """The blocks to run; a `text` block belongs to the one before it."""
    found: list[Block] = []
    for language, source in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "text":
            found[-1].expected = tuple(line for line in source.splitlines() if line.strip())
        else:
            found.append(Block(language, source))
    return found


def environment(settings: Settings) -> dict[str, str]:
    """That of a user whose server is the tests' one, with the `graphmem` of this environment first on the path."""
    own = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHMEM_")}
    password = settings.password.get_secret_value() if settings.password else ""
    server = {"GRAPHMEM_URI": str(settings.uri), "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password}
    return {**own, **server, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{own['PATH']}", "COLUMNS": "200"}


def run(block: Block, workspaces: dict[str, str], settings: Settings, folder: Path) -> str:
    """The output of a block, in which each workspace has another name, so that a run finds nothing of an earlier one."""
    source = block.source
    for name, other in workspaces.items():
        source = source.replace(name, other)
    command = ["bash", "-euo", "pipefail", "-c", source] if block.language == "bash" else [sys.executable, "-c", source]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment(settings), timeout=120, check=False
    )
    assert done.returncode == 0, f"{block.source}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def missing(expected: tuple[str, ...], output: str) -> list[str]:
    """The expected lines that the output does not have in this order; how it is wrapped and drawn counts for nothing."""
    text, at, lost = _plain(output), 0, list[str]()
    for line in expected:
        found = _pattern(line).search(text, at)
        at = found.end() if found else at
        lost += [] if found else [line]
    return lost


def _pattern(line: str) -> re.Pattern[str]:
    """The line, whose `…` stands for a few words."""
    return re.compile(".{0,300}?".join(re.escape(part.strip()) for part in _plain(line).split("…")))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[│├└─]", " ", text).split())


async def tell(memory: Memory, workspace: str) -> None:
    await memory.import_(ROOT / "examples" / "story.jsonl", workspace=workspace)


@pytest.mark.parametrize(
    "page", ["README.md", "docs/questions.md", "docs/agents.md", "docs/topics.md", "docs/context.md", "docs/ontology.md"]
)
async def test_page(page: str, memory: Memory, settings: Settings, tmp_path: Path) -> None:
    """Every block of the page runs and prints what the page shows below it."""
    found = blocks(ROOT / page)
    assert found
    workspaces = {"tour-shop": f"tour-{secrets.token_hex(4)}", "demo-story": f"story-{secrets.token_hex(4)}"}
    await tell(memory, workspaces["demo-story"])
    for block in found:
        output = run(block, workspaces, settings, tmp_path)
        assert missing(block.expected, output) == [], f"{block.source}\nprinted\n{output}"


def test_a_page_that_is_wrong_would_be_found() -> None:
    """A line that is not printed, or printed in another order, is missing; blanks, trees and what `…` stands for are not."""
    output = "Redis  technology\n└── api\n    since 2025-03-01 (ana, rec_1)\n"
    assert missing(("Redis technology", "├── api", "since 2025-03-01 (ana, …)"), output) == []
    assert missing(("api", "Redis"), output) == ["Redis"]
    assert missing(("checkout",), output) == ["checkout"]
