"""Neo4j Browser: each favourite shows what it says, and the files to drop into it are whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphmem.browser.favourites import QUERIES, favourites, parameters
from graphmem.browser.guide import WORDS, guide
from graphmem.browser.style import style
from graphmem.model.ontology import DEFAULT
from graphmem.settings import Settings
from graphmem.store import Reader
from graphmem.workspace import Workspace
from tests.stating import decision, found, solved


@pytest.fixture
async def told(workspace: Workspace) -> Workspace:
    """Three things in a chain, a problem that is solved and one that is not."""
    await workspace.remember(decision("web depends_on api", "redis required_by api", "api implements redis"))
    await workspace.remember(found("slow", "slow caused_by api"), found("hang", "hang caused_by web"))
    await workspace.remember(solved("cache solves slow"))
    await workspace.topics(recompute=True)
    return workspace


async def rows(workspace: Workspace, favourite: str, /, **given: Any) -> list[dict[str, Any]]:
    """What a favourite returns now."""

    async def read(reader: Reader) -> list[dict[str, Any]]:
        return await reader.rows(f"browser/{favourite}", **given)

    return await workspace._read(read, None, None)


def ends(way: Any) -> tuple[str, str]:
    return way.start_node["name"], way.end_node["name"]


async def test_favourites(told: Workspace) -> None:
    """Each shows what its first line says: dependents, lineage, open problems, a day, groups, evidence."""
    reached = {ends(row["way"]) for row in await rows(told, "impact", name="redis")}
    assert reached == {("redis", "api"), ("redis", "web")}
    assert {ends(row["way"])[1] for row in await rows(told, "lineage", name="slow")} == {"api", "cache"}
    assert {row["problem"]["name"] for row in await rows(told, "radar")} == {"hang"}
    assert len(await rows(told, "day")) == 6
    assert {row["a"]["name"] for row in await rows(told, "topics")} >= {"api", "redis"}
    evidence = await rows(told, "evidence", name="cache")
    assert [(row["source"], row["relation"], row["target"], row["author"]) for row in evidence] == [
        ("cache", "solves", "slow", "ana")
    ]


def test_they_have_parameters() -> None:
    """Every favourite reads a parameter and says first what it shows; the command before them sets all that any reads."""
    given = set(re.findall(r"(\w+):", parameters("w", "n").removeprefix(":params")))
    for one in favourites():
        assert one.text.startswith(f"// {one.name}: ")
        assert "holds(" not in one.text
        assert set(re.findall(r"\$(\w+)", one.text.split("\n", 1)[1])) <= given
    assert len(favourites()) == len(QUERIES) == len(WORDS)
    assert json.dumps('a"b') in parameters('a"b')


def test_style() -> None:
    """Every declared type has its colour, and relationships show their reason."""
    text = style()
    assert all(line.count("{") == line.count("}") for line in text.splitlines())
    for kind in DEFAULT.entity_types:
        assert f"node.{kind.label} {{ color: #" in text
    for relation in DEFAULT.relation_types:
        assert re.search(rf'relationship\.{relation.name.upper()} \{{ color: #\w+; caption: "\{{reason\}}"; \}}', text)


def test_guide() -> None:
    """The guide has a slide for each favourite, with its query as text."""
    page = guide("<b>mine</b>")
    assert page.count("<slide") == page.count("</slide>") == len(QUERIES) + 1
    assert "<b>mine" not in page
    assert "<script" not in page
    assert "a)-[r:DEPENDS_ON" in page.replace("&lt;", "<")


def test_the_command(settings: Settings, tmp_path: Path) -> None:
    """`graphmem browser` says where it is and who signs in, never the password; with --into it writes the files."""
    password = settings.password.get_secret_value() if settings.password else ""
    own = {"GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password}
    command = [
        str(Path(sys.executable).with_name("graphmem")),
        "-w",
        "mine",
        "browser",
        "--into",
        str(tmp_path / "kit"),
        "--json",
    ]
    done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, timeout=120, check=True)
    place = json.loads(done.stdout)
    assert (place["connect to"], place["user"]) == (settings.uri, settings.user)
    assert password not in done.stdout
    assert sorted(Path(p).name for p in place["written"]) == sorted(p.name for p in (tmp_path / "kit").iterdir())
    assert '"mine"' in (tmp_path / "kit" / "parameters.cypher").read_text(encoding="utf-8")
    command[3:] = ["browser"]
    assert (
        ":params"
        in subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, timeout=120, check=True).stdout
    )
