"""The handle of one workspace: one method a verb, each a line or two that names the module which does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from graphmem import ontologies, unified
from graphmem.access import Principal, guarded
from graphmem.authors import author_of
from graphmem.clock import instants
from graphmem.context.door import context
from graphmem.model.answers.cards import CardKind, Cards
from graphmem.model.answers.changes import Changes
from graphmem.model.answers.context import Context
from graphmem.model.answers.diff import Diff
from graphmem.model.answers.dismissals import Dismissals
from graphmem.model.answers.entities import Entities
from graphmem.model.answers.entity import EntityView
from graphmem.model.answers.file import FileView
from graphmem.model.answers.graph import Graph
from graphmem.model.answers.history import History
from graphmem.model.answers.impact import Impact
from graphmem.model.answers.lineage import Lineage
from graphmem.model.answers.neighbours import Neighbours
from graphmem.model.answers.path import PathView
from graphmem.model.answers.radar import Radar
from graphmem.model.answers.record import RecordView
from graphmem.model.answers.records import Records
from graphmem.model.answers.search import Search
from graphmem.model.answers.sessions import Sessions
from graphmem.model.answers.timeline import Clock, Grain, Timeline
from graphmem.model.answers.topics import Topics
from graphmem.model.receipts import Receipt
from graphmem.model.records import Record, Scalar, Time
from graphmem.model.texts import Chunk, Message
from graphmem.read.cards import cards
from graphmem.read.changes import changes
from graphmem.read.diff import diff
from graphmem.read.dismissals import dismissals
from graphmem.read.entities import entities
from graphmem.read.entity import entity
from graphmem.read.file import file
from graphmem.read.graph import graph
from graphmem.read.history import history
from graphmem.read.impact import impact
from graphmem.read.lineage import lineage
from graphmem.read.neighbours import neighbours
from graphmem.read.path import path
from graphmem.read.radar import radar
from graphmem.read.record import record
from graphmem.read.records import records
from graphmem.read.search import search
from graphmem.read.sessions import sessions
from graphmem.read.timeline import timeline
from graphmem.store import Reader, Store
from graphmem.topics.door import topics
from graphmem.work.verbs import WorkVerbs
from graphmem.write.acts import Actor, ActorKind
from graphmem.write.add_texts import add_texts
from graphmem.write.card import card
from graphmem.write.describe import describe
from graphmem.write.dismiss import dismiss, undismiss
from graphmem.write.erase import erase
from graphmem.write.forget import forget
from graphmem.write.merge import mark_different, merge, unmerge
from graphmem.write.reinstate import reinstate
from graphmem.write.remember import Mode, remember
from graphmem.write.retype import retype

if TYPE_CHECKING:
    from graphmem.moving.lines import Envelope
    from graphmem.moving.progress import Progress

T = TypeVar("T")


@guarded
class Workspace(WorkVerbs):
    """Everything that can be said to and asked of one workspace, by one author.

    Raises `InvalidArgument` for an author whose name is none; a secret in it is masked, as receipts say.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        author: str,
        session: str | None = None,
        kind: ActorKind = "person",
        principal: Principal | None = None,
    ) -> None:
        who = author_of(author)
        self._store, self.name, self.author, self.session, self.kind = store, name, who.name, session, kind
        self.principal = principal
        self._actor = Actor(store, name, who.name, kind, who)

    async def _read(self, work: Callable[[Reader], Awaitable[T]], as_of: Time | None, valid_at: Time | None) -> T:
        """One read transaction at the two instants asked."""
        return await self._store.read(work, workspace=self.name, clocks=instants(as_of, valid_at))

    # -- acts

    async def remember(self, *records: Record | Mapping[str, Any], mode: Mode = "atomic", dry_run: bool = False) -> Receipt:
        """Stores one record or a batch in one transaction; raises `Refused` with the path of every field that breaks a rule."""
        return await remember(
            self._store, records, workspace=self.name, author=self._actor.who or self.author, session=self.session, mode=mode,
            dry_run=dry_run,
        )  # fmt: skip

    async def describe(
        self, name: str, *, description: str | None = None, fields: Mapping[str, Scalar] | None = None,
        unset: Sequence[str] = (), request_id: str | None = None, dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Says by hand what an entity is; what was said before stays readable as of any day."""
        return await describe(
            self._actor, name, description=description, fields=fields, unset=unset, request_id=request_id, dry_run=dry_run
        )

    async def forget(
        self, record: str | None = None, *, reason: str, session: str | None = None, author: str | None = None,
        document: str | None = None, never_held: bool = False, request_id: str | None = None, dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Ends one record, or all of a session, an author or a document; nothing is deleted. Raises `NotFound` or `Refused`."""
        return await forget(
            self._actor, record, reason=reason, session=session, author=author, document=document, never_held=never_held,
            request_id=request_id, dry_run=dry_run,
        )  # fmt: skip

    async def reinstate(self, id: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
        """Undoes, from now on, the acts that ended a record or a relation; raises `NotFound`, or `Refused` when none did."""
        return await reinstate(self._actor, id, reason=reason, request_id=request_id, dry_run=dry_run)

    async def merge(
        self, loser: str, survivor: str, *, reason: str, request_id: str | None = None, dry_run: bool = False
    ) -> Receipt:
        """Makes one entity of two; `survivor` keeps its name and type. The receipt's `id` is what `unmerge` takes."""
        return await merge(self._actor, loser, survivor, reason=reason, request_id=request_id, dry_run=dry_run)

    async def unmerge(self, merge: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
        """Undoes a merge, in any order: everything goes back to the entity whose name it was stated with."""
        return await unmerge(self._actor, merge, reason=reason, request_id=request_id, dry_run=dry_run)

    async def mark_different(
        self, one: str, other: str, *, reason: str | None = None, undo: bool = False, request_id: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Says that two entities are different things, for good until undone; the radar no longer proposes them as one."""
        return await mark_different(self._actor, one, other, reason=reason, undo=undo, request_id=request_id, dry_run=dry_run)

    async def retype(self, name: str, type: str, *, reason: str, request_id: str | None = None, dry_run: bool = False) -> Receipt:
        """Gives an entity another type; raises `Refused` when one of that type has its name already."""
        return await retype(self._actor, name, type, reason=reason, request_id=request_id, dry_run=dry_run)

    async def dismiss(
        self, key: str, *, reason: str | None = None, request_id: str | None = None, dry_run: bool = False
    ) -> Receipt:
        """Hides a line of the radar until a newer record names the thing; `key` is the line's. Raises `NotFound`."""
        return await dismiss(self._actor, key, reason=reason, request_id=request_id, dry_run=dry_run)

    async def undismiss(
        self, key: str, *, reason: str | None = None, request_id: str | None = None, dry_run: bool = False
    ) -> Receipt:
        """Shows a dismissed line of the radar again; raises `NotFound` when it is not dismissed."""
        return await undismiss(self._actor, key, reason=reason, request_id=request_id, dry_run=dry_run)

    async def card(
        self, kind: CardKind, text: str, *, reason: str | None = None, version: int | None = None, request_id: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Writes a card: how you work (`person`, goes with you to every project), or how this project works (`project`).

        Only a person may; earlier versions stay readable as of their day, and an empty text empties the card. With the `version`
        that was read it is refused where somebody wrote the card since, and the refusal says what it holds now.
        """
        return await card(self._actor, kind, text, reason=reason, version=version, request_id=request_id, dry_run=dry_run)

    async def erase(
        self, record: str | None = None, *, reason: str, entity: str | None = None, session: str | None = None,
        author: str | None = None, document: str | None = None, conversation: str | None = None, request_id: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:  # fmt: skip
        """Deletes for good a record, an entity, a document, a conversation, or all of a session or an author.

        `record` takes the id of a task, a choice, a correction, a candidate or a rule too. The receipt counts what went.
        """
        return await erase(
            self._actor, reason=reason, record=record, entity=entity, session=session, author=author, document=document,
            conversation=conversation, request_id=request_id, dry_run=dry_run,
        )  # fmt: skip

    async def add_texts(
        self, document: str, *texts: Chunk | Mapping[str, Any] | str, again: bool = False, request_id: str | None = None,
        dry_run: bool = False, report: Progress | None = None,
    ) -> Receipt:  # fmt: skip
        """Keeps pieces of a document as they are, to be found by search; the same piece given again is not stored twice.

        What was erased here is skipped and told, unless `again`. Raises `Refused` with the path of every field that breaks a rule.
        """
        return await add_texts(
            self._actor, document, texts, again=again, request_id=request_id, dry_run=dry_run, report=report
        )  # fmt: skip

    async def add_messages(
        self, conversation: str, *messages: Message | Mapping[str, Any] | str, extract: bool = False, again: bool = False,
        request_id: str | None = None, dry_run: bool = False, report: Progress | None = None,
    ) -> Receipt:  # fmt: skip
        """Keeps messages of a conversation as they are, to be found by search; the same message given again is not stored twice.

        Each is linked to the entities that it names, or with `extract` read by the language model, which is told in the receipt.
        What was erased here is skipped and told, unless `again`. Raises `Refused` with the path of every field that breaks a rule.
        """
        from graphmem.ingest.talking import add_and_read

        return await add_and_read(
            self._actor, conversation, messages, extract=extract, again=again, request_id=request_id, dry_run=dry_run, report=report
        )  # fmt: skip

    ingest, cancel_ingest = unified.ingest, unified.cancel_ingest

    # -- moving

    async def export(self, target: Path | BinaryIO, *, report: Progress | None = None) -> Envelope:
        """Writes everything of the workspace as JSON lines, as of one instant; what the file does not hold its first line names."""
        from graphmem.moving.export import export

        self._actor.must_be_person("an export")
        return await export(self._store, self.name, target, report=report)

    # -- questions

    async def impact(self, name: str, *, depth: int = 3, as_of: Time | None = None, valid_at: Time | None = None) -> Impact:
        """What breaks when `name` changes, and what went wrong there before; raises `NameNotFound` or `AmbiguousName`."""
        return await self._read(lambda r: impact(r, name, depth=depth), as_of, valid_at)

    async def lineage(
        self, name: str, *, limit: int = 200, cursor: str | None = None, as_of: Time | None = None, valid_at: Time | None = None
    ) -> Lineage:
        """How we got to `name`: causes, the thing itself, fixes and what followed, in order of time."""
        return await self._read(lambda r: lineage(r, name, limit=limit, cursor=cursor), as_of, valid_at)

    async def entity(
        self, name: str, *, limit: int = 50, cursor: str | None = None, as_of: Time | None = None, valid_at: Time | None = None
    ) -> EntityView:
        """Everything about `name`: names, description, fields, records, decisions, links with evidence, files."""
        return await self._read(lambda r: entity(r, name, limit=limit, cursor=cursor), as_of, valid_at)

    async def radar(self, *, limit: int = 10, as_of: Time | None = None, valid_at: Time | None = None) -> Radar:
        """What is still open, as eight lists, each with its first lines and its total; a line's `key` is what `dismiss` takes."""
        return await radar(self._store, self.name, instants(as_of, valid_at), limit=limit)

    async def topics(
        self, *, limit: int = 20, recompute: bool = False, as_of: Time | None = None, valid_at: Time | None = None
    ) -> Topics:
        """What the workspace is about: groups of connected entities with their central ones and key decisions, largest first.

        The answer comes from the stored run and says how stale it is; `recompute` makes a new one first. As of a date the groups
        are computed for the call. Raises `AnalyticsUnavailable` where the graph algorithms are not installed.
        """
        return await topics(self._store, self.name, limit=limit, recompute=recompute, as_of=as_of, valid_at=valid_at)

    async def context(
        self, task: str, *, budget: int = 4_000, as_of: Time | None = None, valid_at: Time | None = None
    ) -> Context:
        """What to know before a task, as one text of at most `budget` tokens, and what of it did not fit.

        It holds both cards, the entities that the task names with their links, whom a change of them reaches, risks, and
        records that match.
        """
        return await context(self._store, self.name, self.author, task, budget=budget, as_of=as_of, valid_at=valid_at)

    async def cards(self, *, as_of: Time | None = None, valid_at: Time | None = None) -> Cards:
        """How you work and how this project works, as people wrote it down, each with its versions."""
        return await cards(self._store, self.name, self.author, instants(as_of, valid_at))

    async def file(self, path: str, *, limit: int = 50, as_of: Time | None = None, valid_at: Time | None = None) -> FileView:
        """What is known about one file, and what depends on the code its records name; raises `NotFound`."""
        return await self._read(lambda r: file(r, path, limit=limit), as_of, valid_at)

    async def timeline(
        self, start: Time | None = None, end: Time | None = None, *, clock: Clock = "valid", limit: int = 50,
        cursor: str | None = None, count_by: Grain | None = None, as_of: Time | None = None, valid_at: Time | None = None,
    ) -> Timeline:  # fmt: skip
        """What began and what ended in a period, oldest first; a coarse `end` includes its whole period.

        With `valid_at` only what holds at that instant is told. `count_by` says also how much happened in each year, month or day.
        """
        narrowed: dict[str, Any] = {"count_by": count_by, "holding": valid_at is not None}
        return await self._read(
            lambda r: timeline(r, start=start, end=end, clock=clock, limit=limit, cursor=cursor, **narrowed), as_of, valid_at
        )

    async def history(
        self, a: str, b: str | None = None, *, limit: int = 50, cursor: str | None = None, as_of: Time | None = None,
        valid_at: Time | None = None,
    ) -> History:  # fmt: skip
        """Every link between two things with all its ends, merges included; of one thing, what was said of it and by whom."""
        return await self._read(lambda r: history(r, a, b, limit=limit, cursor=cursor), as_of, valid_at)

    async def diff(
        self, k1: Time, k2: Time | None = None, *, limit: int = 200, cursor: str | None = None, valid_at: Time | None = None
    ) -> Diff:
        """What the memory came to know after `k1`, up to and with `k2` (default: now): links that changed, and records.

        Each reading asks what held at its own instant; with `valid_at` both ask what held then.
        """
        own = valid_at is None
        return await self._read(lambda r: diff(r, k1, k2, own_instants=own, limit=limit, cursor=cursor), k2, valid_at)

    async def search(
        self, text: str, *, limit: int = 10, kinds: Sequence[str] | None = None, session: str | None = None,
        author: str | None = None, start: Time | None = None, end: Time | None = None, current: bool | None = None,
        walk: bool = True, rerank: bool = False, weights: Mapping[str, float] | None = None, explain: bool = False,
        cursor: str | None = None, as_of: Time | None = None, valid_at: Time | None = None,
    ) -> Search:  # fmt: skip
        """What words, meaning and links find, best first; every filter applies before the limit, and each hit says why it is there.

        `weights` of `text`, `vector` and `walk` replace the usual ones; 0 leaves a list out. With `rerank` a cross-encoder orders
        the best 30 anew (extra `bge`, about a second).
        """
        return await search(
            self._store, self.name, instants(as_of, valid_at), text, limit=limit, kinds=kinds, session=session, author=author,
            start=start, end=end, current=current, walk=walk, rerank=rerank, weights=weights, explain=explain, cursor=cursor,
        )  # fmt: skip

    async def changes(self, *, limit: int = 50, cursor: str | None = None) -> Changes:
        """What was written, in the order it was written; `cursor` leads on, so that a follower misses nothing."""
        return await self._read(lambda r: changes(r, limit=limit, cursor=cursor), None, None)

    async def record(self, id: str, *, as_of: Time | None = None, valid_at: Time | None = None) -> RecordView:
        """Everything of one record: what it says, how it ends, what it replaced and ended; raises `NotFound`."""
        return await self._read(lambda r: record(r, id), as_of, valid_at)

    async def records(
        self, *, kind: str | None = None, session: str | None = None, author: str | None = None, entity: str | None = None,
        current: bool | None = None, start: Time | None = None, end: Time | None = None, limit: int = 50,
        cursor: str | None = None, as_of: Time | None = None, valid_at: Time | None = None,
    ) -> Records:  # fmt: skip
        """Records that fit every filter, those that were stated last first; `current` is True, False, or None for both."""

        async def work(reader: Reader) -> Records:
            return await records(
                reader, kind=kind, session=session, author=author, entity=entity, current=current, start=start, end=end,
                limit=limit, cursor=cursor,
            )  # fmt: skip

        return await self._read(work, as_of, valid_at)

    async def entities(
        self, *, type: str | None = None, prefix: str | None = None, limit: int = 50, cursor: str | None = None,
        as_of: Time | None = None, valid_at: Time | None = None,
    ) -> Entities:  # fmt: skip
        """Entities by name, of one type or with a spelling that begins with `prefix`."""
        return await self._read(lambda r: entities(r, type=type, prefix=prefix, limit=limit, cursor=cursor), as_of, valid_at)

    async def dismissals(
        self, *, limit: int = 50, cursor: str | None = None, as_of: Time | None = None, valid_at: Time | None = None
    ) -> Dismissals:
        """What was dismissed from the radar and not put back, newest first; a line's `key` is what `undismiss` takes."""
        return await self._read(lambda r: dismissals(r, limit=limit, cursor=cursor), as_of, valid_at)

    async def sessions(
        self, *, limit: int = 50, cursor: str | None = None, as_of: Time | None = None, valid_at: Time | None = None
    ) -> Sessions:
        """Sessions, those that began last first, each with how many records it holds."""
        return await self._read(lambda r: sessions(r, limit=limit, cursor=cursor), as_of, valid_at)

    async def neighbours(
        self, name: str, *, types: Sequence[str] | None = None, limit: int = 50, cursor: str | None = None,
        as_of: Time | None = None, valid_at: Time | None = None,
    ) -> Neighbours:  # fmt: skip
        """The entities one current link away from `name`, by name, each with its links and their evidence."""
        return await self._read(lambda r: neighbours(r, name, types=types, limit=limit, cursor=cursor), as_of, valid_at)

    async def graph(
        self, *, types: Sequence[str] | None = None, relations: Sequence[str] | None = None, ended: bool = False,
        limit: int = 2_000, as_of: Time | None = None, valid_at: Time | None = None,
    ) -> Graph:  # fmt: skip
        """All of the workspace as columns, for drawing: the entities that most is said of and the links between them.

        With `ended` also links that held before. At most 20,000 entities; `truncated` says whether there are more.
        """
        return await self._read(
            lambda r: graph(r, types=types, relations=relations, ended=ended, limit=limit), as_of, valid_at
        )  # fmt: skip

    async def path(self, a: str, b: str, *, depth: int = 6, as_of: Time | None = None, valid_at: Time | None = None) -> PathView:
        """A shortest way from `a` to `b` over links that hold at one instant, in whatever direction they were stated."""
        return await self._read(lambda r: path(r, a, b, depth=depth), as_of, valid_at)

    # -- unified memory

    subgraph, deep_search, ask = unified.subgraph, unified.deep_search, unified.ask
    conversation, agenda = unified.conversation, unified.agenda
    ingests, documents, preferences = unified.ingests, unified.documents, unified.preferences
    extractions, invalidate_extraction = unified.extractions, unified.invalidate_extraction
    replay_extractions = unified.replay_extractions
    ontology, diff_ontology, apply_ontology = ontologies.ontology, ontologies.diff_ontology, ontologies.apply_ontology
