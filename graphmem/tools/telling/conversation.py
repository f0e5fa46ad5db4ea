"""What was said last, and what is to be done: one line each."""

from __future__ import annotations

from graphmem.model.answers.agenda import Agenda, AgendaItem
from graphmem.model.answers.conversation import ConversationView, MessageLine
from graphmem.tools.pages import Told
from graphmem.tools.quoting import LONG, SHORT, entity, name, quoted, since, when


def conversation(answer: ConversationView) -> Told:
    """The messages, the newest first."""
    where = f" of {quoted(answer.name)}" if answer.name else ""
    head = f"The last {len(answer.messages)} messages{where}, the newest first."
    return Told(head, [_message(m, named=answer.name is None) for m in answer.messages], answer.cursor, answer)


def _message(value: MessageLine, *, named: bool) -> str:
    where = f" in {quoted(value.conversation, SHORT)}" if named else ""
    return f"{when(value.at)} {quoted(value.speaker or 'somebody', SHORT)}{where}: {quoted(value.text, LONG)} [{value.id}]"


def agenda(answer: Agenda) -> Told:
    """The open tasks, those that end first coming first."""
    more = " or more" if answer.truncated else ""
    return Told(f"{len(answer.items)}{more} open tasks.", [_item(item) for item in answer.items], answer=answer)


def _item(value: AgendaItem) -> str:
    due = f", until {when(value.due)}" if value.due else ""
    said = f"[{value.record}, {name(value.author)}{since(value.since)}]"
    return f"{entity(value.owner)} has {entity(value.task)}{due} because {quoted(value.reason, SHORT)} {said}"
