"""docs/api.md: its examples run, and its tables are those of the code."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.access.roles import LEAST, PERSON_ONLY, Role
from graphmem.workspace import Workspace
from graphmem_api.limits import Limits
from graphmem_api.settings import ApiSettings
from tests.api.conftest import Ask, Running, codes
from tests.api.following import following
from tests.stating import decision

PAGE = (Path(__file__).parent.parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:<!-- refused: (\w+) -->\n)?```graphql\n(.*?)```", re.S)


async def test_examples(ask: Ask, server: Running, workspace: Workspace, token_for: Callable[..., Awaitable[str]]) -> None:
    """Each example of the page does what it says, in this order."""
    found = BLOCK.findall(PAGE)
    assert len(found) >= 5
    for refused, text in found:
        query = text.replace("my-project", workspace.name)
        if query.startswith("subscription"):
            async with following(server, await token_for(workspace.name), workspace.name, query=query) as told:
                waiting = asyncio.ensure_future(anext(told))
                while not waiting.done():
                    await workspace.remember(decision("web depends_on auth"))
                    await asyncio.wait([waiting], timeout=0.5)
                assert (await waiting)["data"]["changes"]["change"] == "recorded"
        else:
            assert codes(await ask(query)) == ([refused] if refused else []), query
    impact = await ask('query ($w: String!) { impact(workspace: $w, name: "redis") { dependents { entity { name } } } }')
    assert impact["data"]["impact"]["dependents"][0] == {"entity": {"name": "auth"}}


@pytest.mark.parametrize("role", ["writer", "curator", "administrator"])
def test_roles(role: Role) -> None:
    """The table of roles names each verb at its role."""
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {role} |"))
    named = set(re.findall(r"`(\w+)`", row.split("|")[2]))
    snake = {re.sub(r"([A-Z])", lambda m: "_" + m[1].lower(), name) for name in named} - {"forget"}
    assert {verb for verb in snake if LEAST[verb] != role} == set()
    if role == "curator":
        assert {verb for verb in snake if verb not in PERSON_ONLY} == {"dismiss", "undismiss"}


def test_settings_and_limits() -> None:
    """Every setting of the server is on the page, and the limits are those of the code."""
    for name in ApiSettings.model_fields:
        assert f"GRAPHMEM_API_{name.upper()}" in PAGE
    limits: Any = Limits()
    for name in ("tokens", "definitions", "depth", "cost"):
        assert re.search(rf"^\| {name} \| {getattr(limits, name):,} \|", PAGE, re.M), name
    assert f"| {limits.fields:,}, {limits.aliases}, {limits.roots}, {limits.directives} |" in PAGE
