"""Ingests and the documents they brought: how far they are, what failed."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

from graphmem.errors import InvalidArgument
from graphmem.model.answers.ingested import DocumentLine, Documents, DocumentState, IngestLine, Ingests, JobState
from graphmem.model.base import Model
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader

STALE = 120  # seconds without a sign after which a running ingest is taken for stopped


class JobNode(Model):
    """A stored ingest."""

    id: str
    source: str
    path: str
    author: str
    state: JobState
    done: int
    total: int
    failed: int
    started_at: datetime
    updated_at: datetime
    reason: str | None
    seq: int


class JobRow(Model):
    """The columns of `ingest/jobs`."""

    job: JobNode
    silent: int

    def line(self) -> IngestLine:
        job = self.job
        return IngestLine(
            id=job.id, source=job.source, path=job.path, author=job.author, state=job.state, done=job.done, total=job.total,
            failed=job.failed, started_at=shown_time(job.started_at), updated_at=shown_time(job.updated_at), reason=job.reason,
            stale=job.state == "running" and self.silent > STALE,
        )  # fmt: skip


class DocumentNode(Model):
    """A stored document."""

    id: str
    name: str
    source: str
    path: str
    title: str | None
    state: DocumentState
    reason: str | None
    version: int
    updated_at: datetime
    notes: tuple[str, ...] | None


class DocumentRow(Model):
    """The columns of `ingest/documents`."""

    document: DocumentNode

    def line(self) -> DocumentLine:
        d = self.document
        return DocumentLine(
            id=d.id, document=d.name, source=d.source, path=d.path, title=d.title, state=d.state, reason=d.reason, version=d.version,
            updated_at=shown_time(d.updated_at), notes=d.notes or (),
        )  # fmt: skip


async def ingests(reader: Reader, *, limit: int = 20, cursor: str | None = None) -> Ingests:
    """The ingests begun by `as_of`, newest first, as far as they are now."""
    check_limit(limit)
    mark = list_mark("ingests", reader.workspace)
    (before,) = decode_cursor(mark, cursor, int) or (None,)
    rows = await reader.models("ingest/jobs", JobRow, before=before, limit=limit + 1)
    page, following = page_of(rows, limit, mark, lambda row: (row.job.seq,))
    return Ingests(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, ingests=tuple(r.line() for r in page), cursor=following
    )  # fmt: skip


async def documents(
    reader: Reader, *, source: str | None = None, state: str | None = None, limit: int = 50, cursor: str | None = None
) -> Documents:
    """Documents by name, of one source or in one state; raises `InvalidArgument` for a state that is none."""
    check_limit(limit)
    if state is not None and state not in get_args(DocumentState):
        raise InvalidArgument("state", f"a document is {', '.join(get_args(DocumentState))}, not {state!r}")
    mark = list_mark("documents", reader.workspace, source, state)
    (after,) = decode_cursor(mark, cursor, str) or (None,)
    rows = await reader.models("ingest/documents", DocumentRow, source=source, state=state, after=after, limit=limit + 1)
    page, following = page_of(rows, limit, mark, lambda row: (row.document.name,))
    return Documents(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, documents=tuple(r.line() for r in page), cursor=following
    )  # fmt: skip
