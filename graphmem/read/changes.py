"""Changes: what was written, in the order of statement, for whoever follows a workspace; erased things leave no trace in it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from graphmem.model.answers.changes import Change, ChangeKind, Changes
from graphmem.model.base import Model
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit, decode_cursor, encode_cursor, list_mark
from graphmem.store import Reader

Place = tuple[int, int, str]
BEGINNING: Final[Place] = (0, 0, "")
LAST_ITEM = 2**31  # behind every item of a request
KINDS: dict[str, ChangeKind] = {
    "recorded": "recorded", "forget": "ended", "reinstate": "reinstated", "merge": "merged", "unmerge": "unmerged", "retype": "retyped",
}  # fmt: skip


class ChangeRow(Model):
    """The columns of `read/changes`."""

    id: str
    seq: int
    item: int
    what: str
    kind: str | None
    title: str | None
    author: str
    reason: str | None
    recorded_at: datetime
    records: tuple[str, ...]
    relations: tuple[str, ...]
    target: str | None
    undone: tuple[str, ...]

    def change(self, workspace: str) -> Change:
        return Change(
            change=KINDS.get(self.what, "other"), id=self.id, kind=self.kind, title=self.title, author=self.author,
            reason=self.reason, recorded_at=shown_time(self.recorded_at), seq=self.seq, ended_records=self.records,
            ended_relations=self.relations, target=self.target,
            merged=self.undone[0] if self.what == "merge" and self.undone else None,
            cursor=cursor_at(workspace, (self.seq, self.item, self.id)),
        )  # fmt: skip


async def changes(reader: Reader, *, limit: int = 50, cursor: str | None = None) -> Changes:
    """What was written after `cursor`, or from the beginning, oldest first."""
    check_limit(limit)
    place = place_of(reader.workspace, cursor) or BEGINNING
    seq, item, id_ = place
    rows = await reader.models("read/changes", ChangeRow, seq=seq, item=item, id=id_, limit=limit + 1)
    page = tuple(row.change(reader.workspace) for row in rows[:limit])
    following = page[-1].cursor if page else cursor_at(reader.workspace, place)
    return Changes(changes=page, cursor=following, more=len(rows) > limit)


def place_of(workspace: str, cursor: str | None) -> Place | None:
    """The place that a cursor of this list stands for; raises `InvalidArgument`."""
    return decode_cursor(list_mark("changes", workspace), cursor, int, int, str)


def cursor_at(workspace: str, place: Place) -> str:
    """The cursor behind a place."""
    return encode_cursor(list_mark("changes", workspace), place)


def behind(workspace: str, seq: int) -> str:
    """The cursor behind everything that was written up to a number of writes."""
    return cursor_at(workspace, (seq, LAST_ITEM, ""))
