"""The lines of an export that hold the work memory: rules, tasks with what hangs on them, corrections, candidates."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import StrictBool, model_validator

from graphmem.model.base import Model
from graphmem.moving.base import Id, Moved, MovedTimes, Number, Text
from graphmem.moving.instants import TIMES, Instant
from graphmem.work.stating import derived

SHARED = ("author", *TIMES)
"""What the mentions of a task have from it unless they say otherwise."""


class MovedTie(Model):
    """That one thing leads to another, since when, and by whom where that is known."""

    to: Id
    recorded_at: Instant
    author: Text | None = None


class MovedRule(MovedTimes):
    """A rule that a person approved, and the rules that it replaced; how often it was of use is counted where it stands."""

    APART: ClassVar[frozenset[str]] = frozenset({"supersedes"})
    ERASABLE: ClassVar[frozenset[str]] = frozenset({"candidate"})
    CHANGING: ClassVar[frozenset[str]] = frozenset({"uses", "used_at", "applied", "applied_at"})

    id: Id
    kind: Literal["rule"]
    title: Text
    rule: Text
    why: Text | None = None
    how: Text | None = None
    tags: tuple[Text, ...] = ()
    scope_of: Literal["workspace", "person"]
    candidate: Id | None = None
    author: Text
    uses: Number | None = None
    used_at: Instant | None = None
    applied: Number | None = None
    applied_at: Instant | None = None
    supersedes: tuple[MovedTie, ...] = ()


class MovedPart(Model):
    """A source, a tool or an artifact, with what one task says of it; `first` says who named the thing first."""

    key: Text
    type: Text | None = None
    held_up: StrictBool | None = None
    right: StrictBool | None = None
    note: Text | None = None
    author: Text
    recorded_at: Instant
    first: MovedFirst


class MovedFirst(Model):
    """Who named a thing first, and when."""

    author: Text
    seq: Number
    recorded_at: Instant


class MovedChoice(Moved):
    """A choice of a task, and the records that it became."""

    APART: ClassVar[frozenset[str]] = frozenset({"promoted"})

    id: Id
    choice: Text
    reasoning: Text | None = None
    author: Text
    seq: Number
    recorded_at: Instant
    promoted: tuple[MovedTie, ...] = ()


class MovedNaming(MovedTimes):
    """That a task names an entity."""

    id: Text
    stated: Id
    name: Text
    author: Text


class MovedTask(MovedTimes):
    """A task with all that hangs on it but its corrections."""

    APART: ClassVar[frozenset[str]] = frozenset({"sources", "tools", "artifacts", "decisions", "mentions", "applied", "related"})
    CHANGING: ClassVar[frozenset[str]] = frozenset({"summary", "said", "said_at", "tags", "state", "outcome", "closed_at"})

    id: Id
    title: Text
    request: Text
    summary: Text | None = None
    said: tuple[Text, ...] | None = None
    said_at: tuple[Instant, ...] | None = None
    tags: tuple[Text, ...] = ()
    state: Literal["open", "closed"]
    outcome: Literal["success", "partial", "failed"] | None = None
    closed_at: Instant | None = None
    agent: Text | None = None
    session: Text | None = None
    author: Text
    sources: tuple[MovedPart, ...] = ()
    tools: tuple[MovedPart, ...] = ()
    artifacts: tuple[MovedPart, ...] = ()
    decisions: tuple[MovedChoice, ...] = ()
    mentions: tuple[MovedNaming, ...] = ()
    applied: tuple[MovedTie, ...] = ()
    related: tuple[MovedTie, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _share(cls, data: Any) -> Any:
        """Mentions have the author and the times of the task unless they say otherwise."""
        if not isinstance(data, dict) or not isinstance(data.get("mentions"), list):
            return data
        shared = {key: data[key] for key in SHARED if key in data}
        return data | {"mentions": [shared | row if isinstance(row, dict) else row for row in data["mentions"]]}

    @model_validator(mode="after")
    def _agrees(self) -> MovedTask:
        if len(self.said or ()) != len(self.said_at or ()):
            raise ValueError("said and said_at have unequal lengths")
        if (self.state == "closed") != (self.closed_at is not None):
            raise ValueError("a task has a closed_at exactly when it is closed")
        for mention in self.mentions:
            if mention.id != derived("men", self.id, mention.stated):
                raise ValueError(f"the id {mention.id!r} does not belong to this task and entity")
        return self

    @property
    def weight(self) -> int:
        """How many rows the task is."""
        parts = (self.sources, self.tools, self.artifacts, self.decisions, self.mentions, self.applied, self.related)
        return 1 + sum(len(rows) for rows in parts)


class MovedCorrection(MovedTimes):
    """A correction of a task or of a choice, the rules that it shows to be wrong, and those that it became."""

    APART: ClassVar[frozenset[str]] = frozenset({"gainsays", "promoted"})

    id: Id
    title: Text
    task: Id
    target: Id
    wrong: Text
    right: Text
    why: Text
    author: Text
    gainsays: tuple[MovedTie, ...] = ()
    promoted: tuple[MovedTie, ...] = ()


class MovedDecided(Model):
    """One state that a candidate had: since when, by whom and why."""

    state: Literal["pending", "approved", "merged", "rejected"]
    at: Instant
    by: Text
    reason: Text


class MovedCandidate(Moved):
    """A candidate of a rule with every state it ever had, and the corrections that it rests on."""

    APART: ClassVar[frozenset[str]] = frozenset({"log", "corrections"})
    ERASABLE: ClassVar[frozenset[str]] = frozenset({"rule", "why", "how"})
    CHANGING: ClassVar[frozenset[str]] = frozenset({"state", "decided_by", "decided_at", "rule_id"})

    id: Id
    rule: Text
    why: Text | None = None
    how: Text | None = None
    tags: tuple[Text, ...] = ()
    origin: Literal["consolidation", "proposal"]
    written_by: Text
    author: Text
    seq: Number
    recorded_at: Instant
    rule_id: Id | None = None
    decided_by: Text | None = None
    decided_at: Instant | None = None
    state: Literal["pending", "approved", "merged", "rejected"]
    log: tuple[MovedDecided, ...]
    corrections: tuple[MovedTie, ...] = ()

    @model_validator(mode="after")
    def _agrees(self) -> MovedCandidate:
        if not self.log or self.log[-1].state != self.state:
            raise ValueError("the state is that of the last entry of the log")
        return self

    def logged(self) -> dict[str, Any]:
        """The properties that change with every decision."""
        columns = {f"log_{key}": [getattr(entry, key) for entry in self.log] for key in ("state", "at", "by", "reason")}
        return {key: getattr(self, key) for key in self.CHANGING} | columns

    def properties(self) -> dict[str, Any]:
        return super().properties() | {key: value for key, value in self.logged().items() if value is not None}


MovedPart.model_rebuild()

WORK_KINDS: dict[str, type[Moved]] = {
    "rule": MovedRule, "task": MovedTask, "correction": MovedCorrection, "candidate": MovedCandidate
}  # fmt: skip
