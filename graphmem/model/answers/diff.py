"""The answer of `diff`."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.parts import Assertion, RecordBrief
from graphmem.model.base import Model

LinkChanged = Literal["appeared", "disappeared", "gained", "lost", "restated"]
RecordChanged = Literal["added", "ended", "begun", "reinstated"]


class LinkChange(Model):
    """A link whose evidence is another than before: `before` and `after` count the edges that hold at the two readings.

    It `gained` or `lost` evidence while it held at both; `restated` means both at once. `gained` and `lost` list at most twenty
    edges each, with how the lost ones ended.
    """

    change: LinkChanged
    source: EntityBrief
    type: str
    target: EntityBrief
    before: int
    after: int
    gained: tuple[Assertion, ...]
    lost: tuple[Assertion, ...]


class RecordChange(RecordBrief):
    """A record that was added, ended, began to hold, or holds again because an end was undone; as it is at the later reading."""

    change: RecordChanged


class Diff(Answer):
    """What changed between two readings: `before_as_of` and `before_valid_at` are the earlier one, `as_of` and `valid_at` the later.

    `cursor` leads to more links; the records are told with the first page.
    """

    before_as_of: datetime
    before_valid_at: datetime
    links: tuple[LinkChange, ...]
    cursor: str | None
    records: tuple[RecordChange, ...]
    records_truncated: bool
