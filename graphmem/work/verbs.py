"""The verbs of the work memory: what `Workspace` has beside the project memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from graphmem.clock import instants
from graphmem.model.answers.recall import Recall
from graphmem.model.answers.rules import Candidates, CandidateState, Consolidation, Rules
from graphmem.model.answers.tasks import Tasks, TaskState, TaskView
from graphmem.model.receipts import Receipt
from graphmem.model.records import EntityRef, Relation, Time
from graphmem.model.work import Artifact, Choice, Correction, Outcome, RuleScope, Source, UsedTool
from graphmem.work.capture import record_task
from graphmem.work.consolidate import consolidate
from graphmem.work.correct import correct, promote, propose_rule
from graphmem.work.deciding import approve, reject, retire_rule
from graphmem.work.recall import recall
from graphmem.work.rules import candidates, rules
from graphmem.work.tasks import task, tasks

if TYPE_CHECKING:
    from graphmem.store import Reader, Store
    from graphmem.write.acts import Actor

T = TypeVar("T")


class WorkVerbs:
    """What can be said and asked of the work itself: tasks, their corrections, and the rules that came of them."""

    name: str
    author: str
    session: str | None
    _store: Store
    _actor: Actor
    _read: Callable[[Callable[[Reader], Awaitable[T]], Time | None, Time | None], Awaitable[T]]

    # -- acts

    async def record_task(
        self, request: str | None = None, summary: str | None = None, outcome: Outcome | None = None, *, task: str | None = None,
        sources: Sequence[Source | Mapping[str, Any] | str] = (), tools: Sequence[UsedTool | Mapping[str, Any] | str] = (),
        artifacts: Sequence[Artifact | Mapping[str, Any] | str] = (), decisions: Sequence[Choice | Mapping[str, Any] | str] = (),
        corrections: Sequence[Correction | Mapping[str, Any]] = (), tags: Sequence[str] = (), entities: Sequence[str] = (),
        applied: Sequence[str] = (), related: Sequence[str] = (), session: str | None = None, agent: str | None = None,
        at: Time | None = None, request_id: str | None = None, dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Stores what was asked and done, with all it rested on, in one transaction; the receipt's `id` is the task's.

        Without an `outcome` the task stays open, and a later call with `task` adds to it and closes it. References are kept,
        not payloads. `applied` are ids of rules that were followed, `related` of tasks that belong to this one. Raises
        `Refused` with the path of every field that breaks a rule, and `NotFound` for an unknown task.
        """
        return await record_task(
            self._actor, request, summary, outcome, task=task, sources=sources, tools=tools, artifacts=artifacts,
            decisions=decisions, corrections=corrections, tags=tags, entities=entities, applied=applied, related=related,
            session=session or self.session, agent=agent, at=at, request_id=request_id, dry_run=dry_run,
        )  # fmt: skip

    async def correct(
        self, on: str, wrong: str, right: str, why: str, *, gainsays: str | None = None, request_id: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Says that a task, or a choice of one, was wrong: what was wrong, what is right, and why it matters; at any time later.

        `gainsays` names a rule that it shows to be wrong. Raises `NotFound`, or `Refused` where one of the three is missing.
        """
        return await correct(self._actor, on, wrong, right, why, gainsays=gainsays, request_id=request_id, dry_run=dry_run)

    async def promote(
        self, decision: str, *, entities: Sequence[EntityRef | Mapping[str, Any]] = (),
        relations: Sequence[Relation | Mapping[str, Any]] = (), files: Sequence[str] = (), dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Makes knowledge of the project of a choice that a task made: a decision about these entities; once, however often asked."""
        return await promote(
            self._actor, decision, entities=entities, relations=relations, files=files, session=self.session, dry_run=dry_run
        )

    async def consolidate(self, *, least: int = 2, dry_run: bool = False) -> Consolidation:
        """Looks for corrections that recur, in at least so many tasks, and drafts a candidate rule of each; it approves nothing."""
        return await consolidate(self._actor, least=least, dry_run=dry_run)

    async def propose_rule(
        self, rule: str, *, why: str | None = None, how: str | None = None, tags: Sequence[str] = (), corrections: Sequence[str] = (),
        request_id: str | None = None, dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Puts a rule into the review queue, where it does nothing until a person approves it; the same words again lead to the first."""
        return await propose_rule(
            self._actor, rule, why=why, how=how, tags=tags, corrections=corrections, request_id=request_id, dry_run=dry_run
        )

    async def approve(
        self, candidate: str, *, rule: str | None = None, why: str | None = None, how: str | None = None,
        scope: RuleScope = "workspace", tags: Sequence[str] | None = None, into: str | None = None, replaces: Sequence[str] = (),
        reason: str | None = None, request_id: str | None = None, dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Makes a standing rule of a candidate, in its words or in these; only a person may. The receipt's `id` is the rule's.

        `into` merges it with a rule that stands, `replaces` ends rules that it stands in for; `scope` person keeps it with you in
        every project. Raises `Refused` beyond the budget of rules, with what to merge or retire first.
        """
        return await approve(
            self._actor, candidate, rule=rule, why=why, how=how, scope=scope, tags=tags, into=into, replaces=replaces,
            reason=reason, request_id=request_id, dry_run=dry_run,
        )  # fmt: skip

    async def reject(self, candidate: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
        """Takes a candidate out of the review queue; it stays out until new corrections join it. Only a person may."""
        return await reject(self._actor, candidate, reason=reason, request_id=request_id, dry_run=dry_run)

    async def retire_rule(self, rule: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
        """Ends a rule from now on; it stays readable as of its days. Only a person may."""
        return await retire_rule(self._actor, rule, reason=reason, request_id=request_id, dry_run=dry_run)

    # -- questions

    async def rules(self, *, tags: Sequence[str] | None = None, as_of: Time | None = None, valid_at: Time | None = None) -> Rules:
        """The standing rules, yours and the project's, with what they cost, what may be pruned, and how many candidates wait."""
        return await rules(self._store, self.name, self.author, instants(as_of, valid_at), tags=tags)

    async def candidates(
        self,
        *,
        state: CandidateState | None = "pending",
        limit: int = 50,
        as_of: Time | None = None,
        valid_at: Time | None = None,
    ) -> Candidates:
        """The review queue: rules that were drafted or proposed, oldest first, each with the corrections it rests on."""
        return await self._read(lambda r: candidates(r, state=state, limit=limit), as_of, valid_at)

    async def recall(
        self, task: str, *, budget: int = 800, tags: Sequence[str] = (), as_of: Time | None = None, valid_at: Time | None = None
    ) -> Recall:
        """What earlier work says about a task: rules that apply, corrections, sources that held up, tools that were right.

        It is one short text of at most `budget` tokens with ids to open, not the records.
        """
        return await recall(self._store, self.name, self.author, task, budget=budget, tags=tags, as_of=as_of, valid_at=valid_at)

    async def tasks(
        self, *, state: TaskState | None = None, outcome: Outcome | None = None, tag: str | None = None, session: str | None = None,
        author: str | None = None, limit: int = 50, cursor: str | None = None, as_of: Time | None = None,
        valid_at: Time | None = None,
    ) -> Tasks:  # fmt: skip
        """Tasks that fit every filter, those that were recorded last first; an open one is flagged with what was corrected since."""

        async def work(reader: Reader) -> Tasks:
            return await tasks(
                reader, state=state, outcome=outcome, tag=tag, session=session, author=author, limit=limit, cursor=cursor
            )

        return await self._read(work, as_of, valid_at)

    async def task(self, id: str, *, as_of: Time | None = None, valid_at: Time | None = None) -> TaskView:
        """One task: what it cited, used, made and decided, how it was corrected, and what it names; raises `NotFound`.

        The id of one of its choices or corrections leads to it as well.
        """
        return await self._read(lambda r: task(r, id), as_of, valid_at)
