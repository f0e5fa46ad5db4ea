"""Short ways to state records in tests: `decision("api depends_on auth")`."""

from __future__ import annotations

from typing import Any

from graphmem.model.records import (
    CodeChange,
    Decision,
    EntityRef,
    ProblemFound,
    ProblemSolved,
    Record,
    Relation,
)

TYPE = "code_component"


def split(link: str) -> tuple[str, str, str]:
    """`"A B depends_on C"` as source, type and target: the type is the only word with an underscore or `solves`, `implements`."""
    words = link.split(" ")
    at = next(i for i, w in enumerate(words) if i and (w in TYPES))
    return " ".join(words[:at]), words[at], " ".join(words[at + 1 :])


TYPES = {"depends_on", "required_by", "implements", "caused_by", "leads_to", "solves", "conflicts_with", "related_to"}


def stated(links: tuple[str, ...], types: dict[str, str] | None = None, reason: str = "because it is so") -> dict[str, Any]:
    """The entities and relations of a few links; problems are the targets of `solves` and what `types` says."""
    triples = [split(link) for link in links]
    types = types or {}
    names = dict.fromkeys(n for s, _, t in triples for n in (s, t))
    problems = {t for _, kind, t in triples if kind == "solves"}
    return {
        "entities": tuple(EntityRef(name=n, type=types.get(n, "problem" if n in problems else TYPE)) for n in names),
        "relations": tuple(Relation(source=s, type=k, target=t, reason=reason) for s, k, t in triples),
    }


def decision(*links: str, types: dict[str, str] | None = None, reason: str = "because it is so", **more: Any) -> Record:
    """A decision that states these links."""
    more.setdefault("decision", "; ".join(links))
    return Decision(**{"reason": "it was decided", **stated(links, types, reason), **more})


def change(*links: str, types: dict[str, str] | None = None, **more: Any) -> Record:
    """A code change that states these links."""
    return CodeChange(**{"change": "; ".join(links), **stated(links, types), **more})


def found(problem: str, *links: str, types: dict[str, str] | None = None, **more: Any) -> Record:
    """A problem that was found, an entity of its own."""
    return ProblemFound(**{"problem": problem, **stated(links, {problem: "problem", **(types or {})}), **more})


def solved(*links: str, types: dict[str, str] | None = None, **more: Any) -> Record:
    """A problem that was solved."""
    return ProblemSolved(**{"problem": "p", "solution": "s", **stated(links, types), **more})
