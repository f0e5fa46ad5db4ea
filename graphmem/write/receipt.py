"""Builds the receipt of each item from what the database counted and from the rows as the last item left them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.receipts import EndedLine, EntityLine, Receipt, RecordLine, RelationLine, Warned
from graphmem.store import Writer
from graphmem.write.endings import Endings
from graphmem.write.reopening import Solved, reopened
from graphmem.write.rows import EdgeRow, Times
from graphmem.write.state import State, seen
from graphmem.write.steps import Step
from graphmem.write.stored import link_key

Link = tuple[str, str, str]

# A record that a conflict left without a link ended by that conflict.
REASONS = {"conflict_all": "conflict"}

MOST_TOLD = 20  # links that one warning lists


@dataclass(slots=True)
class Lost:
    """A link that lost an edge to this request; `at` is when that edge ended."""

    edge: EdgeRow
    how: str
    at: datetime


@dataclass(slots=True)
class Outcome:
    """What the database said: the evidence per link, and what still holds of the links that lost some."""

    state: State
    clock: datetime
    before: dict[str, int]
    new: dict[Link, list[EdgeRow]]
    lost: dict[int, list[Lost]]
    records: dict[int, list[EndedLine]]
    holding: dict[str, int]
    open_again: set[str]

    @classmethod
    async def of(
        cls,
        writer: Writer,
        endings: list[Endings],
        state: State,
        *,
        added: Iterable[EdgeRow] = (),
        before: dict[str, int] | None = None,
    ) -> Outcome:
        """Asks the database what it must be asked about the links that lost an edge; nothing when none did."""
        stated = list(added)
        new: dict[Link, list[EdgeRow]] = defaultdict(list)
        for edge in (e for e in stated if not e.parked):
            new[seen(edge.source, edge.type, edge.target)].append(edge)
        lost = _lost(endings, state)
        every = [x for lines in lost.values() for x in lines]
        rows = await writer.rows("write/lost", links=[{**link_key(x.edge), "at": x.at} for x in every]) if every else []
        fixes = [Solved(x.edge, x.at) for x in every if x.edge.type == "solves"]
        again = await reopened(writer, state, fixes, stated)
        records, holding = _records_ended(endings, state), {r["key"]: r["holding"] for r in rows}
        return cls(state, writer.clock, before or {}, new, lost, records, holding, again)

    def evidence(self, edge: EdgeRow) -> int:
        """The edges of this link that hold now: those stored before, and those of this request."""
        mine = self.new[seen(edge.source, edge.type, edge.target)]
        return self.before.get(edge.id, 0) + sum(e.times.holds(self.clock) for e in mine)

    def restated(self, lost: Lost) -> bool:
        """Whether the request itself states the link anew from where it was lost."""
        mine = self.new.get(seen(lost.edge.source, lost.edge.type, lost.edge.target), [])
        return any(e is not lost.edge and e.times.holds(lost.at) for e in mine)

    def held_by_others(self, lost: Lost) -> bool:
        return self.holding.get(lost.edge.id, 0) > 0

    def told(self, index: int) -> tuple[list[Lost], list[Lost]]:
        """Of the edges that an item ended: those whose link no longer holds, and those whose link others still state."""
        lost = [x for x in self.lost.get(index, []) if not self.restated(x)]
        return [x for x in lost if not self.held_by_others(x)], [x for x in lost if self.held_by_others(x)]

    def ended(self, index: int) -> tuple[EndedLine, ...]:
        """The records and links that no longer hold because of an item."""
        return (*self.records.get(index, []), *_unique(self.told(index)[0], self.state))

    def evidence_lost(self, index: int) -> tuple[EndedLine, ...]:
        return tuple(_unique(self.told(index)[1], self.state))

    def reopened(self, index: int) -> list[Warned]:
        """A warning for each problem that is open again because an item ended a fix of it."""
        problems = dict.fromkeys(x.edge.target for x in self.lost.get(index, []) if x.edge.type == "solves")
        return [
            Warned(code="REOPENS_PROBLEM", message=f"a fix of {self.state.ids[p].name!r} ended; the problem is open again")
            for p in problems
            if p in self.open_again
        ]


def _lost(endings: list[Endings], state: State) -> dict[int, list[Lost]]:
    """The edges whose end moved because of the request, each told by the first item that ended it."""
    acts = {one.act for one in endings}
    carried = _carried_ends(endings, state)
    told: set[str] = set()
    lost: dict[int, list[Lost]] = defaultdict(list)
    for one in endings:
        for id_, how in (*one.edges.items(), *carried.get(one.act, [])):
            edge = state.edges[id_]
            if id_ not in told and not edge.parked and (at := moved_end(edge.times, acts)) is not None:
                told.add(id_)
                lost[one.index].append(Lost(edge, how, at))
    return lost


def _carried_ends(endings: list[Endings], state: State) -> dict[str, list[tuple[str, str]]]:
    """By act, the edges that a later item restates with the end that the act gave to the older statement."""
    ended = {one.act: one.edges for one in endings}
    carried: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for edge in state.edges.values():
        for end in edge.times.ends if edge.new else []:
            if end.act in ended and edge.id not in ended[end.act]:
                carried[end.act].append((edge.id, end.how))
    return carried


def moved_end(times: Times, acts: set[str]) -> datetime | None:
    """Where the row ends now, if one of `acts` moved its end; None when it had ended before anyway."""
    others = [e.valid_to for e in times.ends if e.standing and e.act not in acts]
    before = max(min([times.stated_to, *others]), times.valid_from)
    end = max(times.valid_to, times.valid_from)
    return end if end < before else None


def item_receipts(steps: list[Step], outcome: Outcome, recorded_at: str | None) -> dict[int, Receipt]:
    """One receipt an item, by its place in the batch."""
    return {step.item.index: _receipt(step, outcome, recorded_at) for step in steps}


def _receipt(step: Step, outcome: Outcome, recorded_at: str | None) -> Receipt:
    gone, _ = outcome.told(step.item.index)
    return Receipt(
        records=(RecordLine(id=step.record.id, kind=step.record.kind, request_id=step.item.request_id),),
        entities=tuple(_entities(step)),
        relations=tuple(_relations(step, outcome)),
        ended=outcome.ended(step.item.index),
        evidence_lost=outcome.evidence_lost(step.item.index),
        redactions=step.item.redactions,
        warnings=(*step.item.warnings, *step.warnings, *_warnings(step, gone, outcome)),
        recorded_at=recorded_at,
    )


def _entities(step: Step) -> Iterable[EntityLine]:
    told: set[str] = set()
    for entity in step.item.entities:
        known = step.names.known[entity.ref]
        if known.id not in told:
            told.add(known.id)
            created = step.names.makes(known)
            matched = None if created else step.names.matched[entity.ref] or "name"
            yield EntityLine(id=known.id, name=known.name, type=known.type, created=created, matched_by=matched)


def _relations(step: Step, outcome: Outcome) -> Iterable[RelationLine]:
    for edge in step.record.edges:
        if not edge.parked:
            source, target = (outcome.state.ids[end].name for end in (edge.source, edge.target))
            yield RelationLine(id=edge.id, source=source, target=target, type=edge.type, evidence=outcome.evidence(edge))


def _records_ended(endings: list[Endings], state: State) -> dict[int, list[EndedLine]]:
    """The records whose end moved because of the request, each told by the first item that ended it."""
    acts = {one.act for one in endings}
    told: set[str] = set()
    lines: dict[int, list[EndedLine]] = defaultdict(list)
    for one in endings:
        for id_, how in one.records.items():
            if id_ not in told and moved_end(state.records[id_].times, acts) is not None:
                told.add(id_)
                lines[one.index].append(EndedLine(record=id_, reason=REASONS.get(how, how)))
    return lines


def ends_stay(record: str, caused: Iterable[str], ended: Container[str], path: str) -> Iterable[Warned]:
    """What a record had ended stays ended when the record itself goes; what goes with it (`ended`) is not told."""
    left = [id_ for id_ in caused if id_ not in ended]
    records = [id_ for id_ in left if id_.startswith("rec_")]
    links = [id_ for id_ in left if not id_.startswith("rec_")]
    told = [*records, *links[: 0 if records else MOST_TOLD]]
    more = len(links) - (len(told) - len(records))
    if told:
        listed = ", ".join([*told, *([f"{more} links"] if more else [])])
        yield Warned(code="ENDS_STAY", path=path, message=f"what {record} had ended stays ended: {listed}")


def _unique(lost: list[Lost], state: State) -> Iterable[EndedLine]:
    """A line a link: two edges of one link that end together are told once."""
    told: set[Link] = set()
    for x in lost:
        link = seen(x.edge.source, x.edge.type, x.edge.target)
        if link not in told:
            told.add(link)
            # In the direction it was stated: a type without one has no order of its own to show.
            words = f"{state.ids[x.edge.source].name} {x.edge.type} {state.ids[x.edge.target].name}"
            yield EndedLine(relation=x.edge.id, link=words, reason=REASONS.get(x.how, x.how))


def _warnings(step: Step, gone: list[Lost], outcome: Outcome) -> Iterable[Warned]:
    for line in _unique([x for x in gone if x.how in ("superseded", "corrected")], outcome.state):
        yield Warned(
            code="LINK_NOT_RESTATED",
            path="relations",
            message=f"{line.link!r} was stated by the old record and not by this one; it ended",
        )
    yield from outcome.reopened(step.item.index)
    for row in step.ended:
        yield from ends_stay(row.id, row.caused, {*step.endings.records, *step.endings.edges}, "")
    for twin in step.proposals:
        other = twin.type if twin.name == twin.other else f"{twin.other!r}"
        yield Warned(
            code="PROBABLE_DUPLICATE",
            path="entities",
            message=f"{twin.name!r} may be the same as {other} ({twin.known}); the radar asks",
        )
