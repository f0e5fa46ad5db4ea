"""Impact: the risks of the thing itself, who depends on it, then the risks further away."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.impact import Dependent, Impact, Risk
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, entity, entity_with_id, name, past_task, quoted, since


def impact(answer: Impact) -> Told:
    """One line a dependent, nearest first."""
    found, risks = len(answer.dependents), len(answer.risks)
    more = [" or more" if cut else "" for cut in (answer.truncated, answer.risks_truncated)]
    cycle = " It depends on itself, by a cycle." if answer.in_cycle else ""
    head = f"A change of {entity_with_id(answer.entity)} reaches {found}{more[0]} dependents; {risks}{more[1]} risks.{cycle}"
    return Told(head, list(_lines(answer)), answer=answer)


def _lines(answer: Impact) -> Iterator[str]:
    yield from (_risk(risk) for risk in answer.risks if risk.hop == 0)
    yield from (_dependent(dependent) for dependent in answer.dependents)
    yield from (_risk(risk) for risk in answer.risks if risk.hop)
    for task in answer.past_tasks:
        yield f"{past_task(task)} about {quoted(task.about.name)} (hop {task.hop})"
    if answer.past_tasks_truncated:
        yield "More past tasks went wrong than are told here: `recall` finds those like the work at hand."
    if answer.truncated:
        yield "More depends on it than was read: ask for one of its dependents, or for a smaller depth."


def _dependent(value: Dependent) -> str:
    """The thing, and the last step of the way to it."""
    last = value.path[-1]
    more = f", {len(value.evidence)} records say so" if len(value.evidence) > 1 else ""
    link = f"{quoted(last.source)} {last.type} {quoted(last.target)}"
    said = f"[{last.record}, {name(last.author)}{since(last.since)}{more}]"
    return f"hop {value.hop}: {entity(value.entity)}: {link} because {quoted(last.reason, SHORT)} {said}"


def _risk(value: Risk) -> str:
    ended = "" if value.holds else " ENDED"
    more = f" — {quoted(value.description, SHORT)}" if value.description not in (None, value.title) else ""
    about = f"about {quoted(value.about.name)} (hop {value.hop})"
    return f"risk: {value.kind}{ended} {quoted(value.title, SHORT)}{more} {about} [{value.record}, {name(value.author)}{since(value.at)}]"
