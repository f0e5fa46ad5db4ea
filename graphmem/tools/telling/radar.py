"""The radar: a line a thing, with its key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from graphmem.model.answers.parts import Evidence
from graphmem.model.answers.radar import (
    ContradictionLine,
    DuplicateLine,
    LackingLine,
    Listed,
    MergeLine,
    ProblemLine,
    Radar,
    RemovedLine,
    SilentLine,
)
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, days, entity, name, quoted, record, when


def radar(answer: Radar) -> Told:
    """Totals in the first line, then every list that holds something."""
    lists = {field: value for field in type(answer).model_fields if isinstance(value := getattr(answer, field), Listed)}
    totals = [
        f"{listed.total}{'+' if listed.at_least else ''} {_words(field)}" for field, listed in lists.items() if listed.total
    ]
    head = f"Open: {', '.join(totals)}." if totals else "Nothing is open."
    return Told(head, list(_lines(lists, answer.valid_at)), answer=answer)


def _words(field: str) -> str:
    return field.replace("_", " ")


def _lines(lists: dict[str, Listed[Any]], now: datetime) -> Iterator[str]:
    for field, listed in lists.items():
        yield from (f"{TELL[type(line)](line, now)} [key {quoted(line.key)}]" for line in listed.lines)
        if listed.total > len(listed.lines):
            yield f"{listed.total - len(listed.lines)} more {_words(field)}: ask with a greater limit."


def _problem(line: ProblemLine, now: datetime) -> str:
    open_for = days(line.first_seen, now)
    age = f" ({open_for} days ago)" if open_for is not None else ""
    again = " FOUND AGAIN after it was solved" if line.reopened else ""
    what = quoted(line.description or line.title, SHORT)
    return f"problem {quoted(line.entity.name)}, first seen {when(line.first_seen)}{age}{again}: {what} [{line.record}]"


def _lacking(line: LackingLine, _: datetime) -> str:
    lacks = "decision without a reason" if line.key.startswith("decision:") else "question without an answer"
    return f"{lacks}: {quoted(line.title, SHORT)} [{line.record}, {name(line.author)}, since {when(line.at)}]"


def _silent(line: SilentLine, now: datetime) -> str:
    age = days(line.last_seen, now)
    return f"silent for {age if age is not None else '?'} days: {entity(line.entity)}, last in {quoted(line.title, SHORT)} [{line.record}]"


def _duplicate(line: DuplicateLine, _: datetime) -> str:
    return f"perhaps one thing: {entity(line.one)} and {entity(line.other)} [{line.record}]"


def _contradiction(line: ContradictionLine, _: datetime) -> str:
    if line.kind == "heads" and line.record:
        return f"contradiction: {record(line.record)} was replaced by {'; '.join(record(head) for head in line.heads)}"
    if line.kind == "slot":
        claims = "; ".join(f"{quoted(c.preference)} by {record(c.record)}" for c in line.claims)
        return f"contradiction: {line.slot} of {name(line.holder or '')} holds one value, and no time tells which: {claims}"
    both = " and ".join(entity(brief) for brief in (line.one, line.other) if brief)
    return f"contradiction: {both} conflict ({_edges(line.conflicts)}), and yet {_edges(line.links)}"


def _removed(line: RemovedLine, _: datetime) -> str:
    said = f", said {quoted(line.said, SHORT)}" if line.said else ""
    how = "removed" if line.kind == "removed" else "perhaps removed"
    return f"{how}: {entity(line.entity)}{said} [{line.record}], and {line.links_total} links remain: {_edges(line.links)}"


def _merge(line: MergeLine, _: datetime) -> str:
    return f"merged by the system, to be judged by a person: {entity(line.loser)} into {entity(line.survivor)} [{line.merge}]"


def _edges(edges: tuple[Evidence, ...]) -> str:
    return "; ".join(f"{quoted(e.source)} {e.type} {quoted(e.target)} [{e.id}, {e.record}]" for e in edges[:3])


TELL: dict[type, Callable[[Any, datetime], str]] = {
    ProblemLine: _problem,
    LackingLine: _lacking,
    SilentLine: _silent,
    DuplicateLine: _duplicate,
    ContradictionLine: _contradiction,
    RemovedLine: _removed,
    MergeLine: _merge,
}
