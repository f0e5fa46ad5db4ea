"""The walk of a search: from the best hits over shared terms, entities and links to what neither words nor meaning reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import TYPE_CHECKING

from graphmem.model.answers.search import Waypoint
from graphmem.model.base import Model
from graphmem.read.fusion import fused
from graphmem.read.search_lists import Extent, Filters, FoundRow, LinkRow, Listing
from graphmem.store import Reader

if TYPE_CHECKING:
    from graphmem.read.walk import Walk

SEEDS = 50  # the best of the fused lists
EDGES = 8_000
NODES = 2_000
TERMS = 700  # nodes of each sort, so that together they stay below NODES
ENTITIES = 500
COMMON = 0.1  # a term of more than a tenth of the texts joins nothing
MOST_COMMON = 300  # texts
EACH = 60  # ways out of one entity or term that are walked
READ = 3_000  # edges of each sort that are read, the rarest terms first: more gained nothing on any set
NAMED = 0.5  # of the seeds' weight on texts that name entities: from here on the links lead the walk


@dataclass(frozen=True, slots=True)
class Lead:
    """What leads a walk, and what the lists weigh then; `prose` is the text's weight for a question that spells no name."""

    by: str
    walk: float
    prose: float

    def weights(self, spelled: bool) -> dict[str, float]:
        return {"text": 1.0 if spelled else self.prose, "vector": 1.0, "walk": self.walk}


# Where relations are stated the walk has to rank nearly alone, and words lead to the first hop only (docs/evaluation.md).
BY_TERMS, BY_LINKS = Lead("terms", walk=2.0, prose=1.0), Lead("links", walk=6.0, prose=0.25)
LINKS = 0.5  # the part of the seeds' weight that the ends of the nearest links get, where there are any


class Term(Model):
    """The columns of `read/search_terms`."""

    key: str
    stem: str
    degree: int
    texts: tuple[str, ...]


class Things(Model):
    """The columns of `read/search_things`."""

    named: tuple[tuple[str, int, tuple[str, ...]], ...]
    linked: tuple[tuple[str, str, int, str, str | None], ...]
    things: tuple[tuple[str, str, str], ...]


@dataclass(slots=True)
class Ground:
    """The nodes of a neighbourhood by number, its edges, and what is known of both."""

    numbers: dict[str, int] = field(default_factory=dict)
    edges: list[tuple[int, int, float]] = field(default_factory=list)
    reasons: dict[tuple[str, str], tuple[str, str | None]] = field(default_factory=dict)
    names: dict[str, tuple[str, str]] = field(default_factory=dict)  # of terms and entities: kind and name

    @property
    def full(self) -> bool:
        """Whether it has room for no further node or edge."""
        return len(self.numbers) >= NODES or len(self.edges) >= EDGES

    def join(self, ones: Iterable[str], other: str, weight: float) -> None:
        """Adds an edge from each to the other, as far as there is room for it and for its ends."""
        numbers, edges = self.numbers, self.edges
        for one in ones:
            new = (one not in numbers) + (other not in numbers)
            if len(edges) < EDGES and (not new or len(numbers) + new <= NODES):
                edges.append((numbers.setdefault(one, len(numbers)), numbers.setdefault(other, len(numbers)), weight))


@dataclass(frozen=True, slots=True)
class Walked:
    """The list of the walk and the ways to its hits."""

    listing: Listing
    lead: Lead = BY_TERMS
    ground: Ground = field(default_factory=Ground)
    walk: Walk | None = None

    def path(self, id_: str) -> tuple[Waypoint, ...]:
        """The way from a hit of the lists to this one; the names of texts are left for their titles."""
        if self.walk is None or id_ not in self.ground.numbers:
            return ()
        ids = list(self.ground.numbers)
        way = [ids[n] for n in self.walk.way(self.ground.numbers[id_])]
        return tuple(_waypoint(self.ground, before, here) for before, here in zip((None, *way), way, strict=False))


@dataclass(frozen=True, slots=True)
class Hits:
    """What the lists found, the weights that were given, and whether the question spells a name."""

    lists: Mapping[str, Sequence[str]]
    given: Mapping[str, float]
    spelled: bool

    def seeds(self, lead: Lead) -> dict[str, float]:
        """The best of the lists, by what they weigh in such a walk; each counts by its place."""
        best = list(fused(self.lists, {**lead.weights(self.spelled), **self.given}))[:SEEDS]
        return {id_: 1 / place for place, id_ in enumerate(best, 1)}


