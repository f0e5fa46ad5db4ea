"""Preferences: what somebody wants, by slot; of a single-valued one the value that was stated for the latest time counts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from graphmem.errors import InvalidArgument
from graphmem.model.answers.preferences import PastPreference, PreferenceLine, Preferences
from graphmem.model.base import Model
from graphmem.model.names import name_key
from graphmem.read.claims import Claim, by_slot, contested
from graphmem.read.ends import TimesRow
from graphmem.store import Reader

MOST = 2_000  # statements of preferences that are looked at, the latest first
EVIDENCE = 20  # records listed for one preference


class PreferenceRow(Model):
    """The columns of `read/preferences`."""

    claim: Claim
    times: TimesRow

    @property
    def value(self) -> str:
        return self.claim.value

    @property
    def holds(self) -> bool:
        return self.claim.holds

    def withdrawn(self, as_of: datetime) -> bool:
        end = self.times.end(as_of)
        return end is not None and end.valid_to <= self.times.valid_from


async def preferences(reader: Reader, *, slot: str | None = None, holder: str | None = None) -> Preferences:
    """The preferences that count at the instants asked; raises `InvalidArgument` for a slot that is not declared."""
    if slot is not None and reader.ontology.slot(slot) is None:
        allowed = ", ".join(s.name for s in reader.ontology.slots)
        raise InvalidArgument("slot", f"{slot!r} is no slot of a preference; the slots are {allowed}")
    rows = await reader.models("read/preferences", PreferenceRow, slot=slot, limit=MOST + 1)
    as_of, valid_at = reader.clocks.as_of, reader.clocks.valid_at
    wanted: list[PreferenceLine] = []
    past: list[PastPreference] = []
    known = [
        r for r in rows[:MOST] if not r.withdrawn(as_of) and (holder is None or name_key(r.claim.holder) == name_key(holder))
    ]
    for (_, name), group in sorted(by_slot(known).items()):
        declared = reader.ontology.slot(name)
        single = declared is not None and declared.single
        counting = _counting(group, single=single)
        unsure = {row.value for row in contested(group)} if single else set()
        wanted += _lines(counting, group, unsure)
        past += _past(group, counting, as_of, unsure, single=single)
    return Preferences(
        as_of=as_of, valid_at=valid_at, preferences=tuple(wanted), past=tuple(past), truncated=len(rows) > MOST
    )  # fmt: skip


def _counting(group: list[PreferenceRow], *, single: bool) -> set[str]:
    """The values that count: of a single-valued slot the latest one, unless it has ended."""
    if single:
        return {group[0].value} if group[0].holds else set()
    return {row.value for row in group if row.holds}


def _lines(counting: set[str], group: list[PreferenceRow], unsure: set[str]) -> Iterator[PreferenceLine]:
    for value in dict.fromkeys(row.value for row in group if row.value in counting):
        holding = [row for row in group if row.value == value and row.holds]
        said, first = holding[0].claim, holding[-1].times
        yield PreferenceLine(
            slot=said.slot, preference=said.preference, holder=said.holder, since=first.shown_start(), assumed=first.assumed,
            contested=value in unsure, evidence_total=len(holding), records=tuple(row.claim.record for row in holding[:EVIDENCE]),
        )  # fmt: skip


def _past(
    group: list[PreferenceRow], counting: set[str], as_of: datetime, unsure: set[str], *, single: bool
) -> Iterator[PastPreference]:
    """Statements that no longer count, each with what came after it; the slot's next value is the end of a single one."""
    run, before, later = group[0].value, group[0], None
    for row in group:
        if row.value != run:
            run, later = row.value, before
        before = row
        if row.value not in counting or not row.holds:
            yield _ended(row, later if single else None, as_of, contested=row.holds and row.value in unsure)


def _ended(row: PreferenceRow, later: PreferenceRow | None, as_of: datetime, *, contested: bool) -> PastPreference:
    end = row.times.end(as_of)
    until = row.times.shown_end(end) if end else later.times.shown_start() if later else None
    return PastPreference(
        slot=row.claim.slot, preference=row.claim.preference, holder=row.claim.holder, since=row.times.shown_start(),
        assumed=row.times.assumed, contested=contested, valid_to=until, record=row.claim.record,
        superseded_by=later.claim.record if later else None,
    )  # fmt: skip


__all__ = ["preferences"]
