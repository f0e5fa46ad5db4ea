"""Which of many possible names lead to a thing, in one round trip."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.answers.base import EntityBrief
from graphmem.model.base import Model
from graphmem.model.names import NameRefused, clean_name
from graphmem.store import Reader


class NamedRow(Model):
    """A spelling, by its key, and an entity that it leads to."""

    lookup: str
    entity: EntityBrief


async def named(reader: Reader, names: Sequence[str]) -> dict[str, EntityBrief]:
    """The names that lead to exactly one entity each; what is no name, unknown or ambiguous is left out."""
    keys = {name: f"{reader.workspace}\x1f{key}" for name in names if (key := _key(name))}
    rows = await reader.models("read/named", NamedRow, lookups=list(dict.fromkeys(keys.values())))
    found: dict[str, list[EntityBrief]] = {}
    for row in rows:
        found.setdefault(row.lookup, []).append(row.entity)
    return {name: found[key][0] for name, key in keys.items() if len(found.get(key, ())) == 1}


def _key(name: str) -> str | None:
    try:
        return clean_name(name).key
    except NameRefused:
        return None