async def walk_list(
    reader: Reader, hits: Hits, links: Sequence[LinkRow], extent: Extent, filters: Filters, depth: int
) -> Walked:  # fmt: skip
    """What a walk from the best hits and the nearest `links` comes by most, as far as the filters let it through."""
    seeds = list(hits.seeds(BY_TERMS) | hits.seeds(BY_LINKS))
    ends = dict.fromkeys(end for link in links for end in (link.source, link.target))
    if not seeds and not ends:
        return Walked(Listing(ran="no seeds"))
    given = {"seeds": [*seeds, *(e for e in ends if e not in seeds)], "each": EACH, "edges": READ}
    common = min(MOST_COMMON, max(2, int(COMMON * extent.size)))
    [things] = await reader.models("read/search_things", Things, entities=ENTITIES, **given)
    lead = _led_by(things, hits.seeds(BY_TERMS), links)
    ground = Ground()
    if lead is BY_LINKS:
        _join_things(ground, things, extent)
    terms: list[Term] = []
    if not ground.full:
        terms = await reader.models("read/search_terms", Term, terms=TERMS, common=common, **given)
        _join_terms(ground, terms, extent)
    if lead is BY_TERMS:
        _join_things(ground, things, extent)
    walked, best = _walked(ground, lead, _start(things, hits.seeds(lead), links if lead is BY_LINKS else ()))
    passed = {term.key for term in terms}  # the way, not the aim, as entities are unless they are what is looked for
    passed |= {id_ for id_, _, _ in things.things} if "entity" not in (filters.kinds or ()) else set()
    rows = await _fitting(reader, [id_ for id_ in best if id_ not in passed], filters, depth)
    return replace(walked, listing=replace(walked.listing, rows=rows))


async def _fitting(reader: Reader, candidates: Sequence[str], filters: Filters, depth: int) -> tuple[FoundRow, ...]:
    """The first `depth` of the candidates that the filters let through: few are looked at where these take little."""
    fitting: list[FoundRow] = []
    for part in (candidates[:depth], candidates[depth:]):
        if part and len(fitting) < depth:
            rows = await reader.models("read/search_fitting", FoundRow, ids=list(part), **filters.params)
            found = {row.id: row for row in rows}
            fitting += [found[id_] for id_ in part if id_ in found]
    return tuple(fitting[:depth])


def _walked(ground: Ground, lead: Lead, start: Mapping[str, float]) -> tuple[Walked, list[str]]:
    """The walk, and what it comes by, most first."""
    from graphmem.read.walk import Graph, walk

    numbers = {ground.numbers[id_]: weight for id_, weight in start.items() if id_ in ground.numbers}
    walked = walk(Graph.of(len(ground.numbers), ground.edges), numbers)
    if walked is None:
        return Walked(Listing(ran="nothing around the seeds"), lead), []
    scores = dict(zip(ground.numbers, walked.scores.tolist(), strict=True))
    best = sorted((id_ for id_ in scores if scores[id_] > 0), key=lambda i: (-scores[i], i))
    way = f"by {lead.by}, {len(ground.numbers)} nodes, {len(ground.edges)} edges"
    return Walked(Listing(ran=way), lead, ground, walked), best


def _led_by(things: Things, seeds: Mapping[str, float], links: Sequence[LinkRow]) -> Lead:
    """Links lead where most of the best hits name entities and links between entities are stated; else rare terms do."""
    naming = {unit for _, _, units in things.named for unit in units} | {thing[0] for thing in things.things}
    weight = sum(w for id_, w in seeds.items() if id_ in naming)
    return BY_LINKS if links and things.linked and weight >= NAMED * sum(seeds.values()) else BY_TERMS


def _join_things(ground: Ground, things: Things, extent: Extent) -> None:
    """Entities with their links and the texts that name them: what is named by few weighs more than what is named by many."""
    for source, target, count, type_, reason in things.linked:
        ground.join([source], target, float(count))
        ground.reasons[source, target] = ground.reasons[target, source] = (type_, reason)
    for id_, name, type_ in things.things:
        ground.names[id_] = (type_, name)
    for id_, degree, texts in things.named:
        ground.join(texts, id_, _rarity(degree, extent))


def _join_terms(ground: Ground, terms: Sequence[Term], extent: Extent) -> None:
    """Rare terms with the texts that have them, weighed likewise."""
    for term in terms:
        ground.names[term.key] = ("term", term.stem)
        ground.join(term.texts, term.key, _rarity(term.degree, extent))


def _rarity(degree: int, extent: Extent) -> float:
    """1 for what one text has, 0 for what all have."""
    return max(0.0, 1 - log(max(1, degree)) / log(max(2, extent.size)))


def _start(things: Things, seeds: Mapping[str, float], links: Sequence[LinkRow]) -> dict[str, float]:
    """The weights of the seeds: the hits by place, and the ends of the nearest links, less for those that many texts name."""
    degrees = {id_: degree for id_, degree, _ in things.named}
    ends: dict[str, float] = {}
    for link in links:
        for end in (link.source, link.target):
            ends[end] = ends.get(end, 0.0) + max(0.0, link.cosine) / max(1, degrees.get(end, 1))
    part = (LINKS if seeds else 1.0) if sum(ends.values()) > 0 else 0.0
    start = {id_: (1 - part) * weight / sum(seeds.values()) for id_, weight in seeds.items()}
    for id_, weight in ends.items():
        start[id_] = start.get(id_, 0.0) + (part * weight / sum(ends.values()) if part else 0.0)
    return start


def _waypoint(ground: Ground, before: str | None, here: str) -> Waypoint:
    kind, name = ground.names.get(here, ("text", here))
    if before is None:
        return Waypoint(id=here, kind=kind, name=name)
    by, reason = ground.reasons.get((before, here), (_by(ground, before, here), None))
    return Waypoint(id=here, kind=kind, name=name, by=by, reason=reason)


def _by(ground: Ground, before: str, here: str) -> str:
    return "has_term" if "term" in (ground.names.get(before, ("",))[0], ground.names.get(here, ("",))[0]) else "mentions"
