"""The small parts that every view is made of; what was stored is shown, never obeyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel
from rich.text import Text

from graphmem.model.answers.base import Answer, EntityBrief, Step
from graphmem.model.answers.parts import End, Ending, Evidence, RecordBrief
from graphmem.model.names import escape_shown

ENDING = set(Ending.model_fields)
TIMES = ("_at", "_to", "_seen", "since", "learned", "undone")
WHO = ("record", "author", "session", "merge")


def words(value: Any, style: str = "") -> Text:
    """Any value in few words."""
    return Text("\n".join(escape_shown(line) for line in plain(value).split("\n")), style=style)


def line(*parts: Any) -> Text:
    """Parts on one line, a blank between two; a pair is a value and its style, what is empty is left out."""
    shown = (part if isinstance(part, Text) else words(*part) if isinstance(part, tuple) else words(part) for part in parts)
    return Text(" ").join(part for part in shown if part.plain)


def thing(value: Any) -> Text:
    """One item of a list on a line of its own."""
    if isinstance(value, EntityBrief):
        return entity(value)
    if isinstance(value, RecordBrief):
        return record(value)
    if isinstance(value, Step):
        return line(step(value), ending(value))
    if isinstance(value, End):
        return end(value)
    apart = {"key", *(ENDING if isinstance(value, Ending) else ())}
    told = {name: field for name, field in fields_of(value).items() if name not in apart}
    key = getattr(value, "key", "")
    parts = {plain(part): part for name, field in told.items() for part in _labelled(name, field)}  # nothing is said twice
    return line(*parts.values(), ending(value), (f"[{key}]" if key else "", "dim"))


def entity(value: EntityBrief) -> Text:
    """An entity by its name and type."""
    return line((value.name, "bold"), (value.type, "dim"))


def step(value: Step) -> Text:
    """One assertion of a link: what holds, why, and who said so."""
    since = f", since {value.since}" if value.since else ""
    known_as = f", {value.id}" if isinstance(value, Evidence) else ""
    said = (f"({value.author}, {value.record}{known_as}{since})", "dim")
    return line(value.source, (value.type, "cyan"), value.target, f"— {value.reason}" if value.reason else "", said)


def record(value: RecordBrief) -> Text:
    """A record on a line: when, what sort, its title, and its end if it has one."""
    when = (value.at or "", "dim")
    return line(when, (kind(value.kind), "cyan"), value.title, ending(value), (f"({value.author}, {value.record})", "dim"))


def ending(value: Any) -> Text:
    """What ended it, when and by whom; nothing while it is open."""
    if not isinstance(value, Ending) or not (value.valid_to or value.end_reason):
        return Text()
    until = f" {value.valid_to}" if value.valid_to else ""
    by = f" by {value.ended_by}" if value.ended_by else ""
    return words(f"[ended{until}: {value.end_reason or 'as stated'}{by}]", "yellow")


def end(value: End) -> Text:
    """One of the ends that a row was given: how, by whom, why, and whether it was undone."""
    until = f"from {value.valid_to}" if value.valid_to else ""
    learned = f"learned {value.learned}" if value.learned else ""
    undone = (f"undone {value.undone}", "green") if value.undone else ""
    why = f"— {value.why}" if value.why else ""
    return line((value.how, "yellow"), until, f"by {value.by}", why, undone, (f"({value.act}, {learned})", "dim"))


def kind(name: str) -> str:
    """`problem_found` as people say it."""
    return name.replace("_", " ")


def clocks(answer: Answer) -> Text:
    """The two instants that the answer was read at."""
    return words(f"\nas of {plain(answer.as_of)}, valid at {plain(answer.valid_at)}", "dim")


def fields_of(value: Any) -> Mapping[str, Any]:
    """The fields of a model or a mapping; any other value is one without a name."""
    if isinstance(value, BaseModel):
        return {name: getattr(value, name) for name in type(value).model_fields}
    return value if isinstance(value, Mapping) else {"": value}


def is_list(value: Any) -> bool:
    """Whether a field holds things that have fields of their own."""
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, BaseModel | Mapping) for item in value)


def plain(value: Any) -> str:
    """Any value as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, EntityBrief):
        return f"{value.name} ({value.type})"
    if isinstance(value, BaseModel | Mapping):
        filled = {name: field for name, field in fields_of(value).items() if field not in (None, "", (), [], {})}
        return ", ".join(f"{kind(name)} {plain(field)}" for name, field in filled.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(plain(item) for item in value)
    return str(value)


def _labelled(name: str, value: Any) -> tuple[Any, ...]:
    """A text speaks for itself; a number, a time or a yes needs its name."""
    if is_list(value) or value in (None, "", False, (), [], {}):
        return ()
    if isinstance(value, BaseModel):
        return (thing(value),)
    if isinstance(value, str) and not name.endswith(TIMES):
        return ((value, "dim") if name in WHO else value,)
    return (kind(name) if value is True else (f"{kind(name)} {plain(value)}", "dim"),)
