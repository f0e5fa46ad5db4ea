"""The answer of `search`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model


class Ranks(Model):
    """The place of a hit in each list, from 1; None in a list that does not hold it. `rerank` is the cross-encoder's, if asked."""

    text: int | None = None
    vector: int | None = None
    walk: int | None = None
    rerank: int | None = None


class Waypoint(Model):
    """One station on the way of the walk: `by` says what joins it to the one before, a relation with its `reason`."""

    id: str
    kind: str
    name: str
    by: str | None = None
    reason: str | None = None


class Hit(Model):
    """One thing found: `at` is since when it holds, `valid_to` and `end_reason` stand where it has ended.

    `score` orders the hits of one answer and means nothing beside another one. `replaces` are the ended records that matched and
    that this one stands for now. `path` is the way from a hit of the lists, where the walk alone found it or `explain` was asked.
    """

    id: str
    kind: str
    type: str | None
    title: str
    snippet: str | None
    score: float
    ranks: Ranks
    path: tuple[Waypoint, ...]
    author: str | None
    session: str | None
    at: str | None
    holds: bool
    valid_to: str | None
    end_reason: str | None
    replaces: tuple[str, ...]


class Ran(Model):
    """How each list was made: `off`, or the way in a few words."""

    text: str
    vector: str
    walk: str
    rerank: str = "off"


NOTHING_STORED = "Nothing is stored in this workspace yet."


class Search(Answer):
    """What was found, best first. `words` are those that the full text was asked for, `shortened` says that there were more.

    `note` says so where there is nothing to find. `cursor` leads to the next page, which is read at the same two instants.
    """

    hits: tuple[Hit, ...]
    words: tuple[str, ...]
    shortened: bool
    ran: Ran
    weights: dict[str, float]
    note: str | None
    cursor: str | None
