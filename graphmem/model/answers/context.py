"""The answer of `context`."""

from __future__ import annotations

from typing import Literal

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.base import Model

SectionName = Literal["rules", "person", "project", "entities", "impact", "risks", "records"]
FoundBy = Literal["name", "spelling", "part"]


class Recognised(Model):
    """An entity that the task names: `spelled` is how, `by` whether as a name, as another spelling of one, or by a part of one."""

    entity: EntityBrief
    spelled: str
    by: FoundBy


class Section(Model):
    """One part of the text, as it stands there, and what it costs."""

    name: SectionName
    text: str
    tokens: int


class LeftOut(Model):
    """What did not fit: how many lines of which section, and the call that tells them."""

    section: SectionName
    lines: int
    how: str


class Context(Answer):
    """What to know before a task, as one text of at most `budget` tokens: the cards, the entities that the task names with their
    links, what a change of them reaches, risks, and records that match. `left_out` names what did not fit, and how to get it;
    `note` says so where there is nothing to tell.
    """

    text: str
    tokens: int
    budget: int
    recognised: tuple[Recognised, ...]
    sections: tuple[Section, ...]
    left_out: tuple[LeftOut, ...]
    note: str | None
