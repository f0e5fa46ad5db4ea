"""From the names or ids of an act to entities, under the lock of the workspace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.errors import AmbiguousName, Candidate, NameNotFound
from graphmem.model.names import NameRefused, clean_name
from graphmem.write.acts import refused
from graphmem.write.load import add_names, lookup
from graphmem.write.state import Known, State


def lookups(workspace: str, *names: str) -> list[str]:
    """The lookups of bare names; raises `Refused` for what is no name."""
    try:
        return sorted({lookup(workspace, clean_name(name).key) for name in names})
    except NameRefused as error:
        raise refused("name", error.code, str(error)) from error


def entity_ids(*names: str) -> list[str]:
    """Those of the names that are ids."""
    return sorted({n for n in names if n.startswith("ent_")})


def resolve(begun: Mapping[str, Any], name: str) -> Known:
    """The entity that a name or an id means; raises `NameNotFound` or `AmbiguousName`."""
    state = State()
    add_names(state, begun)
    found = state.bare(name)
    if not found:
        raise NameNotFound(name)
    if len(found) > 1:
        raise AmbiguousName(name, [Candidate(k.id, k.name, k.type) for k in found])
    return found[0]
