"""What several questions narrow an answer down by: types, the period in which something began, and its session."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.authors import session_filter
from graphmem.errors import InvalidArgument, NotFound
from graphmem.model.ontology import Ontology
from graphmem.model.records import Time
from graphmem.model.times import Stated, TimeRefused, parse_time
from graphmem.store import Reader


def stated(path: str, given: Time | None) -> Stated | None:
    """A time as it was given; raises `InvalidArgument` with `path` for one that cannot be meant."""
    try:
        return None if given is None else parse_time(given)
    except TimeRefused as error:
        raise InvalidArgument(path, str(error)) from error


def begun_within(start: Time | None, end: Time | None) -> tuple[Stated | None, Stated | None]:
    """The bounds of a period; a coarse `end` includes the whole of it. Raises `InvalidArgument` for one that ends too early."""
    first, last = stated("start", start), stated("end", end)
    if first and last and last.last < first.first:
        raise InvalidArgument("end", "the period ends before it starts")
    return first, last


async def known_session(reader: Reader, session: str) -> str:
    """The key of a session of this workspace, named as it was when it was stored; raises `NotFound`."""
    id_ = f"{reader.workspace}\x1f{session_filter(session)}"
    if not await reader.rows("read/session", session=id_):
        raise NotFound("session", session)
    return id_


def known_types(path: str, given: Sequence[str] | None, known: Iterable[str]) -> list[str] | None:
    """The types asked for, each once; none given means all. Raises `InvalidArgument` for an empty list and an unknown type."""
    if given is None:
        return None
    allowed = tuple(known)
    unknown = [] if isinstance(given, str) else [(f"{path}[{n}]", t) for n, t in enumerate(given) if t not in allowed]
    if unknown or not given or isinstance(given, str):
        where, what = unknown[0] if unknown else (path, given)
        raise InvalidArgument(where, f"{what!r}: give one or more of {', '.join(allowed)}")
    return sorted(set(given))


def known_entity_types(path: str, given: Sequence[str] | None, ontology: Ontology) -> list[str] | None:
    """The entity types asked for and the kinds that a workspace has of them; none given means all. Raises as `known_types` does."""
    wanted = known_types(path, given, (t.name for t in ontology.entity_types))
    return None if wanted is None else ontology.with_kinds(wanted)


def known_relations(path: str, given: Sequence[str] | None, ontology: Ontology) -> tuple[list[str] | None, list[str]]:
    """The relation types asked for, as links have them: in `type` the built-in ones, in `semantic` those that a workspace added.

    A built-in type brings the links of its kinds as well; None stands for every type. Raises as `known_types` does.
    """
    known = ontology.relation_types
    wanted = known_types(path, given, (t.name for t in known))
    if wanted is None:
        return None, []
    return [t.name for t in known if t.is_a is None and t.name in wanted], [t.name for t in known if t.is_a and t.name in wanted]
