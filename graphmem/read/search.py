"""Search: full text, vectors and a walk over the graph from their best hits, joined by the places in each list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import isfinite

from graphmem.authors import author_filter, session_filter
from graphmem.clock import Instants
from graphmem.embed import Embedding, SpacesMoved, Vector
from graphmem.errors import EmbedderError, InvalidArgument
from graphmem.model.answers.search import NOTHING_STORED, Hit, Ran, Ranks, Search, Waypoint
from graphmem.model.asking import MAX_TEXT, Asked, asked
from graphmem.model.base import Model
from graphmem.model.characters import whole
from graphmem.model.ontology import KIND_BY_NAME
from graphmem.model.records import Time
from graphmem.read.ends import TimesRow
from graphmem.read.fusion import fused, ranks
from graphmem.read.names import name_lookup
from graphmem.read.narrowing import begun_within, known_session
from graphmem.read.neighbourhood import Hits, Walked, walk_list
from graphmem.read.paging import check_limit, decode_cursor, encode_cursor, list_mark
from graphmem.read.reranking import RERANKED, handed_out, reranked
from graphmem.read.search_lists import COUNTED, Extent, Filters, LinkRow, Listing, link_list, text_list, vector_list
from graphmem.store import Reader, Store
from graphmem.store.fulltext import scope

KINDS = (*KIND_BY_NAME, "entity", "message", "chunk", "task", "correction", "rule")
LISTS = ("text", "vector", "walk")
DEPTH = 200  # places of a list that count
LINK_SEEDS = 5  # links from whose ends the walk also starts
ENDED = 0.5  # of its score, for what holds no longer
NAMED = 1.001  # of the best score, for the entity whose name the whole question is
BEHIND = 0.999  # of the score of what replaced it, at most
SNIPPET = 240  # characters


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, checked: the same for every page of one answer."""

    text: str
    asked: Asked
    filters: Filters
    weights: Mapping[str, float]
    rerank: bool
    explain: bool
    limit: int
    depth: int
    after: tuple[float, str] | None  # score and id of the last hit of the page before
    mark: str

    def weight(self, name: str) -> float:
        return self.weights.get(name, 1.0)


@dataclass(frozen=True, slots=True)
class Found:
    """The lists of one question and what follows from them: every candidate with its score, best first."""

    lists: Mapping[str, Listing]
    walked: Walked
    scores: Mapping[str, float]
    replaces: Mapping[str, tuple[str, ...]]
    weights: Mapping[str, float]


class ShownRow(Model):
    """What is shown of a hit."""

    id: str
    author: str | None
    session: str | None
    kind: str
    type: str | None
    title: str | None
    text: str | None
    more: str | None


class SuccessionRow(Model):
    """The columns of `read/search_successors`."""

    id: str
    newer: tuple[str, ...]
    successors: tuple[str, ...]


class HitRow(Model):
    """The columns of `read/search_hits`."""

    hit: ShownRow
    times: TimesRow | None
    holds: bool


async def search(
    store: Store, workspace: str, clocks: Instants, text: str, *, limit: int = 10, kinds: Sequence[str] | None = None,
    session: str | None = None, author: str | None = None, start: Time | None = None, end: Time | None = None,
    current: bool | None = None, walk: bool = True, rerank: bool = False, weights: Mapping[str, float] | None = None,
    explain: bool = False, cursor: str | None = None,
) -> Search:  # fmt: skip
    """What words, meaning and links find, best first.

    Raises `InvalidArgument`, `NotFound` for an unknown session, or `EmbedderError` where `rerank` has no model.
    """
    check_limit(limit)
    if not isinstance(text, str) or not text.strip():
        raise InvalidArgument("text", "say what to look for; any text does")
    text = whole(text)
    first, last = begun_within(start, end)
    filters = Filters(
        _kinds(kinds), None if session is None else session_filter(session), None if author is None else author_filter(author),
        first.first if first else None, last.last if last else None, current,
    )  # fmt: skip
    given = _weights(weights, walk)
    mark = list_mark("search", workspace, text, repr(filters), sorted(given.items()), rerank)
    place = decode_cursor(mark, cursor, datetime, datetime, int, float, str)
    depth = place[2] if place else max(DEPTH, 2 * limit)
    after = (place[3], place[4]) if place else None
    question = Question(text[:MAX_TEXT], asked(text), filters, given, rerank, explain, limit, depth, after, mark)
    at = _as_before(place[0], place[1]) if place else clocks
    return await _answer(store, workspace, at, question)


def _as_before(as_of: datetime, valid_at: datetime) -> Instants:
    """The instants of the page before."""
    return lambda clock, now: (min(as_of, clock), valid_at)


