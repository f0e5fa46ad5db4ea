"""The records, messages and texts that match a task, and the rules among them: what `search` finds, best first."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.clock import Instants
from graphmem.model.answers.search import NOTHING_STORED, Hit, Ranks
from graphmem.model.ontology import KIND_BY_NAME
from graphmem.read.search import search
from graphmem.store import Store

MOST = 30
RULES = 10  # places more, so that rules among the hits take none of a record's
NEAR = 16  # places by meaning that make a rule relevant; one found by its words is
KINDS = (*KIND_BY_NAME, "message", "chunk", "rule")  # entities that the task names have a section of their own
ASKED = 2_000  # characters of a task that are searched for


@dataclass(frozen=True, slots=True)
class Matching:
    """What is told as a match, whether there is more, and the ids of the rules that are relevant."""

    records: tuple[Hit, ...]
    more: bool
    rules: frozenset[str]
    note: str
    """What to say where no section has a line."""


async def matching(store: Store, workspace: str, clocks: Instants, task: str) -> Matching:
    """What matches the task; rules have a section of their own and are no record."""
    found = await search(store, workspace, clocks, task[:ASKED], limit=MOST + RULES, kinds=KINDS)
    records = tuple(hit for hit in found.hits if hit.kind != "rule")
    more = found.cursor is not None or len(records) > MOST
    relevant = frozenset(hit.id for hit in found.hits if hit.kind == "rule" and _relevant(hit.ranks))
    note = found.note if found.note == NOTHING_STORED else "Nothing that is stored is about this task."
    return Matching(records[:MOST], more, relevant, note)


def _relevant(ranks: Ranks) -> bool:
    """Whether words found it, or few things are nearer in meaning: in a list of all that is there, somebody is always last."""
    return ranks.text is not None or (ranks.vector is not None and ranks.vector <= NEAR)
