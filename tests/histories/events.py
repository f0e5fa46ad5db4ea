"""What can happen to a memory, as plain data: it knows nothing of how that is stored or answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

FOREVER = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
AFFECTING = {"depends_on", "required_by", "implements"}
KINDS = ("decision", "problem_found", "problem_solved", "code_change")
PARTS = ("Ada", "Bix", "Cog", "Dyn")
PROBLEMS = ("Pit", "Quag")

Key = tuple[int, int]  # the number of the event that stated it, and its place there
Link = tuple[str, str, str]  # source, type, target, by the names they were stated with
Row = tuple[Key, Link | None]  # a link of a record, or the record itself
Order = tuple[datetime, int]  # when it was told, and its turn in that request


@dataclass(frozen=True)
class Span:
    """A start as given: an instant, or a whole day, month or year."""

    first: datetime
    last: datetime
    given: str = ""


@dataclass(frozen=True)
class Place:
    """Where a statement stands among others."""

    span: Span
    order: Order

    def after(self, other: Place) -> bool:
        """By date; two dates that share an instant are told apart by who spoke first."""
        if self.span.first > other.span.last:
            return True
        return self.span.last >= other.span.first and self.order > other.order


@dataclass(frozen=True)
class Retire:
    """What is said to hold no longer: one assertion (`key` and `link`), a link, or all that an entity takes part in."""

    key: Key | None = None
    link: Link | None = None
    entity: str | None = None


@dataclass(frozen=True)
class Item:
    """One record as a writer states it."""

    kind: str
    names: frozenset[str]
    links: tuple[Link, ...]
    since: Span | None = None
    until: datetime | None = None
    supersedes: tuple[Key, ...] = ()
    corrects: tuple[Key, ...] = ()
    carries: bool = False
    retires: tuple[Retire, ...] = ()


@dataclass(frozen=True)
class Told:
    items: tuple[Item, ...]
    partial: bool = False


@dataclass(frozen=True)
class Forgotten:
    key: Key
    never_held: bool = False


@dataclass(frozen=True)
class Reinstated:
    row: Row


@dataclass(frozen=True)
class Merged:
    loser: str
    survivor: str


@dataclass(frozen=True)
class Unmerged:
    merge: int


@dataclass(frozen=True)
class Again:
    """The request of an earlier event, sent once more word for word."""

    event: int


Event = Told | Forgotten | Reinstated | Merged | Unmerged | Again
