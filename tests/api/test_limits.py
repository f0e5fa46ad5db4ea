"""Limits: what no client may ask is refused before it is validated, before any statement runs."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from graphql import get_introspection_query

from graphmem.store import connection
from graphmem.workspace import Workspace
from graphmem_api.extensions import extensions
from graphmem_api.limits import Limits
from graphmem_api.metrics import Metrics
from graphmem_api.schema import Schema, make_schema
from tests.api.conftest import Ask, codes

R = 'radar(workspace: "w") { asOf }'
REFUSED = {"LIMIT_EXCEEDED", "GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED"}


def deep(n: int) -> str:
    return "{ records(workspace: $w) { records " + "{ entities { records " * n + "{ record }" + " } }" * n + " } }"


def spread(n: int, twice: int = 2) -> str:
    """Fragments, each of which spreads the next one several times."""
    last = f"fragment f{n} on Query {{ {R} }}"
    return "{ ...f0 } " + " ".join(f"fragment f{i} on Query {{ {f'...f{i + 1} ' * twice} }}" for i in range(n)) + last


def hostile() -> Iterator[tuple[str, str]]:
    """Two hundred documents, each over some limit."""
    for n in range(8, 28):
        yield f"depth {n}", deep(n).replace("$w", '"w"')
    for n in range(61, 1_100, 52):
        yield f"aliases {n}", "{ " + " ".join(f"a{i}: {R}" for i in range(n)) + " }"
    for n in range(6, 36):
        yield f"fragments {n}", spread(n)
    for n in range(1, 21):
        cycle = " ".join(f"fragment c{i} on Query {{ ...c{(i + 1) % n} }}" for i in range(n))
        yield f"cycle {n}", "{ ...c0 } " + cycle
    for n in range(61, 10_000, 500):
        yield f"directives {n}", f"{{ {R}" + " @skip(if: false)" * n + " }"
    for n in range(31, 600, 30):
        yield f"roots {n}", "{ " + f"{R} " * n + " }"
    for n in range(41, 400, 20):
        yield f"definitions {n}", " ".join(f"query q{i} {{ {R} }}" for i in range(n))
    for n in range(200, 4_000, 200):
        yield (
            f"cost {n}",
            (
                f'{{ recordsConnection(workspace: "w", first: {n}) {{ edges {{ node {{ entities {{ records(first: 20) '
                "{ entities { records(first: 20) { entities { id } } } } } } } } }"
            ),
        )
    for n in range(1_000, 21_000, 1_000):
        yield f"repeated {n}", '{ radar(workspace: "w") { ' + "asOf " * n + "} }"
    for n in range(200, 4_200, 200):
        yield f"unclosed {n}", "{ a " * n
    for n in range(15, 25):
        yield (
            f"hidden depth {n}",
            (
                '{ radar(workspace: "w") { ...d0 } } '
                + " ".join(f"fragment d{i} on Radar {{ {'... on Radar { ' * 3} ...d{i + 1} {'} ' * 3} }}" for i in range(n))
                + f"fragment d{n} on Radar "
                + f"{{ unsolvedProblems {{ lines {{ {'entity { records { entities { ' * 5} id {'} } } ' * 5} }} }} }}"
            ),
        )
    for n in range(19, 40):
        yield f"introspection {n}", "{ __schema { types { fields { type { " + "ofType { " * n + "name" + " }" * n + " } } } } }"


@pytest.fixture(scope="module")
def schema() -> Schema:
    """The schema with the limits of a server."""
    return make_schema(extensions(Limits(), Metrics(), introspection=True))


@pytest.mark.slow
async def test_gql_01_two_hundred_hostile_documents(schema: Schema, monkeypatch: pytest.MonkeyPatch) -> None:
    """GQL-01: each is refused by a named limit before anything of the store is touched, and none of them takes much memory or keeps it."""
    monkeypatch.setattr(connection.Store, "look", None)
    monkeypatch.setattr(connection.Store, "read", None)
    documents = list(hostile())
    assert len(documents) >= 200
    await refused(schema, *documents[0])  # what is made once is no growth
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for name, document in documents:
        tracemalloc.reset_peak()
        await refused(schema, name, document)
        assert tracemalloc.get_traced_memory()[1] - before < 64 * 2**20, name
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert kept < 4 * 2**20


async def refused(schema: Schema, name: str, document: str) -> None:
    result = await schema.execute(document, context_value=None)
    found = {str((e.extensions or {}).get("code", "GRAPHQL_PARSE_FAILED")) for e in result.errors or ()}
    assert result.data is None, name
    assert found, name
    assert found <= REFUSED, (name, result.errors)


async def test_gql_01_over_http(client: httpx.AsyncClient, ask: Ask, workspace: Workspace) -> None:
    """GQL-01: over HTTP too; a batch is refused as a whole; the server's own queries pass."""
    told = await ask("query ($w: String!) " + deep(20))
    assert codes(told) == ["LIMIT_EXCEEDED"]
    assert told["errors"][0]["extensions"]["path"] in ("depth", "cost")
    many = await ask("query ($w: String!) { " + " ".join(f"a{i}: radar(workspace: $w) {{ asOf }}" for i in range(1_000)) + " }")
    assert codes(many) in (["LIMIT_EXCEEDED"], ["GRAPHQL_PARSE_FAILED"])
    assert not codes(await ask(get_introspection_query()))
    headers = {"authorization": (await _header(ask, client))}
    batch = await client.post("/graphql", json=[{"query": "{ workspaces { id } }"}] * 100, headers=headers)
    assert batch.status_code == 400


async def _header(ask: Ask, client: httpx.AsyncClient) -> str:
    """The header that `ask` sends."""
    sent: list[str] = []

    async def note(request: httpx.Request) -> None:
        sent.append(request.headers["authorization"])

    client.event_hooks["request"].append(note)
    try:
        await ask("{ workspaces { id } }")
    finally:
        client.event_hooks["request"].remove(note)
    return sent[0]


async def test_limits_name_what_is_too_much(schema: Schema) -> None:
    """The error says which limit, how much was found and how much is taken."""
    result = await schema.execute("{ " + f"{R} " * 40 + " }", context_value=None)
    (error,) = result.errors or ()
    assert (error.extensions or {})["path"] == "roots"
    assert "40" in error.message
    assert "30" in error.message


async def test_cost_counts_what_is_asked(schema: Schema) -> None:
    """The same query is taken with small lists and refused with large ones, given as literals or by variables."""
    query = """query ($n: Int!) { recordsConnection(workspace: "w", first: $n) { edges { node { entities { records(first: 20) {
      entities { id name type } } } } } } }"""
    for variables, refused in (({"n": 200}, True), ({"n": 1}, False)):
        result = await schema.execute(query, variable_values=variables, context_value=None)
        told: Any = [(e.extensions or {}).get("path") for e in result.errors or ()]
        assert ("cost" in told) == refused, result.errors
