"""What was said of slots that hold one value: whose and of which slot, and where several values claim the place of the one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from graphmem.model.base import Model
from graphmem.model.names import name_key


class Claim(Model):
    """What one record says of a slot, and where it stands; `document` is the text that says it, if no one stated it."""

    record: str
    slot: str
    preference: str
    holder: str
    document: str | None
    assumed: bool
    place_from: datetime
    place_last: datetime
    seq: int
    item: int
    holds: bool

    @property
    def value(self) -> str:
        return name_key(self.preference) or self.preference

    def rivals(self, other: Claim) -> bool:
        """Whether no stated time tells that this one came after the other: both starts were assumed, or it began no later."""
        return (self.assumed and other.assumed) or self.place_from <= other.place_last


class Claims(Protocol):
    """A row with a claim."""

    @property
    def claim(self) -> Claim: ...


R = TypeVar("R", bound=Claims)


def by_slot(rows: Iterable[R]) -> dict[tuple[str, str], list[R]]:
    """The rows, the latest first, of each holder and slot; what a text says never outranks what somebody stated."""
    groups: dict[tuple[str, str], list[R]] = defaultdict(list)
    for row in rows:
        groups[name_key(row.claim.holder), row.claim.slot].append(row)
    for group in groups.values():
        group.sort(key=lambda row: row.claim.document is not None)
    return groups


def contested(group: Sequence[R]) -> list[R]:
    """Of what holds in a slot of one value a row for each value that claims it, the one that counts first; none where it is clear.

    What was stated before a start that tells the order is settled by it; a text is weighed beside the other texts.
    """
    first = group[0]
    claims = {first.claim.value: first} if first.claim.holds else {}
    for of_texts in (False, True):
        for row in (r for r in group if claims and r.claim.holds and (r.claim.document is not None) == of_texts):
            if not first.claim.rivals(row.claim):
                break
            claims.setdefault(row.claim.value, row)
    return list(claims.values()) if len(claims) > 1 else []
