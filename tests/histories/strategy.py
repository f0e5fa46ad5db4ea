"""Random histories that shrink: an oracle listens while they are drawn, so that most acts refer to something that landed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from hypothesis import strategies as st

from graphmem.model.times import parse_time
from tests.histories.answers import Oracle
from tests.histories.events import (
    KINDS,
    PARTS,
    PROBLEMS,
    Again,
    Event,
    Forgotten,
    Item,
    Key,
    Link,
    Merged,
    Reinstated,
    Retire,
    Row,
    Span,
    Told,
    Unmerged,
)

START = datetime(2024, 3, 5, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
TICK = timedelta(microseconds=1)

# Repeated words are drawn more often. The wall clock steps back now and then, and two requests may see the same hour.
STEPS = (HOUR, 2 * HOUR, 9 * HOUR, 26 * HOUR, 0 * HOUR, -3 * HOUR)
OFFSETS = tuple(n * HOUR for n in (0, 0, -1, -5, -9, -30, -70, -300, 1, 14, 60))
LENGTHS = tuple(n * HOUR for n in (-1, 3, 11, 26, 80, 700))
TYPES = (
    *("depends_on",) * 4, *("required_by",) * 2, *("implements",) * 2, "caused_by", "leads_to", *("solves",) * 3, "related_to",
    *("conflicts_with",) * 2,
)  # fmt: skip
# Each history has one leaning: all acts alike, what ends and holds again, or who is who.
EVENTS = (
    (*("tell",) * 9, "forget", "forget", "reinstate", "merge", "merge", "unmerge", "again"),
    (*("tell",) * 6, "forget", "forget", "reinstate", "reinstate", "merge", "unmerge", "again"),
    (*("tell",) * 5, "forget", *("merge",) * 4, "unmerge", "unmerge"),
)
ENDINGS = (*("nothing",) * 5, *("supersedes",) * 3, "corrects", "corrects", "both", "retires", "retires")


@dataclass(frozen=True)
class Step:
    """One event, what the wall clock of the database shows then, and whether it is rehearsed by a dry run."""

    number: int
    wall: datetime
    event: Event
    rehearsed: bool


@st.composite
def histories(draw: st.DrawFn, least: int = 6, most: int = 12) -> list[Step]:
    """A history of `least` to `most` events."""
    drawing, steps = _Drawing(draw), list[Step]()
    for number in range(draw(st.integers(least, most))):
        event = drawing.event(number)
        steps.append(Step(number, drawing.wall, event, draw(st.booleans())))
        drawing.heard(number, event)
    return steps


class _Drawing:
    """Draws one event after the other and listens to them."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw, self.wall, self.clock = draw, START, START
        self.leaning = draw(st.sampled_from(EVENTS))
        self.oracle = Oracle()
        self.sent: dict[int, Event] = {}
        self.items: dict[Key, Item] = {}
        self.merges: list[int] = []

    def heard(self, number: int, event: Event) -> None:
        self.clock = max(self.wall, self.clock + TICK)
        landed = self.oracle.tell(self.clock, number, event)
        self.sent[number] = event
        if isinstance(event, Told):
            self.items |= {(number, n): item for n, item in enumerate(event.items) if landed[n]}
        if isinstance(event, Merged) and landed[0]:
            self.merges.append(number)

    def event(self, number: int) -> Event:
        draw = self.draw
        self.wall += draw(st.sampled_from(STEPS))
        what = draw(st.sampled_from(self.leaning))
        if what == "forget" and self.items:
            return Forgotten(self._one_of(self.items), draw(st.integers(0, 3)) == 0)
        if what == "reinstate" and self.items:
            return Reinstated(self._ended_row())
        if what == "merge":
            known = self.oracle.heard().known()
            alike = [sorted(known & set(names)) for names in (PARTS, PARTS, PARTS, PROBLEMS)]
            names = draw(st.sampled_from([a for a in alike if len(a) > 1] or [list(PARTS)]))
            return Merged(*draw(st.permutations(names))[:2])
        if what == "unmerge" and self.merges:
            return Unmerged(draw(st.sampled_from(self.merges)))
        if what == "again" and self.sent:
            first = draw(st.sampled_from(sorted(self.sent)))
            earlier = self.sent[first]
            return earlier if isinstance(earlier, Again) else Again(first)
        return self._told(number)

    def _ended_row(self) -> Row:
        """A record that was ended, or one of its links; now and then one that was not."""
        tale = self.oracle.heard()
        ended = [key for key in self.items if any(tale.standing((key, None)))]
        key = self.draw(st.sampled_from((ended or sorted(self.items))[-4:]))
        return key, self.draw(st.sampled_from((None, None, *self.items[key].links)))

    def _one_of(self, keys: dict[Key, Item]) -> Key:
        return self.draw(st.sampled_from(sorted(keys)[-6:]))

    def _told(self, number: int) -> Told:
        batch: dict[Key, Item] = {}
        for place in range(self.draw(st.sampled_from((1, 1, 1, 2, 3)))):
            batch[number, place] = self._item(self.items | batch)
        return Told(tuple(batch.values()), self.draw(st.booleans()))

    def _item(self, told: dict[Key, Item]) -> Item:
        draw = self.draw
        links = tuple(dict.fromkeys(self._link() for _ in range(draw(st.sampled_from((1, 1, 2, 3))))))
        extra = draw(st.sampled_from((*PARTS, *PROBLEMS, *(None,) * 10)))
        names = {n for s, _, t in links for n in (s, t)} | ({extra} if extra else set())
        since, until = self._times()
        ending = draw(st.sampled_from(ENDINGS)) if told else "nothing"
        old = tuple(dict.fromkeys(self._one_of(told) for _ in range(draw(st.sampled_from((1, 1, 2)))))) if told else ()
        supersedes, corrects = {"supersedes": (old, ()), "corrects": ((), old), "both": (old[:1], old[1:])}.get(ending, ((), ()))
        carries = bool(supersedes or corrects) and draw(st.booleans())
        retires = (self._retire(told),) if ending == "retires" else ()
        kind = draw(st.sampled_from(KINDS))
        return Item(kind, frozenset(names), links, since, until, supersedes, corrects, carries, retires)

    def _link(self) -> Link:
        type_ = self.draw(st.sampled_from(TYPES))
        if type_ == "solves":
            return self.draw(st.sampled_from(PARTS)), type_, self.draw(st.sampled_from(PROBLEMS))
        names = PARTS if self.draw(st.integers(0, 4)) else (*PARTS, *PROBLEMS)
        source, target = self.draw(st.permutations(names))[:2]
        return source, type_, target

    def _retire(self, told: dict[Key, Item]) -> Retire:
        how = self.draw(st.sampled_from(("edge", "link", "entity")))
        if how == "entity":
            return Retire(entity=self.draw(st.sampled_from(PARTS)))
        stored = {key: item for key, item in told.items() if key in self.items}
        key = self._one_of(stored or told)
        link = self.draw(st.sampled_from(told[key].links))
        return Retire(key=key, link=link) if how == "edge" and stored else Retire(link=link)

    def _times(self) -> tuple[Span | None, datetime | None]:
        draw = self.draw
        about = self.wall + draw(st.sampled_from(OFFSETS))
        how = draw(st.sampled_from(("none", "none", "instant", "instant", "day", "day", "month", "year")))
        since = None if how == "none" else span(about, how)
        ends = draw(st.integers(0, 6)) == 0
        until = (since.first if since else self.wall) + draw(st.sampled_from(LENGTHS))
        return since, until if ends else None


def span(about: datetime, how: str) -> Span:
    """The instant, day, month or year about a time, as a writer gives it."""
    text = {"instant": about.isoformat(), "day": str(about.date()), "month": f"{about:%Y-%m}", "year": f"{about:%Y}"}[how]
    stated = parse_time(date.fromisoformat(text)) if how == "day" else parse_time(text)
    return Span(stated.first, stated.last, text)
