"""Fitting lines into a budget of tokens: each section has a share, what one does not need goes to the others in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from graphmem.model.answers.context import LeftOut, Section, SectionName

Count = Callable[[str], int]
SHARES: dict[SectionName, float] = {
    "rules": 0.2, "person": 0.1, "project": 0.15, "entities": 0.3, "impact": 0.1, "risks": 0.1, "records": 0.25,
}  # fmt: skip
NOTE = 0.1  # of the budget is kept for the note of what was left out
LEFT_OUT = "## Left out"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a section; lines of a lower `priority` are taken first, and stand where they stood."""

    text: str
    priority: int = 0


@dataclass(slots=True)
class Draft:
    """A section before it is fitted: `more` lines are known of that were not even read, `how` is the call that tells all."""

    name: SectionName
    heading: str
    lines: Sequence[Line]
    how: str
    more: int = 0
    taken: set[int] = field(default_factory=set)

    def text(self) -> str:
        return "\n".join([self.heading, *(line.text for n, line in enumerate(self.lines) if n in self.taken)])

    def left(self) -> LeftOut | None:
        missing = len(self.lines) - len(self.taken) + self.more
        return LeftOut(section=self.name, lines=missing, how=self.how) if missing else None


@dataclass(frozen=True, slots=True)
class Fitted:
    """The text within the budget, its sections, and what did not fit."""

    text: str
    tokens: int
    sections: tuple[Section, ...]
    left_out: tuple[LeftOut, ...]


def fit(drafts: Sequence[Draft], budget: int, count: Count) -> Fitted:
    """As much of the sections as the budget takes, in their order; any budget gives a text that keeps it."""
    room = budget - int(budget * NOTE)
    for draft in drafts:  # the most telling line of each, then its share for each, then the rest in their order
        room -= _take(draft, room, count, most=1)
    for draft in drafts:
        room -= _take(draft, min(room, int(budget * SHARES[draft.name])), count)
    for draft in drafts:
        room -= _take(draft, room, count)
    while True:
        found = _joined(drafts, budget, count)
        if found.tokens <= budget:
            return found
        _drop_one(drafts)  # the parts together may be a token longer than one by one


def _take(draft: Draft, room: int, count: Count, most: int | None = None) -> int:
    """Takes the most telling lines that fit; returns what they cost."""
    spent = 0
    for n, line in sorted(enumerate(draft.lines), key=lambda pair: (pair[1].priority, pair[0])):
        if n in draft.taken:
            continue
        cost = count(line.text + "\n") + (0 if draft.taken else count(draft.heading + "\n\n"))
        if spent + cost > room or len(draft.taken) == most:
            break  # a less telling line never stands in the place of a more telling one
        draft.taken.add(n)
        spent += cost
    return spent


def _drop_one(drafts: Sequence[Draft]) -> None:
    """Gives back the least telling line of the last section that has any."""
    last = next(d for d in reversed(drafts) if d.taken)
    last.taken.discard(max(last.taken, key=lambda n: (last.lines[n].priority, n)))


def _joined(drafts: Sequence[Draft], budget: int, count: Count) -> Fitted:
    texts = [(d.name, d.text()) for d in drafts if d.taken]
    left = tuple(x for d in drafts if (x := d.left()))
    whole = "\n\n".join(text for _, text in texts)
    noted = ("\n\n".join(part for part in (whole, note) if part) for note in _notes(left))
    whole = next((text for text in noted if count(text) <= budget), whole)
    sections = tuple(Section(name=name, text=text, tokens=count(text)) for name, text in texts)
    return Fitted(whole, count(whole), sections, left)


def _notes(left: Sequence[LeftOut]) -> list[str]:
    """What was left out and how to get it, or where that does not fit, what alone."""
    if not left:
        return []
    told = [LEFT_OUT, *(f"- {x.lines} of {x.section}: {x.how}" for x in left)]
    return ["\n".join(told), f"{LEFT_OUT}\n- {', '.join(f'{x.lines} of {x.section}' for x in left)}"]
