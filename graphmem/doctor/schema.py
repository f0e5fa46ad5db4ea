"""Compares the schema that the store has with the one that is declared, options included."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.doctor.findings import finding
from graphmem.errors import SchemaError
from graphmem.model.answers.diagnosis import Finding
from graphmem.store import Store
from graphmem.store.migrations import await_indexes, declared_items, pending_migrations
from graphmem.store.schema import SchemaItem

_DECLARED = re.compile(
    r"CREATE (?P<kind>CONSTRAINT|INDEX|FULLTEXT INDEX|VECTOR INDEX) \w+ IF NOT EXISTS"
    r" FOR (?:\(\w+:(?P<label>\w+)\)|\(\)-\[\w+:(?P<type>\w+)\]-\(\))"
    r" (?:REQUIRE|ON EACH|ON) \(?\[?(?P<on>[\w., ]+?)[\])]?(?: IS UNIQUE| OPTIONS|$)"
)
_OPTION = re.compile(r"`(?P<key>[\w.]+)`: (?:'(?P<text>[^']*)'|(?P<value>[\w.]+))")
_KINDS = {"INDEX": "RANGE", "FULLTEXT INDEX": "FULLTEXT", "VECTOR INDEX": "VECTOR"}


@dataclass(frozen=True, slots=True)
class Shape:
    """What an index or a constraint is, its name apart."""

    kind: str
    token: str
    properties: tuple[str, ...]


def declared(item: SchemaItem) -> tuple[Shape, dict[str, str]]:
    """The shape that a declared command makes, and the options that it states."""
    found = _DECLARED.match(item.command)
    if found is None:
        raise SchemaError(f"the schema declares {item.name!r} in a form that doctor cannot read: {item.command}")
    kind = found["kind"]
    if kind == "CONSTRAINT":
        kind = "UNIQUENESS" if found["label"] else "RELATIONSHIP_UNIQUENESS"
    properties = tuple(p.split(".")[1] for p in found["on"].split(", "))
    options = {m["key"]: m["text"] or m["value"] for m in _OPTION.finditer(item.command)}
    return Shape(_KINDS.get(kind, kind), found["label"] or found["type"], properties), options


@dataclass(slots=True)
class Comparison:
    """The declared schema beside the live one."""

    missing: list[SchemaItem]
    other: list[str]
    extra: list[str]
    indexes: Mapping[str, Mapping[str, Any]]

    @classmethod
    async def of(cls, store: Store) -> Comparison:
        """Asks the store what it has."""
        indexes = {row["name"]: row for row in await store.look("read/doctor_indexes") if row["owner"] is None}
        live = {**indexes, **{row["name"]: row for row in await store.look("read/doctor_constraints")}}
        wanted = await declared_items(store)
        other = [d for item in wanted if (row := live.get(item.name)) and (d := _difference(item, row))]
        extra = sorted(live.keys() - {item.name for item in wanted})
        return cls([item for item in wanted if item.name not in live], other, extra, indexes)


async def examine_schema(store: Store) -> list[Finding]:
    """What of the declared schema is missing, is something else, failed or is not ready, and what is there beside it."""
    compared = await Comparison.of(store)
    states = [(name, row["state"], row["percent"]) for name, row in compared.indexes.items()]
    found = {
        "MISSING_INDEX": [item.name for item in compared.missing],
        "OTHER_INDEX": compared.other,
        "EXTRA_INDEX": compared.extra,
        "FAILED_INDEX": [name for name, state, _ in states if state == "FAILED"],
        "POPULATING_INDEX": [f"{name} ({percent:.0f} %)" for name, state, percent in states if state == "POPULATING"],
    }
    return [finding(code, things) for code, things in found.items() if things]


def _difference(item: SchemaItem, row: Mapping[str, Any]) -> str | None:
    shape, options = declared(item)
    tokens = row["tokens"] or [""]
    there = Shape(row["type"], tokens[0] if len(tokens) == 1 else "|".join(tokens), tuple(row["properties"]))
    if there != shape:
        return f"{item.name} is {there.kind} on {there.token} ({', '.join(there.properties)})"
    config = row.get("config") or {}
    wrong = {key: config.get(key) for key, value in options.items() if str(config.get(key)).casefold() != value.casefold()}
    return f"{item.name} has {', '.join(f'{k} {v}' for k, v in wrong.items())}" if wrong else None


async def examine_migrations(store: Store) -> list[Finding]:
    """Which migrations the store has not had, or has had from another version."""
    try:
        waiting = [m.name for m in await pending_migrations(store)]
    except SchemaError as error:
        return [finding("FOREIGN_MIGRATION", [str(error)])]
    return [finding("PENDING_MIGRATION", waiting)] if waiting else []


async def make_missing(store: Store) -> list[str]:
    """Makes the declared indexes and constraints that the store lacks, and waits for them; returns their names."""
    missing = (await Comparison.of(store)).missing
    for item in missing:
        await store.command(item.command)
    if missing:
        await await_indexes(store)
    return [item.name for item in missing]
