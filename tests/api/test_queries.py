"""Queries: every question over HTTP answers what the library answers, field by field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLNamedType,
    GraphQLObjectType,
    get_named_type,
    is_input_object_type,
    is_leaf_type,
    is_object_type,
)

from graphmem.model.answers.base import Answer
from graphmem.workspace import Workspace
from graphmem_api.resolvers import is_act, verbs
from graphmem_api.schema import bare_schema, schema_text
from graphmem_api.schema_file import breaking
from tests.api.conftest import Ask, codes
from tests.stating import change, decision, found, solved

ROOT = Path(__file__).parent.parent.parent
INSTANT = re.compile(r"\d\d:\d\d:\d\d\.\d+")
ASKED: dict[str, str] = {
    "impact": 'name: "redis", depth: 2', "lineage": 'name: "outage"', "entity": 'name: "redis"', "radar": "limit: 3",
    "file": 'path: "a.py"', "timeline": "limit: 3", "history": 'a: "api", b: "redis"', "diff": 'k1: "2020"',
    "records": "current: true, kind: decision", "entities": "type: code_component, limit: 2", "sessions": "limit: 1",
    "neighbours": 'name: "redis", types: [depends_on]', "path": 'a: "api", b: "redis"', "graph": "ended: true",
    "search": 'text: "redis", limit: 3', "subgraph": 'text: "redis", limit: 3',
    "conversation": "limit: 3", "agenda": "limit: 3",
    "deep_search": 'text: "redis"', "ask": 'question: "who?", cypher: "MATCH (e:Entity) RETURN e.name AS name"',
    "changes": "limit: 3", "cards": 'asOf: "2999"', "context": 'task: "change redis"',
    "preferences": 'slot: "editor"', "ingests": "limit: 3", "documents": "limit: 3", "extractions": "limit: 3",
    "dismissals": "limit: 3",
    "ontology": 'asOf: "2999"', "diff_ontology": r'text: "{\"semantic_types\":[\"pages\"]}"',
    "rules": 'tags: ["review"]', "candidates": "limit: 3", "recall": 'task: "change redis"', "tasks": "limit: 3",
}  # fmt: skip


def selection(kind: GraphQLNamedType, depth: int = 7) -> str:
    """Every field of a type without arguments, and of what lies below."""
    if is_leaf_type(kind) or not isinstance(kind, GraphQLObjectType):
        return ""
    parts = []
    for name, field in kind.fields.items():
        if field.args:
            continue
        inner = get_named_type(field.type)
        if is_leaf_type(inner):
            parts.append(name)
        elif depth and (below := selection(inner, depth - 1)):
            parts.append(f"{name} {below}")
    return "{ " + " ".join(parts) + " }"


def camel(verb: str) -> str:
    """A verb as GraphQL calls it."""
    return "".join(part.title() if n else part for n, part in enumerate(verb.split("_")))


def snake(told: Any) -> Any:
    """GraphQL's names as Python's."""
    if isinstance(told, dict):
        return {re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m[1].lower(), k): snake(v) for k, v in told.items()}
    return [snake(v) for v in told] if isinstance(told, list) else told


@pytest.fixture
async def told(workspace: Workspace) -> Workspace:
    """A workspace with a little of everything."""
    await workspace.remember(
        decision("api depends_on redis", "web depends_on api", types={"redis": "technology"}),
        found("outage", "outage caused_by redis", types={"redis": "technology"}),
    )
    await workspace.remember(solved("failover solves outage", files=("a.py:3",)), change("api depends_on queue", files=("a.py",)))
    await workspace.describe("redis", description="a store", fields={"version": "7"})
    return workspace


def same(given: Any, answer: Any, at: str = "") -> None:
    """What GraphQL gave is what the library answers, as JSON; clocks of now differ by the moment of asking."""
    if isinstance(given, dict) and isinstance(answer, dict):
        for key, value in given.items():
            leads_on = key == "entities" and key not in answer  # from a record in short: GraphQL alone has it
            if key not in ("valid_at", "as_of", "before_valid_at") and not leads_on:
                same(value, answer[key], f"{at}.{key}")
    elif isinstance(given, list) and isinstance(answer, list):
        assert len(given) == len(answer), at
        for n, (one, other) in enumerate(zip(given, answer, strict=True)):
            same(one, other, f"{at}[{n}]")
    elif at == "search.cursor":  # it holds the instants of the first page
        assert bool(given) == bool(answer)
    elif at.startswith("deep_search.") and isinstance(given, str):  # a page says when it was written
        assert INSTANT.sub("", given) == INSTANT.sub("", answer), at
    elif at.endswith("_as_of"):
        assert given[:19] == answer[:19]
    else:
        assert given == answer, at


async def test_every_question(ask: Ask, told: Workspace) -> None:
    """Each question, asked with all its fields, gives what the method of its name gives."""
    query = bare_schema()._schema.query_type
    assert query
    questions = {verb: method for verb, method in verbs() if not is_act(verb)}
    task = await told.record_task("change redis", "moved it", "partial", sources=["notes.md"], entities=["redis"])
    arguments = ASKED | {"record": f'id: "{(await told.records()).records[0].record}"', "task": f'id: "{task.id}"'}
    assert set(questions) - {"topics"} <= set(arguments)
    for verb, given in arguments.items():
        name = camel(verb)
        fields = selection(get_named_type(query.fields[name].type))
        answer = await ask(f"query ($w: String!) {{ {verb}: {name}(workspace: $w, {given}) {fields} }}")
        assert not codes(answer), (verb, answer["errors"])
        python = re.sub(r"(\w+): ", r"\1=", given).replace("true", "True").replace("asOf", "as_of")
        python = re.sub(r"=(decision|code_component)", r"='\1'", python).replace("[depends_on]", "['depends_on']")
        expected: Answer = await eval(f"workspace.{verb}({python})", {"workspace": told})
        same(snake(answer["data"][verb]), expected.model_dump(mode="json"), verb)


async def test_both_clocks(ask: Ask, told: Workspace) -> None:
    """Every question but `diff`, which has its own two, takes `asOf` and `validAt`, and they change the answer."""
    query = bare_schema()._schema.query_type
    assert query
    for verb in set(ASKED) - {"changes", "diff_ontology"}:  # a log has no clock, and what would change is asked of now
        assert {"validAt"} <= set(query.fields[camel(verb)].args)
        assert "asOf" in query.fields[camel(verb)].args or verb == "diff"
    both = "query ($w: String!, $at: Time) { records(workspace: $w, validAt: $at, current: true) { records { record } } }"
    assert (await ask(both, at="2001"))["data"]["records"]["records"] == []
    assert len((await ask(both))["data"]["records"]["records"]) == 4


async def test_several_at_once(ask: Ask, told: Workspace) -> None:
    """A field that is refused is null with an error of its own path, and takes no other field with it."""
    answer = await ask(
        'query ($w: String!) { a: impact(workspace: $w, name: "redis") { inCycle } b: impact(workspace: $w, name: "redsi") { inCycle } }'
    )
    assert answer["data"] == {"a": {"inCycle": False}, "b": None}
    (error,) = answer["errors"]
    assert (error["path"], error["extensions"]["code"], error["extensions"]["nearest"]) == (["b"], "NAME_NOT_FOUND", ["redis"])


async def test_workspaces(ask: Ask, told: Workspace) -> None:
    """The list holds what the asker has a role in, and nothing else."""
    answer = await ask("{ workspaces { id records entities seq clock } }")
    (line,) = answer["data"]["workspaces"]
    assert (line["id"], line["records"], line["entities"]) == (told.name, 4, 6)


def test_descriptions() -> None:
    """Every type, field, argument and input field of ours says what it is."""
    for name, kind in bare_schema()._schema.type_map.items():
        if name.startswith("__") or name in ("String", "Int", "Float", "Boolean", "ID"):
            continue
        assert kind.description, name
        if is_object_type(kind) or is_input_object_type(kind):
            for field, declared in kind.fields.items():
                assert declared.description, f"{name}.{field}"
                for argument, given in getattr(declared, "args", {}).items():
                    assert given.description, f"{name}.{field}({argument}:)"


def test_the_glossary_knows_every_field() -> None:
    """No field and no argument is described by nothing but its name."""
    bare = {
        f"{name}.{field}"
        for name, kind in bare_schema()._schema.type_map.items()
        if (is_object_type(kind) or is_input_object_type(kind)) and not name.startswith("__")
        for field, declared in kind.fields.items()
        for said, told in [(field, declared), *getattr(declared, "args", {}).items()]
        if re.sub(r"\W", "", told.description or "").lower() == said.lower()
    }
    assert bare == set()


def test_breaking_changes_are_told() -> None:
    """A field, an argument or a value that goes, or a type that changes, breaks clients; what is added does not."""
    old = schema_text()
    assert breaking(old, old) == []
    for gone, put in (
        ("inCycle: Boolean!", "cyclic: Boolean!"),
        ("depth: Int! = 3", "hops: Int! = 3"),
        ("  problem_found\n", "  trouble\n"),
    ):
        assert gone in old
        assert breaking(old, old.replace(gone, put)), gone
    assert breaking(old, old.replace("hop: Int!", "hop: Int"))
    added = old.replace("  inCycle: Boolean!\n", "  inCycle: Boolean!\n  more: Int\n")
    assert breaking(old, added) == []


def test_schema_file() -> None:
    """`api/schema.graphql` is the schema that is served."""
    committed = (ROOT / "api" / "schema.graphql").read_text(encoding="utf-8")
    assert committed == schema_text(), "run: python -m graphmem_api.schema_file"
