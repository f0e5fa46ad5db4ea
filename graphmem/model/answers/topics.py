"""The answer of `topics`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.parts import RecordBrief
from graphmem.model.base import Model


class TopicBrief(Model):
    """A group of connected entities: its name is those of its most central ones, `size` counts its entities."""

    id: str
    name: str
    size: int


class RankedEntity(Model):
    """An entity and its rank among all of its workspace: about 1 for an ordinary one, more for what much leads to."""

    entity: EntityBrief
    rank: float


class Topic(Model):
    """One group of connected entities. Its `id` stays while most of its entities do; None in an answer as of a date, for a group
    that the current run does not have.

    `records` counts the current records that name one of its entities, `decisions` are those that name the most central ones.
    """

    id: str | None
    name: str
    size: int
    records: int
    central: tuple[RankedEntity, ...]
    decisions: tuple[RecordBrief, ...]


class TopicRun(Model):
    """A stored computation: when it was made, on what state of the workspace (`seq`), how long it took, and with what settings."""

    id: str
    computed_at: str | None
    seq: int
    seconds: float
    links: int
    random_seed: int
    gamma: float
    theta: float
    damping_factor: float
    max_iterations: int


class Topics(Answer):
    """What a workspace is about: groups of connected entities, largest first; every entity is in one of them or counted in `isolated`.

    `run` is the stored computation that the answer comes from, None where it was computed for this call alone. `stale_by` counts the
    writes since then, and `refreshing` says that a new run is being made. `reason` says why there is no group where there is none.
    """

    topics: tuple[Topic, ...]
    total: int
    entities: int
    isolated: int
    run: TopicRun | None
    stale: bool
    stale_by: int
    refreshing: bool
    reason: str | None
