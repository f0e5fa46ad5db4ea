"""Lineage: one line an event, in order of time."""

from __future__ import annotations

from graphmem.model.answers.lineage import Event, Lineage
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, entity, entity_with_id, name, quoted, when


def lineage(answer: Lineage) -> Told:
    """Causes, the thing itself, fixes, what followed."""
    more = " There is more beyond what the walk reads." if answer.truncated and not answer.cursor else ""
    return Told(
        f"How we got to {entity_with_id(answer.entity)}.{more}", [_event(e) for e in answer.events], answer.cursor, answer
    )


def _event(event: Event) -> str:
    link = f" {event.type} with {entity(event.of)}" if event.of and event.type else ""
    why = f" because {quoted(event.reason, SHORT)}" if event.reason else ""
    assumed = " (start assumed)" if event.assumed else ""
    return f"{when(event.at)}{assumed} {event.role}: {entity(event.entity)}{link}{why} [{event.record}, {name(event.author)}]"
