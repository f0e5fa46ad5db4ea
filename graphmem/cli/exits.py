"""What the exit code of a command means, and how an error is told: to a person as lines, to a program as one JSON object.

| code | meaning |
|---|---|
| 0 | done |
| 1 | refused: a rule is broken (each refusal on a line with its path and code), or an item of a partial batch is |
| 2 | usage: an unknown command or option, or a value that has no meaning |
| 3 | not found, or a name that leads to several entities |
| 4 | not allowed: the act needs a person, or a role the asker does not have |
| 5 | the database or the managed local server is not available, or could not do it |
| 6 | something took longer than it may |
| 7 | the store needs repair: `graphmem doctor` |
| 70 | a fault of graphmem itself, with the trace to report |
| 130 | interrupted |
| 141 | the reader of the output went away |
"""

from __future__ import annotations

import dataclasses
import json
import sys
from typing import Any

DONE, REFUSED, USAGE, NOT_FOUND, NOT_ALLOWED, UNAVAILABLE, TIMEOUT, REPAIR = range(8)
FAULT, INTERRUPTED, READER_GONE = 70, 130, 141


def code_of(error: Exception) -> int | None:
    """The exit code that stands for `error`; None when it is none of ours."""
    from graphmem import errors as e
    from graphmem.local import errors as local

    codes: tuple[tuple[type[Exception] | tuple[type[Exception], ...], int], ...] = (
        ((e.Refused, e.Erased, local.BackupRefused), REFUSED),
        (e.InvalidArgument, USAGE),
        ((e.NotFound, e.AmbiguousName), NOT_FOUND),
        (e.NotAllowed, NOT_ALLOWED),
        ((e.DatabaseTimeout, local.StartTimeout, local.StopTimeout, local.HomeBusy), TIMEOUT),
        ((e.SchemaError, e.BrokenInvariant, e.EmbedderMismatch), REPAIR),
        ((e.EmbedderError, e.ModelError, e.StoreError, local.LocalServerError), UNAVAILABLE),
        (e.GraphmemError, REFUSED),
    )
    return next((code for kind, code in codes if isinstance(error, kind)), None)


def tell(error: Exception, *, as_json: bool) -> None:
    """Says on standard error what went wrong and what to do next."""
    print(json.dumps(as_object(error)) if as_json else as_lines(error), file=sys.stderr)


def as_object(error: Exception) -> dict[str, Any]:
    """`code`, `path`, `message`, and whatever else the error carries (`refusals`, `nearest`, `candidates` …)."""
    known = {"code": getattr(error, "code", None), "path": getattr(error, "path", None), "message": str(error)}
    return known | {key: _plain(value) for key, value in vars(error).items() if not key.startswith("_")}


def as_lines(error: Exception) -> str:
    """The message; where rules are broken, one line each."""
    from graphmem.errors import Refused
    from graphmem.model.names import escape_shown

    if isinstance(error, Refused):
        batch = any(r.index for r in error.refusals) and not error.refusals[0].path.startswith("line ")
        places = (f"item {r.index}, {r.path}" if batch else r.path for r in error.refusals)
        lines = [f"  {place}: {r.message} ({r.code})" for place, r in zip(places, error.refusals, strict=True)]
        return "\n".join(escape_shown(line) for line in ("Nothing was stored.", *lines))
    lines = f"Error: {error} ({getattr(error, 'code', type(error).__name__)})".splitlines()
    return "\n".join(escape_shown(line) for line in lines)


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
