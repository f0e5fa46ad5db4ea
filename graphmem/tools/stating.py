"""The arguments of `remember`: one tool for all kinds, the fields of each kind named where the kind is chosen."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from graphmem.model import ontology as o
from graphmem.model.own_ontology import WORD
from graphmem.tools.arguments import Arguments, DryRun, OfWorkspace, RequestId

Kind = Literal[
    "question", "decision", "problem_solved", "problem_found", "code_change", "requirement", "definition", "preference", "fact"
]
EntityType = Literal[
    "technology", "code_component", "concept", "problem", "solution", "decision",
    "person", "organization", "location", "event", "object",
]  # fmt: skip
RelationType = Literal[
    "depends_on", "required_by", "implements", "caused_by", "leads_to", "solves", "conflicts_with", "related_to"
]
Own = Annotated[str, Field(pattern=WORD)]
"""A type of the workspace's own: what it takes says the library, and the tool `ontology`."""
Priority = Literal["must", "should", "could", "critical", "high", "medium", "low"]
Text = str | None

KINDS = "; ".join(f"{kind.name}: {', '.join((*kind.required, *(f'{f}?' for f in kind.optional)))}" for kind in o.STATED_KINDS)


class EntityFields(Arguments):
    """What may be said of an entity besides its description; types of the workspace's own have fields of their own."""

    model_config = ConfigDict(frozen=True, extra="allow")

    version: Text = Field(None, description="of a technology")
    license: Text = Field(None, description="of a technology")
    language: Text = Field(None, description="of a code component")
    owner: Text = Field(None, description="of a code component")
    severity: Text = Field(None, description="of a problem")
    role: Text = Field(None, description="of a person")
    email: Text = Field(None, description="of a person")
    city: Text = Field(None, description="of a person or an organization")
    industry: Text = Field(None, description="of an organization")
    country: Text = Field(None, description="of a location")
    date: Text = Field(None, description="of an event")
    subtype: Text = Field(None, description="of a person, organization, location, event or object: what sort of one")
    path: Text = Field(None, description="of an object")
    url: Text = Field(None, description="of an object")


class Entity(Arguments):
    """A thing that the record is about."""

    name: str = Field(description="Its usual name, as it is written in code or in talk; the same name is the same thing.")
    type: EntityType | Own = Field(
        description="code_component is anything of one's own code: a service, module, class, function."
    )
    description: Text = Field(None, description="What it is, in one sentence.")
    aliases: list[str] = Field(default_factory=list, description="Other spellings of the same thing.")
    fields: EntityFields | None = Field(None, description="Fields of its type.")


class Relation(Arguments):
    """A link between two of the record's entities."""

    source: str = Field(description="The name of one entity of this record.")
    type: RelationType | Own = Field(
        description="source depends_on target: a change of target may break source (also: target required_by source; source "
        "implements target). source caused_by target; source leads_to target; source solves target (a problem): closes it. "
        "conflicts_with ends other links of the two. related_to only where nothing else fits."
    )
    target: str = Field(description="The name of another entity of this record.")
    reason: str = Field(description="Why this holds, in a sentence; shown wherever the link is.")
    semantic: Text = Field(None, description="Of related_to: what it means, as uses, owns, part_of, works_on.")
    source_type: EntityType | Own | None = Field(
        None, description="Needed only where two entities of this record share the name."
    )
    target_type: EntityType | Own | None = Field(
        None, description="Needed only where two entities of this record share the name."
    )


class Retired(Arguments):
    """What no longer holds: the id of one relation, or a link by source, type and target, or an entity that is gone."""

    relation: Text = Field(None, description="The id of a relation, rel_….")
    source: Text = Field(None, description="With type and target: the link between the two.")
    type: RelationType | None = Field(None, description="The type of the link.")
    target: Text = Field(None, description="The other end of the link.")
    entity: Text = Field(None, description="A thing that was removed: ends its impact links.")


class Remember(OfWorkspace):
    """One record."""

    kind: Kind = Field(description=f"What sort of knowledge, with the fields it takes (? optional): {KINDS}.")
    question: Text = Field(None, description="question: what was asked.")
    answer: Text = Field(None, description="question: the answer, once known.")
    decision: Text = Field(None, description="decision: what was decided.")
    reason: Text = Field(None, description="decision: why; without it the radar asks for it.")
    problem: Text = Field(None, description="problem_found, problem_solved: what goes wrong.")
    description: Text = Field(None, description="problem_found: how it shows.")
    solution: Text = Field(None, description="problem_solved: what fixed it.")
    cause: Text = Field(None, description="problem_solved: the root cause.")
    change: Text = Field(None, description="code_change: what was changed; name the files in `files`.")
    requirement: Text = Field(None, description="requirement: what must be true.")
    priority: Priority | None = Field(None, description="requirement: how much it matters.")
    term: Text = Field(None, description="definition: the term.")
    definition: Text = Field(None, description="definition: what it means here.")
    preference: Text = Field(None, description="preference: how somebody wants it to be, as tabs.")
    slot: Text = Field(None, description=f"preference: what it is about: {', '.join(s.name for s in o.DEFAULT.slots)}.")
    holder: Text = Field(None, description="preference: whose it is; by default yours.")
    subject: Text = Field(None, description="fact: whom or what it is about.")
    predicate: Text = Field(None, description="fact: what is said of it.")
    object: Text = Field(None, description="fact: the rest of what is said.")
    title: Text = Field(None, description="A short title; by default made from the fields.")
    text: Text = Field(None, description="More, in prose.")
    entities: list[Entity] = Field(
        default_factory=list, description="At least one, but for preferences and facts: every thing that the relations name."
    )
    relations: list[Relation] = Field(
        default_factory=list, description="At least one, but for preferences and facts: how these things relate."
    )
    supersedes: list[str] = Field(
        default_factory=list, description="Ids of records that held until now and that this one replaces."
    )
    corrects: list[str] = Field(
        default_factory=list, description="Ids of records that were never true and that this one corrects."
    )
    carries: bool = Field(
        False, description="With supersedes or corrects: what the old record said goes on unless gainsaid here."
    )
    retires: list[Retired] = Field(default_factory=list, description="Single links or things that no longer hold.")
    files: list[str] = Field(
        default_factory=list, description="Files below the project root, as src/store.py:10-20@1a2b3c4 (lines, commit optional)."
    )
    valid_from: Text = Field(
        None, description="Since when it holds, if not since now: 2026-10-18, 2026-10 or an instant with zone."
    )
    valid_to: Text = Field(None, description="Until when it held, if that is known already.")
    session: Text = Field(None, description="The piece of work it belongs to; by default that of this server.")
    on_behalf_of: Text = Field(None, description="The person for whom it is recorded.")
    request_id: RequestId = None
    dry_run: DryRun = False
