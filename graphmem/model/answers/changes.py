"""The answer of `changes`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.base import Model

ChangeKind = Literal["recorded", "ended", "reinstated", "merged", "unmerged", "retyped", "other"]


class Change(Model):
    """One thing that was written: a record, with what it ended, or an act that is no record.

    `id` is that of the record, the merge or the act. `ended_records` and `ended_relations` are what ended because of it. `target`
    is what an act was about: the record or relation that was reinstated, the entity that was retyped or survives a merge, the
    merge that was undone. `cursor` leads on from here.
    """

    change: ChangeKind
    id: str
    kind: str | None
    title: str | None
    author: str
    reason: str | None
    recorded_at: str | None
    seq: int
    ended_records: tuple[str, ...]
    ended_relations: tuple[str, ...]
    target: str | None
    merged: str | None
    cursor: str


class Changes(Model):
    """What was written, in the order of statement; `cursor` leads on, also from the last page, once more has been written."""

    changes: tuple[Change, ...]
    cursor: str
    more: bool
