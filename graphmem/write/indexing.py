"""What a search finds the rows of a request by: words for the full-text index, vectors, and the terms that join texts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from graphmem.embed.serving import SpacesMoved, Vectors
from graphmem.model import lexical as words
from graphmem.store import Store
from graphmem.store.fulltext import scope
from graphmem.write.items import Item, NamedEntity, Ref
from graphmem.write.state import Known, NewName
from graphmem.write.steps import Step

T = TypeVar("T")


async def with_vectors(store: Store, texts: Iterable[str], write: Callable[[Vectors], Awaitable[T]]) -> tuple[T, Vectors]:
    """Embeds `texts`, then writes; both again where the store changed over to other vectors in between."""
    wanted = list(texts)
    while True:
        vectors = await store.embedding.vectors(wanted) if store.embedding else Vectors()
        try:
            return await write(vectors), vectors
        except SpacesMoved as moved:
            if store.embedding is not None:
                store.embedding.take(moved.rows)


def texts_of(items: Iterable[Item]) -> Iterable[str]:
    """Every text of the items that is embedded, as far as it is known before the memory is seen."""
    said: dict[Ref, str | None] = {}
    for item in items:
        yield record_text(item)
        yield from (text for text in link_texts(item) if text)
        for entity in item.entities:
            said[entity.ref] = entity.description or said.get(entity.ref)
            if entity.id is None:
                yield words.entity_text(entity.shown, entity.ref.type, said[entity.ref])


def record_text(item: Item) -> str:
    """What the record of an item is embedded as."""
    return words.record_text(item.kind, item.properties)


def link_texts(item: Item) -> list[str | None]:
    """What each link of an item is embedded as; None where an end is given by an id, which says nothing."""
    shown = {e.ref: None if e.id else e.shown for e in item.entities}
    ends = [(shown.get(x.source, x.source.key), shown.get(x.target, x.target.key)) for x in item.links]
    return [
        words.link_text(source, link.type, target, link.reason) if source and target else None
        for link, (source, target) in zip(item.links, ends, strict=True)
    ]


@dataclass(slots=True)
class Telling:
    """What a request says of one entity: names that it adds, and the last description and fields."""

    known: Known
    created: bool
    names: list[str] = field(default_factory=list)
    shown: str = ""
    description: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    dated: bool = False  # by a record with a start of its own: what was said of a later time may count instead


def tellings(steps: Iterable[Step]) -> list[Telling]:
    """What the steps say of each entity, by entity, in the order of statement."""
    found: dict[str, Telling] = {}
    for step in steps:
        for entity in step.item.entities:
            _tell(found, step, entity)
        for new in step.names.new_names:
            found[new.known.id].names.append(new.name.shown)
    return list(found.values())


def _tell(found: dict[str, Telling], step: Step, entity: NamedEntity) -> None:
    known = step.names.known[entity.ref]
    telling = found.setdefault(known.id, Telling(known, created=False))
    telling.created |= step.names.makes(known)
    telling.shown = entity.shown
    if entity.description:
        telling.description, telling.dated = entity.description, not step.record.times.assumed
    telling.values = {**telling.values, **entity.fields}


class Index:
    """Makes the properties by which the rows of one request are found."""

    def __init__(self, workspace: str, vectors: Vectors) -> None:
        self.scope, self.vectors = scope(workspace), vectors
        self.stale: set[str] = set()  # entities whose words only the memory knows: they are told anew
        self.linked: set[str] = set()  # records with links whose text only the memory knows: those are embedded after the commit

    def record(self, step: Step) -> dict[str, Any]:
        """Of a record: what it says, the names it uses and the reasons of its links."""
        item, text = step.item, record_text(step.item)
        names = (n for e in item.entities if e.id is None for n in (e.shown, *(a.shown for a in e.aliases)))
        reasons = (link.reason for link in item.links)
        return {"scope": self.scope, "lexical": words.lexical(text, *names, *reasons), **self.vectors.of(text)}

    def terms(self, step: Step) -> dict[str, Any]:
        """The stems of a record, of which the rarest are stored."""
        return {"record": step.record.id, "stems": words.stems(record_text(step.item))}

    def created(self, new: NewName, telling: Telling) -> dict[str, Any]:
        """Of an entity that the request makes."""
        text = words.entity_text(new.known.name, new.type, telling.description)
        lexical = words.entity_lexical(telling.names, new.type, telling.description, telling.values.values())
        return {"scope": self.scope, "lexical": lexical, **self.vectors.of(text)}

    def told(self, telling: Telling) -> dict[str, Any] | None:
        """What changes of an entity that was there; None where nothing does."""
        known = telling.known
        if known.lexical is None or (telling.dated and known.lexical.split("\n")[1]):
            self.stale.add(known.id)
            return None
        names, about, values = known.lexical.split("\n")
        names = " ".join((names, *(words.names_line([n], "") for n in telling.names)))
        about = words.about_line(telling.description) or about
        values = words.values_line(telling.values.values()) or values
        lexical = "\n".join((names, about, values))
        if lexical == known.lexical:
            return None
        row: dict[str, Any] = {"lexical": lexical}
        if telling.description:
            texts = (words.entity_text(name, known.type, telling.description) for name in (known.name, telling.shown))
            row |= {**dict.fromkeys((*self.vectors.properties, "unembedded")), **self.vectors.of(*texts)}
        return row

    def links(self, step: Step) -> dict[str, dict[str, Any]]:
        """Of each link, by the id of its edge; what is carried on from an older record is told anew after the commit."""
        texts = link_texts(step.item)
        own = dict(zip((e.id for e in step.record.edges), texts, strict=False))
        if not all(own.get(e.id) for e in step.record.edges):
            self.linked.add(step.record.id)
        return {e.id: self.vectors.of(own.get(e.id) or "") for e in step.record.edges}
