"""The answer of `conversation`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model


class MessageLine(Model):
    """One message: `at` is when it was said, `recorded_at` when the memory learned it."""

    id: str
    conversation: str
    speaker: str | None
    text: str
    part: str | None
    captions: tuple[str, ...]
    author: str | None
    at: str | None
    recorded_at: str | None


class ConversationView(Answer):
    """The last messages of a conversation, or of all, the newest first, as many as the budget takes.

    `text` is the same as a context for a model, the oldest first, between two marks by which `add_messages` leaves it out. `more`
    says that there are earlier ones; `cursor` leads to those of one conversation.
    """

    name: str | None
    messages: tuple[MessageLine, ...]
    text: str
    tokens: int
    budget: int
    more: bool
    cursor: str | None
