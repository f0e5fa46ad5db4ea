"""Compares what the memory answers with what the oracle says, at many pairs of instants."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any

from graphmem.store.driver import plain
from graphmem.store.statements import expand
from tests.histories.answers import Oracle
from tests.histories.events import AFFECTING, FOREVER, PARTS, PROBLEMS, Again, Event, Key, Link, Told
from tests.histories.strategy import START, TICK, Step
from tests.histories.telling import Telling, canonical, links_of, shown

DEPTH = 4
NAMES = (*PARTS, *PROBLEMS)
Pair = tuple[datetime, datetime]

# Every assertion is read, the parked ones too, through the predicate that all questions share. The second property of each
# index is named, so that it serves: without it the whole database would be read.
RECORDS = "MATCH (r:Record) WHERE r.workspace = $workspace AND r.seq > 0"
EDGES = "MATCH (a:Entity)-[r:RELATION]->(b:Entity) WHERE a.workspace = $workspace AND a.type IS NOT NULL"
PARKED = "MATCH (m:Merge)-[r:PARKED]->(b:Entity) WHERE m.workspace = $workspace AND m.seq > 0"
HOLDING = (
    expand(f"""
UNWIND $pairs AS pair
CALL (pair) {{ {RECORDS} AND holds(r) RETURN collect(r.id) AS records }}
CALL (pair) {{ {EDGES} AND holds(r) RETURN collect([r.record, r.stated_source, r.type, r.stated_target, a.id, b.id]) AS edges }}
CALL (pair) {{ {PARKED} AND holds(r) RETURN collect([r.record, r.stated_source, r.type, r.stated_target, b.id, b.id]) AS parked }}
RETURN records, edges, parked
""")
    .replace("$as_of", "pair.as_of")
    .replace("$valid_at", "pair.valid_at")
)

# The end known now, and since when it is that, must say the same as the lists of all ends.
MISKEPT = expand(f"""
CALL () {{
  {RECORDS} RETURN properties(r) AS x
  UNION ALL
  {RECORDS} MATCH (r)-[m:MENTIONS]->(:Entity) RETURN properties(m) AS x
  UNION ALL
  {EDGES} RETURN properties(r) AS x
  UNION ALL
  {PARKED} RETURN properties(r) AS x
}}
WITH x, range(0, size(coalesce(x.ends_learned, [])) - 1) AS all, $open AS open
WITH x, [k IN [x.ended_at] + coalesce(x.ends_learned, []) + coalesce(x.ends_undone, []) WHERE x.ended_at <= k AND k < open |
  reduce(end = x.stated_to, i IN all |
    CASE WHEN x.ends_learned[i] <= k AND k < x.ends_undone[i] AND x.ends_valid_to[i] < end THEN x.ends_valid_to[i] ELSE end END)] AS known
