"""Scalars that are read strictly: what cannot be meant is refused with the values that are taken."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NewType

from graphql import EnumValueNode, FloatValueNode, GraphQLError, ValueNode, value_from_ast_untyped
from strawberry.schema.config import StrawberryConfig
from strawberry.types.scalar import ScalarDefinition, scalar

from graphmem.model.ontology import DEFAULT
from graphmem.model.own_ontology import WORD
from graphmem.model.times import FORMATS, TimeRefused, parse_time, shown_time

MOST_FIELDS = 200
_WORD = re.compile(WORD)

Time = NewType("Time", str)
Instant = NewType("Instant", datetime)
Fields = NewType("Fields", dict[str, Any])
EntityType = NewType("EntityType", str)
RelationType = NewType("RelationType", str)


def _read_time(value: object) -> str:
    if not isinstance(value, str):
        raise GraphQLError(f"A time is a text: {FORMATS}.")
    try:
        parse_time(value)
    except TimeRefused as error:
        raise GraphQLError(str(error)) from None
    return value


def _written_only(_: object) -> Any:
    raise GraphQLError("An instant is only ever answered.")


def _read_fields(value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping) or len(value) > MOST_FIELDS:
        raise GraphQLError(
            f"Fields are an object of at most {MOST_FIELDS} names, each with a text, a number, true, false or null."
        )
    for name, held in value.items():
        finite = not isinstance(held, float) or math.isfinite(held)
        if not finite or not (held is None or isinstance(held, str | int | float | bool)):
            raise GraphQLError(f"The field {str(name)[:80]!r} is not a text, a number, true, false or null.")
    return dict(value)


def _fields_literal(node: ValueNode, variables: dict[str, Any] | None = None) -> dict[str, Any]:
    if isinstance(node, FloatValueNode):
        raise GraphQLError("Fields are an object.")
    return _read_fields(value_from_ast_untyped(node, variables))


def _read_word(value: object) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise GraphQLError("A type is a word of the ontology: lower case letters, digits and underscores.")
    return value


def _word_literal(node: ValueNode, variables: dict[str, Any] | None = None) -> str:
    """A word as it stands, or in quotes."""
    return _read_word(node.value if isinstance(node, EnumValueNode) else value_from_ast_untyped(node, variables))


def _word(name: str, what: str, built_in: Iterable[str]) -> ScalarDefinition:
    """A word of the ontology: a workspace may have its own, so it is no enumeration."""
    told = f"{what}: {', '.join(built_in)}, or one of the workspace's own (`ontology` lists them). With or without quotes."
    return scalar(name=name, description=told, serialize=str, parse_value=_read_word, parse_literal=_word_literal)


SCALARS: dict[object, ScalarDefinition] = {
    Time: scalar(
        name="Time",
        description=f"A time as it is stated, as coarse as it is known: {FORMATS}.",
        serialize=str,
        parse_value=_read_time,
    ),
    Instant: scalar(
        name="Instant",
        description="An instant in UTC, to the microsecond.",
        serialize=lambda at: shown_time(at) or at.isoformat(),
        parse_value=_written_only,
    ),
    EntityType: _word("EntityType", "A type of entity", (t.name for t in DEFAULT.entity_types)),
    RelationType: _word("RelationType", "A type of relation between entities", (t.name for t in DEFAULT.relation_types)),
    Fields: scalar(
        name="Fields",
        description="Names with a text, a number, true or false each (as an input also null).",
        serialize=dict,
        parse_value=_read_fields,
        parse_literal=_fields_literal,
    ),
}

CONFIG = StrawberryConfig(scalar_map=SCALARS)
