"""What can be said of a task: the sources it cited, the tools it used, what it made, decided, and was told to do otherwise.

References, not payloads: a source or an artifact is named by where it is, never copied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

from pydantic import Field, ValidationError

from graphmem.errors import Refusal, Refused
from graphmem.model.base import Model
from graphmem.model.records import shape_refusals

Outcome = Literal["success", "partial", "failed"]
RuleScope = Literal["workspace", "person"]

MAX_PARTS = 100  # of one sort in one call
MAX_TAGS, MAX_TAG = 20, 100
MAX_REFERENCE = 2_000  # characters of the place of a source or an artifact


class Source(Model):
    """A source that a task relied on: where it is, and whether it held up or was wrong."""

    ref: str
    held_up: bool | None = None
    note: str | None = None


class UsedTool(Model):
    """A tool that a task called, and whether it was the right choice."""

    name: str
    right: bool | None = None
    note: str | None = None


class Artifact(Model):
    """Something that a task made: where it is, and what it is."""

    location: str
    type: str | None = None


class Choice(Model):
    """A choice that was not obvious, and the reasoning behind it."""

    choice: str
    reasoning: str | None = None


class Correction(Model):
    """Feedback that pushed back: what was wrong, what is right, and why it matters.

    `decision` names the choice of the task that it is about, `gainsays` a rule that it shows to be wrong.
    """

    wrong: str
    right: str
    why: str
    decision: str | None = None
    gainsays: str | None = Field(default=None)


P = TypeVar("P", Source, UsedTool, Artifact, Choice, Correction)

# The field that a bare text stands for; a correction has no such field, for each of its three is needed.
BARE: dict[type[Model], str] = {Source: "ref", UsedTool: "name", Artifact: "location", Choice: "choice"}


def parse_parts(kind: type[P], given: Sequence[P | Mapping[str, Any] | str], path: str) -> list[P]:
    """The parts as values, one that is given alone too; raises `Refused` with the path of every field that does not fit."""
    given = (given,) if isinstance(given, str | Mapping | Model) else given
    if len(given) > MAX_PARTS:
        message = f"{len(given)} given, at most {MAX_PARTS} are taken in one call; add the others in a second one"
        raise Refused([Refusal(0, path, "TOO_MANY", message)])
    found: list[P] = []
    refused: list[Refusal] = []
    for n, one in enumerate(given):
        try:
            told = {BARE[kind]: one} if isinstance(one, str) and kind in BARE else one
            found.append(one if isinstance(one, kind) else kind.model_validate(told))
        except ValidationError as error:
            refused += [Refusal(0, f"{path}[{n}].{r.path}".rstrip("."), r.code, r.message) for r in shape_refusals(error)]
    if refused:
        raise Refused(refused)
    return found
