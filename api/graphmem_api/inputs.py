"""Input types: what can be stated, made from the same classes as in Python; a record has the fields of all kinds, as in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, get_args

import strawberry
from pydantic import BaseModel
from strawberry.types.base import has_object_definition

from graphmem.model import records as r
from graphmem.model import work as w
from graphmem.model.glossary import described
from graphmem.model.texts import Chunk, Message
from graphmem_api.scalars import EntityType, Fields, RelationType, Time
from graphmem_api.types import RecordKind, sentence

TYPED: dict[tuple[type, str], Any] = {
    (r.EntityRef, "type"): EntityType,
    (r.EntityRef, "fields"): Fields | None,
    (r.Relation, "type"): RelationType,
    (r.Relation, "source_type"): EntityType | None,
    (r.Relation, "target_type"): EntityType | None,
    (r.Retire, "type"): RelationType | None,
}
TIMES = ("valid_from", "valid_to", "at")


def _input(model: type[BaseModel], name: str, fields: Mapping[str, Any], description: str) -> Any:
    namespace: dict[str, Any] = {"__annotations__": dict(fields)}
    for field, annotation in fields.items():
        required = type(None) not in get_args(annotation)
        told = described(field, model.__name__)
        namespace[field] = strawberry.field(description=told) if required else strawberry.field(
            description=told, default=strawberry.UNSET
        )  # fmt: skip
    return strawberry.input(type(name, (), namespace), name=name, description=description)


def _part(model: type[BaseModel]) -> Any:
    fields: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        typed = TYPED.get((model, name))
        told = str(info.annotation)
        plain = list[str] | None if "tuple" in told else bool | None if "bool" in told else str | None
        usual = Time | None if name in TIMES else str if info.is_required() else plain
        fields[name] = typed if typed is not None else usual
    return _input(model, f"{model.__name__}Input", fields, sentence(model))


EntityRefInput, RelationInput, RetireInput = (_part(m) for m in (r.EntityRef, r.Relation, r.Retire))
PARTS = {"entities": EntityRefInput, "relations": RelationInput, "retires": RetireInput}


def _record_fields() -> dict[str, Any]:
    """`kind`, then the fields of every kind; which of them a kind takes the library says."""
    fields: dict[str, Any] = {"kind": RecordKind}
    for kind in r.CLASSES.values():
        for name, info in kind.model_fields.items():
            if name in PARTS:
                fields.setdefault(name, list[PARTS[name]] | None)  # type: ignore[valid-type]
            elif name in TIMES:
                fields.setdefault(name, Time | None)
            elif info.annotation is bool:
                fields.setdefault(name, bool | None)
            else:
                fields.setdefault(name, list[str] | None if "tuple" in str(info.annotation) else str | None)
    return fields


RecordInput = _input(
    r.Record, "RecordInput", _record_fields(), "One piece of knowledge of any kind; fields of another kind are refused."
)


# What a verb takes any number of: the name of the parameter, and the input of one.
MANY: dict[str, Any] = {"records": RecordInput, "texts": _part(Chunk), "messages": _part(Message)}

# What hangs on a task, by the argument that takes a list of it.
LISTS: dict[tuple[str, str], Any] = {
    ("record_task", "sources"): _part(w.Source),
    ("record_task", "tools"): _part(w.UsedTool),
    ("record_task", "artifacts"): _part(w.Artifact),
    ("record_task", "decisions"): _part(w.Choice),
    ("record_task", "corrections"): _part(w.Correction),
    ("promote", "entities"): EntityRefInput,
    ("promote", "relations"): RelationInput,
}


def plain(value: Any) -> Any:
    """An input as plain data: what was left out is left out, an enumeration is its value."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list):
        return [plain(item) for item in value]
    if has_object_definition(value) and not isinstance(value, type):
        return {name: plain(held) for name, held in vars(value).items() if held is not strawberry.UNSET}
    return value
