"""What several answers are made of: a record in short, an edge as evidence, one end of either."""

from __future__ import annotations

from graphmem.model.answers.base import Step
from graphmem.model.base import Model


class Ending(Model):
    """How a record or an edge ends, as known at `as_of`: `valid_to` is the earliest end that counts, None while it is open."""

    valid_to: str | None = None
    end_reason: str | None = None
    ended_by: str | None = None
    end_act: str | None = None
    ended_at: str | None = None


class RecordBrief(Ending):
    """A record in short: `at` is since when it holds, `assumed` that no source stated this start."""

    record: str
    kind: str
    title: str
    description: str | None
    author: str
    session: str | None
    at: str | None
    assumed: bool
    recorded_at: str | None
    holds: bool


class Evidence(Step):
    """One edge that asserts a link: `id` is what `retires` and `reinstate` take."""

    id: str
    assumed: bool


class End(Model):
    """One end that was given: where, how, by whom and by which act, why, when it was learned and until when it counted."""

    valid_to: str | None
    how: str
    by: str
    act: str
    why: str | None
    learned: str | None
    undone: str | None


class Assertion(Ending, Evidence):
    """One edge and all that happened to it. `source` and `target` are the entities it lies between now, the stated ones those whose
    names it was stated with; `parked` while both are one, so that no other question shows it. `ends` lists every end it was given.
    """

    stated_source: str
    stated_target: str
    recorded_at: str | None
    stated_to: str | None
    holds: bool
    parked: bool
    ends: tuple[End, ...]
