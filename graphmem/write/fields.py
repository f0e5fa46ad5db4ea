"""What may be said in the fields of an entity: one rule for records and for edits by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from graphmem.model import ontology as o

Broken = tuple[str, str, str]  # path, code, message


def broken_fields(type_: o.EntityType, given: Mapping[str, object], path: str) -> Iterable[Broken]:
    """What is wrong with fields: one that the type does not declare, a value that is no plain one or goes over a limit."""
    for key, value in given.items():
        if key not in type_.fields:
            allowed = ", ".join(type_.fields) or "none"
            yield f"{path}.{key}", "UNKNOWN_FIELD", f"{type_.name} has no field {key!r}; its fields: {allowed}"
        elif key == "subtype" and value not in (*type_.subtypes, None, ""):
            yield f"{path}.{key}", "INVALID_FIELD", f"a {type_.name} is one of {', '.join(type_.subtypes)}, not {value!r}"
        elif message := _broken_value(value):
            yield f"{path}.{key}", "TOO_LONG" if isinstance(value, str) else "INVALID_FIELD", message


def _broken_value(value: object) -> str | None:
    if isinstance(value, str) and len(value) > o.MAX_FIELD:
        return f"{len(value):,} characters given, at most {o.MAX_FIELD:,} are taken"
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return "the number does not fit in 64 bits; give it as text"
    if isinstance(value, float) and not math.isfinite(value):
        return "a value is a finite number; leave it out when it is not known"
    if value is None or isinstance(value, (str, int, float)):
        return None
    return "a value is a text, a number or a truth value, nothing nested; give it as text"
