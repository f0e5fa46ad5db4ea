"""What is refused once the memory was looked at: links that cannot be stated, ends that cannot be given."""

from __future__ import annotations

from collections.abc import Callable

from graphmem.errors import Refusal, Refused
from graphmem.model.ontology import CONFLICT, IMPACT
from graphmem.model.times import Place
from graphmem.write.items import Item
from graphmem.write.rows import EdgeRow
from graphmem.write.state import State, seen
from graphmem.write.steps import NamedRecords, ResolvedRetire


def check(state: State, item: Item, place: Place, own: list[EdgeRow], named: NamedRecords, retired: list[ResolvedRetire]) -> None:
    refusals: list[Refusal] = []

    def refuse(path: str, code: str, message: str) -> None:
        refusals.append(Refusal(item.index, path, code, message))

    for edge, link in zip(own, item.links, strict=True):
        if edge.parked:
            refuse(link.path, "SELF_RELATION", "both names lead to one entity; a relation joins two different things")
    stated: set[str] = set()
    for edge, link in zip(own, item.links, strict=True):
        if edge.id in stated:
            message = "an earlier relation states the same link, for their names lead to the same entities"
            refuse(link.path, "DUPLICATE_RELATION", message)
        stated.add(edge.id)
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
