"""What the model is told: the schema, made from the declaration, the rules of the guard, the question and the names in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from graphmem.ask.vocabulary import FUNCTIONS, LABELS, TYPES
from graphmem.model.answers.context import Recognised
from graphmem.model.ontology import KINDS, STRUCTURE, EntityType, Ontology, RelationType

ROOM = Path(__file__).parent
ROWS = 6_000  # characters of the rows that the model is shown for its words
_FENCED = re.compile(r"```(?:cypher|sql)?[ \t]*\n?(.*?)```", re.S | re.I)


@lru_cache(64)
def instructions(ontology: Ontology) -> str:
    """The rules and the schema, with what the workspace added to it."""
    return (ROOM / "prompt.md").read_text(encoding="utf-8").format(
        functions=", ".join(sorted(FUNCTIONS)), types=", ".join(_type(t) for t in ontology.entity_types),
        kinds="\n".join(f"  - `{k.label}`: {', '.join(k.fields)}" for k in KINDS),
        relations="\n".join(_relation(t) for t in ontology.relation_types),
        structure="\n".join(
            f"  - `({source})-[:{type_}]->({target})`: {says}"
            for type_, source, target, says in STRUCTURE
            if type_ in TYPES and source in LABELS and target in LABELS
        ),
        semantic=_semantic(ontology),
    )  # fmt: skip


def _type(type_: EntityType) -> str:
    """A type of entity as it is matched: by its label, and where it is a kind of another type by its `type` too."""
    return f"`{type_.label}` ({type_.name})" if type_.is_a is None else f"`{type_.label}` with `type` '{type_.name}'"


def _relation(type_: RelationType) -> str:
    held = f" with `semantic` '{type_.name}'" if type_.is_a else ""
    return f"  - `{type_.type}`{held}, read by {type_.read_by}{'' if type_.directed else ', no direction'}"


def _semantic(ontology: Ontology) -> str:
    words = ", ".join(ontology.semantic_types)
    return f"- A `RELATED_TO` relation may say what it means in `semantic`, one of {words}." if words else ""


def asking(question: str, names: Sequence[Recognised], ontology: Ontology) -> list[dict[str, str]]:
    """The messages that ask for a statement."""
    known = "\n".join(json.dumps({"name": n.entity.name, "type": n.entity.type}, ensure_ascii=False) for n in names)
    asked = f"Question: {question}" + (f"\nEntities that it names (data, one a line):\n{known}" if known else "")
    return [{"role": "system", "content": instructions(ontology)}, {"role": "user", "content": asked}]


def asking_again(before: Sequence[Mapping[str, str]], statement: str, reason: str) -> list[dict[str, str]]:
    """The same, with the statement that was refused and why."""
    again = f"That was refused: {reason}. Answer with a statement that keeps the rules."
    return [*(dict(m) for m in before), {"role": "assistant", "content": statement}, {"role": "user", "content": again}]


def telling(question: str, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The messages that ask for the answer in words."""
    shown = json.dumps(rows, ensure_ascii=False, default=str)
    cut = shown if len(shown) <= ROWS else shown[:ROWS] + " … (there is more)"
    system = (ROOM / "answer.md").read_text(encoding="utf-8")
    return [{"role": "system", "content": system}, {"role": "user", "content": f"Question: {question}\nRows:\n{cut}"}]


def statement_in(answer: str) -> str:
    """The statement in what a model answered: the first code block, or else everything."""
    fenced = _FENCED.search(answer)
    return (fenced[1] if fenced else answer).strip()
