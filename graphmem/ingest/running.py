"""One ingest: every document of a listing that is new or changed, each on its own, so that a bad one never stops the rest.

The ledger is written with each document: stopped at any moment and run again, it goes on with what is not done.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from graphmem.authors import Author
from graphmem.context.recognising import recognise
from graphmem.errors import Refused
from graphmem.ingest import chunking
from graphmem.ingest.documents import Document, Found, Listing, Thing, renamed
from graphmem.ingest.extraction.extracting import Answered, Asked, Extractor
from graphmem.ingest.heeding import heed
from graphmem.ingest.joining import Resolution, resolve_new
from graphmem.ingest.ledger import Ledger
from graphmem.ingest.projecting import outcome, records_of
from graphmem.ingest.reading import Unreadable
from graphmem.ingest.stating import names_in, statements
from graphmem.ingest.storing import Draft, Entry, Overtaken, Standing, Stored, chunk_id, pieces_of, store_document
from graphmem.model.answers.ingested import FailedDocument, Ingested, JobState, MergedLine, ProposedLine
from graphmem.model.receipts import EndedLine, Receipt
from graphmem.model.records import Record
from graphmem.model.texts import MAX_TEXTS
from graphmem.model.times import TimeRefused, parse_time
from graphmem.store import Reader, Store
from graphmem.write.acts import Actor
from graphmem.write.add_texts import add_messages
from graphmem.write.items import new_id
from graphmem.write.masking import Masked

Report = Callable[[str, int, int | None], None]
MOST_LISTED = 200  # failures, notes and ends that one answer lists
MENTIONED = 20_000  # characters of a text that are looked at for names
ENDED = ("gone", "forgotten")  # states of documents of which nothing holds
BY_ID = "repository/"  # documents whose path stays when the thing that they are about gets another name
SIGN = 30.0  # seconds between two signs of a job at work
HALF, FEW = 0.5, 20  # more than half of so many documents gone at once is asked about


@dataclass(frozen=True, slots=True)
class Options:
    """How documents are ingested."""

    chunk_tokens: int = chunking.SIZE
    overlap: int = chunking.OVERLAP
    missing: str = "ask"
    again: bool = False
    extractor: Extractor | None = None


@dataclass(slots=True)
class Tally:
    """What was done so far."""

    counts: Counter[str] = field(default_factory=Counter)
    failed: list[FailedDocument] = field(default_factory=list)
    notes: list[FailedDocument] = field(default_factory=list)
    ended: list[EndedLine] = field(default_factory=list)
    evidence_lost: list[EndedLine] = field(default_factory=list)
    merged: list[MergedLine] = field(default_factory=list)
    proposed: list[ProposedLine] = field(default_factory=list)

    def resolved(self, found: Resolution) -> None:
        self.merged, self.proposed = found.merged, found.proposed
        self.counts.update(merged=len(found.merged), proposed=len(found.proposed))

    def took(self, receipt: Receipt) -> None:
        self.ended += receipt.ended
        self.evidence_lost += receipt.evidence_lost
        self.counts["masked"] += len(receipt.redactions)

    def stored(self, document: str, found: Stored, said: Document) -> None:
        """Counts what a document added, and notes what was refused of it."""
        self.took(found.receipt)
        self.counts["chunks"] += found.chunks
        self.counts["statements"] += len(found.receipt.records)
        self.counts["entities"] += sum(e.created for e in found.receipt.entities)
        self.counts["relations"] += len(found.receipt.relations)
        self.counts["chunks_ended"] += found.gone
        refused = [(r.code, f"{r.path}: {r.message}") for r in found.receipt.refused]
        for code, message in (*refused, *(("NOTE", note) for note in said.notes)):
            self.notes.append(FailedDocument(document=document, code=code, message=message))


class Running:
    """The work of one ingest."""

    def __init__(
        self, actor: Actor, listing: Listing, options: Options, report: Report | None, job: str | None = None
    ) -> None:  # fmt: skip
        self.actor, self.listing, self.options, self.report = actor, listing, options, report
        self.store: Store = actor.store
        self.author = actor.who or Author(actor.author)
        self.ledger = Ledger(actor.store, actor.workspace, self.author.name, listing.source)
        self.tally = Tally()
        self.job = job or new_id("job")

    async def run(self, path: str) -> Ingested:
        """All of it; what went wrong with a document stands in the answer and in the ledger."""
        began = time.monotonic()
        chunking.check_sizes(self.options.chunk_tokens, self.options.overlap)
        entries = await self.ledger.entries()
        self._ask_about_missing(entries)
        total = len(self.listing.found)
        begun = {"kind": "ingest", "source": self.listing.source, "path": path, "state": "running"}
        state: JobState = "done"
        if await self.ledger.open(self.job, {**begun, "total": total, "done": 0, "failed": 0}) == "cancelled":
            return self._told("cancelled", time.monotonic() - began)
        try:
            async with signs(self.ledger, self.job):
                entries = await self._moved(entries)
                state = await self._all(entries, total)
                if state == "done":
                    await self._removed(entries)
                    resolved = await resolve_new(self.store, self.actor.workspace, self.job)
                    self.tally.resolved(resolved)
                    await self.ledger.step(self.job, resolved=resolved.reached)
        except (Exception, asyncio.CancelledError) as error:
            await asyncio.shield(self.ledger.step(self.job, **end_of(error)))
            raise
        await self.ledger.step(self.job, state=state, done=total, failed=len(self.tally.failed))
        return self._told(state, time.monotonic() - began)

    async def _all(self, entries: dict[str, Entry], total: int) -> JobState:
        left_out, invalid = await self._left_out(entries), await self._invalid()
        for path, code, message in self.listing.failed:
            if path not in left_out:
                await self._fail(entries.get(path) or self.ledger.new(path), "", code, message)
        for n, found in enumerate(self.listing.found):
            if how := left_out.get(found.path):
                self._note(found.path, f"SKIPPED_{how.upper()}", f"{how} here before, so not ingested (ask for it with again)")
                continue
            entry = entries.get(found.path) or self.ledger.new(found.path)
            if entry.digest == found.digest and self._is_done(entry) and entry.id not in invalid:
                self.tally.counts["unchanged"] += 1
            else:
                await self._one(entry, found)
                if await self.ledger.step(self.job, done=n + 1, failed=len(self.tally.failed)) == "cancelled":
                    return "cancelled"
            if self.report:
                self.report(self.listing.source, n + 1, total)
        return "done"

    async def _left_out(self, entries: dict[str, Entry]) -> dict[str, str]:
        """The paths of documents that stay out, and why; with `again` they come back, for good."""
        there = {path: "" for path, *_ in self.listing.failed} | {f.path: f.digest for f in self.listing.found}
        known = {path for path, entry in entries.items() if entry.version}
        erased = await self.ledger.erased({path: content for path, content in there.items() if path not in known})
        if self.options.again:
            await self.ledger.bring_back(sorted(set[str]().union(*erased.values())))
            return {}
        forgotten = (path for path, entry in entries.items() if entry.state == "forgotten")
        return dict.fromkeys(forgotten, "forgotten") | dict.fromkeys(erased, "erased")

    def _note(self, path: str, code: str, message: str) -> None:
        self.tally.notes.append(FailedDocument(document=self.ledger.name(path), code=code, message=message))

    async def _invalid(self) -> set[str]:
        """The documents that are read anew though unchanged: with `again`, those of which an answer was marked as invalid."""
        extractor = self.options.extractor
        return await self.ledger.invalid(extractor.contract) if extractor and self.options.again else set()

    def _is_done(self, entry: Entry) -> bool:
        """Whether nothing is left to do for an unchanged document: with a model, it was read under the same contract."""
        extractor = self.options.extractor
        if extractor is None:
            return entry.state in ("done", "partial")
        return entry.state == "done" and entry.contract == extractor.contract

    async def _one(self, entry: Entry, found: Found) -> None:
        """One document; whatever is wrong with it is its own failure, and only a lost database stops the rest."""
        try:
            document = await asyncio.to_thread(found.read)
            if entry.title and entry.path.startswith(BY_ID) and entry.title != document.title:
                document = renamed(document, entry.title)
            if document.messages:
                await self._messages(document)
            draft = await self._draft(entry, found, document)
            stored = await store_document(self.store, self.actor.workspace, self.author, draft)
        except Unreadable as error:
            await self._fail(entry, found.digest, error.code, str(error))
        except Refused as error:
            first = error.refusals[0]
            await self._fail(entry, found.digest, first.code, f"{first.path}: {first.message}")
        except Overtaken:
            self.tally.counts["unchanged"] += 1
        else:
            self.tally.counts["changed" if entry.version else "new"] += 1
            self.tally.stored(entry.name, stored, draft.document)
            if draft.state != "done":
                told = FailedDocument(document=entry.name, code="MODEL_FAILED", message=(draft.reason or "")[:500])
                self.tally.failed.append(told)

    async def _draft(self, entry: Entry, found: Found, document: Document) -> Draft:
        """The document masked, cut into passages, with what it states; nothing is stored yet."""
        masked = Masked()
        text = masked.text(document.text, "text")
        document = replace(document, text=text, title=_title(document, text, masked), at=_given_time(document.at, entry))
        passages = await asyncio.to_thread(
            chunking.chunks, document.text, size=self.options.chunk_tokens, overlap=self.options.overlap
        )  # fmt: skip
        standing = await self.ledger.standing(entry)
        cut = pieces_of(passages, masked)
        self.tally.counts["masked"] += len(masked.redactions)
        draft = Draft(entry, document, found.digest, passages, cut, await self._stated(entry, document), standing)
        gone = {standing.chunks[p.digest] for p in cut if p.digest in standing.chunks}
        keep = {id_ for id_, chunk in standing.records if chunk is not None and chunk in gone}
        if self.options.extractor is not None and passages:
            keep = await self._read(self.options.extractor, draft, keep)
        await heed(self.ledger, draft, again=self.options.again)
        superseded = tuple(id_ for id_, _ in standing.records if id_ not in keep)
        if draft.records and superseded:
            draft.records[0] = draft.records[0].model_copy(update={"supersedes": superseded[:500]})
        return draft

    async def _read(self, extractor: Extractor, draft: Draft, keep: set[str]) -> set[str]:
        """Lets the model read every passage, adds what it states, and says which earlier records go on."""
        asked = self._asked(draft.entry, draft, draft.standing)
        answered: list[Answered] = await extractor.read(draft.entry.id, draft.document.title, draft.document.at, asked)
        draft.records += records_of(draft.document, draft.entry.id, answered, extractor.ontology)
        came = outcome(answered)
        draft.state, draft.reason, draft.contract = came.state, came.reason, extractor.contract
        draft.document = replace(draft.document, notes=(*draft.document.notes, *came.notes))
        return {id_ for id_, chunk in draft.standing.records if id_ in keep and chunk not in came.read}

    def _asked(self, entry: Entry, draft: Draft, standing: Standing) -> list[Asked]:
        def id_of(digest: str) -> str:
            return standing.chunks.get(digest) or chunk_id(self.actor.workspace, entry.id, digest, entry.version + 1)

        cut = zip(draft.passages, draft.pieces, strict=True)
        return [Asked(id_of(piece.digest), piece.digest, passage.text, passage.heading) for passage, piece in cut]

    async def _messages(self, document: Document) -> None:
        """Keeps the messages of a conversation; those that are there are known by what they say."""
        for at in range(0, len(document.messages), MAX_TEXTS):
            receipt = await add_messages(
                self.actor, document.about.name, document.messages[at : at + MAX_TEXTS], again=self.options.again
            )  # fmt: skip
            self.tally.took(receipt)
            self.tally.counts["messages"] += receipt.counts.get("messages", 0)

    async def _stated(self, entry: Entry, document: Document) -> list[Record]:
        if document.messages:
            return []
        types = await self.ledger.types(names_in(document))

        async def look(reader: Reader) -> list[Thing]:
            named = await recognise(reader, document.text[:MENTIONED])
            return [Thing(r.entity.name, r.entity.type) for r in named if r.by == "name"]

        mentioned = await self.store.read(
            look, workspace=self.actor.workspace, clocks=lambda clock, now: (clock, max(clock, now))
        )  # fmt: skip
        return list(statements(document, types, mentioned, entry.id, self.store.ontologies.of(self.actor.workspace)))

    async def _fail(self, entry: Entry, digest: str, code: str, message: str) -> None:
        self.tally.failed.append(FailedDocument(document=entry.name, code=code, message=message))
        await self.ledger.failed(entry, digest, code, message)

    # -- what is no longer there

    def _ask_about_missing(self, entries: dict[str, Entry]) -> None:
        """Raises `Refused` where so much is gone that the source may only be out of reach."""
        there = {f.path for f in self.listing.found} | {path for path, *_ in self.listing.failed}
        standing = [e for e in entries.values() if e.state not in ENDED]
        missing = [e for e in standing if e.path not in there]
        if not self.listing.whole or self.options.missing != "ask" or not missing:
            return
        if not there or (len(standing) >= FEW and len(missing) > HALF * len(standing)):
            from graphmem.write.acts import refused

            message = (
                f"{len(missing):,} of {len(standing):,} documents are gone from {self.listing.source!r}: is it all there? "
                "To end what they stated give missing='end', to leave it missing='keep'"
            )
            raise refused("missing", "SOURCE_MISSING", message)

    async def _moved(self, entries: dict[str, Entry]) -> dict[str, Entry]:
        """Documents whose content lies under another name now are renamed."""
        there = {f.path for f in self.listing.found}
        lost = {e.digest: e for e in entries.values() if e.path not in there and e.state in ("done", "partial", "forgotten")}
        moved = dict(entries)
        for found in self.listing.found if self.listing.whole else ():
            if found.path not in entries and (old := lost.pop(found.digest, None)):
                moved[found.path] = await self.ledger.moved(old, found.path)
                del moved[old.path]
                self.tally.counts["renamed"] += 1
        return moved

    async def _removed(self, entries: dict[str, Entry]) -> None:
        there = {f.path for f in self.listing.found} | {path for path, *_ in self.listing.failed}
        if not self.listing.whole or self.options.missing == "keep":
            return
        for entry in [e for e in entries.values() if e.path not in there and e.state not in ENDED]:
            self.tally.took(await self.ledger.removed(entry, "source removed"))
            self.tally.counts["removed"] += 1

    def _told(self, state: JobState, seconds: float) -> Ingested:
        tally = self.tally
        lists = (tally.failed, tally.notes, tally.ended, tally.evidence_lost, tally.merged, tally.proposed)
        counts = {
            "documents": len(self.listing.found),
            **{k: n for k, n in sorted(tally.counts.items()) if n},
            "failed": len(tally.failed),
        }
        return Ingested(
            id=self.job, state=state, source=self.listing.source, counts=counts, failed=tuple(tally.failed[:MOST_LISTED]),
            notes=tuple(tally.notes[:MOST_LISTED]), ended=tuple(tally.ended[:MOST_LISTED]),
            evidence_lost=tuple(tally.evidence_lost[:MOST_LISTED]), merged=tuple(tally.merged[:MOST_LISTED]),
            proposed=tuple(tally.proposed[:MOST_LISTED]), truncated=any(len(x) > MOST_LISTED for x in lists),
            seconds=round(seconds, 2),
        )  # fmt: skip


@asynccontextmanager
async def signs(ledger: Ledger, job: str) -> AsyncIterator[None]:
    """Gives a sign of the job while it lasts: a document that a model reads for minutes is not taken for stopped."""

    async def given() -> None:
        while True:
            await asyncio.sleep(SIGN)
            await ledger.step(job)

    task = asyncio.create_task(given())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)  # a database that is lost is told by the work itself


def end_of(error: BaseException) -> dict[str, str]:
    """How an ingest ended that did not come to its end; one that is stopped is run again like one that was cancelled."""
    if isinstance(error, asyncio.CancelledError):
        return {"state": "cancelled", "reason": "stopped with the process that ran it; run it again"}
    code = getattr(error, "code", type(error).__name__)
    return {"state": "failed", "reason": f"{code}: {error}"[:500]}


def _title(document: Document, text: str, masked: Masked) -> str:
    """The title masked, as it goes to a model; the name of the thing where the title is the part of a secret that goes on after it."""
    title = masked.text(document.title, "title")
    parted = document.title in document.text and title not in text
    return masked.secret(document.about.name, "title") if parted else title


def _given_time(at: str | None, entry: Entry) -> str | None:
    """The date that a document says of itself counts for its first version; a later one begins when it is read."""
    if at is None or entry.version:
        return None
    try:
        parse_time(at)
    except TimeRefused:
        return None
    return at


__all__ = ["Options", "Running", "end_of"]
