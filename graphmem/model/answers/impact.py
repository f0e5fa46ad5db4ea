"""The answer of `impact`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief, Step
from graphmem.model.answers.tasks import PastTaskAbout
from graphmem.model.base import Model


class Dependent(Model):
    """Something that a change reaches: how far away, by which path, and the evidence for its last step."""

    entity: EntityBrief
    hop: int
    path: tuple[Step, ...]
    evidence: tuple[Step, ...]


class Risk(Model):
    """A record to know before the change: about the thing itself (hop 0) or about one of its dependents."""

    record: str
    kind: str
    title: str
    description: str | None
    author: str
    at: str | None
    holds: bool
    about: EntityBrief
    hop: int


class Impact(Answer):
    """What may break when one thing changes, nearest first, and what went wrong there before."""

    entity: EntityBrief
    dependents: tuple[Dependent, ...]
    risks: tuple[Risk, ...]
    in_cycle: bool
    truncated: bool
    risks_truncated: bool
    past_tasks: tuple[PastTaskAbout, ...] = ()
    past_tasks_truncated: bool = False
