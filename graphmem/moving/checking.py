"""The first reading of an export: what can be wrong with a file is found before anything of it is written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from graphmem.model.base import Model
from graphmem.model.names import NameRefused, clean_name
from graphmem.model.ontology import DEFAULT, Ontology
from graphmem.model.own_ontology import OwnOntology, extended
from graphmem.model.times import OPEN
from graphmem.moving.lines import KINDS, Envelope, MovedEntity, MovedOntology
from graphmem.moving.reading import Numbered, Refusals

ORDER = {kind: place for place, kind in enumerate(KINDS)}
LEARNED = (
    "recorded_at",
    "ended_at",
    "learned",
    "undone",
    "undone_at",
    "started_at",
    "clock",
    "at",
    "said_at",
    "closed_at",
    "decided_at",
)


class Check:
    """Goes through a file once: order, doubled ids, counts, and times that nobody can have learned yet."""

    def __init__(self, envelope: Envelope, now: datetime, refusals: Refusals, ontology: Ontology = DEFAULT) -> None:
        self._envelope, self._now, self._refusals = envelope, now, refusals
        self._counts: dict[str, int] = {}
        self._ids: set[str] = set()
        self._last = 0
        self._authors: set[str] = set()
        self._ontology = ontology
        if envelope.clock > now:
            refusals.add(1, "LATER_THAN_DATABASE", self._later("clock", envelope.clock))

    def see(self, numbered: Numbered) -> None:
        """Checks one line against those before it."""
        number, kind, line = numbered.number, numbered.kind, numbered.line
        self._counts[kind] = self._counts.get(kind, 0) + 1
        if ORDER[kind] < self._last:
            self._refusals.add(number, "MALFORMED_LINE", f"lines come in the order {', '.join(KINDS)}")
        self._last = max(self._last, ORDER[kind])
        if (id_ := getattr(line, "id", None)) is not None and kind != "tombstone":
            if id_ in self._ids:
                self._refusals.add(number, "MALFORMED_LINE", f"an earlier line has the id {id_!r}")
            self._ids.add(id_)
        for path, at in learned(line):
            if at > self._now:
                self._refusals.add(number, "LATER_THAN_DATABASE", self._later(path, at), kind)
        if getattr(line, "seq", 0) > self._envelope.seq:
            self._refusals.add(number, "MALFORMED_LINE", "its seq lies beyond that of the first line", kind)
        if isinstance(line, MovedOntology):
            self._ontology = extended(OwnOntology.model_validate_json(line.body))
        if isinstance(line, MovedEntity):
            self._names(number, line)
            self._types(number, line)
        self._author(number, kind, getattr(line, "author", None))

    def end(self) -> None:
        """Checks that the file is whole; where a line was refused its kind has fewer, which says nothing."""
        if not self._refusals.found and self._counts != {kind: n for kind, n in self._envelope.counts.items() if n}:
            told = ", ".join(f"{n} {kind}" for kind, n in self._envelope.counts.items())
            read = ", ".join(f"{n} {kind}" for kind, n in self._counts.items()) or "none"
            self._refusals.add(1, "TRUNCATED", f"the file should hold {told}; read: {read}", "counts")

    def _later(self, path: str, at: datetime) -> str:
        return f"{path} {at.isoformat()} lies after the database's clock, {self._now.isoformat()}; correct the clocks first"

    def _author(self, number: int, kind: str, author: str | None) -> None:
        if author is None or author in self._authors:
            return
        self._authors.add(author)
        try:
            clean_name(author)
        except NameRefused as error:
            self._refusals.add(number, error.code, str(error), f"{kind}.author")

    @property
    def ontology(self) -> Ontology:
        """The one that the types of the file go by."""
        return self._ontology

    def _types(self, number: int, entity: MovedEntity) -> None:
        for type_ in {entity.type, *(name.type for name in entity.names)}:
            if self._ontology.entity_type(type_) is None:
                message = (
                    f"{type_!r} is no entity type: neither built in nor of an ontology that the file brings or the workspace has"
                )
                self._refusals.add(number, "MALFORMED_LINE", message, "entity.type")

    def _names(self, number: int, entity: MovedEntity) -> None:
        for n, name in enumerate(entity.names):
            try:
                clean_name(name.name)
            except NameRefused as error:
                self._refusals.add(number, error.code, str(error), f"entity.names[{n}]")


def learned(line: Model) -> Iterator[tuple[str, datetime]]:
    """Every instant of a line that says when the memory learned something."""
    for key, value in line:
        if isinstance(value, datetime):
            if key in LEARNED and value != OPEN:
                yield key, value
        elif isinstance(value, Model):
            yield from _below(key, value)
        elif isinstance(value, tuple):
            for n, item in enumerate(value):
                if isinstance(item, Model):
                    yield from _below(f"{key}[{n}]", item)
                elif isinstance(item, datetime) and key in LEARNED:
                    yield f"{key}[{n}]", item


def _below(path: str, line: Any) -> Iterator[tuple[str, datetime]]:
    yield from ((f"{path}.{key}", at) for key, at in learned(line))
