"""The answer of `dismissals`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.base import Model
from graphmem.model.radar_keys import LineKind


class DismissalLine(Model):
    """A line of the radar that somebody dismissed; `key` is what `undismiss` takes."""

    id: str
    key: str
    kind: LineKind
    entities: tuple[EntityBrief, ...]
    """What the line is about: a thing, a pair, or both sides of a merge."""
    title: str | None
    """Of the record that the line is about."""
    hidden: bool
    """False where a newer record named the thing, so that the line is shown again."""
    author: str
    reason: str | None
    dismissed_at: str


class Dismissals(Answer):
    """Dismissals that were not taken back, newest first; `cursor` leads to the next page."""

    dismissals: tuple[DismissalLine, ...]
    cursor: str | None
