"""From texts as given to pieces that can be stored: masked, checked, named by what they say; still without the database."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.errors import Refusal, Refused
from graphmem.model import ontology as o
from graphmem.model.lexical import dated, lexical
from graphmem.model.texts import MAX_CAPTIONS, Chunk, Message
from graphmem.model.times import Stated, TimeRefused, parse_time
from graphmem.write.masking import Masked

MAX_LABEL = 200  # characters of a speaker, a part, a heading, an id of the caller


@dataclass(frozen=True, slots=True)
class Piece:
    """One text: what is stored of it, since when it holds, what of it is said again beside its neighbour, and its vector's text.

    `digest` follows from what it says and where: the same text given again is the same piece.
    """

    path: str
    properties: dict[str, Any]
    start: Stated | None
    said: str
    embedded: str
    digest: str

    @property
    def ref(self) -> str | None:
        return self.properties.get("ref")


def pieces(texts: Sequence[Chunk | Message], masked: Masked, path: str) -> list[Piece]:
    """The pieces that the texts stand for; raises `Refused` with every rule that they break."""
    refused: list[Refusal] = []
    seen: Counter[str] = Counter()
    found = [_piece(text, masked, f"{path}[{n}]", refused, seen) for n, text in enumerate(texts)]
    if refused:
        raise Refused(refused)
    return found


def _piece(given: Chunk | Message, masked: Masked, path: str, refused: list[Refusal], seen: Counter[str]) -> Piece:
    own = dict(_texts(given, masked, path, refused))
    start = _start(given, path, refused)
    said = said_of(own)
    content = json.dumps([type(given).__name__, sorted(own.items()), start and start.first.isoformat()], default=str)
    seen[content] += 1  # the same words twice in one call are two: somebody said them twice
    digest = hashlib.sha256(f"{content}\x1f{seen[content]}".encode()).hexdigest()[:32]
    return Piece(
        path, own, start, said, _headed(dated(start) if isinstance(given, Message) else own.get("heading"), said), digest
    )


def said_of(stored: Mapping[str, Any]) -> str:
    """What a text says: who said it, the words, and what its pictures show."""
    speaker = stored.get("speaker")
    return "\n".join((f"{speaker}: {stored['text']}" if speaker else stored["text"], *(stored.get("captions") or ())))


def embedded(stored: Mapping[str, Any]) -> str:
    """What a stored text is embedded as: a message below its day, a piece of a document below its heading."""
    if "conversation" not in stored or stored["assumed"]:
        return _headed(stored.get("heading"), said_of(stored))
    return _headed(dated(Stated(stored["valid_from"], stored["valid_from"], stored["precision"])), said_of(stored))


def _headed(head: str | None, said: str) -> str:
    return f"{head}\n{said}" if head else said


def piece_lexical(embedded: str, before: str | None) -> str:
    """The words of a piece: its own, and those of the message before it, which says what it is about."""
    return lexical(before, embedded)


def _texts(given: Chunk | Message, masked: Masked, path: str, refused: list[Refusal]) -> Iterable[tuple[str, Any]]:
    """Each text of the piece, masked and cleaned, with the name it is stored under."""
    text = masked.text(given.text, f"{path}.text")
    if not text.strip():
        refused.append(Refusal(0, f"{path}.text", "EMPTY_FIELD", "a text says something"))
    yield "text", _short(text, f"{path}.text", o.MAX_FIELD, refused)
    for name in ("speaker", "part", "heading", "ref"):
        value = (masked.optional(getattr(given, name, None), f"{path}.{name}") or "").strip()
        if value:
            yield name, _short(value, f"{path}.{name}", MAX_LABEL, refused)
    captions = getattr(given, "captions", ())
    if len(captions) > MAX_CAPTIONS:
        message = f"{len(captions)} given, at most {MAX_CAPTIONS} are taken"
        refused.append(Refusal(0, f"{path}.captions", "TOO_MANY", message))
    told = [masked.text(c, f"{path}.captions[{n}]").strip() for n, c in enumerate(captions[:MAX_CAPTIONS])]
    if any(told):
        yield "captions", [_short(c, f"{path}.captions", o.MAX_REASON, refused) for c in told if c]


def _short(text: str, path: str, most: int, refused: list[Refusal]) -> str:
    if len(text) > most:
        refused.append(Refusal(0, path, "TOO_LONG", f"{len(text):,} characters given, at most {most:,} are taken"))
    return text


def _start(given: Chunk | Message, path: str, refused: list[Refusal]) -> Stated | None:
    try:
        return None if given.at is None else parse_time(given.at)
    except TimeRefused as error:
        refused.append(Refusal(0, f"{path}.at", error.code, str(error)))
        return None
