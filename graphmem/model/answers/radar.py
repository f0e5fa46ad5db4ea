"""The answer of `radar`."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.parts import Evidence, RecordBrief
from graphmem.model.base import Model


class Line(Model):
    """One line of a list; `key` is what `dismiss` takes."""

    key: str


L = TypeVar("L", bound=Line)


class Listed(Model, Generic[L]):
    """The first lines of a list and how many it has; `at_least` says that not everything was looked at, so there may be more."""

    total: int
    at_least: bool = False
    lines: tuple[L, ...]


class ProblemLine(Line):
    """A problem that nothing solves, with the newest record that names it; `reopened`: it was found again after its fixes."""

    entity: EntityBrief
    first_seen: str | None
    description: str | None
    record: str
    title: str
    author: str
    reopened: bool


class LackingLine(Line):
    """A decision without a reason, or a question without an answer."""

    record: str
    title: str
    author: str
    session: str | None
    at: str | None
    assumed: bool


class SilentLine(Line):
    """A thing that no record of late names, with the last one that does."""

    entity: EntityBrief
    last_seen: str | None
    record: str
    title: str
    author: str


class DuplicateLine(Line):
    """Two names that may mean one thing, with the record that brought the second: merge them or mark them as different."""

    one: EntityBrief
    other: EntityBrief
    score: float
    record: str
    proposed_at: str | None


class SlotClaim(Model):
    """A value that claims a slot, with the record that says so, and the text it was read from."""

    preference: str
    document: str | None
    record: RecordBrief


class ContradictionLine(Line):
    """What cannot both be so.

    A `conflict`: two things are said to conflict (`conflicts`) while another link between them holds (`links`).
    `heads`: one record was replaced by several that are all current.
    `slot`: several values of a slot that holds one (`claims`, first the one that counts meanwhile), and no time that tells which
    came later: their starts were assumed or overlap, or a text says another than somebody stated.
    """

    kind: Literal["conflict", "heads", "slot"]
    one: EntityBrief | None = None
    other: EntityBrief | None = None
    conflicts: tuple[Evidence, ...] = ()
    links: tuple[Evidence, ...] = ()
    record: RecordBrief | None = None
    heads: tuple[RecordBrief, ...] = ()
    slot: str | None = None
    holder: str | None = None
    claims: tuple[SlotClaim, ...] = ()


class RemovedLine(Line):
    """A thing that is gone while impact links still join it to others; `links` are the oldest of `links_total`.

    `removed`: a record retired it. `said_removed` is a proposal: its newest code change seems to say so, in the words of `said`.
    """

    kind: Literal["removed", "said_removed"]
    entity: EntityBrief
    at: str | None
    record: str
    title: str | None
    author: str
    said: str | None
    links_total: int
    links: tuple[Evidence, ...]


class MergeLine(Line):
    """A merge that the system made by itself: dismiss the line if it is right, `unmerge` it if it is not."""

    merge: str
    loser: EntityBrief
    survivor: EntityBrief
    reason: str | None
    merged_at: str | None


class Radar(Answer):
    """What is still open, as eight lists, each with its first lines and its total; dismissed lines are left out."""

    unsolved_problems: Listed[ProblemLine]
    decisions_without_reason: Listed[LackingLine]
    unanswered_questions: Listed[LackingLine]
    silent_entities: Listed[SilentLine]
    probable_duplicates: Listed[DuplicateLine]
    contradictions: Listed[ContradictionLine]
    links_to_removed: Listed[RemovedLine]
    merges_to_judge: Listed[MergeLine]
