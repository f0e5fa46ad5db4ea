"""The rows a plan works on: records and edges with their times and ends, as loaded or as about to be stored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.model.times import OPEN, Place, Precision


@dataclass(slots=True)
class End:
    """One end that a row was given: where, when it was learned, until when it counted, by which act, how and by whom."""

    valid_to: datetime
    learned: datetime
    undone: datetime
    act: str
    how: str
    by: str

    @property
    def standing(self) -> bool:
        return self.undone == OPEN


@dataclass(slots=True)
class Times:
    """The times of a row: its interval, both clocks, its place in the order, and every end it was ever given."""

    valid_from: datetime
    precision: Precision
    assumed: bool
    stated_to: datetime
    recorded_at: datetime
    seq: int
    item: int
    place: Place
    stated_precision: Precision = "instant"
    ends: list[End] = field(default_factory=list)

    @property
    def valid_to(self) -> datetime:
        """The end as known now."""
        return min([self.stated_to, *(e.valid_to for e in self.ends if e.standing)])

    @property
    def held(self) -> bool:
        """Whether the row ever held, as known now."""
        return self.valid_to > self.valid_from

    def meets(self, place: Place) -> bool:
        """Whether the row holds, as known now, when something with this (maybe coarse) start begins."""
        return self.valid_from <= place.last and self.valid_to > max(place.first, self.valid_from)

    def holds(self, at: datetime) -> bool:
        """Whether the row holds at `at`, as known now."""
        return self.valid_from <= at < self.valid_to

    def end(self, valid_to: datetime | None, learned: datetime, act: str, how: str, by: str) -> None:
        """Adds an end; None says that the row never held."""
        self.ends.append(End(self.valid_from if valid_to is None else valid_to, learned, OPEN, act, how, by))

    def properties(self) -> dict[str, Any]:
        """The properties of the stored row."""
        stored: dict[str, Any] = {
            "valid_from": self.valid_from, "precision": self.precision, "assumed": self.assumed, "stated_to": self.stated_to,
            "stated_precision": self.stated_precision, "recorded_at": self.recorded_at, "seq": self.seq, "item": self.item,
            "place_from": self.place.first, "place_last": self.place.last, "place_seq": self.place.seq, "place_item": self.place.item,
            "valid_to": self.valid_to, "ended_at": self.recorded_at,
        }  # fmt: skip
        if self.ends:
            stored |= {
                "ends_valid_to": [e.valid_to for e in self.ends], "ends_learned": [e.learned for e in self.ends],
                "ends_undone": [e.undone for e in self.ends], "ends_act": [e.act for e in self.ends],
                "ends_how": [e.how for e in self.ends], "ends_by": [e.by for e in self.ends],
            }  # fmt: skip
        return stored

    @classmethod
    def loaded(cls, row: Mapping[str, Any]) -> Times:
        """The times of a stored row, from its properties."""
        place = Place(row["place_from"], row["place_last"], row["place_seq"], row["place_item"])
        lists = zip(*(row.get(f"ends_{k}") or [] for k in ("valid_to", "learned", "undone", "act", "how", "by")), strict=True)
        return cls(
            row["valid_from"], row["precision"], row["assumed"], row["stated_to"], row["recorded_at"], row["seq"], row["item"], place,
            row["stated_precision"], [End(*values) for values in lists],
        )  # fmt: skip


class Instants:
    """The distinct instants of a request, sent once; rows point to them, for packing a time costs more than storing it."""

    def __init__(self) -> None:
        self.values: list[datetime] = []
        self._places: dict[datetime, int] = {}

    def split(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """The properties in two maps: `at` points to the instants, `plain` holds the rest."""
        at = {k: self._place(v) for k, v in properties.items() if isinstance(v, datetime)}
        return {"at": at, "plain": {k: v for k, v in properties.items() if k not in at}}

    def _place(self, value: datetime) -> int:
        if value not in self._places:
            self._places[value] = len(self.values)
            self.values.append(value)
        return self._places[value]


@dataclass(slots=True, eq=False)
class EdgeRow:
    """One assertion of a link. `stated` are the entities its names belonged to when stated, `source` and `target` where it lies now."""

    id: str
    record: str
    type: str
    stated: tuple[str, str]
    source: str
    target: str
    reason: str
    author: str
    times: Times
    parked_on: str | None = None
    new: bool = False
    semantic: str | None = None

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.source, self.target))

    @property
    def parked(self) -> bool:
        return self.source == self.target

    @classmethod
    def loaded(cls, row: Mapping[str, Any]) -> EdgeRow:
        edge = row["edge"]
        return cls(
            edge["id"], edge["record"], edge["type"], (edge["stated_source"], edge["stated_target"]), row["source"], row["target"],
            edge["reason"], edge["author"], Times.loaded(edge), row["parked_on"], semantic=edge.get("semantic"),
        )  # fmt: skip

    def properties(self, workspace: str) -> dict[str, Any]:
        return {
            "id": self.id, "workspace": workspace, "record": self.record, "type": self.type, "stated_source": self.stated[0],
            "stated_target": self.stated[1], "reason": self.reason, "author": self.author, "semantic": self.semantic,
            **self.times.properties(),
        }  # fmt: skip


@dataclass(slots=True, eq=False)
class MentionRow:
    """What one record says of one entity."""

    entity: str
    stated: str
    name: str
    description: str | None
    fields: str | None
    place: Place
    aliases: tuple[str, ...] = ()

    @classmethod
    def loaded(cls, row: Mapping[str, Any]) -> MentionRow:
        place = Place(row["place_from"], row["place_last"], row["place_seq"], row["place_item"])
        aliases = tuple(row.get("aliases") or ())
        return cls(row["entity"], row["stated"], row["name"], row.get("description"), row.get("fields"), place, aliases)


@dataclass(slots=True, eq=False)
class RecordRow:
    """One record with all its edges, the parked ones too."""

    id: str
    kind: str
    times: Times
    edges: list[EdgeRow] = field(default_factory=list)
    mentions: list[MentionRow] = field(default_factory=list)
    caused: list[str] = field(default_factory=list)
    new: bool = False


def edge_id(record: str, stated: Iterable[str], type_: str, semantic: str | None = None) -> str:
    """The content-derived id of an assertion: the same record states the same link once."""
    said = (record, type_, *stated, *([semantic] if semantic else []))
    return "rel_" + hashlib.sha256("\x1f".join(said).encode()).hexdigest()[:20]
