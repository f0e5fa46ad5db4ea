"""Plain texts that are kept without being turned into records: pieces of a document, messages of a conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from graphmem.errors import Refusal, Refused
from graphmem.model.base import Model
from graphmem.model.records import GivenTime, shape_refusals

MAX_TEXTS = 5_000  # texts of one call; each five hundred are a transaction
MAX_CAPTIONS = 20


class Chunk(Model):
    """A piece of a document: its text, maybe the heading above it, since when it holds, and the caller's own id of it."""

    text: str
    heading: str | None = None
    at: GivenTime | None = None
    ref: str | None = None


class Message(Model):
    """What somebody said: `part` names a part of the conversation, `captions` say what pictures show, `ref` is the caller's id of it."""

    text: str
    speaker: str | None = None
    at: GivenTime | None = None
    part: str | None = None
    captions: tuple[str, ...] = ()
    ref: str | None = None


M = TypeVar("M", Chunk, Message)


def parse_texts(kind: type[M], given: Sequence[M | Mapping[str, Any] | str], path: str) -> list[M]:
    """The texts as values; a bare string is its text. Raises `Refused` with the path of every field that does not fit."""
    if not given:
        raise Refused([Refusal(0, path, "NO_TEXT", "give at least one")])
    if len(given) > MAX_TEXTS:
        message = f"{len(given):,} given, at most {MAX_TEXTS:,} are taken in one call; send them in several"
        raise Refused([Refusal(0, path, "TOO_MANY", message)])
    texts: list[M] = []
    refused: list[Refusal] = []
    for n, one in enumerate(given):
        try:
            texts.append(one if isinstance(one, kind) else kind.model_validate({"text": one} if isinstance(one, str) else one))
        except ValidationError as error:
            refused += [Refusal(0, f"{path}[{n}].{r.path}", r.code, r.message) for r in shape_refusals(error)]
    if refused:
        raise Refused(refused)
    return texts
