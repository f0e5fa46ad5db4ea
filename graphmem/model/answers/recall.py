"""The answer of `recall`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.answers.rules import RuleLine
from graphmem.model.answers.tasks import CitedSource, CorrectionLine, MadeArtifact, TaskLine, ToolUse


class Recall(Answer):
    """What earlier work says about a task, as one text of at most `budget` tokens, and the parts it is made of with ids to open.

    `left_out` counts the lines that did not fit; `note` says so where there is nothing to tell.
    """

    text: str
    tokens: int
    budget: int
    rules: tuple[RuleLine, ...]
    corrections: tuple[CorrectionLine, ...]
    sources: tuple[CitedSource, ...]
    tools: tuple[ToolUse, ...]
    artifacts: tuple[MadeArtifact, ...]
    tasks: tuple[TaskLine, ...]
    left_out: int
    note: str | None
