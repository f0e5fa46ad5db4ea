"""The tools as OpenAI functions: `function_tools()` for the request, `run_tool_calls()` for what the model answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from graphmem.tools import TOOLS, Tool, Toolbox

Api = Literal["chat", "responses"]
_DROPPED = ("default", "title", "minItems", "maxItems", "minLength", "maxLength")  # strict schemas do not take them


def function_tools(*, strict: bool = True, api: Api = "chat") -> list[dict[str, Any]]:
    """Every tool as `tools` of a request takes it. With `strict` each argument is required and null stands for not given."""
    return [_function(tool, strict, api) for tool in TOOLS.values()]


def _function(tool: Tool, strict: bool, api: Api) -> dict[str, Any]:
    schema = strict_schema(tool.schema()) if strict else tool.schema()
    function = {"name": tool.name, "description": tool.description, "parameters": schema, "strict": strict}
    return {"type": "function", "function": function} if api == "chat" else {"type": "function", **function}


def strict_schema(schema: Any) -> Any:
    """The schema with every property required, those that were optional as nullable, and nothing that strict mode refuses."""
    if isinstance(schema, list):
        return [strict_schema(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: strict_schema(value) for key, value in schema.items() if key not in _DROPPED}
    if "properties" in schema:
        required = set(schema.get("required", ()))
        kept["properties"] = {
            name: strict_schema(field) if name in required else _nullable(strict_schema(field))
            for name, field in schema["properties"].items()
        }
        kept["required"] = list(schema["properties"])
        kept["additionalProperties"] = False
    return kept


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    options = schema.get("anyOf")
    if options is not None:
        return schema if {"type": "null"} in options else {**schema, "anyOf": [*options, {"type": "null"}]}
    apart = {"description": schema["description"]} if "description" in schema else {}
    return {"anyOf": [{k: v for k, v in schema.items() if k != "description"}, {"type": "null"}], **apart}


async def run_tool_calls(toolbox: Toolbox, calls: Iterable[Any]) -> list[dict[str, Any]]:
    """Runs the tool calls of an answer, in order, and returns what goes into the next request.

    It takes `message.tool_calls` of chat completions and `response.output` of responses; items that are no calls are passed over.
    """
    return [reply for call in calls if (reply := await _reply(toolbox, call)) is not None]


async def _reply(toolbox: Toolbox, call: Any) -> dict[str, Any] | None:
    kind = _get(call, "type")
    if kind == "function":
        function = _get(call, "function")
        result = await toolbox.call(_get(function, "name"), _get(function, "arguments") or "{}")
        return {"role": "tool", "tool_call_id": _get(call, "id"), "content": result.text}
    if kind == "function_call":
        result = await toolbox.call(_get(call, "name"), _get(call, "arguments") or "{}")
        return {"type": "function_call_output", "call_id": _get(call, "call_id"), "output": result.text}
    return None


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)
