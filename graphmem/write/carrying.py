"""What a record says beyond its own relations: its mentions, and with `carries` what the records before it said."""

from __future__ import annotations

import json
from dataclasses import replace

from graphmem.model.ontology import CONFLICT
from graphmem.model.times import Place
from graphmem.write.endings import LINK_LEVEL
from graphmem.write.items import Item
from graphmem.write.rows import EdgeRow, End, MentionRow, RecordRow, Times, edge_id
from graphmem.write.state import Names
from graphmem.write.steps import NamedRecords, Stamp


def twin_of(times: Times, place: Place | None = None) -> Times:
    return Times(
        times.valid_from, times.precision, times.assumed, times.stated_to, times.recorded_at, times.seq, times.item,
        place or times.place, times.stated_precision,
    )  # fmt: skip


def carried_edges(record: RecordRow, own: list[EdgeRow], named: NamedRecords, item: Item, stamp: Stamp) -> list[EdgeRow]:
    """Restates what the named records said, but for what was ended link by link before the start or is gainsaid now."""
    begin = record.times.valid_from
    stated = {(e.type, e.stated, e.semantic) for e in own}
    gainsaid = {(e.pair, e.type == CONFLICT) for e in own}
    carried = []
    for edge in [e for row in named.all for e in row.edges]:
        opposed = any(pair == edge.pair and conflict != (edge.type == CONFLICT) for pair, conflict in gainsaid)
        times = twin_of(record.times, edge.times.place)
        times.ends = [_copied(e, stamp) for e in edge.times.ends if e.standing and e.how in LINK_LEVEL]
        if (edge.type, edge.stated, edge.semantic) in stated or opposed or times.valid_to <= max(begin, times.valid_from):
            continue
        stated.add((edge.type, edge.stated, edge.semantic))
        id_ = edge_id(record.id, edge.stated, edge.type, edge.semantic)
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
                edge.semantic,
            )
        )
    return carried


def _copied(end: End, stamp: Stamp) -> End:
    return replace(end, learned=stamp.clock)


def mentions_of(record: RecordRow, names: Names, item: Item, named: NamedRecords) -> list[MentionRow]:
    found: dict[str, MentionRow] = {}
    for entity in item.entities:
        known = names.known[entity.ref]
        fields = json.dumps(entity.fields, sort_keys=True, ensure_ascii=False) if entity.fields else None
        aliases = tuple(a.shown for a in entity.aliases)
        found.setdefault(
            known.home,
            MentionRow(
                known.id,
                known.home,
                known.name if entity.id else entity.shown,
                entity.description,
                fields,
                record.times.place,
                aliases,
            ),
        )
    if item.carries:
        problems = {k.home for k in names.known.values() if k.type == "problem"} if record.kind == "problem_found" else set()
        for mention in [m for row in named.all for m in row.mentions]:
            own = found.get(mention.stated)
            found[mention.stated] = _said_again(own, mention, own is not None and own.stated in problems) if own else mention
    return list(found.values())


def _said_again(own: MentionRow, old: MentionRow, finding: bool) -> MentionRow:
    """What the old record said of an entity beside what the new one says; words of the new one come first.

    Where the new record only names the entity the old words keep their place in the order; a finding has its own.
    """
    if own.description is None and own.fields is None and not finding:
        return replace(own, description=old.description, fields=old.fields, place=old.place)
    fields = {**json.loads(old.fields or "{}"), **json.loads(own.fields or "{}")}
    said = json.dumps(fields, sort_keys=True, ensure_ascii=False) if fields else None
    return replace(own, description=own.description or old.description, fields=said)
