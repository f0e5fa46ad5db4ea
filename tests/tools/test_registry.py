"""The registry: what agents are offered, how it is described, and that every call has an answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from graphmem.memory import Memory
from graphmem.model import ontology as o
from graphmem.settings import Settings
from graphmem.tools import TOOLS, Tool, Toolbox
from graphmem.tools.stating import EntityFields, EntityType, Kind, RelationType
from graphmem.workspace import Workspace
from tests.stating import decision

TOOL = [pytest.param(tool, id=tool.name) for tool in TOOLS.values()]
NEEDS_A_PERSON = ("merge", "unmerge", "approve", "erase", "card", "cypher", "query", "import", "export", "token", "retype")
SMALLEST = TOOLS["remember"].example


def described(schema: dict[str, Any], root: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property of a schema and of what it refers to."""
    yield from schema.get("properties", {}).items()
    for part in root.get("$defs", {}).values() if schema is root else ():
        yield from described(part, {})


@pytest.mark.parametrize("tool", TOOL)
def test_everything_is_described(tool: Tool) -> None:
    """A tool says when to use it, and each of its arguments what it takes; every tool takes the workspace."""
    assert 40 < len(tool.description) < 700
    schema = tool.schema()
    assert all(field.get("description") for _, field in described(schema, schema))
    assert "workspace" in schema["properties"]
    assert schema["additionalProperties"] is False


def test_the_page_names_every_tool() -> None:
    """The table of tools in docs/agents.md names each of them."""
    page = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
    table = "".join(line for line in page.splitlines() if line.startswith("| `"))
    assert [name for name in TOOLS if f"`{name}`" not in table] == []


def test_what_needs_a_person_is_not_offered() -> None:
    """No tool approves, merges, erases or edits cards, and none is a raw operation of the database."""
    assert [name for name in TOOLS if name in NEEDS_A_PERSON] == []


def test_the_vocabulary_is_the_ontologys() -> None:
    """Kinds, types and fields that a schema lists are those that the memory takes."""
    assert get_args(Kind) == tuple(kind.name for kind in o.STATED_KINDS)
    assert get_args(EntityType) == tuple(t.name for t in o.DEFAULT.entity_types)
    assert get_args(RelationType) == tuple(t.name for t in o.DEFAULT.relation_types)
    assert set(EntityFields.model_fields) == {field for t in o.DEFAULT.entity_types for field in t.fields}
    fields = TOOLS["remember"].schema()["properties"]
    assert {field for kind in o.STATED_KINDS for field in kind.fields} <= set(fields)


@pytest.mark.slow
async def test_mcp_06_every_listed_tool_answers(toolbox: Toolbox) -> None:
    """Each tool called with its smallest valid arguments and with none: none is unknown, and a failure carries the mark."""
    stored = await toolbox.call("remember", SMALLEST)
    record = stored.answer.records[0].id
    for tool in TOOLS.values():
        known = json.loads(json.dumps(tool.example).replace("rec_0123456789abcdef", record))
        right, none = await toolbox.call(tool.name, known), await toolbox.call(tool.name, {})
        assert right.error == right.text.split(":")[0].isupper(), right.text
        assert "INTERNAL" not in right.text
        assert "INVALID_ARGUMENT" not in right.text
        required = tool.schema().get("required", [])
        one_of_several = tool.name == "record_task"  # a request, or the task to add to: no single argument is required
        assert none.error == bool(required or one_of_several), tool.name
        assert all(f"- {name}: is missing" in none.text for name in required)
    unknown = await toolbox.call("drop_all", {})
    assert unknown.error
    assert "remember, describe" in unknown.text


async def test_mcp_01_lists_and_objects_as_text(toolbox: Toolbox) -> None:
    """Lists and objects sent as JSON text are taken as meant, at any depth; a text with commas is refused with an example."""
    before = TOOLS["remember"].schema()
    wrapped = {
        **SMALLEST,
        "entities": json.dumps([json.dumps(entity) for entity in SMALLEST["entities"]]),
        "relations": json.dumps(SMALLEST["relations"]),
        "files": '["src/a.py", "src/b.py"]',
        "decision": '["stays", "text"]',
        "supersedes": None,
    }
    stored = await toolbox.call("remember", wrapped)
    found = await toolbox.call("record", {"id": stored.answer.records[0].id})
    assert (found.answer.content["decision"], len(found.answer.files)) == ('["stays", "text"]', 2)
    assert [link.target for link in found.answer.relations] == ["auth"]
    whole = await toolbox.call("remember", json.dumps(SMALLEST))
    assert not whole.error
    radar = await toolbox.call("radar", {"limit": "5"})
    assert not radar.error
    refused = await toolbox.call("remember", {**SMALLEST, "files": "a.py,b.py"})
    assert refused.error
    assert '- files: a list is wanted, as ["a.py", "b.py"]' in refused.text
    for wrong in ({"kind": '"decision"'}, {"kind": "Decision"}, {"relations": '{"source": "api"}'}, {"carries": "[true]"}):
        assert (await toolbox.call("remember", {**SMALLEST, **wrong})).error
    assert TOOLS["remember"].schema() == before


