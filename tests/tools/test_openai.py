"""The tools as OpenAI functions: strict schemas, and what a model asks for is run; the model alone is faked, at the transport."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
from openai import AsyncOpenAI

from graphmem.tools import TOOLS, Toolbox
from graphmem.tools.openai import function_tools, run_tool_calls

SMALLEST = dict(TOOLS["remember"].example)
REFUSED_BY_STRICT = {"default", "minItems", "maxItems", "minLength", "maxLength", "oneOf", "allOf", "format"}


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema within a schema."""
    if isinstance(schema, dict):
        yield schema
        for key, part in schema.items():
            inner = part.values() if key in ("properties", "$defs") else [part]
            for each in inner:
                yield from objects(each)
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_strict_schemas_are_strict() -> None:
    """Every object is closed and requires all its properties, and nothing stands in it that strict mode refuses."""
    for tool in function_tools():
        function = tool["function"]
        assert function["strict"] is True
        assert function["parameters"]["type"] == "object"
        for schema in objects(function["parameters"]):
            assert not REFUSED_BY_STRICT & set(schema), function["name"]
            if "properties" in schema:
                assert schema["required"] == list(schema["properties"])
                assert schema["additionalProperties"] is False
    flat = function_tools(strict=False, api="responses")
    assert [tool["name"] for tool in flat] == list(TOOLS)
    assert flat[0]["parameters"] == TOOLS["remember"].schema()


def nulls(arguments: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The arguments as a strict model sends them: each property there, null where nothing is meant."""
    return {name: arguments.get(name) for name in schema["properties"]}


async def test_what_a_model_asks_for_is_run(toolbox: Toolbox) -> None:
    """Tool calls of both APIs are run in order, nulls count as not given, and a failure is told to the model."""
    schemas = {tool["function"]["name"]: tool["function"]["parameters"] for tool in function_tools()}
    remember = json.dumps(nulls(SMALLEST, schemas["remember"]))
    functions = [("remember", remember), ("impact", '{"name": "auth"'), ("impact", '{"name": "auth"}')]
    sent: list[Any] = []

    def model(request: httpx2.Request) -> httpx2.Response:
        sent.append(json.loads(request.content))
        calls = [
            {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for n, (name, arguments) in enumerate(functions)
        ]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
        choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
        return httpx2.Response(
            200, json={"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
        )

    client = AsyncOpenAI(
        api_key="x", base_url="http://model.test/v1", http_client=httpx2.AsyncClient(transport=httpx2.MockTransport(model))
    )
    async with client:
        asked = [{"role": "user", "content": "what breaks?"}]
        answer = await client.chat.completions.create(model="m", messages=asked, tools=function_tools())  # type: ignore[call-overload]
        replies = await run_tool_calls(toolbox, answer.choices[0].message.tool_calls)
    assert len(sent[0]["tools"]) == len(TOOLS)
    assert [reply["tool_call_id"] for reply in replies] == ["c0", "c1", "c2"]
    assert "stored decision rec_" in replies[0]["content"]
    assert replies[1]["content"].startswith("INVALID_ARGUMENT")
    assert 'hop 1: "api"' in replies[2]["content"]
    items = [{"type": "reasoning"}, {"type": "function_call", "call_id": "r", "name": "impact", "arguments": '{"name": "auth"}'}]
    (output,) = await run_tool_calls(toolbox, items)
    assert (output["type"], output["call_id"]) == ("function_call_output", "r")
    assert 'hop 1: "api"' in output["output"]
