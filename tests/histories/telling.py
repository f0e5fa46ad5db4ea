"""Tells histories to the product through its public door, and reads back what it made of them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graphmem.errors import NotFound, Refused
from graphmem.memory import Memory
from graphmem.model.ontology import DEFAULT
from graphmem.model.receipts import EndedLine, Receipt
from graphmem.model.records import CodeChange, Decision, EntityRef, ProblemFound, ProblemSolved, Record, Relation, Retire
from graphmem.write.rows import edge_id
from tests.histories.events import (
    PARTS,
    PROBLEMS,
    Again,
    Event,
    Forgotten,
    Item,
    Key,
    Link,
    Merged,
    Reinstated,
    Row,
    Told,
    Unmerged,
)
from tests.histories.strategy import START, TICK

NAMES = {said: name for name in (*PARTS, *PROBLEMS) for said in (name.casefold(), f"the {name.casefold()}")}
FORMS: Mapping[str, type[Record]] = {
    "decision": Decision, "problem_found": ProblemFound, "problem_solved": ProblemSolved, "code_change": CodeChange
}  # fmt: skip
WORDS = {
    "decision": ("decision",),
    "problem_found": ("problem",),
    "problem_solved": ("problem", "solution"),
    "code_change": ("change",),
}


def kind_of(name: str) -> str:
    return "problem" if name in PROBLEMS else "code_component"


def spelled(name: str, turn: int) -> str:
    """One of the spellings that lead to one thing."""
    return (name, name.upper(), f" {name.lower()} ")[turn % 3]


def declared(name: str, turn: int) -> EntityRef:
    """A thing as a record names it: by one of its spellings, now and then by an alias, which it also declares."""
    if turn % 4 == 3:
        return EntityRef(name=f"the {name}", type=kind_of(name), aliases=(name,))
    return EntityRef(name=spelled(name, turn), type=kind_of(name), aliases=(f"The {name}",) if turn % 4 == 2 else ())


def canonical(name: str) -> str:
    return NAMES[name.strip().casefold()]


class Telling:
    """One workspace that hears a history."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.clock = self.instant = START - TICK  # what was committed last, and what the last event was given
        self.ids: dict[Key, str] = {}
        self.keys: dict[str, Key] = {}
        self.homes: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.merges: dict[int, str] = {}
        self.sent: dict[int, Event] = {}
        self.receipts: dict[int, Receipt] = {}

    async def begin(self) -> None:
        self.memory.store._now = self.clock
        self.workspace = await self.memory.workspace(f"h-{secrets.token_hex(6)}", author="ana", create=True)

    async def hear(self, number: int, wall: datetime, event: Event, *, dry_run: bool = False) -> Receipt | None:
        """The receipt, or None when the event was refused as a whole; `instant` is what the event was, or would have been, given."""
        self.memory.store._now = wall
        named = event.event if isinstance(event, Again) else number
        event = self.sent.setdefault(named, event) if not isinstance(event, Again) else self.sent[named]
        self.instant = max(wall, self.clock + TICK)
        try:
            receipt = await self._told(named, event, dry_run)
        except (Refused, NotFound):
            return None
        if not dry_run:
            # A request that only repeats, or lands nothing, writes nothing, not even the clock.
            idle = receipt.replayed or (isinstance(event, Told) and not receipt.records)
            self.clock = self.clock if idle else self.instant
            self._keep(named, event, receipt)
        return receipt

    async def _told(self, number: int, event: Event, dry_run: bool) -> Receipt:
        door = self.workspace
        shared: dict[str, Any] = {"request_id": f"e{number}", "dry_run": dry_run}
        if isinstance(event, Told):
            records = [self._record(number, place, item) for place, item in enumerate(event.items)]
            return await door.remember(*records, mode="partial" if event.partial else "atomic", dry_run=dry_run)
        if isinstance(event, Forgotten):
            record = self.ids.get(event.key, "rec_unknown")
            return await door.forget(record, reason="a reason", never_held=event.never_held, **shared)
        if isinstance(event, Reinstated):
            return await door.reinstate(self._row(event.row), reason="a reason", **shared)
        if isinstance(event, Merged):
            loser, survivor = (self._entity(n, number) for n in (event.loser, event.survivor))
            return await door.merge(loser, survivor, reason="a reason", **shared)
        assert isinstance(event, Unmerged)
        return await door.unmerge(self.merges.get(event.merge, "mrg_unknown"), reason="a reason", **shared)

    def _entity(self, name: str, turn: int) -> str:
        """By name or by id, in turn: both lead to what stands for the name now."""
        return self.homes.get(name, name) if turn % 2 else spelled(name, turn)

    def _row(self, row: Row) -> str:
        key, link = row
        return self.ids.get(key, "rec_unknown") if link is None else self._edge(key, link)

    def _edge(self, key: Key, link: Link) -> str:
        homes = (self.homes.get(link[0], ""), self.homes.get(link[2], ""))
        return edge_id(self.ids.get(key, "rec_unknown"), homes, link[1])

    def _record(self, number: int, place: int, item: Item) -> Record:
        def named(keys: tuple[Key, ...]) -> list[str]:
            earlier = {key: f"e{key[0]}.{key[1]}" for key in keys if key[0] == number and key[1] < place}
            return [earlier.get(key) or self.ids.get(key, "rec_unknown") for key in keys]

        entities = [declared(n, number + place) for n in sorted(item.names)]
        relations = [Relation(source=s, type=k, target=t, reason=f"for {number}.{place}") for s, k, t in item.links]
        return FORMS[item.kind](
            **dict.fromkeys(WORDS[item.kind], "as it is"), entities=entities, relations=relations,
            supersedes=named(item.supersedes), corrects=named(item.corrects), carries=item.carries,
            retires=[self._retire(r.key, r.link, r.entity) for r in item.retires],
            valid_from=item.since.given if item.since else None, valid_to=item.until, request_id=f"e{number}.{place}",
        )  # fmt: skip

    def _retire(self, key: Key | None, link: Link | None, entity: str | None) -> Retire:
        if link is None:
            return Retire(entity=entity)
        return Retire(relation=self._edge(key, link)) if key else Retire(source=link[0], type=link[1], target=link[2])

    def _keep(self, number: int, event: Event, receipt: Receipt) -> None:
        if isinstance(event, Merged):
            self.merges[number] = receipt.id or ""
        if isinstance(event, Told):
            for line in receipt.records:
                key = (number, int((line.request_id or "").rpartition(".")[2]))
                self.ids[key], self.keys[line.id] = line.id, key
            # A new entity stands for itself; one that was merged since is shown by the name that stands for it.
            for entity in receipt.entities:
                if entity.created:
                    self.homes[canonical(entity.name)] = entity.id
                    self.names[entity.id] = canonical(entity.name)

    # -- what came back

    def landed(self, event: Event, receipt: Receipt | None, earlier: Mapping[int, Event]) -> tuple[bool, ...]:
        """Which items of the event were stored."""
        event = earlier[event.event] if isinstance(event, Again) else event
        if not isinstance(event, Told):
            return (receipt is not None,)
        refused = {line.index for line in receipt.refused} if receipt else set(range(len(event.items)))
        return tuple(place not in refused for place in range(len(event.items)))

    async def committed(self) -> datetime:
        """The clock of the workspace as the database has it."""
        answer = await self.workspace.timeline(limit=1)
        return answer.as_of

    async def rows(self, text: str, **params: Any) -> list[dict[str, Any]]:
        """The rows of a statement of the tests' own."""

        async def work(reader: Any) -> list[dict[str, Any]]:
            result = await reader._tx.run(text, {"workspace": reader.workspace, **params})
            return [dict(record) async for record in result]

        store = self.memory.store
        return await store.read(work, workspace=self.workspace.name, clocks=lambda clock, now: (clock, now))


LINK = re.compile(rf"(.+) ({'|'.join(t.name for t in DEFAULT.relation_types)}) (.+)")


def links_of(lines: tuple[EndedLine, ...]) -> set[Link]:
    """The links that lines of a receipt are about, by canonical names."""
    return {shown(*found.groups()) for line in lines if line.link and (found := LINK.fullmatch(line.link))}


def shown(source: str, type_: str, target: str) -> Link:
    source, target = canonical(source), canonical(target)
    return (min(source, target), type_, max(source, target)) if type_ == "related_to" else (source, type_, target)
