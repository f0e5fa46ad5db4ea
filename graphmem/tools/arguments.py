"""What every tool's arguments share: descriptions that agents read, and lists or objects sent as JSON text taken as meant."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, model_validator

Cursor = Annotated[str | None, Field(description="Where to go on: the cursor at the end of the page before.")]
Id = Annotated[str, Field(description="The id of a record, as rec_0123456789abcdef.")]
Reason = Annotated[str, Field(description="Why, in a sentence; it stays in the history.")]
Name = Annotated[str, Field(description="The name of the thing, any of its spellings, or its id (ent_…).")]
RequestId = Annotated[
    str | None, Field(description="A name of your own for this request: sent again, it is answered by its first receipt.")
]
DryRun = Annotated[bool, Field(description="Say what would happen and store nothing.")]


class Arguments(BaseModel):
    """Arguments as an agent sends them: unknown ones are refused, nulls count as not given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _unwrapped(cls, given: Any) -> Any:
        """Undoes what some clients do to lists and objects: `"[\\"a\\"]"` is the list that it spells."""
        given = spelled(given, dict)
        if not isinstance(given, dict):
            return given
        kinds = {name: kind_of(field.annotation) for name, field in cls.model_fields.items()}
        required = {name for name, field in cls.model_fields.items() if field.is_required()}
        return {name: spelled(value, kinds.get(name)) for name, value in given.items() if value is not None or name in required}

    def given(self, *leave_out: str) -> dict[str, Any]:
        """The arguments that say something, as plain data."""
        return self.model_dump(exclude_none=True, exclude_defaults=True, exclude=set(leave_out))


class OfWorkspace(Arguments):
    """Every tool takes the workspace."""

    workspace: str | None = Field(None, description="The workspace (a project's memory); by default the one of this server.")


class Reading(OfWorkspace):
    """Every question can be asked as of a day, and of a day."""

    as_of: str | None = Field(None, description="What the memory knew then: 2026-10-18, 2026-10 or 2026-10-18T09:30:00Z.")
    valid_at: str | None = Field(None, description="What held in the world then; by default now.")


def kind_of(annotation: Any) -> type | None:
    """`list` or `dict` where the annotation takes one and takes no text; None for all others."""
    if get_origin(annotation) is Annotated:
        return kind_of(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        kinds = {kind_of(option) for option in get_args(annotation) if option is not type(None)}
        return kinds.pop() if len(kinds) == 1 else None
    origin = get_origin(annotation) or annotation
    if origin in (list, tuple):
        return list
    is_object = isinstance(origin, type) and issubclass(origin, BaseModel | Mapping)
    return dict if is_object else None


def spelled(value: Any, kind: type | None) -> Any:
    """The list or object that a JSON text spells, where one is wanted; anything else as it is."""
    if kind is None or not isinstance(value, str):
        return value
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return found if isinstance(found, kind) else value
