"""What a memory should answer, found by listening again: the events alone are kept, and a question about K hears them up to K.

A `Tale` is one such hearing. It only ever grows: entries, endings, undoings and removals are added, none is changed, so that
an end is what remains when all that was heard is put together. No time at which something was learned is kept anywhere, for
what was learned after K has not been heard. Identity alone is told whole, whatever the K: it has no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tests.histories.events import (
    AFFECTING,
    FOREVER,
    Again,
    Event,
    Forgotten,
    Item,
    Key,
    Link,
    Merged,
    Order,
    Place,
    Reinstated,
    Retire,
    Row,
    Span,
    Told,
    Unmerged,
)


class Broken(Exception):
    """A rule is broken: nothing of this is heard."""


@dataclass(frozen=True)
class Entry:
    """A record as it was heard; nothing that happens later changes it."""

    key: Key
    kind: str
    place: Place
    dated: bool  # the writer gave its start
    until: datetime
    order: Order
    names: Mapping[str, Place]
    links: Mapping[Link, Place]

    @property
    def begins(self) -> datetime:
        return self.place.span.first


@dataclass(frozen=True)
class Ending:
    """An end that an act gave to a record with all it says, or to one of its links alone."""

    row: Row
    at: datetime
    act: Key


@dataclass
class Tale:
    """All that was heard so far."""

    entries: dict[Key, Entry] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)
    undone: set[tuple[Row, Key]] = field(default_factory=set)
    removals: list[tuple[str, Place]] = field(default_factory=list)
    merges: dict[int, Merged] = field(default_factory=dict)
    done: set[Key | int] = field(default_factory=set)

    def copy(self) -> Tale:
        return Tale(
            dict(self.entries), list(self.endings), set(self.undone), list(self.removals), dict(self.merges), set(self.done)
        )

    def become(self, other: Tale) -> None:
        self.__dict__.update(other.__dict__)

    # -- who is who

    def lead(self, name: str) -> str:
        """The name under which a thing goes, by the merges that stand, in their order."""
        groups: list[tuple[str, set[str]]] = []
        for merge in self.merges.values():
            lost = next((g for g in groups if merge.loser in g[1]), (merge.loser, {merge.loser}))
            kept = next((g for g in groups if merge.survivor in g[1]), (merge.survivor, {merge.survivor}))
            groups = [g for g in groups if g is not lost and g is not kept]
            groups.append((kept[0], lost[1] | kept[1]))
        return next((lead for lead, names in groups if name in names), name)

    def ends_of(self, link: Link) -> frozenset[str]:
        return frozenset((self.lead(link[0]), self.lead(link[2])))

    def shown(self, link: Link) -> Link:
        source, type_, target = self.lead(link[0]), link[1], self.lead(link[2])
        if type_ == "related_to":
            source, target = sorted((source, target))
        return source, type_, target

    def known(self) -> set[str]:
        return {name for entry in self.entries.values() for name in entry.names}

    # -- when things end

    def standing(self, row: Row) -> Iterator[Ending]:
        """The endings that count for a row: its own, and those of its record; whoever was answered is left out."""
        for ending in self.endings:
            if ending.row in (row, (row[0], None)) and (row, ending.act) not in self.undone:
                yield ending

    def end(self, row: Row, *, but_for: Iterable[int] = ()) -> datetime:
        stated = self.entries[row[0]].until
        return min([stated, *(e.at for e in self.standing(row) if e.act[0] not in but_for)])

    def holds(self, row: Row, at: datetime) -> bool:
        return self.entries[row[0]].begins <= at < self.end(row)

    def meets(self, row: Row, span: Span) -> bool:
        """Whether the row holds when something of this start begins; what never held meets nothing."""
        begins = self.entries[row[0]].begins
        return begins <= span.last and self.end(row) > max(begins, span.first)

    def assertions(self) -> Iterator[tuple[Entry, Link, Place]]:
        for entry in self.entries.values():
            for link, place in entry.links.items():
                yield entry, link, place


class Teller:
    """Hears events into a tale; each method raises `Broken`, with the tale as it was, when a rule forbids the event."""

    def __init__(self, tale: Tale, instant: datetime, number: int, earlier: Mapping[int, Event]) -> None:
        self.tale, self.instant, self.number, self.earlier = tale, instant, number, earlier

    def hear(self, event: Event) -> tuple[bool, ...]:
        """Which items of the event land."""
        named, event = (event.event, self.earlier[event.event]) if isinstance(event, Again) else (self.number, event)
        if isinstance(event, Told):
            return self._told(named, event)
        if named in self.tale.done:
            return (True,)
        try:
            self._act(named, event)
        except Broken:
            return (False,)
        self.tale.done.add(named)
        return (True,)

    def _told(self, named: int, event: Told) -> tuple[bool, ...]:
        draft, landed = self.tale.copy(), []
        for place, item in enumerate(event.items):
            trial = draft.copy()
            try:
                if (named, place) not in trial.done:
                    _Hearing(trial, item, (named, place), (self.number, place), (self.instant, place)).hear()
                draft = trial
                landed.append(True)
            except Broken:
                landed.append(False)
        if not (event.partial or all(landed)):
            return tuple(False for _ in landed)
        self.tale.become(draft)
        return tuple(landed)

    def _act(self, named: int, event: Event) -> None:
        tale = self.tale
        if isinstance(event, Forgotten):
            entry = _known(tale, event.key)
            tale.endings.append(Ending((event.key, None), entry.begins if event.never_held else self.instant, (self.number, 0)))
        elif isinstance(event, Reinstated):
            self._reinstate(event.row)
        elif isinstance(event, Merged):
            if not {event.loser, event.survivor} <= tale.known() or tale.lead(event.loser) == tale.lead(event.survivor):
                raise Broken
            tale.merges[named] = event
        elif isinstance(event, Unmerged):
            if event.merge not in tale.merges:
                raise Broken
            del tale.merges[event.merge]

    def _reinstate(self, row: Row) -> None:
        """Answers the acts that ended this row: for it, and when it is a record for all that it says."""
        key, link = row
        entry = _known(self.tale, key)
        if link is not None and link not in entry.links:
            raise Broken
        acts = {e.act for e in self.tale.standing(row)}
        if not acts:
            raise Broken
        rows = [row] if link is not None else [row, *((key, x) for x in entry.links)]
        self.tale.undone |= {(r, act) for r in rows for act in acts}


def _known(tale: Tale, key: Key) -> Entry:
    if key not in tale.entries:
        raise Broken
    return tale.entries[key]


class _Hearing:
    """One record being heard: `key` is what it will be called, `act` what its endings are laid to."""

    def __init__(self, tale: Tale, item: Item, key: Key, act: Key, order: Order) -> None:
        self.tale, self.item, self.key, self.act = tale, item, key, act
        self.old = [_known(tale, k) for k in (*item.supersedes, *item.corrects)]
        span, self.dated, self.until = item.since or Span(order[0], order[0]), item.since is not None, item.until or FOREVER
        self.place, self.order = Place(span, order), order
        if item.corrects and item.since is None and item.until is None:
            self._take_the_place_of([tale.entries[k] for k in item.corrects])
        self.span, self.begins = self.place.span, self.place.span.first
        if self.until <= self.begins:
            raise Broken

    def _take_the_place_of(self, wrong: list[Entry]) -> None:
        """What is put right keeps its turn; that some of it was withdrawn before says nothing about its end."""
        first = min(wrong, key=lambda e: (e.begins, e.order))
        self.place, self.dated = first.place, first.dated
        lasted = [[e.at for e in self.tale.standing((w.key, None)) if e.at > w.begins] for w in wrong]
        self.until = max(min([w.until, *ends]) for w, ends in zip(wrong, lasted, strict=True))

    def hear(self) -> None:
        self._refuse()
        for retire in self.item.retires:
            self._retire(retire)
        names = dict.fromkeys(self.item.names, self.place)
        links, ended_before = self._with_carried(names)
        self._end_old()
        for pair in {self.tale.ends_of(link) for link in self.item.links if link[1] == "conflicts_with"}:
            self._gainsay(pair)
        self.tale.entries[self.key] = Entry(
            self.key, self.item.kind, self.place, self.dated, self.until, self.order, names, links
        )  # fmt: skip
        self.tale.endings += ended_before
        self.tale.done.add(self.key)

    # -- what may not be said

    def _refuse(self) -> None:
        tale, links = self.tale, self.item.links
        between: dict[frozenset[str], set[bool]] = {}
        for link in links:
            between.setdefault(tale.ends_of(link), set()).add(link[1] == "conflicts_with")
        undoes_future = any(self._before_its_start(tale.entries[k]) for k in self.item.supersedes)
        if any(len(pair) == 1 or len(sorts) == 2 for pair, sorts in between.items()) or undoes_future:
            raise Broken
        for retire in self.item.retires:
            self._refuse_retire(retire)

    def _before_its_start(self, entry: Entry) -> bool:
        return entry.dated and self.span.last < entry.begins

    def _refuse_retire(self, retire: Retire) -> None:
        tale = self.tale
        if retire.entity is not None:
            gone, unknown = tale.lead(retire.entity), retire.entity not in tale.known() | self.item.names
            restated = any(x[1] in AFFECTING and gone in tale.ends_of(x) for x in self.item.links)
        else:
            assert retire.link is not None
            unknown = retire.key is None and not {retire.link[0], retire.link[2]} <= tale.known()
            restated = any(tale.shown(x) == tale.shown(retire.link) for x in self.item.links)
        if retire.key is not None:
            entry = _known(tale, retire.key)
            unknown = retire.link not in entry.links or self._before_its_start(entry)
        if unknown or restated:
            raise Broken

    # -- what ends

    def _cut(self, row: Row, at: datetime) -> None:
        self.tale.endings.append(Ending(row, at, self.act))

    def _retire(self, retire: Retire) -> None:
        tale = self.tale
        if retire.key is not None:
            self._cut((retire.key, retire.link), self.begins)
            return
        if retire.entity is not None:
            tale.removals.append((retire.entity, self.place))
        for entry, link, _ in list(tale.assertions()):
            if retire.entity is not None:
                meant = link[1] in AFFECTING and tale.lead(retire.entity) in tale.ends_of(link)
            else:
                assert retire.link is not None
                meant = tale.shown(link) == tale.shown(retire.link) and len(tale.ends_of(link)) == 2
            if meant and tale.meets((entry.key, link), self.span):
                self._cut((entry.key, link), self.begins)

    def _end_old(self) -> None:
        for key in self.item.supersedes:
            self._cut((key, None), self.begins)
        for key in self.item.corrects:
            self._cut((key, None), self.tale.entries[key].begins)

    def _gainsay(self, pair: frozenset[str]) -> None:
        """Ends what was said otherwise between the two; a record that is left without a link goes with its last one."""
        tale, robbed = self.tale, set()
        for entry, link, _ in list(tale.assertions()):
            row = (entry.key, link)
            if link[1] != "conflicts_with" and tale.ends_of(link) == pair and tale.meets(row, self.span):
                self._cut(row, self.begins)
                robbed.add(entry.key)
        for key in robbed:
            if all(tale.end((key, link)) <= self.begins for link in tale.entries[key].links):
                self._cut((key, None), self.begins)

    # -- what is carried on

    def _with_carried(self, names: dict[str, Place]) -> tuple[dict[Link, Place], list[Ending]]:
        """The links of the new record; what it repeats of the old ones keeps its place, and the ends it had got by itself."""
        links, endings = dict.fromkeys(self.item.links, self.place), []
        said = {(self.tale.ends_of(link), link[1] == "conflicts_with") for link in self.item.links}
        for entry in self.old if self.item.carries else []:
            for name, place in entry.names.items():
                names.setdefault(name, place)
            for link, place in entry.links.items():
                own = [e for e in self.tale.standing((entry.key, link)) if e.row[1] is not None]
                opposed = (self.tale.ends_of(link), link[1] != "conflicts_with") in said
                if link not in links and not opposed and all(e.at > self.begins for e in own):
                    links[link] = place
                    endings += [Ending((self.key, link), e.at, e.act) for e in own]
        return links, endings
