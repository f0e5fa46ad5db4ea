"""The cases that name several routes, each by its id, through GraphQL, the tools of an agent and the command line."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import pytest

from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.tools import Toolbox
from graphmem.workspace import Workspace
from tests.api.conftest import Ask, codes
from tests.stating import decision

NAMES = [
    r"C:\repo\src\main.py", "AC/DC", "a|b", "Port: 8080", 'say `hi` "now" O\'Neil', "100% {done} $x", "🦊 Fox", "مرحبا-2",
]  # fmt: skip
ROUTES = ("graphql", "tool", pytest.param("cli", marks=pytest.mark.slow))  # a process a call


class Route(Protocol):
    """One way to the memory; what was refused is `{"code": …, "refusals": […]}`."""

    async def remember(self, record: dict[str, Any]) -> dict[str, Any]: ...
    async def entity(self, name: str, **clocks: str) -> dict[str, Any]: ...
    async def titles(self, text: str, **filters: Any) -> list[str]: ...
    async def act(self, verb: str, **given: Any) -> dict[str, Any]: ...


class GraphQL:
    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def _told(self, query: str, **variables: Any) -> dict[str, Any]:
        told = await self._ask(query, **variables)
        if codes(told):
            extensions = told["errors"][0]["extensions"]
            return {"code": extensions["code"], "refusals": extensions.get("refusals", [])}
        answer: dict[str, Any] = told["data"]["told"]
        return answer

    async def remember(self, record: dict[str, Any]) -> dict[str, Any]:
        fields = "entities { id name created } relations { id } warnings { code path }"
        query = f"mutation ($w: String!, $r: [RecordInput!]!) {{ told: remember(workspace: $w, records: $r) {{ {fields} }} }}"
        return await self._told(query, r=[record])

    async def entity(self, name: str, **clocks: str) -> dict[str, Any]:
        query = """query ($w: String!, $n: String!, $t: Time) {
          told: entity(workspace: $w, name: $n, validAt: $t) { entity { id name } relations { entity { name } } } }"""
        return await self._told(query, n=name, t=clocks.get("valid_at"))

    async def titles(self, text: str, **filters: Any) -> list[str]:
        query = """query ($w: String!, $q: String!, $l: Int!, $s: Time, $k: [String!]) {
          told: search(workspace: $w, text: $q, limit: $l, start: $s, kinds: $k) { hits { title } } }"""
        told = await self._told(query, q=text, l=filters["limit"], s=filters.get("start"), k=filters["kinds"])
        return [hit["title"] for hit in told["hits"]]

    async def act(self, verb: str, **given: Any) -> dict[str, Any]:
        said = ", ".join(f"{key}: {json.dumps(value)}" for key, value in given.items())
        return await self._told(f"mutation ($w: String!) {{ told: {verb}(workspace: $w, {said}) {{ counts }} }}")


class Tools:
    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox

    async def _told(self, verb: str, given: dict[str, Any]) -> dict[str, Any]:
        result = await self._toolbox.call(verb, given)
        if result.error:
            return {"code": result.text.split(":")[0], "text": result.text}
        answer: dict[str, Any] = result.answer.model_dump(mode="json")
        return answer

    async def remember(self, record: dict[str, Any]) -> dict[str, Any]:
        return await self._told("remember", record)

    async def entity(self, name: str, **clocks: str) -> dict[str, Any]:
        return await self._told("entity", {"name": name, **clocks})

    async def titles(self, text: str, *, limit: int, **filters: Any) -> list[str]:
        return [hit["title"] for hit in (await self._told("search", {"text": text, **filters}))["hits"]][:limit]

    async def act(self, verb: str, **given: Any) -> dict[str, Any]:
        return await self._told(verb, given)


class CommandLine:
    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment

    async def _told(self, *arguments: str, given: Any = None) -> dict[str, Any]:
        command = [str(Path(sys.executable).with_name("graphmem")), arguments[0], "--json", *arguments[1:]]
        ran = await asyncio.to_thread(
            subprocess.run, command, input=json.dumps(given).encode(), env=self._environment, capture_output=True
        )
        told: dict[str, Any] = json.loads(ran.stdout if ran.returncode == 0 else ran.stderr)
        return told.get("error", told)

    async def remember(self, record: dict[str, Any]) -> dict[str, Any]:
        return await self._told("remember", given=record)

    async def entity(self, name: str, **clocks: str) -> dict[str, Any]:
        return await self._told("entity", *options(clocks), "--", name)

    async def titles(self, text: str, **filters: Any) -> list[str]:
        return [hit["title"] for hit in (await self._told("search", *options(filters), "--", text))["hits"]]

    async def act(self, verb: str, **given: Any) -> dict[str, Any]:
        return await self._told(verb, *options(given), *(["--yes"] if verb == "erase" else []))


def options(given: dict[str, Any]) -> list[str]:
    """Arguments as options; one that may be said again is said for each value."""
    return [
        part
        for key, value in given.items()
        for one in (value if isinstance(value, list) else [value])
        for part in (f"--{key.replace('_', '-')}", str(one))
    ]


@pytest.fixture
def route(request: pytest.FixtureRequest, memory: Memory, settings: Settings, workspace: Workspace) -> Route:
    """The route that the test is asked for, in its workspace."""
    if request.param == "graphql":
        return GraphQL(request.getfixturevalue("ask"))
    if request.param == "tool":
        return Tools(Toolbox(memory, workspace=workspace.name, author="claude"))
    password = settings.password.get_secret_value() if settings.password else ""
    own = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password,
        "GRAPHMEM_WORKSPACE": workspace.name, "GRAPHMEM_AUTHOR": "ana",
    }  # fmt: skip
    return CommandLine({**os.environ, **own})


by_every_route = pytest.mark.parametrize("route", ROUTES, indirect=True)


def naming(*names: str, reason: str = "because it is so") -> dict[str, Any]:
    """A decision that names these, each resting on the next."""
    return {
        "kind": "decision", "decision": "it is so",
        "entities": [{"name": name, "type": "concept"} for name in names],
        "relations": [{"source": a, "target": b, "type": "depends_on", "reason": reason} for a, b in pairwise(names)],
    }  # fmt: skip


@by_every_route
async def test_ent_01_hostile_names(route: Route, workspace: Workspace) -> None:
    """ENT-01: names come back byte for byte, by themselves and by their ids, and each is the first hit for itself."""
    receipt = await route.remember(naming(*NAMES))
    assert ([e["name"] for e in receipt["entities"]], len(receipt["relations"])) == (NAMES, 7)
    asked = list(zip(NAMES, [e["id"] for e in receipt["entities"]], strict=True))
    for name, id_ in asked[::7] if isinstance(route, CommandLine) else asked:
        for key in (name, id_):
            shown = (await route.entity(key))["entity"]
            assert (shown["id"], shown["name"]) == (id_, name)
        assert (await route.titles(name, limit=1, kinds=["entity", "decision"])) == [name]
    assert {line.entity.name for line in (await workspace.entities()).entities} == set(NAMES)


@by_every_route
async def test_ent_09_control_and_half_characters(route: Route, workspace: Workspace) -> None:
    """ENT-09: NUL goes with a warning; half a character is refused in a name, with its path, and replaced in a reason."""
    receipt = await route.remember(naming("Acme\0Corp", "B", reason="be\0cause Blue\ud83d"))
    assert [e["name"] for e in receipt["entities"]] == ["AcmeCorp", "B"]
    assert {(w["code"], w["path"]) for w in receipt["warnings"]} == {
        ("NAME_CLEANED", "entities[0].name"), ("TEXT_CLEANED", "relations[0].reason")
    }  # fmt: skip
    assert (await workspace.impact("B")).dependents[0].evidence[0].reason == "because Blue\ufffd"
    refused = await route.remember(naming("Blue\ud83d", "B"))
    assert "entities[0].name" in json.dumps(refused)
    assert "NAME_REFUSED" in json.dumps(refused)
    assert len((await workspace.records()).records) == 1


@by_every_route
async def test_src_06_filters_before_the_limit(route: Route, workspace: Workspace) -> None:
    """SRC-06: of sixty old records that match better none hides the three of last week, by any route."""
    old = [decision("a depends_on b", decision=f"deploy failed on host h{n}", valid_from="2025-01-01") for n in range(60)]
    new = [decision("a depends_on b", decision=f"one more deploy, number {n}", valid_from="2026-11-20") for n in range(3)]
    await workspace.remember(*old, *new)
    found = await route.titles("deploy failed on host", limit=5, start="2026-11-19", kinds=["decision"])
    assert sorted(found) == [f"one more deploy, number {n}" for n in range(3)]


@by_every_route
async def test_tim_08_the_switch(route: Route, workspace: Workspace) -> None:
    """TIM-08: at the switch only the successor holds, a microsecond earlier only the predecessor, on the bare date the successor."""
    old = await workspace.remember(decision("Hub depends_on Old", valid_from="2024-01-01"))
    await workspace.remember(decision("Hub depends_on New", valid_from="2024-06-01", supersedes=[old.records[0].id]))
    for at, holds in (("2024-06-01T00:00:00Z", "New"), ("2024-05-31T23:59:59.999999Z", "Old"), ("2024-06-01", "New")):
        told = await route.entity("Hub", valid_at=at)
        assert [x["entity"]["name"] for x in told["relations"]] == [holds], at


@by_every_route
async def test_del_03_a_scoped_removal(route: Route, workspace: Workspace) -> None:
    """DEL-03: an empty or unknown filter removes nothing, an author's records go alone, and an agent may do neither."""
    others = Workspace(workspace._store, workspace.name, "u2")
    await Workspace(workspace._store, workspace.name, "u1").remember(decision("one depends_on Hub"))
    await others.remember(decision("two depends_on Hub"))

    async def left() -> set[str]:
        return {d.entity.name for d in (await workspace.impact("Hub")).dependents}

    for verb in ("forget", "erase"):
        for given, code in (({"author": " "}, "NO_FILTER"), ({"author": "U1"}, "NOT_FOUND")):
            told = await route.act(verb, reason="asked for", **given)
            assert "counts" not in told
            assert isinstance(route, Tools) or told["code"] == code
    assert await left() == {"one", "two"}
    for verb in ("forget", "erase"):
        told = await route.act(verb, reason="asked for", author="u1")
        assert ("counts" in told) != isinstance(route, Tools), told
        assert await left() == ({"one", "two"} if isinstance(route, Tools) else {"two"})
    if not isinstance(route, Tools):
        assert "one" not in [hit.title for hit in (await others.search("one")).hits]
