"""One ingest: every document of a listing that is new or changed, each on its own, so that a bad one never stops the rest.

The ledger is written with each document: stopped at any moment and run again, it goes on with what is not done.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from graphmem.authors import Author
from graphmem.errors import Refused
from graphmem.ingest import chunking
from graphmem.ingest.documents import Document, Found, Listing, named, renamed
from graphmem.ingest.drafting import Drafting
from graphmem.ingest.joining import resolve_new
from graphmem.ingest.ledger import Ledger
from graphmem.ingest.reading import Unreadable
from graphmem.ingest.storing import Entry, Overtaken, store_document
from graphmem.ingest.tally import Options, Tally
from graphmem.model.answers.ingested import FailedDocument, Ingested, JobState
from graphmem.store import Store
from graphmem.work.asked_again import asked_again
from graphmem.write.acts import Actor
from graphmem.write.items import new_id

log = logging.getLogger(__name__)
Report = Callable[[str, int, int | None], None]
MOST_LISTED = 200  # failures, notes and ends that one answer lists
ENDED = ("gone", "forgotten")  # states of documents of which nothing holds
BY_ID = "repository/"  # documents whose path stays when the thing that they are about gets another name
SIGN = 30.0  # seconds between two signs of a job at work
HALF, FEW = 0.5, 20  # more than half of so many documents gone at once is asked about


class Running:
    """The work of one ingest."""

    def __init__(
        self, actor: Actor, listing: Listing, options: Options, report: Report | None, job: str | None = None
    ) -> None:  # fmt: skip
        self.actor, self.listing, self.options, self.report = actor, named(listing), options, report
        self.store: Store = actor.store
        self.author = actor.who or Author(actor.author)
        self.ledger = Ledger(actor.store, actor.workspace, self.author.name, listing.source)
        self.tally = Tally()
        self.drafting = Drafting(actor, self.ledger, options, self.tally)
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
        opened, others = await self.ledger.open(self.job, {**begun, "total": total, "done": 0, "failed": 0})
        if opened == "cancelled":
            return self._told("cancelled", time.monotonic() - began)
        try:
            async with signs(self.ledger, self.job):
                entries = await self._moved(entries)
                state = await self._all(entries, _shared(self.listing.found, others))
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

    async def _all(self, entries: dict[str, Entry], listed: Sequence[Found]) -> JobState:
        left_out, invalid = await self._left_out(entries), await self._invalid()

        def is_unchanged(entry: Entry, found: Found) -> bool:
            return entry.digest == found.digest and self._is_done(entry) and entry.id not in invalid

        for path, code, message in self.listing.failed:
            if path not in left_out:
                await self._fail(entries.get(path) or self.ledger.new(path), "", code, message)
        for n, found in enumerate(listed):
            if how := left_out.get(found.path):
                self._note(found.path, f"SKIPPED_{how.upper()}", f"{how} here before, so not ingested (ask for it with again)")
                continue
            entry = entries.get(found.path) or self.ledger.new(found.path)
            if is_unchanged(entry, found) or is_unchanged(entry := await self.ledger.now(entry), found):
                self.tally.counts["unchanged"] += 1
            else:
                await self._one(entry, found)
                if await self.ledger.step(self.job, done=n + 1, failed=len(self.tally.failed)) == "cancelled":
                    return "cancelled"
            if self.report:
                self.report(self.listing.source, n + 1, len(listed))
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
            document = await asyncio.to_thread(_read, found)
            if entry.title and entry.path.startswith(BY_ID) and entry.title != document.title:
                document = renamed(document, entry.title)
            draft = await self.drafting.draft(entry, found, document)
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
            for line in await asked_again(self.store, self.actor.workspace, draft.document.messages):
                self._note(entry.path, "ASKED_AGAIN", line)
            if draft.state != "done":
                told = FailedDocument(document=entry.name, code="MODEL_FAILED", message=(draft.reason or "")[:500])
                self.tally.failed.append(told)

    async def _fail(self, entry: Entry, digest: str, code: str, message: str) -> None:
        self.tally.failed.append(FailedDocument(document=entry.name, code=code, message=message))
        await self.ledger.failed(entry, digest, code, message)

    # -- what is no longer there

    def _ask_about_missing(self, entries: dict[str, Entry]) -> None:
        """Raises `Refused` where so much is gone that the source may only be out of reach, or be another one under its name."""
        there = {f.path for f in self.listing.found} | {path for path, *_ in self.listing.failed}
        standing = [e for e in entries.values() if e.state not in ENDED]
        contents = {f.digest for f in self.listing.found}
        missing = [e for e in standing if e.path not in there and e.digest not in contents]
        if not self.listing.whole or self.options.missing != "ask" or not missing:
            return
        if len(missing) == len(standing) or (len(standing) >= FEW and len(missing) > HALF * len(standing)):
            from graphmem.write.acts import refused

            message = (
                f"{len(missing):,} of {len(standing):,} documents are gone from {self.listing.source!r}: is it all there? "
                "Another source needs another name (`source`). To end what they stated give missing='end', to leave it missing='keep'"
            )
            raise refused("missing", "SOURCE_MISSING", message)

    async def _moved(self, entries: dict[str, Entry]) -> dict[str, Entry]:
        """Documents whose content lies under another name now are renamed."""
        there = {f.path for f in self.listing.found}
        lost: dict[str | None, list[Entry]] = {}
        for entry in sorted(entries.values(), key=lambda e: e.path, reverse=True):
            if entry.path not in there and entry.state in ("done", "partial", "forgotten"):
                lost.setdefault(entry.digest, []).append(entry)
        moved = dict(entries)
        for found in self.listing.found if self.listing.whole else ():
            if found.path not in entries and (alike := lost.get(found.digest)):
                old = alike.pop()
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


def _read(found: Found) -> Document:
    """The document; raises `Unreadable` also where what it holds is more than its reader was made for: the rest goes on."""
    try:
        return found.read()
    except Unreadable:
        raise
    except Exception as error:
        log.warning("%s could not be read", found.path, exc_info=error)
        raise Unreadable("UNREADABLE", f"its reader stumbled over it: {type(error).__name__}") from None


def _shared(found: Sequence[Found], others: int) -> list[Found]:
    """Where others are at the source already this one begins further on: each comes to what the others have done last."""
    begins = len(found) * others // (others + 1)
    return [*found[begins:], *found[:begins]]


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


__all__ = ["Options", "Running", "end_of"]
