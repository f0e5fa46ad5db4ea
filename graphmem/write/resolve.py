"""From the names or ids of an act to entities, under the lock of the workspace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.errors import AmbiguousName, Candidate, NameNotFound
from graphmem.model.names import NameRefused, clean_name, name_key
from graphmem.model.receipts import EntityLine
from graphmem.nearest import nearest_names
from graphmem.store import Writer
from graphmem.write.acts import refused
from graphmem.write.items import is_entity_id
from graphmem.write.load import add_names, lookup
from graphmem.write.state import Known, State


def lookups(workspace: str, **names: str) -> list[str]:
    """The lookups of bare names, each given under the path of its argument; raises `Refused` for what is no name."""
    keys = set()
    for path, name in names.items():
        try:
            keys.add(lookup(workspace, clean_name(name).key))
        except NameRefused as error:
            raise refused(path, error.code, str(error)) from error
    return sorted(keys)


def entity_ids(*names: str) -> list[str]:
    """Those of the names that are ids."""
    return sorted({key for n in names if is_entity_id(key := n.strip().lower())})


async def resolve(writer: Writer, begun: Mapping[str, Any], name: str) -> Known:
    """The entity that a name or an id means; raises `NameNotFound` with the nearest names, or `AmbiguousName`."""
    state = State()
    add_names(state, begun)
    found = state.bare(clean_name(name).key)
    if not found:
        raise NameNotFound(name, await nearest_names(writer, name))
    if len(found) > 1:
        raise AmbiguousName(name, [Candidate(k.id, k.name, k.type) for k in found])
    return found[0]


def entity_line(known: Known, given: str) -> EntityLine:
    """The entity as a receipt tells it, and by what it was found."""
    key = clean_name(given).key
    by = "id" if is_entity_id(key) else "name" if key == name_key(known.name) else "alias"
    return EntityLine(id=known.id, name=known.name, type=known.type, created=False, matched_by=by)
