"""Errors as an agent needs them: what was wrong with the call, and the call that would be right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from graphmem.errors import (
    AmbiguousName,
    DatabaseUnavailable,
    GraphmemError,
    InvalidArgument,
    NameNotFound,
    NotAllowed,
    NotFound,
    Refused,
    WorkspaceNotFound,
)
from graphmem.model.names import escape_shown
from graphmem.model.records import field_path
from graphmem.tools.quoting import quoted

MOST = 12  # faults of one call that are told
WHERE = {
    "record": "The receipt of `remember` names the ids of records; `records` and `entity` show them too.",
    "relation": "The receipt of `remember` names the ids of relations; `history` and `entity` show them too.",
    "file": "No record names this file: give its path below the project root, as the record did.",
    "radar line": "`radar` shows the keys there are now.",
}
UNKNOWN = "Nothing is known under this name: the thing may be new here, or have another name."


def of_arguments(error: ValidationError, tool: str, example: Mapping[str, Any]) -> str:
    """What is wrong with the arguments, one line each, and the smallest call that is right."""
    faults = error.errors(include_url=False, include_context=False)
    lines = [f"- {field_path(fault['loc']) if fault['loc'] else 'arguments'}: {_fault(fault)}" for fault in faults]
    left = [f"- and {len(lines) - MOST} more"] if len(lines) > MOST else []
    call = json.dumps(example, ensure_ascii=False)
    return "\n".join(
        [f"INVALID_ARGUMENT: {tool} was not called. Mend these:", *lines[:MOST], *left, f"A call that is right: {call}"]
    )


def _fault(fault: Any) -> str:
    given, kind = fault["input"], fault["type"]
    if kind in ("list_type", "tuple_type"):
        return f"a list is wanted, as {_as_list(given)}"
    if kind in ("dict_type", "model_type", "model_attributes_type", "mapping_type"):
        return f'an object is wanted, as {{"name": "…"}}; {quoted(str(given), 60)} was given'
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "no such argument"
    message = str(fault["msg"])
    return message[:1].lower() + message[1:]


def _as_list(given: Any) -> str:
    """The list that a text with commas was meant to be."""
    pieces = [piece.strip() for piece in given.split(",")] if isinstance(given, str) else ["…"]
    return escape_shown(json.dumps([piece[:40] for piece in pieces[:3] if piece] or ["…"], ensure_ascii=False))


def of_error(error: GraphmemError, tool: str) -> str:
    """What happened, and what to do next."""
    return "\n".join(escape_shown(line) for line in (f"{error.code}: {_message(error)}", *_way_out(error, tool)) if line)


def _message(error: GraphmemError) -> str:
    if isinstance(error, Refused):
        return "nothing was stored."
    if isinstance(error, WorkspaceNotFound):
        return f"there is no workspace {quoted(error.name, 100)}."
    return str(error)


def _way_out(error: GraphmemError, tool: str) -> list[str]:
    if isinstance(error, Refused):
        return [f"Mend these and call {tool} again:", *(f"- {r.path}: {r.message} ({r.code})" for r in error.refusals[:MOST])]
    if isinstance(error, WorkspaceNotFound):
        near = f"Did you mean {', '.join(quoted(n) for n in error.nearest)}? " if error.nearest else ""
        return [f"{near}The tool `workspaces` lists those there are; a person makes one with `graphmem workspace create`."]
    if isinstance(error, NameNotFound):
        return [f"If one of these is meant, call {tool} again with it." if error.nearest else UNKNOWN]
    if isinstance(error, InvalidArgument) and error.path == "workspace":
        return ["The tool `workspaces` lists those there are."]
    if isinstance(error, AmbiguousName):
        return [f"Call {tool} again with one of these ids as the name."]
    if isinstance(error, NotFound):
        return [WHERE.get(error.what, "")]
    if isinstance(error, DatabaseUnavailable):
        return ["The memory cannot be reached now. Go on without it, tell the person, and call again later."]
    if isinstance(error, NotAllowed):
        return ["Tell the person what you propose; they can do it."]
    return []