async def _answer(store: Store, workspace: str, clocks: Instants, question: Question) -> Search:
    """The answer by the vectors that serve; where they were replaced meanwhile, by those that do now."""
    embedding = store.embedding
    for _ in range(3):
        vector, trouble = await _vector(embedding, question)
        try:
            return await store.read(
                lambda reader: _search(reader, question, embedding, vector, trouble),  # noqa: B023  (read at once)
                workspace=workspace,
                clocks=clocks,
            )
        except SpacesMoved as moved:
            if embedding is not None:
                embedding.take(moved.rows)
    raise EmbedderError("the vectors of this store are being replaced again and again; ask once more")


async def _vector(embedding: Embedding | None, question: Question) -> tuple[Vector | None, str]:
    """The question as a vector, or why there is none: the words then have to do."""
    if embedding is None or not question.weight("vector"):
        return None, "off"
    try:
        found = await embedding.query(question.text)
    except EmbedderError as error:
        return None, f"off: {error}"
    return found, "no vector of this text"


async def _search(reader: Reader, question: Question, embedding: Embedding | None, vector: Vector | None, trouble: str) -> Search:
    if question.filters.session is not None:
        await known_session(reader, question.filters.session)
    stems = list(question.asked.stems)
    lookup = name_lookup(reader.workspace, question.text)
    opening = await reader.one("read/search_opening", most=COUNTED, scope=scope(reader.workspace), stems=stems, lookup=lookup)
    if embedding is not None:
        embedding.check(opening["spaces"])
    extent = Extent(opening["size"], opening["total"], dict(opening["degrees"]), tuple(opening["named"]))
    found = await _found(reader, question, extent, embedding if extent.size else None, vector, trouble)
    return await _shown(reader, question, extent, found)


async def _found(
    reader: Reader, question: Question, extent: Extent, embedding: Embedding | None, vector: Vector | None, trouble: str
) -> Found:
    """The lists, joined: what has ended at half its score, and what replaced it before it."""
    filters, depth, limit = question.filters, question.depth, question.limit
    lists = {"text": Listing(), "vector": Listing(ran=trouble)}
    if question.weight("text") and extent.size:
        lists["text"] = await text_list(reader, question.asked, extent, filters, depth, limit)
    links: list[LinkRow] = []
    if embedding is not None and vector is not None:
        lists["vector"] = await vector_list(reader, embedding.current, vector, extent, filters, depth, limit)
        if question.weight("walk"):
            links = await link_list(reader, embedding.current, vector, extent, LINK_SEEDS)
    walked = Walked(Listing())
    if question.weight("walk") and extent.size:
        hits = Hits({name: listing.ids for name, listing in lists.items()}, question.weights, question.asked.spelled)
        walked = await walk_list(reader, hits, links, extent, filters, depth)
    lists["walk"] = walked.listing
    weights = {**walked.lead.weights(question.asked.spelled), **question.weights}
    return await _joined(reader, question, extent.named, lists, walked, weights)


async def _joined(
    reader: Reader, question: Question, named: Sequence[str], lists: Mapping[str, Listing], walked: Walked,
    weights: Mapping[str, float],
) -> Found:  # fmt: skip
    scores = fused({name: listing.ids for name, listing in lists.items()}, weights)
    ended = sorted({row.id for listing in lists.values() for row in listing.rows if not row.holds})
    given = {"ids": ended, **question.filters.params}
    rows = await reader.models("read/search_successors", SuccessionRow, **given) if ended else []
    replaces: dict[str, tuple[str, ...]] = {}
    standing = dict(scores)
    for row in rows:
        for successor in row.successors:  # it stands where what it replaced would stand
            standing[successor] = max(standing.get(successor, 0.0), scores[row.id])
            replaces[successor] = (*replaces.get(successor, ()), row.id)
    if question.rerank and standing:
        lists = {**lists, "rerank": await _reranked(reader, question, standing)}
        standing = handed_out(standing, lists["rerank"])
    standing |= {id_: standing[id_] * ENDED for id_ in ended}
    _keep_behind(standing, {row.id: row.newer for row in rows})
    first = max(standing.values(), default=0.0)
    standing |= {id_: first * NAMED for id_ in named if id_ in standing}
    best = {id_: standing[id_] for id_ in sorted(standing, key=lambda i: (-standing[i], i))}
    return Found(lists, walked, best, replaces, weights)


async def _reranked(reader: Reader, question: Question, scores: Mapping[str, float]) -> Listing:
    best = sorted(scores, key=lambda i: (-scores[i], i))[:RERANKED]
    known = {row.hit.id: row for row in await reader.models("read/search_hits", HitRow, ids=best)}
    texts = {id_: "\n".join(filter(None, (known[id_].hit.title, known[id_].hit.text))) for id_ in best if id_ in known}
    return await reranked(question.text, texts, {id_: row.holds for id_, row in known.items()})


