"""The ontology as a contract: the models of what an extraction answers, made from the one declaration."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from graphmem.model.ontology import Ontology

# What the text of a document may not state: these would close problems or end links that people and agents stated.
NOT_FROM_TEXT = frozenset({"solves", "conflicts_with"})


class Part(BaseModel):
    """A part of a reply: every field is given, null where there is nothing to say, as strict structured output wants it."""

    model_config = ConfigDict(frozen=True, extra="ignore")


@cache
def extraction_models(ontology: Ontology) -> dict[str, type[BaseModel]]:
    """The classes of one entity, relation, preference and fact, by the name of their list in a reply."""
    entity_type: Any = Literal[tuple(t.name for t in ontology.entity_types)]
    relation_type: Any = Literal[tuple(t.name for t in ontology.relation_types if t.name not in NOT_FROM_TEXT)]
    semantic: Any = Literal[tuple(ontology.semantic_types)] | None
    slot: Any = Literal[tuple(s.name for s in ontology.slots)]
    subtypes = ", ".join(f"{t.name}: {'|'.join(t.subtypes)}" for t in ontology.entity_types if t.subtypes)
    entity = _part(
        "Entity", name=(str, "its name as the text spells it"), type=(entity_type, "what it is"),
        subtype=(str | None, f"by type: {subtypes}"), description=(str | None, "what the text says it is, in one sentence"),
        aliases=(list[str], "other spellings of it in the text"),
    )  # fmt: skip
    relation = _part(
        "Relation", source=(str, "the name of an entity of this reply"), target=(str, "the name of an entity of this reply"),
        type=(relation_type, "how they relate"), semantic=(semantic, "of related_to only: what it means"),
        reason=(str, "the sentence of the text that says so"),
    )  # fmt: skip
    preference = _part(
        "Preference", slot=(slot, "what it is about"), preference=(str, "how it should be: " + _values(ontology)),
        holder=(str | None, "whose it is, if the text names somebody"), valid_from=(str | None, "since when, as YYYY-MM-DD"),
    )  # fmt: skip
    fact = _part(
        "Fact", subject=(str, "whom or what it is about"), predicate=(str, "what is said of it"), object=(str, "the rest"),
        valid_from=(str | None, "since when, as YYYY-MM-DD"),
    )  # fmt: skip
    return {"entities": entity, "relations": relation, "preferences": preference, "facts": fact}


def _part(called: str, /, **fields: tuple[Any, str]) -> type[BaseModel]:
    told: dict[str, Any] = {key: (kind, Field(description=what)) for key, (kind, what) in fields.items()}
    return create_model(called, __base__=Part, **told)


def _values(ontology: Ontology) -> str:
    return "; ".join(f"{s.name} is {' or '.join(s.values)}" for s in ontology.slots if s.values) or "in a few words"


@cache
def extraction_model(ontology: Ontology) -> type[BaseModel]:
    """The class of a whole reply."""
    lists: dict[str, Any] = {key: (list[model], ...) for key, model in extraction_models(ontology).items()}  # type: ignore[valid-type]
    return create_model("Extraction", __base__=Part, **lists)


def extraction_schema(ontology: Ontology) -> dict[str, Any]:
    """The JSON schema of a reply, as prompts and structured output take it."""
    schema = extraction_model(ontology).model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        part["additionalProperties"] = False
    return schema
