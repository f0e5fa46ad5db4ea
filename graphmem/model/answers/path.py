"""The answer of `path`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.parts import Evidence


class PathStep(Evidence):
    """One step: the oldest edge of the link it takes, the entity it leads to, and whether it follows the stated direction."""

    entity: EntityBrief
    forward: bool


class PathView(Answer):
    """A shortest way between two entities over links that hold at one instant, in whatever direction they were stated.

    `found` is false when there is none of at most `depth` steps. `truncated` says that a level was wider than its bound: another
    way may be shorter, or there may be one where none was found.
    """

    source: EntityBrief
    target: EntityBrief
    found: bool
    steps: tuple[PathStep, ...]
    depth: int
    truncated: bool
