"""The one table of what each verb needs: the least role, and whether a person must do it.

A verb that the table does not name needs an administrator who is a person, so that a new one is closed until someone decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

Role = Literal["reader", "writer", "curator", "administrator"]
ROLES: tuple[Role, ...] = get_args(Role)  # each may do what those before it may

# The work memory: agents record, propose and consolidate; what becomes a rule is for a person to say.
WORK: dict[str, Role] = {
    **dict.fromkeys(("task", "tasks", "rules", "candidates", "recall"), "reader"),
    **dict.fromkeys(("record_task", "correct", "promote", "propose_rule", "consolidate"), "writer"),
    **dict.fromkeys(("approve", "reject", "retire_rule"), "curator"),
}
WORK_FOR_PERSONS = frozenset({"approve", "reject", "retire_rule"})

LEAST: dict[str, Role] = {
    **WORK,
    **dict.fromkeys(
        (
            "impact", "lineage", "entity", "radar", "file", "timeline", "history", "diff", "search", "context", "topics", "rules",
            "record", "records", "entities", "sessions", "neighbours", "path", "graph", "changes", "conversation", "messages", "documents",
            "tasks", "cards", "ontology", "diff_ontology", "preferences", "ingests",
            "subgraph", "ask", "deep_search", "agenda", "extractions", "dismissals",
        ),
        "reader",
    ),
    **dict.fromkeys(
        (
            "remember", "describe", "forget", "reinstate", "ingest", "cancel_ingest", "consolidate", "add_messages", "add_texts",
            "add_document",
            "compute_topics",
        ),
        "writer",
    ),
    **dict.fromkeys(
        (
            "forget_many", "forget_document", "invalidate_extraction", "replay_extractions", "merge", "unmerge", "mark_different",
            "retype", "dismiss", "undismiss", "card",
        ),
        "curator",
    ),
    **dict.fromkeys(
        ("erase", "import", "export", "create_workspace", "tokens", "reembed", "apply_ontology"), "administrator"
    ),
}  # fmt: skip

PERSON_ONLY = frozenset(
    {
        "forget_many",
        "merge",
        "unmerge",
        "mark_different",
        "retype",
        "approve",
        "reject",
        "retire_rule",
        "card",
        "erase",
        "import",
        "export",
        "apply_ontology",
        "tokens",
    }
)


def least_role(verb: str) -> Role:
    """The least role that may do this verb."""
    return LEAST.get(verb, "administrator")


def needs_person(verb: str) -> bool:
    """Whether an agent may not do it, whatever its role."""
    return verb in PERSON_ONLY or verb not in LEAST


def verb_of(method: str, given: Mapping[str, Any]) -> str:
    """The verb that a call is: to forget all of a session or an author is another one than to forget a record."""
    if method == "forget" and any(given.get(name) is not None for name in ("session", "author")):
        return "forget_many"
    if method == "forget" and given.get("document") is not None:
        return "forget_document"
    return "compute_topics" if method == "topics" and given.get("recompute") else method


def reaches(role: Role | None, least: Role) -> bool:
    """Whether a role may do what needs at least `least`."""
    return role is not None and ROLES.index(role) >= ROLES.index(least)