WHERE any(end IN known WHERE end <> x.valid_to)
RETURN x.id AS id
""")


def moments(steps: list[Step], instants: list[datetime], many: int | None, seed: int) -> list[Pair]:
    """Pairs that are likely to tell two readings apart: each instant and each start or end, and the moment before it.

    Many of them and the last instant with all, or every pair; in a random order.
    """
    dice = random.Random(seed)
    edges = {START, *instants}
    for item in (item for step in steps if isinstance(step.event, Told) for item in step.event.items):
        edges |= {t for t in (item.since and item.since.first, item.since and item.since.last, item.until) if t}
    known = sorted({*instants, *(i - TICK for i in instants)})
    at = sorted({*edges, *(e - TICK for e in edges), max(edges) + timedelta(days=900)})
    last = instants[-1]
    if many is None:
        return dice.sample(pairs := [(k, t) for k in known for t in at], len(pairs))
    return [(dice.choice(known), dice.choice(at)) for _ in range(many)] + [(last, t) for t in dice.sample(at, min(len(at), many))]


class Comparison:
    """Raises AssertionError with the question, the instants and both answers where they differ."""

    def __init__(self, telling: Telling, oracle: Oracle) -> None:
        self.telling, self.oracle = telling, oracle

    # -- rows

    async def stored(self, pairs: list[Pair]) -> None:
        """What holds, and where it lies, row by row."""
        given = [{"as_of": known, "valid_at": at} for known, at in pairs]
        for (known, at), row in zip(pairs, await self.telling.rows(HOLDING, pairs=given), strict=True):
            here = f"known {known}, at {at}"
            assert {self.telling.keys[r] for r in row["records"]} == self.oracle.records(known, at), f"records, {here}"
            every = [*row["edges"], *row["parked"]]
            assert {self._assertion(x) for x in every} == self.oracle.stated(known, at), f"assertions, {here}"
            assert Counter(self._link(x) for x in row["edges"]) == self.oracle.links(known, at), f"links, {here}"
            for _, source, _, target, *lies in every:
                assert [self._lead(source), self._lead(target)] == [self.telling.names[x] for x in lies], f"place, {here}"
            assert all(x[4] != x[5] for x in row["edges"]), f"a link between one thing and itself, {here}"
        assert not await self.telling.rows(MISKEPT, open=FOREVER)

    def _assertion(self, row: list[Any]) -> tuple[Key, Link]:
        record, source, type_, target, *_ = row
        return self.telling.keys[record], (self.telling.names[source], type_, self.telling.names[target])

    def _link(self, row: list[Any]) -> Link:
        return shown(self.telling.names[row[4]], row[2], self.telling.names[row[5]])

    def _lead(self, home: str) -> str:
        return self.oracle.lead(self.telling.names[home])

    # -- questions

    async def asked(self, pairs: Iterable[Pair]) -> None:
        """Each pair through the radar and through the views of every thing; which view it is goes round."""
        views = cycle((self._impact, self._entity, self._lineage, self._impact))
        for known, at in pairs:
            await self._radar(known, at)
            for name in sorted({self.oracle.lead(n) for n in NAMES if n in self.telling.homes}):
                await next(views)(name, known, at)

    async def _impact(self, name: str, known: datetime, at: datetime) -> None:
        answer = await self.telling.workspace.impact(name, depth=DEPTH, as_of=known, valid_at=at)
        found = {canonical(d.entity.name): (d.hop, len(d.evidence)) for d in answer.dependents}
        assert found == self.oracle.impact(name, known, at, DEPTH), f"impact of {name}, known {known}, at {at}"
        assert len(answer.dependents) == len(found)
        assert len({r.record for r in answer.risks}) == len(answer.risks)
        assert (answer.as_of, answer.valid_at) == (known, at)
        for d in answer.dependents:
            assert len(d.path) == d.hop, f"path to {d.entity.name} from {name}, known {known}, at {at}"

    async def _lineage(self, name: str, known: datetime, at: datetime) -> None:
        answer = await self.telling.workspace.lineage(name, as_of=known, valid_at=at)
        told = [(e.role, canonical(e.entity.name), str(e.type), self.telling.keys[e.record]) for e in answer.events]
        found = {e for e in told if e[0] != "subject"}
        assert found == self.oracle.lineage(name, known, at), f"lineage of {name}, known {known}, at {at}"

    async def _entity(self, name: str, known: datetime, at: datetime) -> None:
        answer = await self.telling.workspace.entity(name, limit=200, as_of=known, valid_at=at)
        here = f"the view of {name}, known {known}, at {at}"
        ends = {"out": (0, 1), "in": (1, 0), "both": (0, 1)}
        found = {}
        for link in answer.relations:
            both = (name, canonical(link.entity.name))
            source, target = (both[i] for i in ends[link.direction])
            found[shown(source, link.type, target)] = link.evidence_total
        assert found == {x: n for x, n in self.oracle.links(known, at).items() if name in (x[0], x[2])}, here
        assert (answer.removed is not None) == (name in self.oracle.removed(known, at)), here
        current = [self.telling.keys[r.record] for r in answer.records if r.holds]
        assert sorted(current) == sorted(self.oracle.naming(name, known, at)), here

    async def _radar(self, known: datetime, at: datetime) -> None:
        radar = await self.telling.workspace.radar(limit=200, as_of=known, valid_at=at)
        here = f"known {known}, at {at}"
        found = sorted(canonical(line.entity.name) for line in radar.unsolved_problems.lines)
        assert found == sorted(self.oracle.problems(known, at)), f"open problems, {here}"
        links, removed = self.oracle.links(known, at), self.oracle.removed(known, at)
        dangling = {n for n in removed if any(x[1] in AFFECTING and n in (x[0], x[2]) for x in links)}
        lines = [x for x in radar.links_to_removed.lines if x.kind == "removed"]
        assert sorted(canonical(x.entity.name) for x in lines) == sorted(dangling), f"links to removed things, {here}"
        conflicts = [x for x in radar.contradictions.lines if x.kind == "conflict" and x.one and x.other]
        pairs = {frozenset((canonical(x.one.name), canonical(x.other.name))) for x in conflicts if x.one and x.other}
        assert pairs == contradicted(links), f"contradictions, {here}"

    async def now(self) -> None:
        """Without instants a question is about now: the committed clock, and no earlier than it on the valid clock."""
        now = max(self.telling.clock, self.telling.memory.store._now or self.telling.clock)
        await self._radar(self.telling.clock, now)
        for name in (n for n in PARTS if n in self.telling.homes):
            answer = await self.telling.workspace.impact(name, depth=DEPTH)
            assert (answer.as_of, answer.valid_at) == (self.telling.clock, now)
            found = {canonical(d.entity.name): (d.hop, len(d.evidence)) for d in answer.dependents}
            assert found == self.oracle.impact(name, answer.as_of, answer.valid_at, DEPTH), f"impact of {name} now"

    # -- receipts

    def receipt(self, number: int, event: Event, receipt: Any) -> None:
        """What ended because of the event, and what evidence its own links have."""
        instant = self.telling.clock
        ended, weaker = self.oracle.receipt(number, instant)
        assert links_of(receipt.ended) == ended, f"links ended by event {number}"
        assert links_of(receipt.evidence_lost) == weaker, f"evidence lost to event {number}"
        gone = {self.telling.keys[line.record] for line in receipt.ended if line.record}
        assert gone == self.oracle.records_ended(number, instant), f"records ended by event {number}"
        if isinstance(event, Told) and not isinstance(event, Again):
            links = self.oracle.links(instant, instant)
            for line in receipt.relations:
                link = shown(line.source, line.type, line.target)
                assert line.evidence == links[link], f"evidence of {link} in the receipt of event {number}"


def contradicted(links: Iterable[Link]) -> set[frozenset[str]]:
    """The pairs between which a conflict and another link hold at once."""
    said: dict[frozenset[str], set[bool]] = {}
    for source, type_, target in links:
        said.setdefault(frozenset((source, target)), set()).add(type_ == "conflicts_with")
    return {pair for pair, sorts in said.items() if len(sorts) == 2}


def without_ids(receipt: Any) -> Any:
    """A receipt but for what a dry run cannot know: ids that are made anew."""
    dumped = plain(receipt.model_dump(exclude={"id", "dry_run", "recorded_at", "replayed"}))
    for line in (*dumped["records"], *dumped["relations"]):
        line.pop("id")
    for line in dumped["entities"]:
        line["id"] = None if line["created"] else line["id"]
    for line in (*dumped["ended"], *dumped["evidence_lost"]):  # of an item of the same batch, too
        line["relation"] = line["record"] = None
    dumped["warnings"] = [w["code"] for w in dumped["warnings"]]
    dumped["refused"] = [(r["index"], r["path"], r["code"]) for r in dumped["refused"]]
    return dumped
