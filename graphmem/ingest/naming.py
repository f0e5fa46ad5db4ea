"""Which entities the passages of a document name, where no model reads them: those that the memory knows, and the document's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphmem.context.recognising import FoundRow, named, places_of
from graphmem.ingest.documents import Document, Thing
from graphmem.ingest.extraction.extracting import Asked
from graphmem.ingest.ledger import Ledger
from graphmem.ingest.stating import Types, key_of, refs, typed
from graphmem.model.answers.base import EntityBrief
from graphmem.model.names import name_key
from graphmem.model.ontology import MAX_ENTITIES, Ontology
from graphmem.model.records import Record, Statement

PASSAGES = 500  # of one document that are looked at
WORDS = 4_000  # of one passage
MOST = 20  # entities that one passage is linked to
TOGETHER = 10  # passages whose names are asked about at once


def bound(passages: Sequence[Asked], *, newest: bool) -> tuple[Sequence[Asked], str | None]:
    """Those that are looked at: the first of a text, the last of a conversation; and what is said of the rest."""
    if len(passages) <= PASSAGES:
        return passages, None
    told = f"names were looked for in the {'last' if newest else 'first'} {PASSAGES} of {len(passages):,} passages"
    return (passages[-PASSAGES:] if newest else passages[:PASSAGES]), told


async def naming(
    ledger: Ledger, document: Document, id_: str, passages: Sequence[Asked], types: Types, ontology: Ontology
) -> list[Statement]:
    """A statement for each passage that names entities; the one that the document is about is none of them."""
    own = {key: _own(key, thing, types) for thing in _things(document) if (key := key_of(thing.name))}
    about, made = key_of(document.about.name), list[Statement]()
    for at in range(0, len(passages), TOGETHER):
        part = passages[at : at + TOGETHER]
        keyed = [_keyed(asked.text) for asked in part]
        keys = {key for places in keyed for key in places}
        rows = [*await ledger.named(keys), *(row for key, row in own.items() if key in keys)]
        for asked, places in zip(part, keyed, strict=True):
            hits = sorted(place for row in rows for place in places.get(row.key, ()))
            found = [r.entity for r in named(asked.text, dict.fromkeys(hits), rows, most=MOST)]
            if found := [entity for entity in found if name_key(entity.name) != about]:
                made.append(_statement(document, id_, asked, found, ontology))
    return made


def _keyed(text: str) -> dict[str, list[tuple[int, int]]]:
    """Where each name key that a text may spell stands in it."""
    found: dict[str, list[tuple[int, int]]] = {}
    for start, end in places_of(text, words=WORDS):
        if key := name_key(text[start:end]):
            found.setdefault(key, []).append((start, end))
    return found


def beside(stated: Sequence[Record], names: Sequence[Statement]) -> list[Record]:
    """What a document of one passage states, with what that names beside it, where there is room for it."""
    if not (stated and names):
        return [*stated, *names]
    first, *rest = stated
    known = {(e.type, name_key(e.name)) for e in first.entities}
    entities = (*first.entities, *(e for e in names[0].entities if (e.type, name_key(e.name)) not in known))
    if len(entities) > MAX_ENTITIES:
        return [*stated, *names]
    return [first.model_copy(update={"entities": entities}), *rest]


def _things(document: Document) -> Iterator[Thing]:
    for stated in document.stated:
        yield from (stated.source, stated.target)


def _own(key: str, thing: Thing, types: Types) -> FoundRow:
    """A thing that the document itself states, which the memory may not know yet."""
    entity = EntityBrief(id=f"own {key}", name=thing.name, type=typed(thing, types))
    return FoundRow(by="name", key=key, spelled=thing.name, home="", entity=entity)


def _statement(document: Document, id_: str, asked: Asked, found: Iterable[EntityBrief], ontology: Ontology) -> Statement:
    known: Mapping[tuple[str, str], Thing] = {(e.type, name_key(e.name)): Thing(e.name, e.type) for e in found}
    things = list(known.values())
    return Statement(
        statement=f"names {', '.join(thing.name for thing in things)}",
        title=" › ".join(part for part in (document.title, asked.heading) if part)[:190], document=id_, chunk=asked.chunk,
        entities=tuple(refs(things, {}, ontology)), valid_from=asked.at,
    )  # fmt: skip
