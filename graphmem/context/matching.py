"""The records, messages and texts that match a task, and the rules among them: what `search` finds, best first."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.clock import Instants
from graphmem.model.answers.search import Hit
from graphmem.model.ontology import KIND_BY_NAME
from graphmem.read.search import search
from graphmem.store import Store

MOST = 30
RULES = 10  # places more, so that rules among the hits take none of a record's
NEAR = 16  # hits among which a rule counts as relevant
KINDS = (*KIND_BY_NAME, "message", "chunk", "rule")  # entities that the task names have a section of their own
ASKED = 2_000  # characters of a task that are searched for


@dataclass(frozen=True, slots=True)
class Matching:
    """What is told as a match, whether there is more, and the ids of the rules that stand among the best."""

    records: tuple[Hit, ...]
    more: bool
    rules: frozenset[str]


async def matching(store: Store, workspace: str, clocks: Instants, task: str) -> Matching:
    """What matches the task; rules have a section of their own and are no record."""
    found = await search(store, workspace, clocks, task[:ASKED], limit=MOST + RULES, kinds=KINDS)
    records = tuple(hit for hit in found.hits if hit.kind != "rule")
    more = found.cursor is not None or len(records) > MOST
    return Matching(records[:MOST], more, frozenset(hit.id for hit in found.hits[:NEAR] if hit.kind == "rule"))
