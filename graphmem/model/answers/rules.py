"""The answers of `rules`, `candidates` and `consolidate`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer
from graphmem.model.answers.tasks import CorrectionLine
from graphmem.model.base import Model
from graphmem.model.work import RuleScope

CandidateState = Literal["pending", "approved", "merged", "rejected"]
CANDIDATE_STATES: tuple[CandidateState, ...] = ("pending", "approved", "merged", "rejected")
PruningKind = Literal["overlap", "unused", "contradicted", "repeated"]


class RuleLine(Model):
    """A standing rule, as a person approved it. `uses` counts where it was relevant, `applied` where an agent reported it."""

    id: str
    rule: str
    why: str | None
    how: str | None
    scope: RuleScope
    tags: tuple[str, ...]
    approved_by: str
    approved_at: str | None
    corrections: tuple[str, ...]
    tokens: int
    uses: int
    used_at: str | None
    applied: int


class Pruning(Model):
    """What a person may want to do about rules: nothing is changed before they do. `corrections` are what speaks for it."""

    kind: PruningKind
    rules: tuple[str, ...]
    advice: str
    corrections: tuple[str, ...] = ()


class Rules(Answer):
    """The rules that hold, what they cost of the budget, what may be pruned, and how many candidates wait for a person."""

    rules: tuple[RuleLine, ...]
    tokens: int
    budget: int
    pruning: tuple[Pruning, ...]
    waiting: int
    consolidated_at: str | None
    overdue: str | None


class CandidateLine(Model):
    """A rule that was drafted or proposed; it does nothing until a person approves it. `rule_id` is the rule that it became."""

    id: str
    state: CandidateState
    rule: str
    why: str | None
    how: str | None
    tags: tuple[str, ...]
    scope: RuleScope
    origin: Literal["consolidation", "proposal"]
    written_by: str
    author: str
    at: str | None
    decided_by: str | None
    decided_at: str | None
    reason: str | None
    rule_id: str | None
    tasks: int
    corrections: tuple[CorrectionLine, ...]


class Candidates(Answer):
    """The review queue, oldest first."""

    candidates: tuple[CandidateLine, ...]
    total: int


class Consolidation(Answer):
    """What one pass found: candidates that are new, and those that new corrections joined, by their ids."""

    corrections: int
    clusters: int
    created: tuple[str, ...]
    grown: tuple[str, ...]
    waiting: int
    dry_run: bool = False
