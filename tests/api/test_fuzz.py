"""Fuzzing: documents that the schema allows, with values that nobody means; 30 seconds, five minutes with GRAPHMEM_FULL=1."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)

from graphmem.workspace import Workspace
from graphmem_api.schema import bare_schema
from tests.api.conftest import codes
from tests.api.test_errors import shows_nothing
from tests.stating import decision

pytestmark = pytest.mark.slow

SECONDS = 300 if os.environ.get("GRAPHMEM_FULL") else 30
TEXTS = [
    *("", " ", "api", "auth", "redis", "nobody", "*", "a" * 600, "🙂", "\u0000", "\u202e", "\ud800", "İ", "x\ny", "9999", "-1"),
    *("rec_0", f"rec_{'0' * 16}", f"ent_{'0' * 16}", f"rel_{'0' * 20}", "../../etc/passwd", "a.py:3-1@x"),
    *('a:b~c AND (d OR "', "`) DETACH DELETE n //", "${jndi}", "%s{}"),
]
TIMES = [
    *("2026", "2026-10", "2026-10-18", "2026-10-18T09:30:00Z", "0001-01-01", "9998-12-31", "9999", "2026-13", "10:00", "", "x"),
    *(2026, None, True, {}),
]
NUMBERS = [0, 1, 2, 3, 12, 50, 200, 201, -1, 2**31 - 1, -(2**31), 2**40, 1.5, "1", None, True]
FIELDS: list[Any] = [
    *({}, {"a": 1}, {"a": None}, {"a": [1]}, {"a": {"b": 1}}, {"": "x"}, {"`x`": "y"}, {"a": 2**70}, {"a": 1e300}),
    *([], "x", None),
]


class Grammar:
    """Documents of a schema, with their variables."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.schema = bare_schema()._schema

    def document(self, workspace: str) -> tuple[str, dict[str, Any]]:
        """One operation of one to three root fields; every argument is a variable."""
        kind = self.random.choice(["query", "query", "mutation"])
        root = self.schema.query_type if kind == "query" else self.schema.mutation_type
        assert root
        variables: dict[str, Any] = {}
        declared, parts = [], []
        for n in range(self.random.randint(1, 3)):
            name, field = self.random.choice(list(root.fields.items()))
            given = []
            for argument, told in field.args.items():
                if self.chosen(told):
                    variable = f"v{n}_{argument}"
                    declared.append(f"${variable}: {told.type}")
                    given.append(f"{argument}: ${variable}")
                    variables[variable] = (
                        workspace if argument == "workspace" and self.random.random() < 0.9 else self.value(told.type)
                    )
            arguments = f"({', '.join(given)})" if given else ""
            parts.append(f"f{n}: {name}{arguments} {self.selection(get_named_type(field.type), 4)}")
        head = f"({', '.join(declared)})" if declared else ""
        return f"{kind} {head} {{ {' '.join(parts)} }}", variables

    def chosen(self, argument: GraphQLArgument) -> bool:
        return isinstance(argument.type, GraphQLNonNull) or self.random.random() < 0.4

    def value(self, kind: Any, depth: int = 3) -> Any:
        """A value of the type, or now and then of none."""
        if self.random.random() < 0.02:
            return self.random.choice([None, [], {}, "", 0, False, [[None]]])
        if isinstance(kind, GraphQLNonNull):
            return self.value(kind.of_type, depth)
        if isinstance(kind, GraphQLList):
            return [self.value(kind.of_type, depth - 1) for _ in range(self.random.randint(0, 3))]
        if isinstance(kind, GraphQLEnumType):
            return self.random.choice([*kind.values, "nothing"] if self.random.random() < 0.1 else [*kind.values])
        if isinstance(kind, GraphQLInputObjectType):
            required = {n for n, f in kind.fields.items() if isinstance(f.type, GraphQLNonNull)}
            return {
                n: self.value(f.type, depth - 1) for n, f in kind.fields.items() if n in required or self.random.random() < 0.3
            }
        leaves: dict[str, list[Any]] = {"Time": TIMES, "Int": NUMBERS, "Fields": FIELDS, "Boolean": [True, False]}
        return self.random.choice(leaves.get(kind.name, TEXTS))

    def selection(self, kind: Any, depth: int) -> str:
        if is_leaf_type(kind):
            return ""
        if isinstance(kind, GraphQLUnionType):
            return "{ __typename " + " ".join(f"... on {t.name} {self.selection(t, depth)}" for t in kind.types) + " }"
        assert isinstance(kind, GraphQLObjectType)
        parts = ["__typename"]
        for name, field in kind.fields.items():
            inner = get_named_type(field.type)
            if self.random.random() < 0.4 and (is_leaf_type(inner) or depth):
                parts.append(f"{name} {self.selection(inner, depth - 1)}")
        return "{ " + " ".join(parts) + " }"


@pytest.mark.timeout(900)
async def test_fuzz(client: httpx.AsyncClient, workspace: Workspace, token_for: Callable[..., Awaitable[str]]) -> None:
    """No document makes a 5xx, an INTERNAL error or an answer that shows what is inside, and the workspace stays sound."""
    await workspace.remember(decision("api depends_on auth", "auth depends_on redis"))
    seed = int(os.environ.get("GRAPHMEM_SEED", "0")) or random.SystemRandom().randrange(1, 10**9)
    grammar, headers = Grammar(seed), {"authorization": f"Bearer {await token_for('*')}", "content-type": "application/json"}
    ends, done = time.monotonic() + SECONDS, 0
    while time.monotonic() < ends:
        query, variables = grammar.document(workspace.name)
        content = json.dumps({"query": query, "variables": variables})  # half characters go as escapes, as a client may send them
        answer = await client.post("/graphql", content=content, headers=headers)
        place = f"GRAPHMEM_SEED={seed}, document {done}: {content}\n{answer.text[:2_000]}"
        assert answer.status_code < 500, place
        told = answer.json() if answer.headers["content-type"].startswith("application/json") else {}
        assert "INTERNAL" not in codes(told), place
        shows_nothing([e["message"] for e in told.get("errors") or () if e["extensions"]["code"] == "INTERNAL"])
        assert "Traceback" not in answer.text, place
        done += 1
    print(f"{done} documents")
    assert done
    assert await workspace.radar()
