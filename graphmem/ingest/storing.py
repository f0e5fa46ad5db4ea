"""One document, one transaction: what it states, its chunks, what of its earlier version ends, where it stands in the ledger."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graphmem.authors import Author
from graphmem.embed.serving import Vectors
from graphmem.errors import Refusal
from graphmem.ingest.chunking import Piece as Passage
from graphmem.ingest.documents import Document
from graphmem.model.lexical import MOST_TERMS, stems
from graphmem.model.ontology import Ontology
from graphmem.model.receipts import Receipt, Warned, joined
from graphmem.model.records import Record
from graphmem.model.texts import Chunk
from graphmem.model.times import OPEN, Place
from graphmem.store import Store, Writer
from graphmem.store.fulltext import scope
from graphmem.write.acts import store_act
from graphmem.write.filling import fill, not_embedded
from graphmem.write.forget import end_records
from graphmem.write.indexing import texts_of, with_vectors
from graphmem.write.items import Item
from graphmem.write.masking import Masked
from graphmem.write.pieces import Piece, piece_lexical, pieces
from graphmem.write.remember import Remembering, by_ontology, items_of
from graphmem.write.rows import Instants, Times

MAX_METADATA = 20_000


class Overtaken(Exception):
    """Somebody stored a version of the document meanwhile, or forgot it; nothing of this one was stored."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A document in the ledger: how it was ingested last; one that never was has version 0."""

    name: str
    path: str
    id: str
    source: str
    version: int = 0
    digest: str | None = None
    state: str | None = None
    contract: str | None = None
    title: str | None = None


@dataclass(slots=True)
class Standing:
    """What holds of a document from its earlier version."""

    chunks: dict[str, str] = field(default_factory=dict)  # digest → id
    records: list[tuple[str, str | None]] = field(default_factory=list)  # id, and the chunk it came from


