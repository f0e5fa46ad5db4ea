"""From the text of a reply to items: strict where a lenient reader would guess, item by item where one is bad and others are good."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from graphmem.ingest.documents import Stated, Thing
from graphmem.ingest.ontology import NOT_FROM_TEXT, extraction_models
from graphmem.ingest.stating import key_of
from graphmem.model.ontology import RELATED, Ontology
from graphmem.model.records import Fact, Preference
from graphmem.model.times import TimeRefused, parse_time

MOST = 400  # items of one list of a reply: a passage does not state more
SENTENCE = 300


class Malformed(Exception):
    """The reply is no answer to what was asked: it is asked for again, a few times."""


@dataclass(frozen=True, slots=True)
class RefusedItem:
    """An item that was left out: where it stands, by which rule, and what it said."""

    path: str
    code: str
    message: str


@dataclass(slots=True)
class Extraction:
    """What a reply states, and what of it was left out."""

    things: list[Thing] = field(default_factory=list)
    stated: list[Stated] = field(default_factory=list)
    preferences: list[Preference] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    refused: list[RefusedItem] = field(default_factory=list)
    ignored: int = 0
    """Fields that nobody asked for."""

    @property
    def empty(self) -> bool:
        return not (self.things or self.stated or self.preferences or self.facts)

    def refuse(self, path: str, code: str, message: str) -> None:
        self.refused.append(RefusedItem(path, code, message[:500]))


class _Doubled(dict[str, Any]):
    """An object in which a key stands twice: nobody can say which value was meant."""


_NO_NUMBER = object()  # NaN and infinity, which are no JSON


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    return made if len(made) == len(pairs) else _Doubled(made)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=lambda _: _NO_NUMBER)


def read_object(text: str) -> dict[str, Any]:
    """The one object of a reply, in a fence, behind prose or alone; raises `Malformed` for none, several, or a list in its place."""
    blocks = list(_blocks(text))
    if len(blocks) != 1:
        raise Malformed(f"{len(blocks) or 'no'} JSON blocks in the reply, where one object was asked for")
    if not isinstance(blocks[0], dict):
        raise Malformed("a list where one object was asked for")
    if isinstance(blocks[0], _Doubled):
        raise Malformed("a list of the reply is given twice")
    return blocks[0]


def _blocks(text: str) -> Iterator[Any]:
    """Every whole object, and every list of objects, from the left."""
    place = 0
    while found := re.compile(r"[{\[]").search(text, place):
        try:
            value, place = _DECODER.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            place = found.start() + 1
            continue
        if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(v, dict) for v in value)):
            yield value


def extraction_of(reply: Mapping[str, Any], text: str, ontology: Ontology) -> Extraction:
    """What the reply says that `text` states; raises `Malformed` for the schema sent back, or a reply without any list."""
    models = extraction_models(ontology)
    if not any(isinstance(reply.get(key), list) for key in models):
        raise Malformed("the schema was sent back" if "properties" in reply or "$defs" in reply else "none of the lists is there")
    found = Extraction()
    for key, value in reply.items():
        if key not in models:
            _unasked(found, key, value)
    given = {key: list(_valid(found, reply.get(key), key, model)) for key, model in models.items()}
    grounded = _plain(text)
    names = _things(found, given["entities"], grounded)
    for path, item in given["relations"]:
        _relation(found, names, path, item)
    for path, item in given["preferences"]:
        _preference(found, path, item, ontology)
    for path, item in given["facts"]:
        _fact(found, path, item, grounded)
    return found


def _unasked(found: Extraction, key: str, value: Any) -> None:
    """A reply can state, and nothing else: every other part is left out, and what asks for a change is told."""
    if isinstance(value, list | dict):
        for n, item in enumerate(value if isinstance(value, list) else [value]):
            told = json.dumps(item, default=str, ensure_ascii=False)
            found.refuse(f"{key}[{n}]", "NOT_A_STATEMENT", f"a reply states, it changes nothing: {told}")
    else:
        found.ignored += 1


def _valid(found: Extraction, given: Any, key: str, model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    """The items that have the shape of the model; numbers where a text is wanted become text, and nothing else is coerced."""
    if given is None:
        return
    if not isinstance(given, list):
        found.refuse(key, "INVALID_ITEM", "not a list")
        return
    if len(given) > MOST:
        found.refuse(key, "TOO_MANY_ITEMS", f"{len(given):,} given, the first {MOST} were looked at")
    for n, item in enumerate(given[:MOST]):
        path = f"{key}[{n}]"
        if isinstance(item, _Doubled) or not isinstance(item, dict) or _holds_no_number(item):
            found.refuse(path, "INVALID_ITEM", "not an object, or with a key given twice or a number that is none")
            continue
        found.ignored += len(set(item) - set(model.model_fields))
        try:
            yield path, model.model_validate(_defaults(item, model))
        except ValidationError as error:
            line = error.errors(include_url=False, include_input=False, include_context=False)[0]
            found.refuse(".".join(map(str, (path, *line["loc"]))), "INVALID_ITEM", _told(item, line["msg"]))


def _told(item: Mapping[str, Any], message: str) -> str:
    said = item.get("reason") or item.get("name") or ""
    return f"{message}: {said}" if said else message


def _holds_no_number(item: Mapping[str, Any]) -> bool:
    return any(v is _NO_NUMBER or isinstance(v, _Doubled) for v in item.values())


def _defaults(item: Mapping[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """What may be null may be left out; a number where a text is wanted is its text."""
    made: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        value = item.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if value is None and name == "aliases":
            value = []
        if value is not None or name in item or type(None) in getattr(info.annotation, "__args__", ()):
            made[name] = value
    return made


# -- the items


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split())


def _things(found: Extraction, given: list[tuple[str, Any]], text: str) -> dict[str, Thing]:
    """The entities whose name, or another spelling of it, stands in the text: twins once; by every name that leads to them."""
    kept: dict[tuple[str, str], Thing] = {}
    names: dict[str, Thing] = {}
    for path, item in given:
        key = key_of(item.name)
        spelled = [a for a in item.aliases if key_of(a) and _plain(a) in text]
        if key is None:
            found.refuse(path, "INVALID_ITEM", f"{item.name[:80]!r} is no name")
        elif _plain(item.name) not in text and not spelled:
            found.refuse(path, "NOT_IN_TEXT", f"{item.name[:80]!r} does not stand in the passage")
        else:
            first = kept.get((item.type, key))
            thing = first or Thing(
                item.name, item.type, subtype=item.subtype, description=(item.description or "").strip() or None,
                aliases=tuple(a for a in spelled if key_of(a) != key)[:10],
            )  # fmt: skip
            kept[item.type, key] = thing
            names.setdefault(key, thing)
            for alias in spelled:
                names.setdefault(str(key_of(alias)), thing)
    found.things = list(kept.values())
    return names


def _relation(found: Extraction, names: Mapping[str, Thing], path: str, item: Any) -> None:
    ends = [names.get(key_of(end) or "") for end in (item.source, item.target)]
    source, target = ends
    reason = item.reason.strip()
    said = f"{item.source[:80]!r} {item.type} {item.target[:80]!r}: {reason[:SENTENCE]}"
    if source is None or target is None:
        found.refuse(path, "UNDECLARED_END", f"an end is no entity of the reply: {said}")
    elif source is target or not reason or item.type in NOT_FROM_TEXT:
        found.refuse(path, "INVALID_ITEM", f"leads to itself, says no reason, or is nothing that a text can state: {said}")
    else:
        semantic = item.semantic if item.type == RELATED else None
        found.stated.append(Stated(source, item.type, target, reason[:1_000], semantic))


def _preference(found: Extraction, path: str, item: Any, ontology: Ontology) -> None:
    slot, value = ontology.slot(item.slot), item.preference.strip()
    known = next((v for v in slot.values if v == value.casefold()), None) if slot and slot.values else value
    if not value or known is None:
        found.refuse(path, "INVALID_ITEM", f"{item.slot} does not take {value[:80]!r}")
        return
    found.preferences.append(
        Preference(slot=item.slot, preference=known, holder=(item.holder or "").strip() or None, valid_from=_time(item.valid_from))
    )  # fmt: skip


def _fact(found: Extraction, path: str, item: Any, text: str) -> None:
    parts = (item.subject.strip(), item.predicate.strip(), item.object.strip())
    if not all(parts):
        found.refuse(path, "INVALID_ITEM", "a fact has a subject, a predicate and an object")
    elif _plain(parts[0]) not in text:
        found.refuse(path, "NOT_IN_TEXT", f"{parts[0][:80]!r} does not stand in the passage")
    else:
        found.facts.append(Fact(subject=parts[0], predicate=parts[1], object=parts[2], valid_from=_time(item.valid_from)))


def _time(given: str | None) -> str | None:
    """A time that is one; anything else says nothing."""
    try:
        return given if given and parse_time(given) else None
    except TimeRefused:
        return None
