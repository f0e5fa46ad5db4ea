"""Messages that are added as they are said: what they state, or name, is kept as that of an ingested conversation is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.authors import Author
from graphmem.ingest.documents import Document, Found, Thing, digest_of
from graphmem.ingest.drafting import Drafting
from graphmem.ingest.extraction.extracting import Budget, Extractor
from graphmem.ingest.ledger import Ledger
from graphmem.ingest.storing import Draft, Entry, Overtaken, store_document
from graphmem.ingest.tally import Options, Tally
from graphmem.model.receipts import Receipt, Warned
from graphmem.model.texts import Message, parse_texts
from graphmem.work.asked_again import asked_again
from graphmem.write.acts import Actor
from graphmem.write.add_texts import MESSAGES, Report, add_messages

SOURCE = "add_messages"  # of the document that stands for what was read in a conversation


async def add_and_read(
    actor: Actor, conversation: str, messages: Sequence[Message | Mapping[str, Any] | str], *, extract: bool = False,
    again: bool = False, request_id: str | None = None, dry_run: bool = False, report: Report | None = None,
) -> Receipt:  # fmt: skip
    """Stores messages, then what a model reads in them, or links them to what they name; raises `ModelError` where none is set."""
    reader = await _extractor(actor, again) if extract else None
    receipt = await add_messages(
        actor, conversation, messages, again=again, request_id=request_id, dry_run=dry_run, report=report
    )  # fmt: skip
    if receipt.dry_run or receipt.replayed or not receipt.texts:
        return receipt
    await actor.store.know(actor.workspace)
    name = " ".join(conversation.split())
    given = tuple(parse_texts(Message, messages, MESSAGES.path))
    again_asked = [
        Warned(code="ASKED_AGAIN", path=MESSAGES.path, message=line)
        for line in await asked_again(actor.store, actor.workspace, given)
    ]
    receipt = receipt.model_copy(update={"warnings": (*receipt.warnings, *again_asked)})
    document = Document(title=name, text="", about=Thing(name), messages=given, whole=False)
    while True:
        try:
            return await _read(actor, receipt, document, Options(again=again, extractor=reader))
        except Overtaken:  # others add to the same conversation: what they stored is looked at before what this one stores
            continue


async def _extractor(actor: Actor, again: bool) -> Extractor:
    from graphmem.ingest.door import extractor_of

    return extractor_of(actor, await actor.store.know(actor.workspace), Budget(None), again)


async def _read(actor: Actor, receipt: Receipt, document: Document, options: Options) -> Receipt:
    """One reading; where nothing comes of it nothing is stored."""
    author, tally = actor.who or Author(actor.author), Tally()
    ledger = Ledger(actor.store, actor.workspace, author.name, SOURCE)
    found = Found(document.about.name, digest_of(*(line.id for line in receipt.texts)), lambda: document)
    entry = await _entry(ledger, found.path)
    if entry.state == "forgotten" and not options.again:
        return receipt
    draft = await Drafting(actor, ledger, options, tally).draft(entry, found, document)
    if not (draft.records or draft.ended or draft.state != "done"):
        return receipt
    stored = (await store_document(actor.store, actor.workspace, author, draft)).receipt
    return receipt.model_copy(
        update={
            "records": stored.records, "entities": stored.entities, "relations": stored.relations, "ended": stored.ended,
            "refused": stored.refused, "warnings": (*receipt.warnings, *stored.warnings, *_failed(draft)),
        }
    )  # fmt: skip


async def _entry(ledger: Ledger, path: str) -> Entry:
    """What is known of the conversation; one that was erased before is another."""
    entry = await ledger.now(ledger.new(path))
    if entry.version == 0 and await ledger.erased({path: ""}):
        return ledger.new(path)
    return entry


def _failed(draft: Draft) -> list[Warned]:
    if draft.state == "done":
        return []
    return [Warned(code="MODEL_FAILED", path=MESSAGES.path, message=f"{draft.reason}; add these messages again")]
