"""The reading verbs of unified memory; each is a method of `Workspace`, which takes them from here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.clock import instants
from graphmem.model.answers.agenda import Agenda
from graphmem.model.answers.asked import Asked
from graphmem.model.answers.conversation import ConversationView
from graphmem.model.answers.subgraph import Subgraph
from graphmem.model.answers.wiki import Wiki
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


async def deep_search(
    self: Workspace, text: str | None = None, *, folder: Path | None = None, hops: int = 3, limit: int = 200,
    kinds: Sequence[str] | None = None, page: str | None = None, prose: bool = False, discard: bool = False,
    as_of: Time | None = None, valid_at: Time | None = None,
) -> Wiki:  # fmt: skip
    """Makes a wiki of what lies three hops around the best hits for `text`: an index, one page an entity, the sources.

    In a `folder` it is written to disk, and kept in step by the same call again (without `text`: the question of that folder), or
    removed with `discard`. Nothing is written outside the folder or over files of others. `page` gives the text of one page; with
    `prose` a language model opens the nearest ones. Raises `InvalidArgument`, or `ModelError`.
    """
    from graphmem.wiki.door import deep_search

    return await deep_search(
        self._store, self.name, instants(as_of, valid_at), text, folder=folder, hops=hops, limit=limit, kinds=kinds, page=page,
        prose=prose, discard=discard,
    )  # fmt: skip


async def conversation(
    self: Workspace, name: str | None = None, *, budget: int = 2_000, limit: int = 50, cursor: str | None = None,
    as_of: Time | None = None, valid_at: Time | None = None,
) -> ConversationView:  # fmt: skip
    """What was said last in the conversation `name`, or in all, the newest first, as much as `budget` tokens take.

    Its `text` can be given to a model; when it comes back in a message, `add_messages` leaves it out. Raises `NotFound`.
    """
    from graphmem.read.conversation import conversation

    return await self._read(lambda r: conversation(r, name, budget=budget, limit=limit, cursor=cursor), as_of, valid_at)


async def agenda(
    self: Workspace, name: str | None = None, *, limit: int = 50, as_of: Time | None = None, valid_at: Time | None = None
) -> Agenda:
    """What `name`, or anybody, has to do: `has_task` relations that hold and whose task nothing solves yet."""
    from graphmem.read.agenda import agenda

    return await self._read(lambda r: agenda(r, name, limit=limit), as_of, valid_at)
