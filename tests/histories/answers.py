"""The questions, answered from what an oracle has heard."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime

from tests.histories.events import AFFECTING, FOREVER, PARTS, PROBLEMS, Event, Key, Link
from tests.histories.oracle import Entry, Tale, Teller

LINEAGE_HOPS = 5


class Oracle:
    """Keeps the events in the order of their instants; every question about K is answered by hearing them again up to K."""

    def __init__(self) -> None:
        self.sent: dict[int, Event] = {}
        self.events: list[tuple[datetime, int, Event]] = []
        self.tales: dict[int, Tale] = {}

    def tell(self, instant: datetime, number: int, event: Event) -> tuple[bool, ...]:
        """Adds an event, unless it is refused or only repeats; which of its items land."""
        tale = self.heard().copy()
        landed = Teller(tale, instant, number, self.sent).hear(event)
        self.sent[number] = event
        if tale.done != self.heard().done:
            self.events.append((instant, number, event))
            self.tales.clear()
        return landed

    def heard(self, known: datetime = FOREVER) -> Tale:
        """What was heard up to `known`. Who is who is told whole: a later merge counts, whenever it was stated."""
        upto = sum(instant <= known for instant, _, _ in self.events)
        if upto not in self.tales:
            tale = Tale()
            for instant, number, event in self.events[:upto]:
                Teller(tale, instant, number, self.sent).hear(event)
            tale.merges = self.heard().merges if upto < len(self.events) else tale.merges
            self.tales[upto] = tale
        return self.tales[upto]

    # -- what is stored

    def records(self, known: datetime, at: datetime) -> set[Key]:
        tale = self.heard(known)
        return {key for key in tale.entries if tale.holds((key, None), at)}

    def naming(self, name: str, known: datetime, at: datetime) -> set[Key]:
        """The records that hold and name a thing."""
        tale = self.heard(known)
        return {k for k in self.records(known, at) if any(tale.lead(n) == name for n in tale.entries[k].names)}

    def _holding(self, known: datetime, at: datetime) -> Iterator[tuple[Entry, Link]]:
        tale = self.heard(known)
        return ((entry, link) for entry, link, _ in tale.assertions() if tale.holds((entry.key, link), at))

    def stated(self, known: datetime, at: datetime) -> set[tuple[Key, Link]]:
        """Every assertion that holds, by the names it was stated with; those between one thing and itself too."""
        return {(entry.key, link) for entry, link in self._holding(known, at)}

    def lead(self, name: str) -> str:
        return self.heard().lead(name)

    # -- what is shown

    def links(self, known: datetime, at: datetime) -> Counter[Link]:
        """The links between different things, with the number of assertions each has."""
        tale = self.heard(known)
        return Counter(tale.shown(link) for _, link in self._holding(known, at) if len(tale.ends_of(link)) == 2)

    def impact(self, name: str, known: datetime, at: datetime, depth: int) -> dict[str, tuple[int, int]]:
        """Whom a change of `name` reaches: at which hop, and by how many assertions from the hop before."""
        edges: dict[str, Counter[str]] = defaultdict(Counter)
        for (source, type_, target), count in self.links(known, at).items():
            if type_ in AFFECTING:
                changed, affected = (source, target) if type_ == "required_by" else (target, source)
                edges[changed][affected] += count
        hops = {self.lead(name): (0, 0)}
        for hop in range(1, depth + 1):
            last = [n for n, (h, _) in hops.items() if h == hop - 1]
            reached = sum((edges[n] for n in last), Counter[str]())
            hops |= {n: (hop, count) for n, count in reached.items() if n not in hops}
        return {n: found for n, found in hops.items() if found[0]}

    def lineage(self, name: str, known: datetime, at: datetime) -> set[tuple[str, str, str, Key]]:
        """(role, entity, type, record) of every assertion on the way to the thing and on from it."""
        tale, here = self.heard(known), self.lead(name)
        shown = [(entry.key, tale.shown(x)) for entry, x in self._holding(known, at) if len(tale.ends_of(x)) == 2]
        events = {("fix", s, type_, key) for key, (s, type_, t) in shown if type_ == "solves" and t == here}
        led = [(s, t, type_, key) for key, (s, type_, t) in shown if type_ == "leads_to"]
        led += [(t, s, type_, key) for key, (s, type_, t) in shown if type_ == "caused_by"]
        for role, steps in (("cause", [(b, a, type_, key) for a, b, type_, key in led]), ("consequence", led)):
            seen, edge = {here}, {here}
            for _ in range(LINEAGE_HOPS):
                step = {(role, far, type_, key) for near, far, type_, key in steps if near in edge and far not in seen}
                events |= step
                edge = {far for _, far, _, _ in step}
                seen |= edge
        return events

    def problems(self, known: datetime, at: datetime) -> set[str]:
        """The problems that are open: named by what holds, and not answered since they were last found."""
        tale = self.heard(known)
        return {p for p in {tale.lead(p) for p in PROBLEMS} if self._is_open(tale, p, known, at)}

    def _is_open(self, tale: Tale, problem: str, known: datetime, at: datetime) -> bool:
        current = [tale.entries[key] for key in self.records(known, at)]
        naming = [(e, place) for e in current for name, place in e.names.items() if tale.lead(name) == problem]
        fixes = [
            entry.links[link]
            for entry, link in self._holding(known, at)
            if link[1] == "solves" and tale.lead(link[2]) == problem and len(tale.ends_of(link)) == 2
        ]
        found = [place for entry, place in naming if entry.kind == "problem_found"]
        return bool(naming) and not (fixes and all(any(not f.after(fix) for fix in fixes) for f in found))

    def removed(self, known: datetime, at: datetime) -> set[str]:
        """What was said to be gone, and not said to take part in anything since."""
        tale, gone = self.heard(known), set()
        for name, removal in tale.removals:
            back = any(
                link[1] in AFFECTING and tale.lead(name) in tale.ends_of(link) and place.after(removal)
                and entry.begins <= at and tale.end((entry.key, link)) > entry.begins
                for entry, link, place in tale.assertions()
            )  # fmt: skip
            if removal.span.first <= at and not back:
                gone.add(tale.lead(name))
        return gone & {tale.lead(name) for name in (*PARTS, *PROBLEMS)}

    # -- what a receipt says

    def receipt(self, number: int, instant: datetime) -> tuple[set[Link], set[Link]]:
        """The links that hold no longer because of this event, and those that others still assert where it was ended."""
        tale, ended, weaker = self.heard(instant), set(), set()
        for entry, link, _ in list(tale.assertions()):
            row = (entry.key, link)
            was, now = max(tale.end(row, but_for=[number]), entry.begins), max(tale.end(row), entry.begins)
            if now < was and len(tale.ends_of(link)) == 2:
                others = [e for e, x in self._holding(instant, now) if tale.shown(x) == tale.shown(link)]
                if not others:
                    ended.add(tale.shown(link))
                elif all(e.order[0] < instant for e in others):
                    weaker.add(tale.shown(link))
        return ended, weaker

    def records_ended(self, number: int, instant: datetime) -> set[Key]:
        """The records whose end this event moved."""
        tale = self.heard(instant)
        rows = {key: (key, None) for key in tale.entries}
        begins = {key: entry.begins for key, entry in tale.entries.items()}
        return {k for k, r in rows.items() if max(tale.end(r), begins[k]) < max(tale.end(r, but_for=[number]), begins[k])}
