"""From a name or an id to the one entity it means, or an error that says what else it could be."""

from __future__ import annotations

from graphmem.errors import AmbiguousName, Candidate, InvalidArgument, NameNotFound
from graphmem.model.answers.base import EntityBrief
from graphmem.model.base import Model
from graphmem.model.names import NameRefused, clean_name
from graphmem.nearest import nearest_names
from graphmem.store import Reader


class FoundRow(Model):
    """An entity that the name or the id leads to."""

    id: str
    name: str
    type: str
    by_id: bool


def name_lookup(workspace: str, text: str) -> str:
    """What the names of the workspace that are this text are looked up by; empty, which finds none, for what can be no name."""
    try:
        return f"{workspace}\x1f{clean_name(text).key}"
    except NameRefused:
        return ""


async def find_entity(reader: Reader, name: str, *, path: str = "name") -> EntityBrief:
    """The entity that `name` means; raises `AmbiguousName`, `NameNotFound` with the nearest names, or `InvalidArgument`."""
    try:
        key = clean_name(name).key
    except NameRefused as error:
        raise InvalidArgument(path, str(error)) from error
    rows = await reader.models("read/find_entity", FoundRow, lookup=f"{reader.workspace}\x1f{key}", id=name.strip())
    rows = [r for r in rows if r.by_id] or rows
    if not rows:
        raise NameNotFound(name, await nearest_names(reader, name))
    if len(rows) > 1:
        raise AmbiguousName(name, [Candidate(r.id, r.name, r.type) for r in rows])
    return EntityBrief(id=rows[0].id, name=rows[0].name, type=rows[0].type)