def _keep_behind(scores: dict[str, float], newer: Mapping[str, Sequence[str]]) -> None:
    """No ended record comes before the one that replaced it, nor before one that has ended too."""
    for _ in newer:
        before = dict(scores)
        for id_, others in newer.items():
            scores[id_] = min(scores[id_], *(scores[other] * BEHIND for other in others if other in scores), scores[id_])
        if scores == before:
            return


async def _shown(reader: Reader, question: Question, extent: Extent, found: Found) -> Search:
    """One page, each hit with what says why it is there."""
    rest = [(score, id_) for id_, score in found.scores.items() if _behind(question.after, score, id_)]
    page = rest[: question.limit]
    places = ranks({name: listing.ids for name, listing in found.lists.items()})
    paths = {id_: _path(question, found, places.get(id_, {}), id_) for _, id_ in page}
    wanted = [id_ for _, id_ in page] + [w.id for path in paths.values() for w in path if w.kind == "text"]
    rows = await reader.models("read/search_hits", HitRow, ids=list(dict.fromkeys(wanted))) if page else []
    known = {row.hit.id: row for row in rows}
    clocks = reader.clocks
    hits = tuple(
        _hit(known[id_], score, places.get(id_, {}), _named(paths[id_], known), found, clocks.as_of)
        for score, id_ in page
        if id_ in known
    )
    last = page[-1] if len(rest) > len(page) else None
    return Search(
        as_of=clocks.as_of, valid_at=clocks.valid_at, hits=hits, words=question.asked.words, shortened=question.asked.shortened,
        ran=Ran(**{name: listing.ran for name, listing in found.lists.items()}), weights=dict(found.weights),
        note=_note(extent, hits),
        cursor=encode_cursor(question.mark, (clocks.as_of, clocks.valid_at, question.depth, *last)) if last else None,
    )  # fmt: skip


def _behind(after: tuple[float, str] | None, score: float, id_: str) -> bool:
    return after is None or (-score, id_) > (-after[0], after[1])


def _path(question: Question, found: Found, places: Mapping[str, int], id_: str) -> tuple[Waypoint, ...]:
    """The way to what the walk alone found; with `explain` to everything that it came by."""
    alone = "walk" in places and not {"text", "vector"} & places.keys()
    return found.walked.path(id_) if alone or (question.explain and "walk" in places) else ()


def _named(path: Iterable[Waypoint], known: Mapping[str, HitRow]) -> tuple[Waypoint, ...]:
    """The way with texts under their kind and title."""
    told = []
    for point in path:
        row = known.get(point.id) if point.kind == "text" else None
        told.append(point.model_copy(update={"kind": row.hit.kind, "name": row.hit.title or row.hit.id}) if row else point)
    return tuple(told)


def _hit(
    row: HitRow, score: float, places: Mapping[str, int], path: tuple[Waypoint, ...], found: Found, as_of: datetime
) -> Hit:  # fmt: skip
    shown, times = row.hit, row.times
    ending = times.ending(as_of) if times and not row.holds else None
    text = next((t for t in (shown.text, shown.more) if t and t != shown.title), None)
    return Hit(
        id=shown.id, kind=shown.kind, type=shown.type, title=shown.title or shown.id, snippet=_snippet(text), score=score,
        ranks=Ranks(**places), path=path, author=shown.author, session=shown.session,
        at=times.shown_start() if times else None, holds=row.holds, valid_to=ending.valid_to if ending else None,
        end_reason=ending.end_reason if ending else None, replaces=found.replaces.get(shown.id, ()),
    )  # fmt: skip


def _snippet(text: str | None) -> str | None:
    if text is None:
        return None
    told = " ".join(text.split())
    return told if len(told) <= SNIPPET else told[: SNIPPET - 1].rstrip() + "…"


def _note(extent: Extent, hits: Sequence[Hit]) -> str | None:
    if not extent.size:
        return NOTHING_STORED
    return None if hits else "Nothing was found that the filters let through."


def _kinds(kinds: Sequence[str] | None) -> tuple[str, ...] | None:
    if kinds is None:
        return None
    given = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    unknown = next((k for k in given if k not in KINDS), None)
    if unknown is not None or not given:
        raise InvalidArgument("kinds", f"{unknown!r} is nothing that is searched; there are {', '.join(KINDS)}")
    return given


def _weights(weights: Mapping[str, float] | None, walk: bool) -> dict[str, float]:
    """The weights that were given; 0 leaves a list out."""
    for name, weight in (weights or {}).items():
        if name not in LISTS:
            raise InvalidArgument("weights", f"{name!r} is no list; there are {', '.join(LISTS)}")
        if not isinstance(weight, int | float) or not isfinite(weight) or weight < 0:
            raise InvalidArgument("weights", f"the weight of {name} is a number of 0 or more")
    found = {name: float(weight) for name, weight in (weights or {}).items()}
    return found if walk else {**found, "walk": 0.0}
