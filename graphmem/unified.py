"""The verbs of unified memory; each is a method of `Workspace`, which takes them from here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.clock import instants
from graphmem.model.answers.agenda import Agenda
from graphmem.model.answers.asked import Asked
from graphmem.model.answers.conversation import ConversationView
from graphmem.model.answers.extractions import Extractions
from graphmem.model.answers.ingested import Documents, Ingested, IngestLine, Ingests, Missing, SourceKind
from graphmem.model.answers.preferences import Preferences
from graphmem.model.answers.subgraph import Subgraph
from graphmem.model.answers.wiki import Wiki
from graphmem.model.receipts import Receipt
from graphmem.model.records import Time

if TYPE_CHECKING:
    from graphmem.moving.progress import Progress
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


# -- ingestion


async def ingest(
    self: Workspace, path: str | Path, *, source: str | None = None, kind: SourceKind = "auto", missing: Missing = "ask",
    chunk_tokens: int | None = None, overlap: int | None = None, extract: bool = False,
    max_tokens: int | None = None, again: bool = False, wait: bool = True, report: Progress | None = None,
) -> Ingested:  # fmt: skip
    """Takes in documents from a folder, a file or an export: text in chunks, and what it states as entities and links.

    With `extract` the language model of the settings reads every chunk, for at most `max_tokens`. Run again, only what changed is
    done; what only an older version or a removed document said ends. What was erased or forgotten is left out and told, unless
    `again`. With `wait=False` the job is told at once and goes on while the memory is open: `ingests` says how far it is.
    """
    from graphmem.ingest.door import ingest

    return await ingest(
        self._actor, str(path), source=source, kind=kind, missing=missing, chunk_tokens=chunk_tokens, overlap=overlap,
        extract=extract, max_tokens=max_tokens, again=again, wait=wait, principal=self.principal, report=report,
    )  # fmt: skip


async def cancel_ingest(self: Workspace, job: str) -> IngestLine:
    """Stops an ingest after the document in hand; what is done stays. Raises `NotFound`."""
    from graphmem.ingest.door import cancel_ingest

    return await cancel_ingest(self._actor, job)


async def ingests(
    self: Workspace, *, limit: int = 20, cursor: str | None = None, as_of: Time | None = None, valid_at: Time | None = None
) -> Ingests:
    """Ingests, newest first, each with how far it is."""
    from graphmem.read.ingests import ingests

    return await self._read(lambda r: ingests(r, limit=limit, cursor=cursor), as_of, valid_at)


async def documents(
    self: Workspace, *, source: str | None = None, state: str | None = None, limit: int = 50, cursor: str | None = None,
    as_of: Time | None = None, valid_at: Time | None = None,
) -> Documents:  # fmt: skip
    """Ingested documents by name; those in the state `failed` are to be tried again."""
    from graphmem.read.ingests import documents

    return await self._read(lambda r: documents(r, source=source, state=state, limit=limit, cursor=cursor), as_of, valid_at)


async def preferences(
    self: Workspace,
    *,
    slot: str | None = None,
    holder: str | None = None,
    as_of: Time | None = None,
    valid_at: Time | None = None,
) -> Preferences:
    """What is wanted, by slot and holder, with its evidence, and what was wanted before."""
    from graphmem.read.preferences import preferences

    return await self._read(lambda r: preferences(r, slot=slot, holder=holder), as_of, valid_at)


async def extractions(
    self: Workspace, document: str | None = None, *, limit: int = 20, cursor: str | None = None, as_of: Time | None = None,
    valid_at: Time | None = None,
) -> Extractions:  # fmt: skip
    """What models answered about passages, as it came, newest first, of all documents or of one. Raises `NotFound`."""
    from graphmem.read.extractions import extractions

    return await self._read(lambda r: extractions(r, document=document, limit=limit, cursor=cursor), as_of, valid_at)


async def invalidate_extraction(
    self: Workspace, id: str, *, reason: str, undo: bool = False, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Marks an answer of a model as invalid: what it stated never held; with `undo` it holds again. Raises `NotFound` or `Refused`."""
    from graphmem.ingest.replaying import invalidate_extraction

    return await invalidate_extraction(self._actor, id, reason=reason, undo=undo, request_id=request_id, dry_run=dry_run)


async def replay_extractions(
    self: Workspace, *, source: str | None = None, document: str | None = None, report: Progress | None = None
) -> Receipt:
    """Makes what models stated in the graph anew from their answers in the log; no model is asked. Raises `NotFound`.

    Where the graph says what the log says, nothing is written.
    """
    from graphmem.ingest.replaying import replay_extractions

    return await replay_extractions(self._actor, source=source, document=document, report=report)
