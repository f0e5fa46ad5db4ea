"""The answers of `tasks` and `task`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.base import Model
from graphmem.model.work import Outcome

TaskState = Literal["open", "closed"]
TASK_STATES: tuple[TaskState, ...] = ("open", "closed")


class CitedSource(Model):
    """A source that a task relied on; `held_up` is None where nobody said."""

    ref: str
    held_up: bool | None
    note: str | None


class ToolUse(Model):
    """A tool that a task called; `right` is None where nobody said."""

    name: str
    right: bool | None
    note: str | None


class MadeArtifact(Model):
    """What a task made, by where it is."""

    location: str
    type: str | None


class TaskChoice(Model):
    """A choice of a task; `record` is the record that it was promoted to."""

    id: str
    choice: str
    reasoning: str | None
    author: str
    record: str | None


class CorrectionLine(Model):
    """A correction: what was wrong, what is right, why it matters; `target` is the task or the choice it hangs on."""

    id: str
    wrong: str
    right: str
    why: str
    author: str
    target: str
    at: str | None
    rules: tuple[str, ...] = ()


class Affected(Model):
    """A record that replaced one on which a task rests, since the task began: what it is about may no longer be so."""

    record: str
    kind: str
    title: str
    how: Literal["supersedes", "corrects"]
    replaced: str


class TaskLine(Model):
    """A task in a list. `affected_by` flags an open one for a decision."""

    id: str
    request: str
    summary: str | None
    state: TaskState
    outcome: Outcome | None
    agent: str | None
    session: str | None
    author: str
    tags: tuple[str, ...]
    at: str | None
    closed_at: str | None
    corrections: int = 0
    affected_by: tuple[Affected, ...] = ()


class TaskBrief(Model):
    """A task by its id and what was asked."""

    id: str
    request: str


class PastTask(Model):
    """Earlier work on a thing, in short: how it went, and what was said to be right where it was corrected, the newest first."""

    id: str
    request: str
    outcome: Outcome | None
    author: str
    at: str | None
    corrections: int
    corrected: tuple[str, ...]


class PastTaskAbout(PastTask):
    """A past task that failed or was corrected: about the thing itself (hop 0) or about one of its dependents."""

    about: EntityBrief
    hop: int


class Tasks(Answer):
    """Tasks, those that were recorded last first."""

    tasks: tuple[TaskLine, ...]
    cursor: str | None


class TaskView(Answer):
    """A task with what it rested on, what it made and decided, and how it was corrected."""

    task: TaskLine
    sources: tuple[CitedSource, ...]
    tools: tuple[ToolUse, ...]
    artifacts: tuple[MadeArtifact, ...]
    decisions: tuple[TaskChoice, ...]
    corrections: tuple[CorrectionLine, ...]
    entities: tuple[EntityBrief, ...]
    rules: tuple[str, ...]
    related: tuple[TaskBrief, ...]
