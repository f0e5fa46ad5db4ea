"""Import of an export: read twice, checked and compared first, then stored in small transactions; a stopped one is run again."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import IO, Any

from graphmem.model.ontology import DEFAULT
from graphmem.model.receipts import Receipt
from graphmem.moving.checking import Check
from graphmem.moving.entities import compare_entities, compare_merges, store_entities, store_merges
from graphmem.moving.erased import note_spellings
from graphmem.moving.job import Job, Outside
from graphmem.moving.lines import Envelope
from graphmem.moving.nodes import (
    compare_nodes,
    note_sessions,
    store_new_nodes,
    store_pairs,
    store_requests,
    store_tombstones,
)
from graphmem.moving.ontology import compare_ontology, store_ontology
from graphmem.moving.passages import compare_texts, store_holders, store_texts
from graphmem.moving.progress import Progress
from graphmem.moving.reading import Numbered, read_lines
from graphmem.moving.records import compare_records, drop_needless, store_late_successions, store_records
from graphmem.moving.rings import rings
from graphmem.moving.work import WORK_KINDS
from graphmem.moving.work_import import compare_work, store_work
from graphmem.store import Store, Writer
from graphmem.write.reembed import fill_workspace

ROWS = 400  # rows a transaction: short enough that writers in the same workspace hardly wait
COMPARED = 1000

Compare = Callable[[Any, Job, list[Numbered]], Awaitable[Mapping[str, Any]]]
COMPARE: dict[str, Compare] = {
    "ontology": compare_ontology,
    "entity": compare_entities,
    "merge": compare_merges,
    "record": compare_records,
    "chunk": compare_texts,
    "message": compare_texts,
    "description": compare_nodes,
    "removal": compare_nodes,
    "dismissal": compare_nodes,
    "act": compare_nodes,
    "card": compare_nodes,
    "extraction": compare_nodes,
    **dict.fromkeys(WORK_KINDS, compare_work),
}


async def import_export(store: Store, file: IO[bytes], envelope: Envelope, job: Job, report: Progress | None) -> Receipt:
    """Stores what a checked file says and this workspace does not know; raises `Refused` before anything is written."""
    outside = Outside(store, job.workspace)
    bounds = (await outside.rows("read/moved_secret"))[0]
    job.careful, job.secret = bool(bounds["erasures"]) and not job.again, bounds["secret"]
    await _check(store, file, envelope, job, outside, max(bounds["now"], bounds["clock"] or bounds["now"]))
    source = _Import(store, job, report, sum(envelope.counts.values()))
    await source.open(file, envelope)
    for batch in _batches(read_lines(file, job.refusals), ROWS):
        await source.store(batch)
    await source.close()
    await _make_found(store, job.workspace)
    return job.receipt()


async def _make_found(store: Store, workspace: str) -> None:
    """Makes what was imported found: words, terms and vectors are in no file. Run again, the import goes on with these too."""
    await fill_workspace(store, workspace, store.embedding.spaces if store.embedding else (), strict=False)


async def _check(store: Store, file: IO[bytes], envelope: Envelope, job: Job, outside: Outside, now: Any) -> None:
    """Goes through the whole file, and compares what it says with what is here."""
    known = await store.know(job.workspace) if await outside.rows("read/clock") else DEFAULT
    check = Check(envelope, now, job.refusals, known)

    def checked() -> Iterator[Numbered]:
        for numbered in read_lines(file, job.refusals):
            check.see(numbered)
            yield numbered

    for batch in _batches(checked(), COMPARED):
        if compare := COMPARE.get(batch[0].kind):
            here = await compare(outside, job, batch)
            if job.careful and batch[0].kind in ("record", "description"):
                await note_spellings(outside, job, batch, here)
    check.end()
    job.refusals.stop()
    job.ontology = check.ontology


def _batches(lines: Iterator[Numbered], most: int) -> Iterator[list[Numbered]]:
    """Lines of one kind, in order, together at most so many rows (or one line)."""
    batch: list[Numbered] = []
    weight = 0
    for numbered in lines:
        own = getattr(numbered.line, "weight", 1)
        if batch and (numbered.kind != batch[0].kind or weight + own > most):
            yield batch
            batch, weight = [], 0
        batch.append(numbered)
        weight += own
    if batch:
        yield batch


class _Import:
    """The storing of one file, batch by batch, each under the lock of the workspace."""

    def __init__(self, store: Store, job: Job, report: Progress | None, total: int) -> None:
        self._store, self._job, self._report, self._total = store, job, report, total
        self._done = 0

    async def open(self, file: IO[bytes], envelope: Envelope) -> None:
        """Makes or marks the workspace; what others state from now on comes after all that is imported."""
        opening = next(read_lines(file, self._job.refusals)).line
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
        opened = await self._store.look(
            "write/import_open", workspace=self._job.workspace, author=opening.author, secret=opening.secret,
            clock=envelope.clock, seq=envelope.seq, file=f"import {digest[:16]}",
        )  # fmt: skip
        self._job.fresh = bool(opened[0]["fresh"])

    async def store(self, batch: list[Numbered]) -> None:
        """One batch, one transaction."""
        counts, told = self._job.counts.copy(), {code: [*things] for code, things in self._job.told.items()}
        pending = [*self._job.successions]

        async def work(writer: Writer) -> None:
            # The transaction may be run again: what its first try counted is forgotten.
            self._job.counts, self._job.told, self._job.successions = counts.copy(), _copied(told), [*pending]
            await _store(writer, self._job, batch, await lock(writer))

        await self._write(work)
        self._done += len(batch)
        if self._report:
            self._report(batch[0].kind, self._done, self._total)

    async def close(self) -> None:
        """Says what replaces what came later, looks for rings, and takes the mark away."""

        async def work(writer: Writer) -> None:
            await lock(writer)
            await store_late_successions(writer, self._job)
            await drop_needless(writer, self._job)
            for ring in await rings(writer.rows, [self._job.workspace]):
                self._job.tell("SUPERSEDE_LOOP", " > ".join(ring))
            await writer.rows("write/import_close")

        await self._write(work)

    async def _write(self, work: Callable[[Writer], Awaitable[None]]) -> None:
        await self._store.write(work, workspace=self._job.workspace, author=self._job.author)


async def lock(writer: Writer) -> str | None:
    """Takes the lock of the workspace; returns the key of its tombstones' digests."""
    row = await writer.one("write/import_lock")
    writer.clock, writer.seq = row["clock"], row["seq"]
    secret: str | None = row["secret"]
    return secret


async def _store(writer: Writer, job: Job, batch: list[Numbered], secret: str | None) -> None:
    match batch[0].kind:
        case "workspace":
            return
        case "ontology":
            await store_ontology(writer, job, batch)
        case "tombstone":
            await store_tombstones(writer, job, batch)
        case "session":
            note_sessions(job, batch)
        case "document" | "conversation":
            await store_holders(writer, job, batch, secret)
        case "chunk" | "message":
            await store_texts(writer, job, batch)
        case "entity":
            await store_entities(writer, job, batch)
        case "merge":
            await store_merges(writer, job, batch)
        case "record":
            await store_records(writer, job, batch, secret)
        case "difference" | "proposal":
            await store_pairs(writer, job, batch)
        case "rule" | "task" | "correction" | "candidate":
            await store_work(writer, job, batch)
        case "request":
            await store_requests(writer, job, batch)
        case _:
            await store_new_nodes(writer, job, batch)


def _copied(told: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {code: [*things] for code, things in told.items()}


__all__ = ["import_export"]
