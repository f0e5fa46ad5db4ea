"""The verbs of the work memory: what `Workspace` has beside the project memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from graphmem.model.answers.tasks import Tasks, TaskState, TaskView
from graphmem.model.receipts import Receipt
from graphmem.model.records import Time
from graphmem.model.work import Artifact, Choice, Correction, Outcome, Source, UsedTool
from graphmem.work.capture import record_task
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
        applied: Sequence[str] = (), session: str | None = None, agent: str | None = None, at: Time | None = None,
        request_id: str | None = None, dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Stores what was asked and done, with all it rested on, in one transaction; the receipt's `id` is the task's.

        Without an `outcome` the task stays open, and a later call with `task` adds to it and closes it. References are kept,
        not payloads. Raises `Refused` with the path of every field that breaks a rule, and `NotFound` for an unknown task.
        """
        return await record_task(
            self._actor, request, summary, outcome, task=task, sources=sources, tools=tools, artifacts=artifacts,
            decisions=decisions, corrections=corrections, tags=tags, entities=entities, applied=applied,
            session=session or self.session, agent=agent, at=at, request_id=request_id, dry_run=dry_run,
        )  # fmt: skip

    # -- questions

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
        """One task: what it cited, used, made and decided, how it was corrected, and what it names; raises `NotFound`."""
        return await self._read(lambda r: task(r, id), as_of, valid_at)
