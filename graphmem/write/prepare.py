"""From a stated record to an item that can be stored: every rule that needs no look at the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from graphmem.errors import Refusal, Refused
from graphmem.model import ontology as o
from graphmem.model.characters import whole
from graphmem.model.files import FileReference, FileRefused, parse_file_reference
from graphmem.model.names import Name, NameRefused, clean_name
from graphmem.model.receipts import Warned
from graphmem.model.records import EntityRef, Record, Relation, Retire
from graphmem.model.times import Stated, TimeRefused, parse_time
from graphmem.redact import redact
from graphmem.write.fields import broken_fields
from graphmem.write.items import Item, NamedEntity, Ref, Retired, StatedLink, is_entity_id, new_id
from graphmem.write.masking import Masked, fingerprint
from graphmem.write.replay import is_request_id

T = TypeVar("T")


def prepare(record: Record, index: int, ontology: o.Ontology = o.DEFAULT) -> Item:
    """The item that `record` stands for; raises `Refused` with every rule that it breaks."""
    return _Preparation(record, index, ontology).item()


class _Preparation:
    """Goes through one record field by field and collects what is wrong with it."""

    def __init__(self, record: Record, index: int, ontology: o.Ontology) -> None:
        self.record, self.index, self.ontology = record, index, ontology
        self.refusals: list[Refusal] = []
        self.undeclared: list[Refusal] = []
        self.masked = Masked()

    def item(self) -> Item:
        record = self.record
        properties = self._properties()
        entities = self._entities()
        links = self._links(entities)
        self._count("retires", record.retires, o.MAX_RETIRES)
        retires = tuple(
            r for n, retire in enumerate(record.retires[: o.MAX_RETIRES]) if (r := self._retire(retire, f"retires[{n}]"))
        )
        files = self._files()
        start, until = self._times()
        self._named_records()
        request_id = self._request_id()
        if self.refusals:
            rest = [u for u in self.undeclared if u not in self.refusals]
            raise Refused([*self.refusals, *rest], batch=self.index > 0)
        facts = {
            "properties": properties, "entities": entities, "links": links, "retires": retires, "files": files, "start": start,
            "until": until, "supersedes": record.supersedes, "corrects": record.corrects, "carries": record.carries,
        }  # fmt: skip
        return Item(
            index=self.index, id=new_id("rec"), kind=record.kind, properties=properties, entities=entities, links=links,
            supersedes=self._ids(record.supersedes), corrects=self._ids(record.corrects), carries=record.carries,
            retires=retires, files=files, start=start, until=until, request_id=request_id, body=fingerprint(record, facts),
            redactions=tuple(self.masked.redactions), warnings=tuple(self.masked.warnings),
            undeclared=tuple(self.undeclared),
        )  # fmt: skip

    def refuse(self, path: str, code: str, message: str) -> None:
        self.refusals.append(Refusal(self.index, path, code, message))

    def _try(self, path: str, parse: Callable[[], T]) -> T | None:
        """What `parse` makes, or a refusal at `path`."""
        try:
            return parse()
        except (NameRefused, TimeRefused, FileRefused) as error:
            self.refuse(path, error.code, str(error))
            return None

    def _count(self, path: str, given: Iterable[Any], most: int) -> None:
        if (n := len(tuple(given))) > most:
            self.refuse(path, "TOO_MANY", f"{n} given, at most {most} are taken; split the record")

    def _long(self, path: str, text: str, most: int) -> None:
        if len(text) > most:
            self.refuse(path, "TOO_LONG", f"{len(text):,} characters given, at most {most:,} are taken")

    # -- the record's own fields

    def _properties(self) -> dict[str, Any]:
        kind = o.KIND_BY_NAME[self.record.kind]
        own: dict[str, Any] = {}
        for name in (*kind.stored, "text", "on_behalf_of"):
            value = self.masked.optional(getattr(self.record, name, None), name)
            if value is not None and value.strip():
                self._long(name, value, o.MAX_FIELD)
                own[name] = value
            elif name in kind.required:
                self.refuse(name, "EMPTY_FIELD", f"a {kind.name} needs its {name}")
        own["title"] = self._title(kind.joined_by.join(own.get(name, "") for name in kind.titled or kind.required[:1]))
        self._slot(own)
        if (lacks := o.LACKING.get(kind.name)) and lacks not in own:
            own["lacks"] = lacks
        return own

    def _slot(self, own: Mapping[str, Any]) -> None:
        """A preference is for a declared slot, and a value that the slot takes."""
        if self.record.kind != "preference" or "slot" not in own:
            return
        slot = self.ontology.slot(own["slot"])
        if slot is None:
            allowed = ", ".join(s.name for s in self.ontology.slots)
            self.refuse("slot", "UNKNOWN_SLOT", f"{own['slot']!r} is no slot of a preference; the slots are {allowed}")
        elif slot.values and own.get("preference") not in (*slot.values, None):
            self.refuse("preference", "UNKNOWN_VALUE", f"{slot.name} takes {', '.join(slot.values)}")

    def _title(self, main: str) -> str:
        given = self.masked.optional(self.record.title, "title") or ""
        if given.strip():
            self._long("title", given, o.MAX_TITLE)
            return given
        line = " ".join(main.split())
        return line if len(line) <= o.MAX_TITLE else line[: o.MAX_TITLE - 1].rstrip() + "…"

    # -- entities and relations

    def _entities(self) -> tuple[NamedEntity, ...]:
        given = self.record.entities
        need = o.KIND_BY_NAME[self.record.kind].entities
        if not given and need == "must":
            self.refuse("entities", "NO_ENTITY", "a record names at least one entity it is about")
        if need == "never" and (given or self.record.files or self.record.retires):
            message = f"a {self.record.kind} is an island: it names no entity, file or removal; state a record of another kind beside it"
            self.refuse("entities", "NAMES_NOTHING", message)
        self._count("entities", given, o.MAX_ENTITIES)
        found: dict[Ref, NamedEntity] = {}
        for n, ref in enumerate(given[: o.MAX_ENTITIES]):
            if entity := self._entity(ref, f"entities[{n}]"):
                first = found.get(entity.ref)
                found[entity.ref] = _together(first, entity) if first else entity
        return tuple(found.values())

    def _entity(self, given: EntityRef, path: str) -> NamedEntity | None:
        type_ = self.ontology.entity_type(given.type)
        if type_ is None:
            allowed = ", ".join(t.name for t in self.ontology.entity_types)
            self.refuse(f"{path}.type", "UNKNOWN_TYPE", f"{given.type!r} is no entity type; the types are {allowed}")
        name = self.name(given.name, f"{path}.name")
        self._count(f"{path}.aliases", given.aliases, o.MAX_ALIASES)
        aliases = [a for n, text in enumerate(given.aliases[: o.MAX_ALIASES]) if (a := self.name(text, f"{path}.aliases[{n}]"))]
        description = self.masked.optional(given.description, f"{path}.description")
        self._long(f"{path}.description", description or "", o.MAX_FIELD)
        fields = self.fields(given, type_, path)
        if type_ is None or name is None:
            return None
        id_ = name.key if is_entity_id(name.key) else None
        return NamedEntity(
            ref=Ref(type_.name, name.key), shown=name.shown, id=id_, path=path, fields=fields,
            description=(description or "").strip() or None, aliases=tuple(a for a in aliases if a.key != name.key),
        )  # fmt: skip

    def name(self, text: str, path: str) -> Name | None:
        """The name with its secrets masked, its key and its warnings; None and a refusal when it is no name."""
        name = self._try(path, lambda: clean_name(text))
        if name is None:
            return None
        self.masked.warnings += [Warned(code="NAME_CLEANED", message=w, path=path) for w in name.warnings]
        masked = self.masked.secret(name.shown, path)
        return name if masked == name.shown else self._try(path, lambda: clean_name(masked))

    def fields(self, given: EntityRef, type_: o.EntityType | None, path: str) -> dict[str, Any]:
        """The declared fields that carry a value; an undeclared one is refused with the list of those that are."""
        values = self.masked.fields(given.fields, f"{path}.fields")
        for broken in broken_fields(type_, values, f"{path}.fields") if type_ else ():
            self.refuse(*broken)
        return {k: v for k, v in values.items() if v is not None and v != ""}

    def _links(self, entities: tuple[NamedEntity, ...]) -> tuple[StatedLink, ...]:
        given = self.record.relations
        if not given and o.KIND_BY_NAME[self.record.kind].relations == "must":
            self.refuse("relations", "NO_RELATION", "a record states at least one relation between the entities it names")
        self._count("relations", given, o.MAX_RELATIONS)
        found: dict[tuple[Ref, str, Ref, str | None], StatedLink] = {}
        for n, relation in enumerate(given[: o.MAX_RELATIONS]):
            if link := self._link(relation, entities, f"relations[{n}]"):
                same = found.setdefault((link.source, link.type, link.target, link.semantic), link)
                if same.reason != link.reason:
                    self.refuse(
                        link.path,
                        "DUPLICATE_RELATION",
                        f"the record states this link at {same.path} with another reason",
                    )
        self._conflicts(list(found.values()))
        return tuple(found.values())

    def _link(self, given: Relation, entities: tuple[NamedEntity, ...], path: str) -> StatedLink | None:
        type_ = self.ontology.relation_type(given.type)
        if type_ is None:
            allowed = ", ".join(t.name for t in self.ontology.relation_types)
            self.refuse(f"{path}.type", "UNKNOWN_TYPE", f"{given.type!r} is no relation type; the types are {allowed}")
        reason = self.masked.text(given.reason, f"{path}.reason").strip()
        if not reason:
            self.refuse(f"{path}.reason", "NO_REASON", "a relation needs the reason why it holds")
        self._long(f"{path}.reason", reason, o.MAX_REASON)
        source = self._end(given.source, given.source_type, entities, f"{path}.source")
        target = self._end(given.target, given.target_type, entities, f"{path}.target")
        if type_ is None or source is None or target is None or not reason:
            return None
        if source == target:
            self.refuse(path, "SELF_RELATION", "a relation joins two different things")
            return None
        self._allowed_ends(type_, source, target, path)
        semantic = self._semantic(given, type_, path)
        return StatedLink(source, type_.stored, target, reason, path, semantic)

    def _semantic(self, given: Relation, type_: o.RelationType, path: str) -> str | None:
        """What a link says more closely: a `related_to` one of the declared words, one of an own type the name of that."""
        if given.semantic is None:
            return type_.name if type_.is_a else None
        if given.type != o.RELATED or given.semantic not in self.ontology.semantic_types:
            allowed = ", ".join(self.ontology.semantic_types)
            self.refuse(
                f"{path}.semantic", "UNKNOWN_SEMANTIC", f"{o.RELATED} alone says more closely what it means, by {allowed}"
            )
        return given.semantic

    def _allowed_ends(self, type_: o.RelationType, source: Ref, target: Ref, path: str) -> None:
        for end, ref, allowed in (("source", source, type_.sources), ("target", target, type_.targets)):
            if allowed and not ref.type:
                self.refusals += [u for u in self.undeclared if u.path == f"{path}.{end}"]
            elif allowed and not {ref.type, getattr(self.ontology.entity_type(ref.type), "is_a", None)} & {*allowed}:
                message = f"the {end} of {type_.name} is {' or '.join(allowed)}, not {ref.type}"
                self.refuse(f"{path}.{end}", "WRONG_END", message)

    def _end(self, name: str, type_: str | None, entities: tuple[NamedEntity, ...], path: str) -> Ref | None:
        """The declared entity that an end of a relation names, by its name, an alias or its id.

        A name that the record does not give may still lead to a declared entity: the plan, which sees the memory, decides.
        """
        try:
            key = clean_name(self.masked.secret(name, path)).key
        except NameRefused:
            self.refusals.append(self._undeclared(path, name))
            return None
        named = [e for e in entities if key == e.ref.key or any(a.key == key for a in e.aliases)]
        named = [e for e in named if type_ is None or e.ref.type == type_]
        if len(named) == 1:
            return named[0].ref
        if named:
            types = ", ".join(e.ref.type for e in named)
            self.refuse(path, "AMBIGUOUS_END", f"the record names {name!r} as {types}; say which by {path.split('.')[-1]}_type")
            return None
        self.undeclared.append(self._undeclared(path, name))
        return Ref("", key)

    def _undeclared(self, path: str, name: str) -> Refusal:
        message = f"{name!r} is not among the record's entities; declare it there"
        return Refusal(self.index, path, "UNDECLARED_ENTITY", message)

    def _conflicts(self, links: list[StatedLink]) -> None:
        for link in links:
            if link.type == o.CONFLICT:
                pair = {link.source, link.target}
                if other := next((x for x in links if x.type != o.CONFLICT and {x.source, x.target} == pair), None):
                    message = f"the record also states {other.type} between the two; a record cannot state both"
                    self.refuse(link.path, "CONFLICT_BESIDE_RELATION", message)

    # -- what it ends, files, times

    def _retire(self, given: Retire, path: str) -> Retired | None:
        forms = [given.relation is not None, given.entity is not None, given.source is not None]
        triple = (given.source, given.type, given.target)
        if sum(forms) != 1 or (any(triple) and None in triple):
            self.refuse(path, "INVALID_RETIRE", "name one edge id, one entity, or source, type and target together")
            return None
        type_ = self.ontology.relation_type(given.type) if given.type is not None else None
        if given.type is not None and (type_ is None or type_.is_a):
            allowed = ", ".join(t.name for t in self.ontology.relation_types if not t.is_a)
            own = f", as which its links are stored: {type_.is_a}; or name the edge by its id" if type_ else f": {allowed}"
            self.refuse(f"{path}.type", "UNKNOWN_TYPE", f"{given.type!r}: name a built-in relation type{own}")
            return None
        names = {k: self.name(v, f"{path}.{k}") for k in ("source", "target", "entity") if (v := getattr(given, k)) is not None}
        if None in names.values():
            return None
        shown = {k: n.shown for k, n in names.items() if n}
        return Retired(
            path,
            whole(given.relation) if given.relation else None,
            shown.get("source"),
            given.type,
            shown.get("target"),
            shown.get("entity"),
        )

    def _files(self) -> tuple[FileReference, ...]:
        self._count("files", self.record.files, o.MAX_FILES)
        found = [self._file(text, f"files[{n}]") for n, text in enumerate(self.record.files[: o.MAX_FILES])]
        return tuple(dict.fromkeys(f for f in found if f is not None))

    def _file(self, text: str, path: str) -> FileReference | None:
        masked = self.masked.secret(text, path)
        try:
            found = parse_file_reference(text)
        except FileRefused:
            return self._try(path, lambda: parse_file_reference(masked))
        # A mask has colons, and what follows a colon of a reference is a line.
        return found if masked == text else replace(found, path=redact(found.path)[0].replace(":", "-"))

    def _times(self) -> tuple[Stated | None, Stated | None]:
        start = self._time("valid_from", self.record.valid_from)
        until = self._time("valid_to", self.record.valid_to)
        if start and until and until.first <= start.first:
            self.refuse(
                "valid_to",
                "TIMES_OUT_OF_ORDER",
                "valid_to must lie after valid_from: the end is not part of the interval",
            )
        return start, until

    def _time(self, path: str, value: Any) -> Stated | None:
        return None if value is None else self._try(path, lambda: parse_time(value))

    def _named_records(self) -> None:
        for path, ids in (("supersedes", self.record.supersedes), ("corrects", self.record.corrects)):
            self._count(path, ids, o.MAX_NAMED)
        both = set(self.record.supersedes) & set(self.record.corrects)
        if both:
            self.refuse(
                "corrects",
                "NAMED_TWICE",
                f"{min(both)!r} is named in supersedes too; it either held until now or never did",
            )
        if self.record.carries and not (self.record.supersedes or self.record.corrects):
            self.refuse(
                "carries",
                "CARRIES_NOTHING",
                "carries restates what the records in supersedes or corrects said; name one",
            )

    def _request_id(self) -> str | None:
        given = self.record.request_id
        if given is None:
            return None
        if not is_request_id(given):
            self.refuse("request_id", "INVALID_FIELD", "a request_id is 1 to 200 printable characters")
        return self.masked.secret(given, "request_id")

    def _ids(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """Records as they are named: by id, or by the `request_id` of an earlier item, which was masked too."""
        return tuple(redact(whole(text))[0] for text in given)


def _together(first: NamedEntity, again: NamedEntity) -> NamedEntity:
    """An entity that one record names twice: the first words stand, what only the second says is added."""
    aliases = {a.key: a for a in (*again.aliases, *first.aliases)}
    return NamedEntity(
        ref=first.ref, shown=first.shown, id=first.id, path=first.path, description=first.description or again.description,
        aliases=tuple(aliases.values()), fields={**again.fields, **first.fields},
    )  # fmt: skip
