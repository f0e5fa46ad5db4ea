"""A document as it will be stored: masked, cut into passages, with what it states. The passages of a conversation are its messages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.ingest import chunking
from graphmem.ingest.documents import Document, Found
from graphmem.ingest.extraction.extracting import Asked, Extractor
from graphmem.ingest.heeding import heed
from graphmem.ingest.ledger import Ledger
from graphmem.ingest.naming import beside, bound, naming
from graphmem.ingest.projecting import outcome, records_of
from graphmem.ingest.stating import names_in, statements
from graphmem.ingest.storing import Draft, Entry, chunk_id, pieces_of
from graphmem.ingest.tally import Options, Tally
from graphmem.model.records import Record
from graphmem.model.texts import MAX_TEXTS
from graphmem.model.times import TimeRefused, parse_time
from graphmem.write.acts import Actor
from graphmem.write.add_texts import add_messages
from graphmem.write.masking import Masked

MOST_ENDED = 500  # records that one replaces


class Drafting:
    """Makes drafts of the documents of one source; of them only messages are stored, which are known by what they say."""

    def __init__(self, actor: Actor, ledger: Ledger, options: Options, tally: Tally) -> None:
        self.actor, self.ledger, self.options, self.tally = actor, ledger, options, tally

    async def draft(self, entry: Entry, found: Found, document: Document) -> Draft:
        """The document masked, cut into passages, with what it states, and what of its earlier version that replaces."""
        masked = Masked()
        text = masked.text(document.text, "text")
        document = replace(document, text=text, title=_title(document, text, masked), at=_given_time(document.at, entry))
        cut = [] if document.messages else await asyncio.to_thread(
            chunking.chunks, document.text, size=self.options.chunk_tokens, overlap=self.options.overlap
        )  # fmt: skip
        pieces = pieces_of(cut, masked)
        self.tally.counts["masked"] += len(masked.redactions)
        types = {} if document.messages else await self.ledger.types(names_in(document))
        stated = self._stated(entry, document, types)
        draft = Draft(entry, document, found.digest, cut, pieces, stated, await self.ledger.standing(entry))
        passages = await self._messages(draft) if document.messages else self._chunks(draft)
        if self.options.extractor is not None:
            keep = await self._read(self.options.extractor, draft, passages)
        else:
            keep = await self._named(draft, passages, types)
        await heed(self.ledger, draft, again=self.options.again)
        _replace(draft, keep)
        return draft

    def _stated(self, entry: Entry, document: Document, types: Mapping[str, str]) -> list[Record]:
        """What the document as a whole states; a conversation states nothing but what its messages do."""
        ontology = self.ledger.store.ontologies.of(self.ledger.workspace)
        return [] if document.messages else list(statements(document, types, entry.id, ontology))

    # -- passages

    def _chunks(self, draft: Draft) -> list[Asked]:
        entry, known, workspace = draft.entry, draft.standing.chunks, self.ledger.workspace

        def id_of(digest: str) -> str:
            return known.get(digest) or chunk_id(workspace, entry.id, digest, entry.version + 1)

        cut, at = zip(draft.passages, draft.pieces, strict=True), draft.document.at
        return [Asked(id_of(piece.digest), piece.digest, passage.text, passage.heading, at) for passage, piece in cut]

    async def _messages(self, draft: Draft) -> list[Asked]:
        """Keeps the messages of a conversation, and returns them as they are stored; each has its own date, unless it was read before."""
        document, ids = draft.document, list[str]()
        for at in range(0, len(document.messages), MAX_TEXTS):
            receipt = await add_messages(
                self.actor, document.about.name, document.messages[at : at + MAX_TEXTS], again=self.options.again
            )  # fmt: skip
            self.tally.took(receipt)
            self.tally.counts["messages"] += receipt.counts.get("messages", 0)
            ids += [line.id for line in receipt.texts]
        said = {message.ref: None if message.at is None else str(message.at) for message in document.messages}
        read = {chunk for _, chunk in draft.standing.records}
        rows = [row["message"] for row in await self.ledger.read("ingest/messages", ids=ids)]
        return [
            Asked(m["id"], m["digest"], m["text"], m["speaker"], None if m["id"] in read else said.get(m["ref"])) for m in rows
        ]  # fmt: skip

    # -- what passages state: each returns the earlier records that go on

    async def _read(self, extractor: Extractor, draft: Draft, passages: Sequence[Asked]) -> set[str]:
        """Lets the model read every passage; of a conversation those that it has not read yet."""
        keep = _standing(draft, passages)
        if draft.document.messages and draft.entry.contract == extractor.contract:
            passages = _unread(draft, passages)
        answered = await extractor.read(draft.entry.id, draft.document.title, passages)
        draft.records += records_of(draft.document, draft.entry.id, answered, extractor.ontology)
        came = outcome(answered)
        draft.state, draft.reason, draft.contract = came.state, came.reason, extractor.contract
        draft.document = replace(draft.document, notes=(*draft.document.notes, *came.notes))
        return {id_ for id_, chunk in draft.standing.records if id_ in keep and chunk not in came.read}

    async def _named(self, draft: Draft, passages: Sequence[Asked], types: Mapping[str, str]) -> set[str]:
        """Links every passage that states nothing yet to the entities that it names."""
        looked, told = bound(_unread(draft, passages), newest=bool(draft.document.messages))
        ontology = self.ledger.store.ontologies.of(self.ledger.workspace)
        named = await naming(self.ledger, draft.document, draft.entry.id, looked, types, ontology)
        draft.records = beside(draft.records, named) if len(passages) == 1 else [*draft.records, *named]
        if told:
            draft.document = replace(draft.document, notes=(*draft.document.notes, told))
        return _standing(draft, passages)


def _standing(draft: Draft, passages: Sequence[Asked]) -> set[str]:
    """The earlier records of passages that are still there; the messages of a conversation stay."""
    there = {asked.chunk for asked in passages}
    whole = draft.document.whole
    return {id_ for id_, chunk in draft.standing.records if chunk is not None and (chunk in there or not whole)}


def _unread(draft: Draft, passages: Sequence[Asked]) -> list[Asked]:
    stating = {chunk for _, chunk in draft.standing.records}
    return [asked for asked in passages if asked.chunk not in stating]


def _replace(draft: Draft, keep: set[str]) -> None:
    """What does not go on is replaced by a record that begins now; where there is none, it ends."""
    gone = tuple(id_ for id_, _ in draft.standing.records if id_ not in keep)
    place = next((n for n, record in enumerate(draft.records) if record.valid_from is None), None)
    if gone and place is not None:
        draft.records[place] = draft.records[place].model_copy(update={"supersedes": gone[:MOST_ENDED]})
        gone = gone[MOST_ENDED:]
    draft.ended = gone


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
