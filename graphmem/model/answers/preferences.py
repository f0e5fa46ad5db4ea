"""The answer of `preferences`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model


class PreferenceLine(Model):
    """What somebody wants: `since` its earliest statement that counts, and the records that state it, the newest first.

    `contested`: another value claims the same slot, and no stated time tells which came later; the radar lists them.
    """

    slot: str
    preference: str
    holder: str
    since: str | None
    assumed: bool
    contested: bool
    evidence_total: int
    records: tuple[str, ...]


class PastPreference(Model):
    """What somebody wanted once: `valid_to` is when it ended, or when the value that came after it began."""

    slot: str
    preference: str
    holder: str
    since: str | None
    assumed: bool
    contested: bool
    valid_to: str | None
    record: str
    superseded_by: str | None


class Preferences(Answer):
    """What is wanted, by slot and holder, and what was wanted before; of a single-valued slot one value counts at a time."""

    preferences: tuple[PreferenceLine, ...]
    past: tuple[PastPreference, ...]
    truncated: bool
