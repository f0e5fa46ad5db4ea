"""The reading verbs of unified memory; each is a method of `Workspace`, which takes them from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.clock import instants
from graphmem.model.answers.asked import Asked
from graphmem.model.answers.subgraph import Subgraph
from graphmem.model.records import Time

if TYPE_CHECKING:
    from graphmem.workspace import Workspace


async def subgraph(
    self: Workspace, text: str, *, hops: int = 2, limit: int = 100, kinds: Sequence[str] | None = None, as_of: Time | None = None,
    valid_at: Time | None = None,
) -> Subgraph:  # fmt: skip
    """What lies around the best hits for `text`: nodes and edges up to `hops` away, both ways, each with where it comes from."""
    from graphmem.read.subgraph import subgraph

    return await subgraph(self._store, self.name, instants(as_of, valid_at), text, hops=hops, limit=limit, kinds=kinds)


async def ask(
    self: Workspace, question: str, *, cypher: str | None = None, words: bool = True, as_of: Time | None = None,
    valid_at: Time | None = None,
) -> Asked:  # fmt: skip
    """Answers a question in plain words: a language model writes a statement in Cypher, which a guard checks and holds to this workspace.

    The answer shows the statement, its rows, and with `words` what they say. Who writes Cypher gives it as `cypher`; no model is
    asked then. Raises `QueryRefused`, or `ModelError` where no model is set.
    """
    from graphmem.ask.door import ask

    return await ask(self._store, self.name, instants(as_of, valid_at), question, cypher=cypher, words=words)
