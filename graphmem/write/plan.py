"""Decides what a request does: which rows are added, which end, and what is refused. Pure: it sees a `State`, the database never.

Items count in order: each is planned on the state that the earlier ones left, so that a later item can end what an earlier
one stated. A refused item leaves the state as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.errors import Refusal, Refused
from graphmem.model.ontology import CONFLICT, IMPACT
from graphmem.model.times import OPEN, Place, Precision
from graphmem.write.carrying import carried_edges, mentions_of, twin_of
from graphmem.write.checks import check
from graphmem.write.duplicates import probable_duplicates
from graphmem.write.endings import Endings
from graphmem.write.items import Item
from graphmem.write.rows import EdgeRow, RecordRow, Times, edge_id
from graphmem.write.state import Known, Names, State, seen
from graphmem.write.steps import NamedRecords, ResolvedRetire, Stamp, Step


def plan_item(state: State, item: Item, stamp: Stamp) -> Step:
    """Plans one item and applies it to the state; raises `Refused`, with the state unchanged, when a rule is broken."""
    names = Names(state, item)
    named = _named_records(state, item)
    record = RecordRow(item.id, item.kind, _times(item, named, stamp), new=True)
    retired = _retired(state, names, item)
    own = _own_edges(record, names, item, stamp.author)
    check(state, item, record.times.place, own, named, retired)

    step = Step(item, record, names, Endings(record.id, stamp.author, stamp.clock, item.index))
    _retire(state, step, retired)
    carried = carried_edges(record, own, named, item, stamp) if item.carries else []
    record.mentions = mentions_of(record, names, item, named)
    _end_named(step, named)
    for edge in own:
        if edge.type == CONFLICT:
            _conflict(state, step, edge)
    _conflicts_emptied(state, step)
    _tell_lifted(state, step, own)
    record.caused = [*step.endings.records, *step.endings.edges]
    step.proposals = probable_duplicates(names)
    names.keep()
    for known in step.removed:
        state.marks[known.id].append(record.times.place)
    state.add_record(record)
    state.add_edges([*own, *carried])
    if item.request_id:
        state.requests[item.request_id] = item.id
    return step


# -- what the item stands on


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
    for link, (source, target) in zip(item.links, _ends(names, item), strict=True):
        stated = (source.home, target.home)
        id_ = edge_id(record.id, stated, link.type, link.semantic)
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
                twin_of(record.times),
                new=True,
                semantic=link.semantic,
            )
        )
    return edges


def _ends(names: Names, item: Item) -> list[tuple[Known, Known]]:
    """The two entities of each link; raises `Refused` for an end that leads to none that the record declares."""
    found = [(names.end(link.source), names.end(link.target)) for link in item.links]
    missing = {
        f"{link.path}.{word}"
        for link, ends in zip(item.links, found, strict=True)
        for word, known in zip(("source", "target"), ends, strict=True)
        if known is None
    }
    if missing:
        raise Refused([r for r in item.undeclared if r.path in missing])
    return [(source, target) for source, target in found if source and target]


# -- what is refused


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
            # What is named for the first time may be said to be gone already; a link of it cannot have been stated.
            new = names.declared(given.entity)
            found.append(ResolvedRetire(given, entity=_by_name(state, names, item, given.entity, f"{given.path}.entity", new)))
        else:
            ends = [_by_name(state, names, item, str(getattr(given, k)), f"{given.path}.{k}") for k in ("source", "target")]
            found.append(ResolvedRetire(given, link=seen(ends[0].id, str(given.type), ends[1].id)))
    return found


def _by_name(state: State, names: Names, item: Item, name: str, path: str, new: Sequence[Known] = ()) -> Known:
    """The entity of a bare name; of several, the one that the record itself declares."""
    found = state.bare(name) or [*new]
    declared = {k.id for k in names.known.values()}
    if len(found) > 1 and len(own := [k for k in found if k.id in declared]) == 1:
        found = own
    if not found:
        raise _refused(item, path, "UNKNOWN_ENTITY", f"no entity {name!r} in this workspace; nothing of it can be retired")
    if len(found) > 1:
        listed = ", ".join(f"{k.id} ({k.type})" for k in found)
        raise _refused(item, path, "AMBIGUOUS_NAME", f"{name!r} names several entities: {listed}; use one of these ids")
    return found[0]


def _refused(item: Item, path: str, code: str, message: str) -> Refused:
    return Refused([Refusal(item.index, path, code, message)])


# -- what ends


def _retire(state: State, step: Step, retired: list[ResolvedRetire]) -> None:
    begin = step.record.times.valid_from
    for retire in retired:
        if retire.edge and retire.edge.times.valid_to <= begin:
            step.tell("ALREADY_ENDED", retire.given.path, f"{retire.edge.id} had ended before; the earlier end counts")
        if retire.entity and retire.entity not in step.removed:
            step.removed.append(retire.entity)
        hit = _retired_edges(state, step.record.times.place, retire)
        if retire.link and not hit:
            step.tell("RETIRES_NOTHING", retire.given.path, "no such link holds when this record begins; nothing ended")
        for edge in hit:
            step.endings.end_edge(edge, begin, "retired")


def _retired_edges(state: State, place: Place, retire: ResolvedRetire) -> list[EdgeRow]:
    """The edges that a retirement ends: the one it names, or those of the link or the entity that hold when it begins."""
    if retire.edge:
        return [retire.edge]
    if retire.link:
        source, _, target = retire.link
        found = [e for e in state.by_pair[frozenset((source, target))] if state.seen(e) == retire.link and not e.parked]
    else:
        found = [e for e in state.by_entity[retire.entity.id] if e.type in IMPACT] if retire.entity else []
    return [e for e in found if e.times.meets(place)]


def _end_named(step: Step, named: NamedRecords) -> None:
    begin = step.record.times.valid_from
    for n, row in enumerate(named.superseded):
        _tell_ended(step, row, f"supersedes[{n}]", begin)
        never = row.times.assumed and begin <= row.times.valid_from
        step.endings.end_record(row, None if never else begin, "superseded")
    for n, row in enumerate(named.corrected):
        _tell_ended(step, row, f"corrects[{n}]", None)
        step.endings.end_record(row, None, "corrected")
    step.ended += named.all


def _tell_ended(step: Step, row: RecordRow, path: str, begin: datetime | None) -> None:
    """Warns of a fork: the record has a successor already, beside which this one will stand.

    A correction of what was superseded is none where it ends when the successor begins, as it does without times of its own.
    """
    times = step.record.times
    for end in (e for e in row.times.ends if e.standing and e.how in ("superseded", "corrected")):
        if begin is not None or end.how == "corrected" or times.valid_to > end.valid_to:
            step.tell("ALREADY_SUPERSEDED", path, f"{row.id} was {end.how} by {end.act} already; the radar shows both heads")
            return
    if begin is not None and row.times.valid_to <= max(begin, row.times.valid_from):
        step.tell("ALREADY_ENDED", path, f"{row.id} had ended before; the earlier end counts")


def _conflict(state: State, step: Step, conflict: EdgeRow) -> None:
    """Ends the links of any other type between the two that were stated before."""
    begin = step.record.times.valid_from
    place = step.record.times.place
    for edge in [e for e in state.by_pair[conflict.pair] if e.type != CONFLICT and e.times.meets(place)]:
        step.endings.end_edge(edge, begin, "conflict")


def _conflicts_emptied(state: State, step: Step) -> None:
    """A record that lost its last link to the conflicts of this one ends too; one that keeps a link is told of."""
    begin = step.record.times.valid_from
    hit = [id_ for id_, how in step.endings.edges.items() if how == "conflict"]
    for record in dict.fromkeys(state.edges[id_].record for id_ in hit):
        row = state.records[record]
        if any(e.times.valid_to > begin for e in row.edges):
            step.tell("PARTLY_ENDED", "relations", f"{record} lost a link to the conflict and keeps its others; it stays current")
        else:
            step.endings.end_record(row, begin, "conflict_all")
            step.ended.append(row)


def _tell_lifted(state: State, step: Step, own: list[EdgeRow]) -> None:
    """Warns of each entity whose mark of removal an impact link of the record lifts."""
    links = [e for e in own if e.type in IMPACT]
    for known in {k.id: k for k in step.names.known.values() if k.id in state.marks}.values():
        if any(known.id in e.pair and state.removed(known.id, e.times.place) for e in links):
            message = f"{known.name!r} ({known.id}) is marked as removed; this link lifts the mark"
            step.tell("STATES_REMOVED", "relations", message)
