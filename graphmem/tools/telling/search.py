"""Hits of a search: one line each, best first, with why it is there."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.search import Hit, Search
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, name, quoted, since, when


def search(answer: Search) -> Told:
    """The short form; `record` and `entity` have the whole."""
    head = f"{len(answer.hits)} found, best first." if answer.hits else answer.note or "Nothing was found."
    return Told(head, list(_lines(answer)), answer.cursor, answer)


def _lines(answer: Search) -> Iterator[str]:
    for hit in answer.hits:
        yield f"{_what(hit)} [{hit.id}{_source(hit)}]{_why(hit)}"
    if answer.shortened:
        yield "The question was long: only its first words were looked up as words."


def _what(hit: Hit) -> str:
    kind = f"{hit.kind} {hit.type}" if hit.type and hit.type != hit.kind else hit.kind
    ended = "" if hit.holds else f" ENDED {when(hit.valid_to)} ({hit.end_reason or 'as stated'})"
    more = f": {quoted(hit.snippet, SHORT)}" if hit.snippet and hit.snippet != hit.title else ""
    instead = f" (now instead of {', '.join(hit.replaces)})" if hit.replaces else ""
    return f"{kind} {quoted(hit.title, SHORT)}{more}{ended}{instead}"


def _source(hit: Hit) -> str:
    return (f", {name(hit.author)}" if hit.author else "") + since(hit.at)


def _why(hit: Hit) -> str:
    """By which lists it was found; the way there where only links led to it."""
    ranks = {"words": hit.ranks.text, "meaning": hit.ranks.vector, "links": hit.ranks.walk}
    way = " > ".join(quoted(station.name, SHORT // 2) for station in hit.path)
    return f" by {', '.join(word for word, rank in ranks.items() if rank)}" + (f", by way of {way}" if way else "")
