"""Decides what a request does: which rows are added, which end, and what is refused. Pure: it sees a `State`, the database never.

Items count in order: each is planned on the state that the earlier ones left, so that a later item can end what an earlier
one stated. A refused item leaves the state as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from graphmem.errors import Refusal, Refused
from graphmem.model.ontology import CONFLICT, IMPACT
from graphmem.model.receipts import Warned
from graphmem.model.times import OPEN, Place, Precision
from graphmem.write.duplicates import Proposal, probable_duplicates
from graphmem.write.endings import LINK_LEVEL, Endings
from graphmem.write.items import Item, Retired
from graphmem.write.rows import EdgeRow, End, MentionRow, RecordRow, Times, edge_id
from graphmem.write.state import Known, Names, State, seen


@dataclass(slots=True)
class Step:
    """What one item adds, and what it ends."""

    item: Item
    record: RecordRow
    names: Names
    endings: Endings
    proposals: list[Proposal] = field(default_factory=list)
    successors: dict[str, str] = field(default_factory=dict)
    removed: list[Known] = field(default_factory=list)
    states_removed: list[Known] = field(default_factory=list)
    partly: list[str] = field(default_factory=list)
    corrected: list[RecordRow] = field(default_factory=list)


@dataclass(slots=True)
class Stamp:
    """What the transaction stamps on all that it writes."""

    clock: datetime
    seq: int
    author: str


def plan_item(state: State, item: Item, stamp: Stamp) -> Step:
    """Plans one item and applies it to the state; raises `Refused`, with the state unchanged, when a rule is broken."""
    names = Names(state, item)
    named = _named_records(state, item)
    record = RecordRow(item.id, item.kind, _times(item, named, stamp), new=True)
    retired = _retired(state, names, item)
    own = _own_edges(record, names, item, stamp.author)
    _check(state, item, record.times.place, own, named, retired)

    step = Step(item, record, names, Endings(record.id, stamp.author, stamp.clock, item.index))
    step.states_removed = [k for e in own if e.type in IMPACT for k in names.known.values() if k.removed and k.id in e.pair]
    _retire(state, step, retired)
    carried = _carried(record, own, named, item, stamp) if item.carries else []
    record.mentions = _mentions(record, names, item, named)
    _end_named(step, named)
    for edge in own:
        if edge.type == CONFLICT:
            _conflict(state, step, edge)
    step.proposals = probable_duplicates(names)
    names.keep()
    state.add_record(record)
    state.add_edges([*own, *carried])
    if item.request_id:
        state.requests[item.request_id] = item.id
    return step


# -- what the item stands on


@dataclass(slots=True)
class NamedRecords:
    """The records that an item supersedes or corrects."""

    superseded: list[RecordRow]
    corrected: list[RecordRow]

    @property
    def all(self) -> list[RecordRow]:
        return [*self.superseded, *self.corrected]


def _named_records(state: State, item: Item) -> NamedRecords:
    refusals: list[Refusal] = []

    def find(path: str, ids: Iterable[str]) -> list[RecordRow]:
        found: dict[str, RecordRow] = {}
        for n, given in enumerate(ids):
            row = state.records.get(state.requests.get(given, given))
            if row is None:
                message = f"no record {given!r} in this workspace, nor an earlier item of that request_id"
                refusals.append(Refusal(item.index, f"{path}[{n}]", "UNKNOWN_RECORD", message))
            else:
                found[row.id] = row
        return list(found.values())

    named = NamedRecords(find("supersedes", item.supersedes), find("corrects", item.corrects))
    if refusals:
        raise Refused(refusals)
    return named


def _times(item: Item, named: NamedRecords, stamp: Stamp) -> Times:
    if item.corrects and item.start is None and item.until is None:
        return _times_of_corrected(named.corrected, item, stamp)
    first, last = (item.start.first, item.start.last) if item.start else (stamp.clock, stamp.clock)
    precision: Precision = item.start.precision if item.start else "instant"
    until = item.until.first if item.until else OPEN
    if until <= first:
        message = f"valid_to must lie after the start, which is {first.isoformat()}: give valid_from too"
        raise Refused([Refusal(item.index, "valid_to", "TIMES_OUT_OF_ORDER", message)])
    return Times(
        first, precision, item.start is None, until, stamp.clock, stamp.seq, item.index, Place(first, last, stamp.seq, item.index),
        item.until.precision if item.until else "instant",
    )  # fmt: skip


def _times_of_corrected(corrected: list[RecordRow], item: Item, stamp: Stamp) -> Times:
    """A correction without times of its own takes the place of what it corrects: earliest start, latest end, place in the order."""
    first = min((r.times for r in corrected), key=lambda t: (t.valid_from, t.seq, t.item))

    def end(times: Times) -> datetime:
        return min([times.stated_to, *(e.valid_to for e in times.ends if e.standing and e.valid_to > times.valid_from)])

    last = max((r.times for r in corrected), key=end)
    precision = last.stated_precision if end(last) == last.stated_to else "instant"
    return Times(
        first.valid_from,
        first.precision,
        first.assumed,
        end(last),
        stamp.clock,
        stamp.seq,
        item.index,
        first.place,
        precision,
    )


def _own_edges(record: RecordRow, names: Names, item: Item, author: str) -> list[EdgeRow]:
    edges = []
    for link in item.links:
        source, target = names.known[link.source], names.known[link.target]
        stated = (source.home, target.home)
        id_ = edge_id(record.id, stated, link.type)
        edges.append(
            EdgeRow(
                id_,
                record.id,
                link.type,
                stated,
                source.id,
                target.id,
                link.reason,
                author,
                _twin(record.times),
                new=True,
            )
        )
    return edges


def _twin(times: Times, place: Place | None = None) -> Times:
    return Times(
        times.valid_from, times.precision, times.assumed, times.stated_to, times.recorded_at, times.seq, times.item,
        place or times.place, times.stated_precision,
    )  # fmt: skip


# -- what is refused


@dataclass(slots=True)
class ResolvedRetire:
    """A retirement with its names resolved."""

    given: Retired
    edge: EdgeRow | None = None
    link: tuple[str, str, str] | None = None
    entity: Known | None = None


def _retired(state: State, names: Names, item: Item) -> list[ResolvedRetire]:
    found = []
    for given in item.retires:
        if given.edge is not None:
            edge = state.edges.get(given.edge)
            if edge is None:
                raise _refused(
                    item, f"{given.path}.relation", "UNKNOWN_RELATION", f"no relation {given.edge!r} in this workspace"
                )
            found.append(ResolvedRetire(given, edge=edge))
        elif given.entity is not None:
            found.append(ResolvedRetire(given, entity=_by_name(state, names, item, given.entity, f"{given.path}.entity")))
        else:
            ends = [_by_name(state, names, item, str(getattr(given, k)), f"{given.path}.{k}") for k in ("source", "target")]
            found.append(ResolvedRetire(given, link=seen(ends[0].id, str(given.type), ends[1].id)))
    return found


def _by_name(state: State, names: Names, item: Item, name: str, path: str) -> Known:
    """The entity of a bare name; of several, the one that the record itself declares."""
    found = state.bare(name)
    declared = {k.id for k in names.known.values()}
    if len(found) > 1 and len(own := [k for k in found if k.id in declared]) == 1:
        found = own
    if not found:
        raise _refused(item, path, "UNKNOWN_ENTITY", f"no entity {name!r} in this workspace; nothing of it can be retired")
    if len(found) > 1:
        listed = ", ".join(f"{k.id} ({k.type})" for k in found)
        raise _refused(item, path, "AMBIGUOUS_NAME", f"{name!r} names several entities: {listed}; use one of these ids")
    return found[0]


def _check(
    state: State, item: Item, place: Place, own: list[EdgeRow], named: NamedRecords, retired: list[ResolvedRetire]
) -> None:
    refusals: list[Refusal] = []

    def refuse(path: str, code: str, message: str) -> None:
        refusals.append(Refusal(item.index, path, code, message))

    for edge, link in zip(own, item.links, strict=True):
        if edge.parked:
            refuse(link.path, "SELF_RELATION", "both names lead to one entity; a relation joins two different things")
    if len({e.id for e in own}) < len(own):
        refuse(
            "relations",
            "DUPLICATE_RELATION",
            "two relations state the same link, for their names lead to the same entities",
        )
    conflicts = {e.pair for e in own if e.type == CONFLICT}
    for edge, link in zip(own, item.links, strict=True):
        if edge.type != CONFLICT and edge.pair in conflicts:
            refuse(
                link.path,
                "CONFLICT_BESIDE_RELATION",
                "the record states a conflict between the two; it cannot state both",
            )
    for n, row in enumerate(named.superseded):
        if not row.times.assumed and place.last < row.times.valid_from:
            since = row.times.valid_from.isoformat()
            refuse(
                f"supersedes[{n}]",
                "ENDS_BEFORE_IT_BEGAN",
                f"{row.id} holds since {since}; if it never held, name it in corrects",
            )
    for retire in retired:
        _check_retire(place, own, retire, refuse)
    if refusals:
        raise Refused(refusals)


def _check_retire(place: Place, own: list[EdgeRow], retire: ResolvedRetire, refuse: Callable[[str, str, str], None]) -> None:
    path = retire.given.path
    if retire.entity:
        if any(e.type in IMPACT and retire.entity.id in e.pair for e in own):
            refuse(
                path,
                "RETIRES_AND_STATES",
                "the record also states an impact link of this entity; state the one in a later record",
            )
        return
    link = retire.link
    if retire.edge:
        link = seen(retire.edge.source, retire.edge.type, retire.edge.target)
        times = retire.edge.times
        if not times.assumed and place.last < times.valid_from:
            refuse(
                path,
                "ENDS_BEFORE_IT_BEGAN",
                f"the relation holds since {times.valid_from.isoformat()}; correct its record if it never did",
            )
    if any(seen(e.source, e.type, e.target) == link for e in own):
        refuse(path, "RETIRES_AND_STATES", "the record also states this link; state it in a later record")


def _refused(item: Item, path: str, code: str, message: str) -> Refused:
    return Refused([Refusal(item.index, path, code, message)])


# -- what ends


def _retire(state: State, step: Step, retired: list[ResolvedRetire]) -> None:
    place = step.record.times.place
    begin = step.record.times.valid_from
    for retire in retired:
        if retire.edge:
            step.endings.end_edge(retire.edge, begin, "retired")
        elif retire.link:
            source, _, target = retire.link
            for edge in state.by_pair[frozenset((source, target))]:
                if state.seen(edge) == retire.link and not edge.parked and edge.times.meets(place):
                    step.endings.end_edge(edge, begin, "retired")
        elif retire.entity:
            step.removed.append(retire.entity)
            for edge in state.by_entity[retire.entity.id]:
                if edge.type in IMPACT and edge.times.meets(place):
                    step.endings.end_edge(edge, begin, "retired")


def _end_named(step: Step, named: NamedRecords) -> None:
    begin = step.record.times.valid_from
    for row in named.superseded:
        if successor := row.superseded_by():
            step.successors[row.id] = successor
        never = row.times.assumed and begin <= row.times.valid_from
        step.endings.end_record(row, None if never else begin, "superseded")
    for row in named.corrected:
        step.corrected.append(row)
        step.endings.end_record(row, None, "corrected")


def _conflict(state: State, step: Step, conflict: EdgeRow) -> None:
    """Ends the links of any other type between the two that were stated before; a record that loses its last link ends too."""
    begin = step.record.times.valid_from
    place = step.record.times.place
    hit = [e for e in state.by_pair[conflict.pair] if e.type != CONFLICT and e.times.meets(place)]
    for edge in hit:
        step.endings.end_edge(edge, begin, "conflict")
    for record in dict.fromkeys(e.record for e in hit):
        row = state.records[record]
        if any(e.times.valid_to > begin for e in row.edges):
            step.partly.append(record)
        else:
            step.endings.end_record(row, begin, "conflict_all")


# -- what is carried on


def _carried(record: RecordRow, own: list[EdgeRow], named: NamedRecords, item: Item, stamp: Stamp) -> list[EdgeRow]:
    """Restates what the named records said, but for what was ended link by link before the start or is gainsaid now."""
    begin = record.times.valid_from
    stated = {(e.type, e.stated) for e in own}
    gainsaid = {(e.pair, e.type == CONFLICT) for e in own}
    carried = []
    for edge in [e for row in named.all for e in row.edges]:
        opposed = any(pair == edge.pair and conflict != (edge.type == CONFLICT) for pair, conflict in gainsaid)
        times = _twin(record.times, edge.times.place)
        times.ends = [_copied(e, stamp) for e in edge.times.ends if e.standing and e.how in LINK_LEVEL]
        if (edge.type, edge.stated) in stated or opposed or times.valid_to <= max(begin, times.valid_from):
            continue
        stated.add((edge.type, edge.stated))
        id_ = edge_id(record.id, edge.stated, edge.type)
        carried.append(
            EdgeRow(
                id_,
                record.id,
                edge.type,
                edge.stated,
                edge.source,
                edge.target,
                edge.reason,
                stamp.author,
                times,
                edge.parked_on,
                True,
            )
        )
    return carried


def _copied(end: End, stamp: Stamp) -> End:
    return replace(end, learned=stamp.clock)


def _mentions(record: RecordRow, names: Names, item: Item, named: NamedRecords) -> list[MentionRow]:
    found: dict[str, MentionRow] = {}
    for entity in item.entities:
        known = names.known[entity.ref]
        fields = json.dumps(entity.fields, sort_keys=True, ensure_ascii=False) if entity.fields else None
        found.setdefault(
            known.home, MentionRow(known.id, known.home, entity.shown, entity.description, fields, record.times.place)
        )
    if item.carries:
        for mention in [m for row in named.all for m in row.mentions]:
            found.setdefault(mention.stated, mention)
    return list(found.values())


def warnings_of(step: Step) -> list[Warned]:
    """What the plan itself has to say to the writer."""
    said = [
        Warned(
            code="ALREADY_SUPERSEDED",
            path="supersedes",
            message=f"{old} was superseded by {new} already; both heads stand on the radar",
        )
        for old, new in step.successors.items()
    ]
    said += [
        Warned(code="PARTLY_ENDED", message=f"{record} lost a link to the conflict and keeps its others; it stays current")
        for record in step.partly
    ]
    said += [
        Warned(
            code="STATES_REMOVED",
            path="relations",
            message=f"{known.name!r} ({known.id}) is marked as removed; this link lifts the mark",
        )
        for known in {k.id: k for k in step.states_removed}.values()
    ]
    return said
