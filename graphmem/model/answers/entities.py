"""The answer of `entities`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.base import Model


class EntityLine(Model):
    """An entity, the spellings that lead to it (at most ten), and when the memory first heard of it."""

    entity: EntityBrief
    names: tuple[str, ...]
    recorded_at: str | None


class Entities(Answer):
    """Entities by name; `cursor` leads to the next page."""

    entities: tuple[EntityLine, ...]
    cursor: str | None
