"""One file: its problems, its decisions, its other records, and what depends on the code in it."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.file import Component, FileRecord, FileView
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, entity, name, quoted, record


def file(answer: FileView) -> Told:
    """A line a record, a line a dependent."""
    return Told(f"What is known about the file {quoted(answer.path)}.", list(_lines(answer)), answer=answer)


def _lines(answer: FileView) -> Iterator[str]:
    yield from (_about(each) for each in (*answer.problems, *answer.decisions))
    for component in answer.components:
        yield from _dependents(component)
    yield from (_about(each) for each in answer.records)
    cut = (answer.problems_truncated, answer.decisions_truncated, answer.records_truncated, answer.components_truncated)
    if any(cut):
        yield "There is more than was read: `records` and `impact` have the rest."


def _about(each: FileRecord) -> str:
    places = [f"{t.lines or ''}{f'@{t.commit}' if t.commit else ''}" for t in each.touches if t.lines or t.commit]
    return record(each) + (f" at {quoted(', '.join(places))}" if places else "")


def _dependents(component: Component) -> Iterator[str]:
    if not component.dependents:
        yield f"code {entity(component.entity)}: nothing depends on it"
    for each in component.dependents:
        last = each.path[-1]
        link = f"{quoted(last.source)} {last.type} {quoted(last.target)} because {quoted(last.reason, SHORT)}"
        yield f"code {entity(component.entity)} reaches {entity(each.entity)}: {link} [{last.record}, {name(last.author)}]"
    if component.truncated:
        yield f"More depends on {entity(component.entity)}: ask `impact`."
