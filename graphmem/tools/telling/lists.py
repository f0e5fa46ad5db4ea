"""Lists: records, sessions, workspaces, what happened in a period."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.answers.dismissals import DismissalLine, Dismissals
from graphmem.model.answers.parts import Ending
from graphmem.model.answers.preferences import PastPreference, PreferenceLine, Preferences
from graphmem.model.answers.records import Records
from graphmem.model.answers.sessions import SessionLine, Sessions
from graphmem.model.answers.timeline import Moment, Timeline
from graphmem.read.workspaces import WorkspaceLine
from graphmem.tools.pages import Told
from graphmem.tools.quoting import ending, instant, name, quoted, record, since, step, when


def records(answer: Records) -> Told:
    """A line a record."""
    return Told("Records, newest first." if answer.records else "No record fits.", [record(r) for r in answer.records],
                answer.cursor, answer)  # fmt: skip


def sessions(answer: Sessions) -> Told:
    """A line a session."""
    return Told("Sessions, newest first." if answer.sessions else "No session yet.", [_session(s) for s in answer.sessions],
                answer.cursor, answer)  # fmt: skip


def dismissals(answer: Dismissals) -> Told:
    """A line a dismissal."""
    return Told("Dismissed from the radar, newest first." if answer.dismissals else "Nothing is dismissed.",
                [_dismissal(d) for d in answer.dismissals], answer.cursor, answer)  # fmt: skip


def _dismissal(line: DismissalLine) -> str:
    about = " and ".join(quoted(e.name) for e in line.entities) or quoted(line.title)
    why = f", because {quoted(line.reason)}" if line.reason else ""
    shown = "" if line.hidden else ", shown again since"
    return f"{line.kind} {about} by {name(line.author)} on {when(line.dismissed_at)}{why}{shown} [{line.key}]"


def preferences(answer: Preferences) -> Told:
    """A line a preference that counts, then those of the past."""
    now = [
        f"{name(p.holder)} wants {p.slot}: {quoted(p.preference)}{since(p.since)}{_unsure(p)} [{p.evidence_total} records, {p.records[0]}]"
        for p in answer.preferences
    ]
    past = [
        f"{name(p.holder)} wanted {p.slot}: {quoted(p.preference)} until {when(p.valid_to)}{_unsure(p)} [{p.record}]"
        for p in answer.past
    ]  # fmt: skip
    return Told("Preferences." if now else "No preference counts now.", [*now, *past], None, answer)


def _unsure(line: PreferenceLine | PastPreference) -> str:
    """That another value claims the place of this one."""
    return " (CONTESTED: see the radar)" if line.contested else ""


def _session(line: SessionLine) -> str:
    by = ", ".join(name(author) for author in line.authors)
    count = f"{line.records} records, {line.current} hold"
    return f"session {quoted(line.session)} by {by}: {when(line.started_at)} to {when(line.last_at)}, {count}"


def workspaces(found: Sequence[WorkspaceLine], *, usual: str | None) -> Told:
    """A line a workspace."""
    lines = [
        f"{line.id}{' (the default)' if line.id == usual else ''}: {line.records} records, {line.entities} entities, "
        f"last change {instant(line.clock)}"
        for line in found
    ]
    return Told("Workspaces." if lines else "There is no such workspace.", lines, answer=list(found))


def timeline(answer: Timeline) -> Told:
    """A line an event, and one a link that a record brought."""
    period = f" from {answer.start}" if answer.start else ""
    period += f" to {answer.end}" if answer.end else ""
    lines = [line for event in answer.events for line in _moment(event)]
    return Told(f"What happened{period} ({answer.clock} clock), oldest first.", lines, answer.cursor, answer)


def _moment(event: Moment) -> list[str]:
    why = ending(event.ending) if isinstance(event.ending, Ending) else ""
    if event.link:
        return [f"{when(event.at)} {event.event} the link {event.link.id}: {step(event.link)}{why}"]
    more = event.links_total - len(event.links)
    return [
        f"{when(event.at)} {event.event} {record(event.record)}{why if event.event != 'began' else ''}",
        *(f"  with {quoted(x.source)} {x.type} {quoted(x.target)} [{x.id}]" for x in event.links),
        *([f"  and {more} links more"] if more > 0 else []),
    ]
