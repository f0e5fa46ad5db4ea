"""The answer of `timeline`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer
from graphmem.model.answers.parts import Ending, Evidence, RecordBrief
from graphmem.model.base import Model

Clock = Literal["valid", "recorded"]
Grain = Literal["year", "month", "day"]
Happened = Literal["began", "ended", "reinstated"]


class Moment(Model):
    """One thing that happened: a record began, or a record or one link of it ended or was reinstated; `at` is on the clock asked.

    A record that began brings the links it states, at most twenty of `links_total`. `link` is set where one link ended apart from
    its record. `ending` is the end that was given: on the valid clock the one that counts at `as_of`, on the recorded clock the one
    known from `at` on.
    """

    event: Happened
    at: str | None
    record: RecordBrief
    links: tuple[Evidence, ...] = ()
    links_total: int = 0
    link: Evidence | None = None
    ending: Ending | None = None


class Happenings(Model):
    """How much began, ended or was reinstated in one year, month or day, such as 2026, 2026-10 or 2026-10-18."""

    period: str
    events: int


class Timeline(Answer):
    """What began and what ended in a period, oldest first; `cursor` leads to the next page.

    `counts` are of the whole period, whatever the page shows; with `counts_truncated` the last of them is not whole, and later
    ones are missing.
    """

    clock: Clock
    start: str | None
    end: str | None
    events: tuple[Moment, ...]
    cursor: str | None
    counts: tuple[Happenings, ...] = ()
    counts_truncated: bool = False
