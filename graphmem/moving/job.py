"""One import under way: where it goes, what it has done, and what it has to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from graphmem.model.ontology import DEFAULT, Ontology
from graphmem.model.receipts import Receipt, Warned
from graphmem.moving.content import differing
from graphmem.moving.lines import Moved
from graphmem.moving.reading import Numbered, Refusals
from graphmem.moving.texts import MovedHolder
from graphmem.store import Store

LISTED = 20  # things that one warning lists by name


class Rows(Protocol):
    """Runs statements by name in one workspace: a transaction, or the store outside of any."""

    async def rows(self, name: str, /, **params: Any) -> list[dict[str, Any]]: ...


class Outside:
    """Reads outside of a transaction, for a workspace that may not exist yet."""

    def __init__(self, store: Store, workspace: str) -> None:
        self._store, self._workspace = store, workspace

    async def rows(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """The rows of a reading statement."""
        return await self._store.look(name, workspace=self._workspace, **params)


@dataclass(slots=True)
class Job:
    """What an import carries from batch to batch."""

    workspace: str
    author: str
    again: bool
    refusals: Refusals = field(default_factory=Refusals)
    counts: Counter[str] = field(default_factory=Counter)
    told: dict[str, list[str]] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)
    """Entities that were erased here, so that nothing of them is imported."""
    returned: set[str] = field(default_factory=set)
    """Entities that were erased here and are brought back because somebody asked for it."""
    fresh: bool = True
    """Whether the workspace held nothing before, so that nobody who follows it by `seq` can miss what comes in."""
    careful: bool = False
    """Whether something was erased here, so that texts of the file may be what is to stay away."""
    secret: str | None = None
    gone: set[str] = field(default_factory=set)
    """Everything that is left out because it was erased here: records with their links, entities, documents, edits by hand."""
    used: set[tuple[str, str]] = field(default_factory=set)
    """The spellings, by entity and key, that something uses which was not erased here; looked at when careful."""
    sessions: dict[str, datetime | None] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)
    """Entities that this import made."""
    holders: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Where the texts of each document and conversation of the file go: to which one here, and behind how many."""
    waiting: dict[str, tuple[str, MovedHolder]] = field(default_factory=dict)
    """Documents and conversations of the file, with their kind, that are made with the first of their texts that comes in."""
    ontology: Ontology = DEFAULT
    """What the types of the file go by: the ontology that it brings, or that of the workspace."""
    versions: dict[str, str] = field(default_factory=dict)
    """The versions of an ontology that the file has, in their order, with what each declares."""
    successions: list[dict[str, str]] = field(default_factory=list)
    """What replaces a record that had not come yet."""

    def tell(self, code: str, thing: str) -> None:
        """Remembers one thing for the warning of this code."""
        self.told.setdefault(code, []).append(thing)

    def same(self, numbered: Numbered, line: Moved, stored: Mapping[str, Any], path: str) -> bool:
        """Whether a row that is here says what the file says; refuses the line when it does not."""
        id_ = stored["id"]
        if stored.get("workspace") != self.workspace:
            message = f"this store holds {id_!r} in another workspace; import the file into a store of its own"
            self.refusals.add(numbered.number, "ID_IN_USE", message, path)
        elif key := differing(line, stored):
            self.refusals.add(numbered.number, "OTHER_CONTENT", f"{id_!r} is here already, with another {key}", path)
        else:
            return True
        return False

    def receipt(self) -> Receipt:
        """What the import did."""
        warnings = tuple(Warned(code=code, message=_message(code, things)) for code, things in sorted(self.told.items()))
        return Receipt(counts={k: n for k, n in sorted(self.counts.items()) if n}, warnings=warnings)


MESSAGES = {
    "SKIPPED_ERASED": "erased here before, so not imported (ask for it with again)",
    "ERASED_ELSEWHERE": "erased where the file comes from, and still here; erase it here too",
    "JOINED": "names that are here already lead to the entities that have them",
    "NAME_TAKEN": "spellings that lead to another entity here, and stay so",
    "REQUEST_KNOWN": "requests that were made here too; the receipts of here stand",
    "CANDIDATE_KNOWN": "candidates that are here with other words or another decision; those of here stand",
    "DANGLING": "what rests on an entity or a record that neither the file nor the workspace holds was left out",
    "MARKED_DIFFERENT": "merges of entities that are marked as different here were left out",
    "SUPERSEDE_LOOP": "records or rules that replace each other in a ring; each is shown as the file has it",
}


def _message(code: str, things: Sequence[str]) -> str:
    listed = ", ".join(things[:LISTED]) + (f" and {len(things) - LISTED} more" if len(things) > LISTED else "")
    return f"{MESSAGES[code]}: {listed}"
