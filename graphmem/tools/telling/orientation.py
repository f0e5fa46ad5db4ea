"""What one should know before any work: cards, topics, and the context of a task."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.cards import Card, Cards
from graphmem.model.answers.context import Context
from graphmem.model.answers.topics import Topic, Topics
from graphmem.tools.pages import Told
from graphmem.tools.quoting import entity, name, quoted, record, when


def cards(answer: Cards) -> Told:
    """The person's card and the project's; only a person writes them."""
    found = [card for card in (answer.person, answer.project) if card]
    head = "How the person and the project work, as people wrote it down." if found else "No card is written yet."
    return Told(head, [line for card in found for line in card_lines(card)], answer=answer)


def card_lines(card: Card) -> Iterator[str]:
    """A card line by line, each in quotes."""
    yield f"card {card.kind}, version {card.version} by {name(card.author)} of {when(card.recorded_at)}:"
    yield from (f"  {quoted(line)}" for line in card.text.splitlines() if line.strip())


def topics(answer: Topics) -> Told:
    """A line a group, and one a key decision."""
    stale = f" Computed {answer.stale_by} writes ago." if answer.stale_by else ""
    why = f" {answer.reason}" if answer.reason else ""
    head = f"{answer.total} topics of {answer.entities} things, {answer.isolated} of them without a link.{stale}{why}"
    return Told(head, [line for topic in answer.topics for line in _topic(topic)], answer=answer)


def _topic(topic: Topic) -> Iterator[str]:
    central = ", ".join(entity(ranked.entity) for ranked in topic.central[:6])
    yield f"topic {quoted(topic.name)}: {topic.size} things, {topic.records} records; most central {central}"
    yield from (f"  {record(brief)}" for brief in topic.decisions[:3])


def context(answer: Context) -> Told:
    """The sections that fit the budget, their lines in quotes, for they are made of what was stored; and what was left out."""
    named = ", ".join(entity(each.entity) for each in answer.recognised)
    head = (
        f"What to know before this task; it names {named}." if named else "What to know before this task; it names nothing known."
    )
    left = [f"left out: {part.lines} lines of {part.section}; {part.how}" for part in answer.left_out]
    told = [line for section in answer.sections for line in section.text.splitlines() if line.strip()]
    lines = [line if line.startswith("## ") else quoted(line) for line in told]
    return Told(answer.note or head, [*lines, *left], answer=answer)
