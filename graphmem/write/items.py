"""A record made ready to be stored: masked, cleaned, keyed; still without any look at the database."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from graphmem.errors import Refusal
from graphmem.model.files import FileReference
from graphmem.model.names import Name
from graphmem.model.receipts import RedactionLine, Warned
from graphmem.model.times import Stated

_ENTITY_ID = re.compile("ent_[0-9a-f]{16}")


def is_entity_id(text: str) -> bool:
    """Whether a text that stands where a name may stand is the id of an entity; `ent_list` is a name like any other."""
    return _ENTITY_ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Ref:
    """How a record points to an entity: by type and name key, or by id. Without a type it is one end of a relation whose
    name is none that the record gives: only the memory knows whether it leads to a declared entity."""

    type: str
    key: str


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity as one record names it, and what the record says of it."""

    ref: Ref
    shown: str
    id: str | None = None
    description: str | None = None
    aliases: tuple[Name, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)
    path: str = ""


@dataclass(frozen=True, slots=True)
class StatedLink:
    """A relation as one record states it."""

    source: Ref
    type: str
    target: Ref
    reason: str
    path: str
    semantic: str | None = None


@dataclass(frozen=True, slots=True)
class Retired:
    """What a record says no longer holds: an edge, a link (by names or ids), or an entity."""

    path: str
    edge: str | None = None
    source: str | None = None
    type: str | None = None
    target: str | None = None
    entity: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One record of a request, ready for the plan; `body` is its fingerprint, compared when a `request_id` comes again.

    `undeclared` are refusals of ends of relations, which count unless the memory knows that they lead to declared entities.
    """

    index: int
    id: str
    kind: str
    properties: dict[str, Any]
    entities: tuple[NamedEntity, ...]
    links: tuple[StatedLink, ...]
    supersedes: tuple[str, ...]
    corrects: tuple[str, ...]
    carries: bool
    retires: tuple[Retired, ...]
    files: tuple[FileReference, ...]
    start: Stated | None
    until: Stated | None
    request_id: str | None
    body: str
    redactions: tuple[RedactionLine, ...]
    warnings: tuple[Warned, ...]
    undeclared: tuple[Refusal, ...] = ()


def new_id(prefix: str) -> str:
    """A fresh id; made before the transaction, so that a retry of it writes the same one."""
    import secrets

    return f"{prefix}_{secrets.token_hex(8)}"
