"""The answer of `sessions`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model


class SessionLine(Model):
    """A piece of work: when it began, when something was last recorded in it, by whom, and how many of its records hold."""

    session: str
    started_at: str | None
    last_at: str | None
    authors: tuple[str, ...]
    records: int
    current: int


class Sessions(Answer):
    """Sessions, those that began last first; `cursor` leads to the next page."""

    sessions: tuple[SessionLine, ...]
    cursor: str | None
