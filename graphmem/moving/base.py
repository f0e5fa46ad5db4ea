"""What the lines of an export are made of: ids, numbers, times with every end, and the first line."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StrictBool, StrictInt, model_validator

from graphmem.model.base import Model
from graphmem.model.own_ontology import WORD
from graphmem.model.times import Precision
from graphmem.moving.instants import Instant, OpenInstant, end_lists, known_end
from graphmem.write.rows import End

Number = Annotated[StrictInt, Field(ge=0, lt=2**63)]
Id = Annotated[str, Field(pattern=r"^[a-z]{2,8}_[0-9A-Za-z_-]{1,80}$")]
Text = str
TypeName = Annotated[str, Field(pattern=WORD)]
"""A type of entity: built in, or of the ontology that the file brings or the workspace has."""


class Envelope(Model):
    """The first line: what the file holds, as of when, and what it does not hold."""

    graphmem: Literal["export"] = "export"
    format: Literal[1] = 1
    version: Text
    workspace: Text
    clock: Instant
    seq: Number
    counts: dict[str, Number]
    not_included: tuple[Text, ...] = ()


class Moved(Model):
    """What every line can do: give the properties of the stored row."""

    APART: ClassVar[frozenset[str]] = frozenset()
    """What is stored elsewhere than in the row itself."""
    ERASABLE: ClassVar[frozenset[str]] = frozenset()
    """What an erasure of something else may have taken out of the row."""
    CHANGING: ClassVar[frozenset[str]] = frozenset()
    """What may have gone on differently since; it is compared on its own."""

    def properties(self) -> dict[str, Any]:
        """The stored properties that the line gives; what it leaves out has none."""
        return {k: _stored(v) for k, v in self if v is not None and k not in self.APART}

    @classmethod
    def stored_as(cls) -> frozenset[str]:
        """Every property that a row of this kind may have from a file."""
        return frozenset(cls.model_fields) - cls.APART


class MovedEnd(Model):
    """One end that a row was given: by which act, how, by whom, and when it was learned and undone."""

    valid_to: OpenInstant
    learned: Instant
    undone: OpenInstant
    act: Text
    how: Text
    by: Text | None


class MovedTimes(Moved):
    """The times of a row with every end it was ever given."""

    valid_from: OpenInstant
    precision: Precision
    assumed: StrictBool
    stated_to: OpenInstant
    stated_precision: Precision
    valid_to: OpenInstant
    recorded_at: Instant
    ended_at: Instant
    seq: Number
    item: Number
    place_from: OpenInstant
    place_last: OpenInstant
    place_seq: Number
    place_item: Number
    ends: tuple[MovedEnd, ...] = ()

    @property
    def own_ends(self) -> list[End]:
        return [End(e.valid_to, e.learned, e.undone, e.act, e.how, e.by or "") for e in self.ends]

    @model_validator(mode="after")
    def _ends_agree(self) -> MovedTimes:
        if (self.valid_to, self.ended_at) != known_end(self.stated_to, self.recorded_at, self.own_ends):
            raise ValueError("valid_to and ended_at do not follow from stated_to and the ends")
        return self

    def properties(self) -> dict[str, Any]:
        own = super().properties()
        own.pop("ends")
        return own | end_lists(self.own_ends)


def _stored(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