async def test_a_receipt_names_what_later_calls_take(toolbox: Toolbox) -> None:
    """The ids of a receipt are those that the other tools take."""
    stored = await toolbox.call("remember", SMALLEST)
    record, relation = stored.answer.records[0].id, stored.answer.relations[0].id
    assert all(id in stored.text for id in (record, relation, *(e.id for e in stored.answer.entities)))
    newer = await toolbox.call("remember", {**SMALLEST, "decision": "The api asks nobody", "supersedes": [record]})
    assert f"ended record {record}: superseded" in newer.text
    assert not (await toolbox.call("reinstate", {"id": record, "reason": "both hold"})).error
    other = {**SMALLEST, "relations": [{**SMALLEST["relations"][0], "type": "related_to"}], "retires": [{"relation": relation}]}
    assert relation in (await toolbox.call("remember", other)).text
    assert not (await toolbox.call("forget", {"record": record, "reason": "over"})).error
    key = (await toolbox.call("radar", {})).text.split('[key "')[1].split('"')[0]
    assert not (await toolbox.call("dismiss", {"key": key, "reason": "known"})).error


async def test_errors_say_how_to_mend_the_call(toolbox: Toolbox, workspace: Workspace) -> None:
    """A refusal names field, rule and way out; an unknown name or workspace the nearest; an ambiguous one the ids."""
    await workspace.remember(decision("Ledger depends_on Gate"))
    await workspace.remember(decision("Ledger depends_on Vault", types={"Vault": "technology", "Ledger": "concept"}))
    said = {
        "REQUIRED": await toolbox.call("remember", {**SMALLEST, "kind": "code_change"}),
        "NO_REASON": await toolbox.call("remember", {**SMALLEST, "relations": [{**SMALLEST["relations"][0], "reason": " "}]}),
        "'Gate'": await toolbox.call("impact", {"name": "gaate"}),
        "ent_": await toolbox.call("impact", {"name": "ledger"}),
        "graphmem workspace create": await toolbox.call("impact", {"name": "gate", "workspace": "t-none"}),
        "hand back the cursor": await toolbox.call("impact", {"name": "gate", "cursor": "~~"}),
        "`records`": await toolbox.call("record", {"id": "rec_0000000000000000"}),
        "2026-10-18": await toolbox.call("impact", {"name": "gate", "as_of": "soon"}),
    }
    assert all(result.error for result in said.values())
    assert "change" in said.pop("REQUIRED").text
    for expected, result in said.items():
        assert expected in result.text, result.text
    assert (await toolbox.call("records", {})).answer.records[0].author == "ana"


async def test_an_agent_is_an_agent(toolbox: Toolbox, memory: Memory) -> None:
    """Whoever calls a tool is an agent, by the name it was given, in its session."""
    handle = await toolbox.room.workspace()
    assert (handle.kind, handle.author, handle.session) == ("agent", "claude", "monday")
    stored = await toolbox.call("remember", {**SMALLEST, "session": "tuesday"})
    shown = await toolbox.call("record", {"id": stored.answer.records[0].id})
    assert (shown.answer.record.author, shown.answer.record.session) == ("claude", "tuesday")


async def test_a_door_opens_again(settings: Settings) -> None:
    """A toolbox opens the memory when it is first needed, and anew after the database was away; in the end all of it is closed."""
    own = Toolbox(settings)
    assert not (await own.call("workspaces")).error
    first = await own.room.door.memory()
    own.room.door.renew()
    assert not (await own.call("workspaces")).error
    assert await own.room.door.memory() is not first
    await own.close()
    away = Toolbox(settings.model_copy(update={"uri": "bolt://127.0.0.1:1"}))
    assert (await away.call("workspaces")).text.startswith("DATABASE_UNAVAILABLE")


async def test_a_fault_shows_no_internals(toolbox: Toolbox, caplog: pytest.LogCaptureFixture) -> None:
    """What nobody foresaw is logged under a number, and the agent is told the number alone."""
    broken = Toolbox(None, workspace="x")
    broken.room.door._given = object()  # type: ignore[assignment]
    result = await broken.call("radar", {})
    assert result.error
    number = result.text.split("under ")[1].split(".")[0]
    assert number in caplog.text
    assert "AttributeError" not in result.text
