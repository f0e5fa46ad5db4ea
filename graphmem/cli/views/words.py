"""The small parts that every view is made of; what was stored is shown, never obeyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel
from rich.text import Text

from graphmem.model.answers.base import Answer, EntityBrief, Step
from graphmem.model.names import escape_shown


def words(value: Any, style: str = "") -> Text:
    """Any value in few words."""
    return Text("\n".join(escape_shown(line) for line in _plain(value).split("\n")), style=style)


def line(*parts: Any) -> Text:
    """Parts on one line, a blank between two; a pair is a value and its style, what is empty is left out."""
    shown = [words(*part) if isinstance(part, tuple) else words(part) for part in parts]
    return Text(" ").join(part for part in shown if part.plain)


def entity(thing: EntityBrief) -> Text:
    """An entity by its name and type."""
    return line((thing.name, "bold"), (thing.type, "dim"))


def step(assertion: Step) -> Text:
    """One assertion of a link: what holds, why, and who said so."""
    said = f"{assertion.author}, {assertion.record}" + (f", since {assertion.since}" if assertion.since else "")
    return line(
        assertion.source, (assertion.type, "cyan"), assertion.target, f"— {assertion.reason}", (f"({said})", "dim")
    )  # fmt: skip


def clocks(answer: Answer) -> Text:
    """The two instants that the answer was read at."""
    return line((f"as of {_plain(answer.as_of)}, valid at {_plain(answer.valid_at)}", "dim"))


def _plain(value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, BaseModel):
        return _brief({name: getattr(value, name) for name in type(value).model_fields})
    if isinstance(value, Mapping):
        return _brief(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(_plain(item) for item in value)
    return str(value)


def _brief(fields: Mapping[str, Any]) -> str:
    """An entity by name and type; anything else by its values."""
    if {"id", "name", "type"} == set(fields):
        return f"{fields['name']} ({fields['type']})"
    return ", ".join(f"{name} {_plain(value)}" for name, value in fields.items() if value not in (None, "", (), [], {}))
