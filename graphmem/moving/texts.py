"""The lines of an export that hold plain texts: documents with their pieces, conversations with their messages."""

from __future__ import annotations

from typing import ClassVar

from graphmem.moving.base import Id, Moved, MovedTimes, Number, Text
from graphmem.moving.instants import Instant


class MovedHolder(Moved):
    """A document or a conversation."""

    APART: ClassVar[frozenset[str]] = frozenset({"count"})

    id: Id
    name: Text
    author: Text
    count: Number
    seq: Number
    recorded_at: Instant
    source: Text | None = None
    path: Text | None = None
    title: Text | None = None
    digest: Text | None = None
    state: Text | None = None
    reason: Text | None = None
    by: Text | None = None
    version: Number | None = None
    versions: tuple[Text, ...] | None = None
    metadata: Text | None = None
    contract: Text | None = None
    notes: tuple[Text, ...] | None = None
    updated_at: Instant | None = None


class MovedChunk(MovedTimes):
    """A piece of a document."""

    APART: ClassVar[frozenset[str]] = frozenset({"document", "position"})
    LABEL: ClassVar[str] = "Chunk"
    HOLDER: ClassVar[str] = "document"

    id: Id
    document: Id
    position: Number
    text: Text
    heading: Text | None = None
    ref: Text | None = None
    version: Number | None = None
    char_from: Number | None = None
    char_to: Number | None = None
    digest: Text
    author: Text


class MovedMessage(MovedTimes):
    """A message of a conversation."""

    APART: ClassVar[frozenset[str]] = frozenset({"conversation", "position"})
    LABEL: ClassVar[str] = "Message"
    HOLDER: ClassVar[str] = "conversation"

    id: Id
    conversation: Id
    position: Number
    text: Text
    speaker: Text | None = None
    part: Text | None = None
    captions: tuple[Text, ...] | None = None
    ref: Text | None = None
    digest: Text
    author: Text
