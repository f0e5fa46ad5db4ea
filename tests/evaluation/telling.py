"""The sets as a user would state them: conversations as messages, passages as records with their triples as relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from graphmem.embed import Vector, serving
from graphmem.embed.base import BUILT_IN, Embedder, open_embedder
from graphmem.model.names import NameRefused, clean_name
from graphmem.model.records import Definition, EntityRef, Relation
from graphmem.model.texts import Chunk, Message
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.evaluation.sets import Passage, Turn
from tests.evaluation.vectors import VectorStore

TYPE = "concept"
BATCH = 100


class KeptEmbedder:
    """An embedder whose vectors are kept between runs; the model is loaded for the first new text."""

    def __init__(self, model: str, settings: Settings) -> None:
        self.name, self.dimension = next(known for known in BUILT_IN.values() if known[0] == model)
        self._settings, self._kept = settings, VectorStore(model)
        self._model: Embedder | None = None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        return self._kept.get(texts, lambda new: self._opened().embed(new, query=query), query=query)

    def _opened(self) -> Embedder:
        self._model = self._model or open_embedder(self.name, self._settings)
        return self._model


@contextmanager
def kept_vectors(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every embedder opened meanwhile keeps its vectors."""
    serving._opened.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(serving, "open_embedder", KeptEmbedder)
        yield
    serving._opened.cache_clear()


async def tell_passages(workspace: Workspace, passages: Sequence[Passage]) -> dict[str, str]:
    """States each passage; what its hits are called → the passage."""
    units: dict[str, str] = {}
    stated = [p for p in passages if _relations(p)]
    for batch in (stated[at : at + BATCH] for at in range(0, len(stated), BATCH)):
        receipt = await workspace.remember(*(_record(p) for p in batch))
        units |= {record.id: p.id for record, p in zip(receipt.records, batch, strict=True)}
    return units | await _tell_texts(workspace, [p for p in passages if not _relations(p)])


def _record(passage: Passage) -> Definition:
    relations = _relations(passage)
    names = dict.fromkeys(name for r in relations for name in (r.source, r.target))
    return Definition(
        title=passage.title, term=passage.title, definition=passage.text, relations=relations,
        entities=tuple(EntityRef(name=name, type=TYPE) for name in {clean_name(n).key: n for n in reversed(names)}.values()),
    )  # fmt: skip


def _relations(passage: Passage) -> tuple[Relation, ...]:
    """The triples that can be stated: both ends named and different; the phrase is the reason, several of one pair are joined."""
    found: dict[frozenset[str], tuple[str, str, list[str]]] = {}
    for source, phrase, target in passage.triples:
        try:
            ends = frozenset((clean_name(source).key, clean_name(target).key))
        except NameRefused:
            continue
        if len(ends) == 2 and phrase.strip():
            phrases = found.setdefault(ends, (source.strip(), target.strip(), []))[2]
            phrases.extend([phrase.strip()] if phrase.strip() not in phrases else [])
    return tuple(Relation(source=s, target=t, type="related_to", reason="; ".join(p)) for s, t, p in found.values())


async def _tell_texts(workspace: Workspace, passages: Sequence[Passage]) -> dict[str, str]:
    """A passage without triples is a text of its own."""
    if not passages:
        return {}
    receipt = await workspace.add_texts("corpus", *(Chunk(text=p.text, heading=p.title) for p in passages))
    return {text.id: p.id for text, p in zip(receipt.texts, passages, strict=True)}


async def tell_turns(workspace: Workspace, conversation: str, turns: Sequence[Turn]) -> dict[str, str]:
    """States a conversation, each dated part of it apart; what its hits are called → the turn."""
    messages = [Message(text=t.text, speaker=t.speaker, at=t.at, part=t.id.split(":")[0]) for t in turns]
    receipt = await workspace.add_messages(conversation, *messages)
    return {text.id: turn.id for text, turn in zip(receipt.texts, turns, strict=True)}


def settings_of(found: Settings, embedder: str, **more: Any) -> Settings:
    return found.model_copy(update={"embedder": embedder, **more})
