"""From documents to records: what a document states becomes statements that the write path knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from graphmem.ingest.documents import Document, Stated, Thing
from graphmem.model.names import NameRefused, clean_name
from graphmem.model.ontology import DEFAULT, MAX_ENTITIES, MAX_RELATIONS, Ontology
from graphmem.model.records import EntityRef, Relation, Statement

Types = Mapping[str, str]
MAX_SAID = 4_000  # characters of the text of one statement
MAX_REASON = 1_000


def key_of(name: str) -> str | None:
    """The name key; None for what is no name."""
    try:
        return clean_name(name).key
    except NameRefused:
        return None


def names_in(document: Document) -> set[str]:
    """The keys of all names that the document uses without a type."""
    things = (document.about, *(t for s in document.stated for t in (s.source, s.target)))
    return {key for t in things if t.type is None and (key := key_of(t.name))}


def refs(things: Iterable[Thing], types: Types, ontology: Ontology = DEFAULT) -> list[EntityRef]:
    """The entities that these things are, each once."""
    found: dict[tuple[str, str], EntityRef] = {}
    for thing in things:
        if (key := key_of(thing.name)) is None:
            continue
        type_ = typed(thing, types)
        aliases = tuple(a for a in thing.aliases if key_of(a) not in (None, key))
        declared = ontology.entity_type(type_)
        fields: dict[str, str] = {k: v for k, v in thing.fields.items() if declared and k in declared.fields}
        if declared and thing.subtype in declared.subtypes:
            fields["subtype"] = str(thing.subtype)
        ref = EntityRef(name=thing.name, type=type_, description=thing.description, aliases=aliases, fields=fields)
        first = found.get((type_, key))
        if first is None or len(first.model_dump_json()) < len(ref.model_dump_json()):
            found[type_, key] = ref
    return list(found.values())


def typed(thing: Thing, types: Types) -> str:
    """The type of a thing: the one stated, else the one that the memory knows the name as, else the usual one."""
    return thing.type or types.get(key_of(thing.name) or "", thing.usual)


def statements(document: Document, types: Types, id_: str, ontology: Ontology = DEFAULT) -> list[Statement]:
    """What the document as a whole states, in as many records as its links need; the first one names it, even where it states nothing."""
    made = []
    for n, stated in enumerate(_shares(document, types)):
        things = [document.about, *(t for s in stated for t in (s.source, s.target))]
        said = "; ".join(s.reason for s in stated)[:MAX_SAID] or f"{document.about.name} was read"
        made.append(
            Statement(
                statement=said,
                title=f"{document.title}"[:190] + (f" ({n + 1})" if n else ""), entities=tuple(refs(things, types, ontology)),
                relations=tuple(relation(s, types) for s in stated), valid_from=document.at, document=id_,
            )
        )  # fmt: skip
    return made


def _shares(document: Document, types: Types) -> Iterator[list[Stated]]:
    """The links in parts that fit a record."""
    stated: list[Stated] = []
    names: set[str] = {document.about.name}
    for one in document.stated:
        if None in (key_of(one.source.name), key_of(one.target.name)) or _is_other_name(one, types):
            continue
        more = names | {one.source.name, one.target.name}
        if stated and (len(more) > MAX_ENTITIES - 2 or len(stated) == MAX_RELATIONS):
            yield stated
            stated, more = [], {document.about.name, one.source.name, one.target.name}
        stated.append(one)
        names = more
    yield stated


def _is_other_name(stated: Stated, types: Types) -> bool:
    """Whether a link leads from a thing to another name of itself, which states nothing."""
    source, target = stated.source, stated.target
    if typed(source, types) != typed(target, types):
        return False
    keys = [{key_of(end.name), *map(key_of, end.aliases)} for end in (source, target)]
    return not keys[0].isdisjoint(keys[1])


def relation(stated: Stated, types: Types) -> Relation:
    """A link as records state it."""
    return Relation(
        source=stated.source.name, target=stated.target.name, type=stated.type, reason=stated.reason[:MAX_REASON],
        source_type=typed(stated.source, types), target_type=typed(stated.target, types), semantic=stated.semantic,
    )  # fmt: skip
