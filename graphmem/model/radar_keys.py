"""The keys of radar lines: what `dismiss` takes, the same on every call as long as the line stands for the same thing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

LineKind = Literal[
    "problem", "decision", "question", "silent", "duplicate", "conflict", "heads", "slot", "removed", "said_removed", "merge"
]
KINDS: tuple[LineKind, ...] = get_args(LineKind)
PAIRS: tuple[LineKind, ...] = ("duplicate", "conflict")

_KEY = re.compile(r"(?P<kind>[a-z_]{1,20}):(?P<one>[^+\s]{1,200})(?:\+(?P<other>[^+\s]{1,200}))?")


@dataclass(frozen=True, slots=True)
class RadarKey:
    """What a line is about: an entity, a record or a merge; of a pair both entities, in the order of their ids."""

    kind: LineKind
    one: str
    other: str | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.one}+{self.other}" if self.other else f"{self.kind}:{self.one}"


def radar_key(kind: LineKind, one: str, other: str | None = None) -> str:
    """The key of a line about one thing or a pair."""
    return str(RadarKey(kind, *sorted((one, other)) if other else (one,)))


def parse_radar_key(text: str) -> RadarKey | None:
    """The thing that a key stands for; None when no line can have such a key."""
    match = _KEY.fullmatch(text.strip())
    kind = next((k for k in KINDS if match and k == match["kind"]), None)
    if match is None or kind is None or (match["other"] is not None) != (kind in PAIRS):
        return None
    ids = sorted(filter(None, (match["one"], match["other"])))
    return RadarKey(kind, *ids) if len(set(ids)) == len(ids) else None
