"""The log of extractions: what models answered about passages, as the memory knew it."""

from __future__ import annotations

from datetime import datetime

from graphmem.errors import NotFound
from graphmem.model.answers.extractions import ExtractionLine, Extractions, ExtractionState
from graphmem.model.base import Model
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.store import Reader

SHOWN = 10_000  # characters of one answer that a list shows


class ExtractionNode(Model):
    """A stored answer."""

    id: str
    chunk: str
    contract: str
    author: str
    recorded_at: datetime
    seq: int
    item: int
    raw: str
    characters: int
    state: ExtractionState
    reason: str | None


class ExtractionRow(Model):
    """The columns of `ingest/extraction_list`."""

    extraction: ExtractionNode
    document: str

    def line(self) -> ExtractionLine:
        e = self.extraction
        return ExtractionLine(
            id=e.id, document=self.document, chunk=e.chunk, state=e.state, reason=e.reason, author=e.author,
            recorded_at=shown_time(e.recorded_at), contract=e.contract, raw=e.raw, characters=e.characters,
        )  # fmt: skip


async def extractions(reader: Reader, *, document: str | None = None, limit: int = 20, cursor: str | None = None) -> Extractions:
    """What models answered, newest first, of all documents or of one; raises `NotFound` for a document that is none."""
    check_limit(limit)
    named = await reader.rows("ingest/named", document=document) if document else []
    if document and not named:
        raise NotFound("document", document)
    of = named[0]["id"] if named else None
    mark = list_mark("extractions", reader.workspace, of)
    before, item = decode_cursor(mark, cursor, int, int) or (None, None)
    asked = {"document": of, "before": before, "item": item, "most": SHOWN, "limit": limit + 1}
    rows = await reader.models("ingest/extraction_list", ExtractionRow, **asked)
    page, following = page_of(rows, limit, mark, lambda row: (row.extraction.seq, row.extraction.item))
    return Extractions(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, extractions=tuple(r.line() for r in page), cursor=following
    )  # fmt: skip
