"""Plain texts in: pieces of a document, messages of a conversation. A transaction each five hundred, idempotent by content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from graphmem.embed.serving import Vectors
from graphmem.model.lexical import MOST_TERMS, stems
from graphmem.model.recalled import without_recalled
from graphmem.model.receipts import Receipt, TextLine, Warned
from graphmem.model.texts import Chunk, Message, parse_texts
from graphmem.model.times import OPEN, Place
from graphmem.store import Writer
from graphmem.store.fulltext import scope
from graphmem.write.acts import Actor, Request, refused
from graphmem.write.filling import not_embedded
from graphmem.write.indexing import with_vectors
from graphmem.write.items import new_id
from graphmem.write.masking import Masked
from graphmem.write.pieces import Piece, piece_lexical, pieces, said_of
from graphmem.write.rows import Instants, Times

BATCH = 500
MAX_NAME = 500  # characters of the name of a document or a conversation

Report = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Sort:
    """The two sorts of texts, and the statements that find what is there of them and store what is new."""

    kind: Literal["chunk", "message"]
    holder: Literal["document", "conversation"]
    prefix: str
    holder_prefix: str
    found_by: str
    stored_by: str

    @property
    def path(self) -> str:
        return f"{self.kind}s" if self.kind == "message" else "texts"


CHUNKS = Sort("chunk", "document", "chk", "doc", "write/document", "write/chunks")
MESSAGES = Sort("message", "conversation", "msg", "cnv", "write/conversation", "write/messages")


async def add_texts(
    actor: Actor, document: str, texts: Sequence[Chunk | Mapping[str, Any] | str], *, again: bool = False,
    request_id: str | None = None, dry_run: bool = False, report: Report | None = None,
) -> Receipt:  # fmt: skip
    """Stores pieces of a document in their order; raises `Refused`, with nothing stored, when one breaks a rule."""
    given = parse_texts(Chunk, texts, CHUNKS.path)
    return await _Adding(actor, CHUNKS, document, given, again, request_id, dry_run).run(report)


async def add_messages(
    actor: Actor, conversation: str, messages: Sequence[Message | Mapping[str, Any] | str], *, again: bool = False,
    request_id: str | None = None, dry_run: bool = False, report: Report | None = None,
) -> Receipt:  # fmt: skip
    """Stores messages of a conversation in their order; raises `Refused`, with nothing stored, when one breaks a rule."""
    given, warned = _fresh(parse_texts(Message, messages, MESSAGES.path))
    if not given:  # all of it came from here
        return Receipt(counts={"messages": 0, "known": 0}, warnings=warned, dry_run=dry_run)
    receipt = await _Adding(actor, MESSAGES, conversation, given, again, request_id, dry_run).run(report)
    return receipt if receipt.replayed else receipt.model_copy(update={"warnings": (*receipt.warnings, *warned)})


def _fresh(messages: Sequence[Message]) -> tuple[list[Message], tuple[Warned, ...]]:
    """The messages without what the memory itself brought up; one that holds nothing else is left out."""
    told = [(message, *without_recalled(message.text)) for message in messages]
    fresh = [m.model_copy(update={"text": text}) if found else m for m, text, found in told if text.strip() or not found]
    blocks = sum(found for *_, found in told)
    message = f"{blocks} blocks that graphmem itself had recalled were left out"
    return fresh, ((Warned(code="RECALLED_LEFT_OUT", path=MESSAGES.path, message=message),) if blocks else ())


class _Adding:
    """One call: its pieces, batch by batch."""

    def __init__(
        self, actor: Actor, sort: Sort, name: str, given: Sequence[Chunk | Message], again: bool,
        request_id: str | None, dry_run: bool,
    ) -> None:  # fmt: skip
        self.actor, self.sort, self.again = actor, sort, again
        said = Masked()
        self.name = _name(said, sort.holder, name)
        self.pieces = pieces(given, said, sort.path)
        body = {sort.holder: self.name, "pieces": [piece.digest for piece in self.pieces], "again": again}
        self.request = Request(f"add_{sort.path}", body, request_id, dry_run, said=said)
        self.request.check(actor)
        self.done: list[Receipt] = []
        self.warned: tuple[Warned, ...] = ()

    async def run(self, report: Report | None) -> Receipt:
        size = len(self.pieces) if self.request.dry_run else BATCH
        for at in range(0, len(self.pieces), size):
            batch = self.pieces[at : at + size]
            last = at + size >= len(self.pieces)
            part = await self._batch(batch, last)
            if part.replayed:
                return part
            self.done.append(part)
            if report:
                report(self.sort.path, min(at + size, len(self.pieces)), len(self.pieces))
        return self.done[-1].model_copy(update={"dry_run": self.request.dry_run})

    async def _batch(self, batch: list[Piece], last: bool) -> Receipt:
        """One transaction, embedded before it; the last one tells of all and remembers the request."""

        async def write(vectors: Vectors) -> Receipt:
            self.warned = not_embedded(vectors.failure) or self.warned

            async def work(writer: Writer) -> Receipt:
                begun, first = await self.request.begin(writer)
                if first is not None:
                    return first
                if writer.embedding is not None:
                    writer.embedding.check(begun["spaces"])
                receipt = await _Storing(writer, self.sort, self.name, self.again, vectors).run(batch)
                writer.idle = not (any(line.created for line in receipt.texts) or (last and self.request.request_id))
                return await self.request.remembered(writer, self._together(receipt)) if last else receipt

            store, workspace, author = self.actor.store, self.actor.workspace, self.actor.author
            return await store.write(work, workspace=workspace, author=author, dry_run=self.request.dry_run)

        receipt, _ = await with_vectors(self.actor.store, (p.embedded for p in batch), write)
        return receipt

    def _together(self, last: Receipt) -> Receipt:
        parts = [*self.done, last]
        lines = tuple(line for part in parts for line in part.texts)
        warned = tuple(w for part in parts for w in part.warnings)
        created = sum(line.created for line in lines)
        counts = {f"{self.sort.kind}s": created, "known": len(lines) - created}
        return Receipt(id=last.id, texts=lines, counts=counts, warnings=(*warned, *self.warned))


def _name(said: Masked, path: str, name: str) -> str:
    text = " ".join(said.text(name, path).split())
    if not text:
        raise refused(path, "EMPTY_FIELD", f"name the {path}")
    if len(text) > MAX_NAME:
        raise refused(path, "TOO_LONG", f"{len(text):,} characters given, at most {MAX_NAME} are taken")
    return text


class _Storing:
    """The work of one batch inside its transaction."""

    def __init__(self, writer: Writer, sort: Sort, name: str, again: bool, vectors: Vectors) -> None:
        self.writer, self.sort, self.name, self.again, self.vectors = writer, sort, name, again, vectors

    async def run(self, batch: list[Piece]) -> Receipt:
        ids = {piece.digest: self._id(piece) for piece in batch}
        holder = await self.writer.one(
            self.sort.found_by, id=new_id(self.sort.holder_prefix), name=self.name,
            digests=sorted(ids), ids=sorted(ids.values()),
        )  # fmt: skip
        known = {row["digest"]: row["id"] for row in holder["known"]}
        erased = set() if self.again else set(holder["erased"])
        new = [p for p in batch if p.digest not in known and ids[p.digest] not in erased]
        created = await self._store(holder, new, ids) if new else set()
        lines = tuple(self._line(p, known.get(p.digest) or ids[p.digest], created) for p in batch if ids[p.digest] not in erased)
        return Receipt(id=holder["id"], texts=lines, warnings=tuple(_skipped(erased, self.sort)))

    def _id(self, piece: Piece) -> str:
        """What a text says in which document or conversation of which workspace makes its id."""
        import hashlib

        text = "\x1f".join((self.writer.workspace, self.sort.kind, self.name, piece.digest))
        return f"{self.sort.prefix}_{hashlib.sha256(text.encode()).hexdigest()[:20]}"

    def _line(self, piece: Piece, id_: str, created: set[str]) -> TextLine:
        return TextLine(id=id_, kind=self.sort.kind, ref=piece.ref, created=id_ in created)

    async def _store(self, holder: Mapping[str, Any], new: list[Piece], ids: Mapping[str, str]) -> set[str]:
        instants = Instants()
        last = holder["last"]
        before, part = (said_of(last), last["part"]) if last else (None, None)
        rows = []
        for n, piece in enumerate(new):
            neighbour = before if self.sort.kind == "message" and piece.properties.get("part") == part else None
            own = {
                **piece.properties, "id": ids[piece.digest], "digest": piece.digest, "workspace": self.writer.workspace,
                self.sort.holder: holder["id"], "position": holder["count"] + n, "author": self.writer.author,
                "scope": scope(self.writer.workspace), "lexical": piece_lexical(piece.embedded, neighbour),
                **self._times(piece, n).properties(), **self.vectors.of(piece.embedded),
            }  # fmt: skip
            rows.append(instants.split(own))
            before, part = piece.said, piece.properties.get("part")
        terms = [{"id": ids[p.digest], "stems": stems(p.said)} for p in new]
        stored = await self.writer.one(
            self.sort.stored_by, holder=holder["id"], rows=rows, instants=instants.values, terms=terms,
            scope=scope(self.writer.workspace), most=MOST_TERMS,
        )  # fmt: skip
        return set(stored["created"])

    def _times(self, piece: Piece, item: int) -> Times:
        clock, seq, start = self.writer.clock, self.writer.seq, piece.start
        first, last = (start.first, start.last) if start else (clock, clock)
        place = Place(first, last, seq, item)
        return Times(first, start.precision if start else "instant", start is None, OPEN, clock, seq, item, place)


def _skipped(erased: Iterable[str], sort: Sort) -> Iterable[Warned]:
    if listed := sorted(erased):
        message = f"{len(listed)} erased here before, so not stored (ask for it with again): {', '.join(listed[:20])}"
        yield Warned(code="SKIPPED_ERASED", path=sort.path, message=message)