@dataclass(slots=True)
class Draft:
    """A document ready to be stored: its passages as pieces, and the records that say what it states."""

    entry: Entry
    document: Document
    digest: str
    passages: list[Passage]
    pieces: list[Piece]
    records: list[Record]
    standing: Standing
    ended: tuple[str, ...] = ()
    """Earlier records that no longer hold and that nothing replaces."""
    state: str = "done"
    reason: str | None = None
    contract: str | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of one document."""

    receipt: Receipt
    chunks: int
    kept: int
    gone: int


def document_id(workspace: str, name: str) -> str:
    """The id of an ingested document: two workers make the same one."""
    text = f"{workspace}\x1f{name}"
    return f"doc_{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def chunk_id(workspace: str, document: str, digest: str, version: int) -> str:
    """The id of a chunk that a document has since this version: one that comes back is another."""
    text = "\x1f".join((workspace, document, digest, str(version)))
    return f"chk_{hashlib.sha256(text.encode()).hexdigest()[:20]}"


def pieces_of(passages: Sequence[Passage], masked: Masked) -> list[Piece]:
    """The passages as pieces of a document; each text was masked as a whole before."""
    return pieces([Chunk(text=p.text, heading=p.heading) for p in passages], masked, "chunks") if passages else []


async def store_document(store: Store, workspace: str, author: Author, draft: Draft) -> Stored:
    """Stores it, or nothing of it; a statement that breaks a rule is left out and told."""

    async def stored(ontology: Ontology) -> Stored:
        return await _stored(store, workspace, author, draft, ontology)

    return await by_ontology(store, workspace, stored)


async def _stored(store: Store, workspace: str, author: Author, draft: Draft, ontology: Ontology) -> Stored:
    items, refused = items_of(draft.records, ontology)
    last: dict[str, Any] = {}

    async def write(vectors: Vectors) -> Stored:
        async def work(writer: Writer) -> Stored:
            storing = _Storing(writer, draft, vectors, ontology)
            found = await storing.run(items, list(refused))
            last.update(untold=writer.untold, linked=storing.remembering.index.linked)
            return found

        return await store.write(work, workspace=workspace, author=author.name)

    wanted = [*texts_of(items), *(p.embedded for p in draft.pieces)]
    stored, vectors = await with_vectors(store, wanted, write)
    warned: tuple[Warned, ...] = tuple(not_embedded(vectors.failure))
    if vectors.failure is None:
        warned = (*warned, *await fill(store, workspace, last["untold"], last["linked"]))
    receipt = stored.receipt.model_copy(update={"warnings": (*stored.receipt.warnings, *warned)})
    return replace(stored, receipt=receipt)


class _Storing:
    """The work of one document inside its transaction."""

    def __init__(self, writer: Writer, draft: Draft, vectors: Vectors, ontology: Ontology) -> None:
        self.writer, self.draft, self.vectors = writer, draft, vectors
        self.remembering = Remembering(writer, None, "partial", vectors, ontology, batch=True, by_link=True)
        self.version, self.masked = draft.entry.version + 1, Masked()

    async def run(self, items: list[Item], refused: list[Refusal]) -> Stored:
        receipt = await self.remembering.run(items, refused)
        self.writer.idle = False
        draft = self.draft
        holder = await self._document()
        if holder["before"] != draft.entry.version or (holder["state"] == "forgotten" and draft.entry.state != "forgotten"):
            raise Overtaken
        known = draft.standing.chunks
        new = [(n, p) for n, p in enumerate(draft.pieces) if p.digest not in known]
        there = {p.digest for p in draft.pieces}
        gone = [id_ for digest, id_ in known.items() if digest not in there] if draft.document.whole else []
        created = await self._chunks(holder, new) if new else 0
        if gone:
            by = receipt.records[0].id if receipt.records else holder["id"]
            end = {"act": by, "how": "superseded", "by": self.writer.author, "never_held": False}
            await self.writer.rows("ingest/end_chunks", ids=gone, end=end)
        if draft.ended:
            receipt = joined([receipt, await self._end(holder["id"])])
        await self._provenance(receipt, holder["id"], {i.id: draft.records[i.index] for i in items})
        told = receipt.model_copy(update={"redactions": (*receipt.redactions, *self.masked.redactions)})
        return Stored(told, created, len(draft.pieces) - len(new), len(gone))

    async def _end(self, document: str) -> Receipt:
        """Ends what its passages no longer state."""
        act = await store_act(self.writer, "forget", None, how="superseded", target=document, records=list(self.draft.ended))
        return await end_records(self.writer, list(self.draft.ended), act=act, how="superseded")

    async def _document(self) -> dict[str, Any]:
        draft, masked = self.draft, self.masked
        metadata = masked.text(json.dumps(draft.document.metadata, ensure_ascii=False, sort_keys=True, default=str), "metadata")
        said = [masked.text(note, "notes")[:500] for note in draft.document.notes[:50]]
        properties = {
            "source": draft.entry.source, "path": draft.entry.path, "title": masked.text(draft.document.title, "title")[:500],
            "digest": draft.digest, "state": draft.state, "reason": draft.reason, "version": self.version,
            "contract": draft.contract, "metadata": metadata if 2 < len(metadata) <= MAX_METADATA else None, "notes": said or None,
        }  # fmt: skip
        told = f"{self.version} {draft.digest} {self.writer.clock.isoformat()}"
        return await self.writer.one(
            "ingest/document", id=draft.entry.id, name=draft.entry.name, properties=properties, version=told
        )  # fmt: skip

    async def _chunks(self, holder: dict[str, Any], new: list[tuple[int, Piece]]) -> int:
        writer, instants, rows, terms = self.writer, Instants(), [], []
        clock, words = writer.clock, scope(self.writer.workspace)
        times = Times(clock, "instant", True, OPEN, clock, writer.seq, 0, Place(clock, clock, writer.seq, 0))
        for place, (n, piece) in enumerate(new):
            passage = self.draft.passages[n]
            id_ = chunk_id(writer.workspace, holder["id"], piece.digest, self.version)
            own = {
                **piece.properties, "id": id_, "digest": piece.digest, "workspace": writer.workspace, "document": holder["id"],
                "position": holder["count"] + place, "author": writer.author, "scope": words, "version": self.version,
                "char_from": passage.begins, "char_to": passage.until, "lexical": piece_lexical(piece.embedded, None),
                **times.properties(), **self.vectors.of(piece.embedded),
            }  # fmt: skip
            rows.append(instants.split(own))
            terms.append({"id": id_, "stems": stems(piece.said)})
        stored = await writer.one(
            "write/chunks", holder=holder["id"], rows=rows, instants=instants.values, terms=terms, scope=words, most=MOST_TERMS
        )  # fmt: skip
        return len(stored["created"])

    async def _provenance(self, receipt: Receipt, document: str, stated: dict[str, Record]) -> None:
        chunks = {id_: getattr(record, "chunk", None) for id_, record in stated.items()}
        rows = [{"record": r.id, "chunk": chunks.get(r.id), "document": document} for r in receipt.records]
        if rows:
            await self.writer.rows("ingest/provenance", rows=rows)
