"""What every connector makes of its source: documents with what they state by themselves; still without any model or database."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graphmem.model.characters import name_key, whole
from graphmem.model.texts import Message


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity as a source names it; without a type it is what the memory knows under the name, or else of the type `usual`."""

    name: str
    type: str | None = None
    usual: str = "concept"
    subtype: str | None = None
    description: str | None = None
    aliases: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stated:
    """A link as a source states it, with the words that state it."""

    source: Thing
    type: str
    target: Thing
    reason: str
    semantic: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a source, normalised: a title, a text, what it is, what it states; or a conversation with its messages."""

    title: str
    text: str
    about: Thing
    stated: tuple[Stated, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None
    notes: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    whole: bool = True
    """Whether what is missing now has gone; of a conversation that grows earlier messages stay."""


@dataclass(frozen=True, slots=True)
class Found:
    """A document that a source holds: its place there, what tells that it changed, and how to read it.

    Reading raises `Unreadable`; `digest` of what cannot be read is empty.
    """

    path: str
    digest: str
    read: Callable[[], Document]


@dataclass(frozen=True, slots=True)
class Listing:
    """All that a source holds now; `gone` may be wrong where a source shows only its newest part, then it is not `whole`."""

    source: str
    found: Sequence[Found]
    failed: Sequence[tuple[str, str, str]] = ()
    whole: bool = True


def named(listing: Listing) -> Listing:
    """The listing with names that can be stored: a file system and an export may have half characters in theirs."""
    found: dict[str, Found] = {}
    failed = [(whole(path), code, message) for path, code, message in listing.failed]
    for one in listing.found:
        path = whole(one.path)
        if path in found:
            failed.append(
                (f"{path} (again)", "SAME_NAME", "another document of the source has this name, as far as it can be read")
            )
        else:
            found[path] = replace(one, path=path)
    return replace(listing, found=list(found.values()), failed=failed)


def digest_of(*parts: bytes | str) -> str:
    """A mark of the content."""
    made = hashlib.sha256()
    for part in parts:
        made.update(part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part)
        made.update(b"\x1f")
    return made.hexdigest()[:40]


def file_digest(data: bytes) -> str:
    """A mark of what a file holds, however its lines end."""
    return digest_of(data.replace(b"\r\n", b"\n"))


def renamed(document: Document, name: str) -> Document:
    """The document about the thing that it was about before, which has another name now."""
    now = document.about
    then = replace(now, name=name, aliases=(*now.aliases, now.name))

    def told(thing: Thing) -> Thing:
        return then if thing is now else thing

    stated = tuple(replace(s, source=told(s.source), target=told(s.target)) for s in document.stated)
    return replace(document, about=then, stated=stated)


def distinct(stated: Iterable[Stated]) -> tuple[Stated, ...]:
    """Each link once, with the words that came first; what leads to itself is none."""
    found: dict[tuple[str, str, str, str | None], Stated] = {}
    for one in stated:
        source, target = name_key(one.source.name), name_key(one.target.name)
        if source != target:
            found.setdefault((source, one.type, target, one.semantic), one)
    return tuple(found.values())


__all__ = ["Document", "Found", "Listing", "Stated", "Thing", "digest_of", "distinct", "file_digest", "named", "renamed"]
