"""The answer of `cards`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model

CardKind = Literal["person", "project"]
CARD_KINDS: tuple[CardKind, ...] = ("person", "project")


class CardVersion(Model):
    """One version of a card: who wrote it, when and why; `cards(as_of=recorded_at)` shows its text."""

    id: str
    version: int
    author: str
    reason: str | None
    recorded_at: str | None


class Card(Model):
    """What one should know before any work: how the person works, or how the project works. `versions` are newest first."""

    kind: CardKind
    text: str
    version: int
    author: str
    recorded_at: str | None
    versions: tuple[CardVersion, ...]


class Cards(Answer):
    """The two cards as they stood at `as_of`; None for one that is not written, or was emptied."""

    person: Card | None
    project: Card | None
