"""Conversation: what was said last, the newest first, as much as a budget of tokens takes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.context.tokens import count_tokens
from graphmem.errors import InvalidArgument, NotFound
from graphmem.model.answers.conversation import ConversationView, MessageLine
from graphmem.model.base import Model
from graphmem.model.recalled import marked, unmarked
from graphmem.model.times import Precision, shown_time
from graphmem.read.paging import check_limit, decode_cursor, encode_cursor, list_mark
from graphmem.store import Reader

MOST_BUDGET = 100_000
LAST = 2**53  # a position behind every message


class MessageRow(Model):
    """The columns of `read/conversation_messages` and `read/recent_messages`."""

    id: str
    conversation: str
    speaker: str | None
    text: str
    captions: tuple[str, ...] | None
    part: str | None
    position: int
    author: str | None
    at: datetime
    precision: Precision
    assumed: bool
    recorded_at: datetime

    def line(self) -> MessageLine:
        return MessageLine(
            id=self.id, conversation=self.conversation, speaker=self.speaker, text=self.text, part=self.part,
            captions=self.captions or (), author=self.author, at=shown_time(self.at, self.precision),
            recorded_at=shown_time(self.recorded_at),
        )  # fmt: skip

    def told(self, *, named: bool) -> str:
        """The message on one line, with the conversation where several are told."""
        where = f"{self.conversation}, " if named else ""
        text = " ".join(unmarked(self.text).split())
        return f"{self.speaker or 'somebody'} ({where}{shown_time(self.at, self.precision) or ''}): {text}"


async def conversation(
    reader: Reader, name: str | None = None, *, budget: int = 2_000, limit: int = 50, cursor: str | None = None
) -> ConversationView:
    """The last messages of the conversation `name`, or of all; raises `NotFound`, or `InvalidArgument` for the budget or limit."""
    check_limit(limit)
    if not 1 <= budget <= MOST_BUDGET:
        raise InvalidArgument("budget", f"{budget} given; it is 1 to {MOST_BUDGET:,} tokens")
    mark = list_mark("conversation", reader.workspace, name)
    (before,) = decode_cursor(mark, cursor, int) or (LAST,)
    if name is None:
        rows = await reader.models("read/recent_messages", MessageRow, limit=limit + 1)
    else:
        found = await reader.rows("read/conversation", name=" ".join(name.split()))
        if not found:
            raise NotFound("conversation", name)
        rows = await reader.models(
            "read/conversation_messages", MessageRow, conversation=found[0]["id"], before=before, limit=limit + 1
        )
    shown, text = _fitting(rows[:limit], budget, named=name is None)
    more = len(shown) < len(rows)
    return ConversationView(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, name=name, messages=tuple(row.line() for row in shown), text=text,
        tokens=count_tokens(text), budget=budget, more=more,
        cursor=encode_cursor(mark, [shown[-1].position]) if more and shown and name is not None else None,
    )  # fmt: skip


def _fitting(rows: Sequence[MessageRow], budget: int, *, named: bool) -> tuple[list[MessageRow], str]:
    """As many of the newest messages as the text takes; of one that is too long alone there is nothing in the text but its start."""
    shown: list[MessageRow] = []
    lines: list[str] = []
    for row in rows:
        tried = [row.told(named=named), *lines]
        if count_tokens(marked("\n".join(tried))) > budget:
            break
        shown.append(row)
        lines = tried
    if not shown and rows:
        return [rows[0]], _start_of(rows[0].told(named=named), budget)
    return shown, marked("\n".join(lines))


def _start_of(line: str, budget: int) -> str:
    """As much of a line as the budget takes, by halves; nothing where not even the marks fit."""
    size = len(line)
    while size > 8:
        size //= 2
        text = marked(line[:size].rstrip() + "…")
        if count_tokens(text) <= budget:
            return text
    return ""
