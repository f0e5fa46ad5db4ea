"""The ends of a row as known at an instant: which of them counts, and how each is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.answers.parts import End, Ending
from graphmem.model.base import Model
from graphmem.model.times import OPEN, Precision, shown_time

STATED = "stated"  # the end that the writer gave with the statement
_SHOWN = {"conflict_all": "conflict"}  # a record that a conflict left without a link ended by that conflict


class ActRow(Model):
    """What ended something: a record (its start, as it was given, is the end) or an act such as a forget."""

    id: str
    why: str | None
    valid_from: datetime | None
    precision: Precision | None


@dataclass(frozen=True, slots=True)
class Given:
    """One end out of the lists of a row."""

    valid_to: datetime
    learned: datetime
    undone: datetime
    act: str
    how: str
    by: str

    def counts(self, as_of: datetime) -> bool:
        """Whether it was known at `as_of` and not undone by then."""
        return self.learned <= as_of < self.undone


class TimesRow(Model):
    """The times of a stored row, with every end it was ever given and the acts that gave them."""

    valid_from: datetime
    precision: Precision
    assumed: bool
    stated_to: datetime
    stated_precision: Precision
    recorded_at: datetime
    seq: int
    item: int
    author: str
    ends_valid_to: tuple[datetime, ...] | None = None
    ends_learned: tuple[datetime, ...] | None = None
    ends_undone: tuple[datetime, ...] | None = None
    ends_act: tuple[str, ...] | None = None
    ends_how: tuple[str, ...] | None = None
    ends_by: tuple[str, ...] | None = None
    acts: tuple[ActRow, ...] = ()

    def given(self) -> Iterator[Given]:
        """Every end of the row, in the order learned."""
        lists = (self.ends_valid_to, self.ends_learned, self.ends_undone, self.ends_act, self.ends_how, self.ends_by)
        for values in zip(*(x or () for x in lists), strict=True):
            yield Given(*values)

    def end(self, as_of: datetime) -> Given | None:
        """The end that counts at `as_of`: the earliest one known, of equal ones the first; None while the row is open."""
        stated = Given(self.stated_to, self.recorded_at, OPEN, "", STATED, self.author)
        known = [stated, *(g for g in self.given() if g.counts(as_of))]
        first = min(known, key=lambda g: g.valid_to)
        return first if first.valid_to < OPEN else None

    def ending(self, as_of: datetime) -> Ending:
        """How the row ends, as shown."""
        end = self.end(as_of)
        if end is None:
            return Ending()
        return Ending(
            valid_to=self.shown_end(end), end_reason=shown_how(end.how), ended_by=end.by, end_act=end.act or None,
            ended_at=shown_time(end.learned),
        )  # fmt: skip

    def ends(self, as_of: datetime) -> tuple[End, ...]:
        """Every end known at `as_of`, those that were undone or never counted included."""
        return tuple(self._shown(g, as_of) for g in self.given() if g.learned <= as_of)

    def shown_start(self) -> str | None:
        return shown_time(self.valid_from, self.precision)

    def shown_end(self, end: Given) -> str | None:
        """The end as its writer gave it: as coarse as the stated end, or as the start of the record that ended the row."""
        if end.how == STATED:
            return shown_time(end.valid_to, self.stated_precision)
        if end.valid_to == self.valid_from:
            return self.shown_start()
        act = self._act(end.act)
        coarse = act.precision if act and act.valid_from == end.valid_to else None
        return shown_time(end.valid_to, coarse or "instant")

    def _act(self, id_: str) -> ActRow | None:
        return next((a for a in self.acts if a.id == id_), None)

    def _shown(self, given: Given, as_of: datetime) -> End:
        act = self._act(given.act)
        return End(
            valid_to=self.shown_end(given), how=shown_how(given.how), by=given.by, act=given.act, why=act.why if act else None,
            learned=shown_time(given.learned), undone=shown_time(given.undone) if given.undone <= as_of else None,
        )  # fmt: skip


def shown_how(how: str) -> str:
    """The way something ended, in the words of the receipt."""
    return _SHOWN.get(how, how)
