"""Preferences: what somebody wants, by slot; of a single-valued one the value that was stated for the latest time counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from graphmem.errors import InvalidArgument
from graphmem.model.answers.preferences import PastPreference, PreferenceLine, Preferences
from graphmem.model.base import Model
from graphmem.model.names import name_key
from graphmem.read.ends import TimesRow
from graphmem.store import Reader

MOST = 2_000  # statements of preferences that are looked at, the latest first
EVIDENCE = 20  # records listed for one preference


class Said(Model):
    """What one record says."""

    record: str
    slot: str
    preference: str
    holder: str
    document: str | None


class PreferenceRow(Model):
    """The columns of `read/preferences`."""

    preference: Said
    times: TimesRow
    holds: bool

    @property
    def said(self) -> Said:
        return self.preference

    @property
    def value(self) -> str:
        return name_key(self.said.preference) or self.said.preference

    def ends(self, as_of: datetime) -> datetime | None:
        end = self.times.end(as_of)
        return end.valid_to if end else None


async def preferences(reader: Reader, *, slot: str | None = None, holder: str | None = None) -> Preferences:
    """The preferences that count at the instants asked; raises `InvalidArgument` for a slot that is not declared."""
    if slot is not None and reader.ontology.slot(slot) is None:
        allowed = ", ".join(s.name for s in reader.ontology.slots)
        raise InvalidArgument("slot", f"{slot!r} is no slot of a preference; the slots are {allowed}")
    rows = await reader.models("read/preferences", PreferenceRow, slot=slot, limit=MOST + 1)
    as_of, valid_at = reader.clocks.as_of, reader.clocks.valid_at
    wanted: list[PreferenceLine] = []
    past: list[PastPreference] = []
    for (_, name), group in sorted(_groups(rows[:MOST], holder, as_of).items()):
        declared = reader.ontology.slot(name)
        counting = _counting(group, single=declared is not None and declared.single)
        wanted += _lines(counting, group)
        past += _past(group, counting, as_of, single=declared is not None and declared.single)
    return Preferences(
        as_of=as_of, valid_at=valid_at, preferences=tuple(wanted), past=tuple(past), truncated=len(rows) > MOST
    )  # fmt: skip


def _groups(rows: Iterable[PreferenceRow], holder: str | None, as_of: datetime) -> dict[tuple[str, str], list[PreferenceRow]]:
    """The statements of each holder and slot, the latest first, without those that were withdrawn."""
    groups: dict[tuple[str, str], list[PreferenceRow]] = defaultdict(list)
    for row in rows:
        end = row.ends(as_of)
        if end is not None and end <= row.times.valid_from:
            continue
        if holder is None or name_key(row.said.holder) == name_key(holder):
            groups[name_key(row.said.holder), row.said.slot].append(row)
    for group in groups.values():
        group.sort(key=lambda row: row.said.document is not None)  # what a text says never outranks what somebody stated
    return groups


def _counting(group: list[PreferenceRow], *, single: bool) -> set[str]:
    """The values that count: of a single-valued slot the latest one, unless it has ended."""
    if single:
        return {group[0].value} if group[0].holds else set()
    return {row.value for row in group if row.holds}


def _lines(counting: set[str], group: list[PreferenceRow]) -> Iterator[PreferenceLine]:
    for value in dict.fromkeys(row.value for row in group if row.value in counting):
        holding = [row for row in group if row.value == value and row.holds]
        said = holding[0].said
        yield PreferenceLine(
            slot=said.slot, preference=said.preference, holder=said.holder, since=holding[-1].times.shown_start(),
            evidence_total=len(holding), records=tuple(row.said.record for row in holding[:EVIDENCE]),
        )  # fmt: skip


def _past(group: list[PreferenceRow], counting: set[str], as_of: datetime, *, single: bool) -> Iterator[PastPreference]:
    """Statements that no longer count, each with what came after it; the slot's next value is the end of a single one."""
    run, before, later = group[0].value, group[0], None
    for row in group:
        if row.value != run:
            run, later = row.value, before
        before = row
        if row.value not in counting or not row.holds:
            yield _ended(row, later if single else None, as_of)


def _ended(row: PreferenceRow, later: PreferenceRow | None, as_of: datetime) -> PastPreference:
    end = row.times.end(as_of)
    until = row.times.shown_end(end) if end else later.times.shown_start() if later else None
    return PastPreference(
        slot=row.said.slot, preference=row.said.preference, holder=row.said.holder, since=row.times.shown_start(), valid_to=until,
        record=row.said.record, superseded_by=later.said.record if later else None,
    )  # fmt: skip


__all__ = ["preferences"]
