"""The graph as a projection of the log: an answer marked as invalid states nothing any more, and all can be made again without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from graphmem.embed.serving import Vectors
from graphmem.errors import NotFound, Refused
from graphmem.ingest.documents import Document, Thing
from graphmem.ingest.extraction.extracting import Answered, Asked
from graphmem.ingest.extraction.log import Event, events_of
from graphmem.ingest.extraction.reply import extraction_of, read_object
from graphmem.ingest.projecting import records_of
from graphmem.ingest.storing import Overtaken
from graphmem.model.characters import whole
from graphmem.model.ontology import KIND_BY_NAME, Ontology
from graphmem.model.receipts import Receipt, RecordLine, joined
from graphmem.model.records import Record
from graphmem.model.times import OPEN_YEAR
from graphmem.store import Reader, Writer
from graphmem.write.acts import Actor, Request, perform, reason_of, refused, store_act
from graphmem.write.filling import fill, not_embedded
from graphmem.write.forget import end_records
from graphmem.write.indexing import texts_of, with_vectors
from graphmem.write.items import Item
from graphmem.write.masking import Masked
from graphmem.write.prepare import prepare
from graphmem.write.remember import Remembering, by_ontology

Row = Mapping[str, Any]
Content = tuple[Any, ...]
Said = tuple[Content, frozenset[str], frozenset[tuple[str, str]]]
"""The fields of a statement, the names of what it is about, and its links."""

BY_PEOPLE = ("forgotten", "withdrawn")  # ends that somebody gave
OF_THE_SOURCE = "removed"  # how an end came that the source itself gave
OF_AN_ANSWER = "invalidated"  # how what an invalid answer stated ended: that says nothing of another answer that states the same
NOT_IN_THE_LOG = "the log of extractions does not say it"


# -- one answer


async def invalidate_extraction(
    actor: Actor, id: str, *, reason: str, undo: bool = False, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Marks an answer of a model as invalid: what it stated never held; with `undo` it holds again.

    Raises `NotFound`, or `Refused` without a reason, or where it is marked already, or not yet.
    """
    masked, id = Masked(), whole(id)
    text = reason_of(masked, reason)

    async def work(writer: Writer, begun: Row) -> Receipt:
        rows = await writer.rows("ingest/extraction", id=id)
        if not rows:
            raise NotFound("extraction", id)
        event, act = Event(**rows[0]["event"]), rows[0]["act"]
        if undo and not event.undone_at:
            raise refused("id", "NOT_ENDED", f"{id!r} is not marked as invalid; nothing is to undo")
        if event.undone_at and not undo:
            raise refused("id", "ALREADY_INVALID", f"{id!r} is marked as invalid since {event.undone_at.isoformat()}")
        stated = await _resting_on(writer, event, rows[0]["standing"])
        return await (_restored(writer, event, act, stated, text) if undo else _invalid(writer, event, stated, text))

    request = Request("invalidate_extraction", {"id": id, "reason": text, "undo": undo}, request_id, dry_run, said=masked)
    return await perform(actor, request, work)


async def _invalid(writer: Writer, event: Event, stated: list[Row], reason: str | None) -> Receipt:
    """Marks it; where it is the answer that counts for its passage, what that passage states ends."""
    records = [row["record"]["id"] for row in stated if row["holds"]]
    act = await store_act(writer, "invalidate", reason, how=OF_AN_ANSWER, target=event.id, records=records or None)
    receipt = await end_records(writer, records, act=act, how=OF_AN_ANSWER, never_held=True)
    await writer.rows("ingest/mark_extraction", id=event.id, reason=reason, act=act)
    return receipt.model_copy(update={"id": act, "counts": {"records": len(records)}})


async def _restored(writer: Writer, event: Event, act: str, stated: list[Row], reason: str | None) -> Receipt:
    """Takes the mark back: what was ended by it holds again where the passage still stands and no later answer counts for it."""
    again = [row["record"] for row in stated if act in (row["record"].get("ends_act") or ())]
    for record in again:
        await writer.rows("write/reinstate", record=record["id"], edge=None, acts=[act])
    await writer.rows("ingest/mark_extraction", id=event.id, reason=reason, act=None)
    undone = await store_act(writer, "reinstate", reason, target=event.id, undone=[act])
    return Receipt(
        id=undone, records=tuple(RecordLine(id=r["id"], kind=r["kind"]) for r in again), counts={"records": len(again)}
    )  # fmt: skip


async def _resting_on(writer: Writer, event: Event, contract: str | None) -> list[Row]:
    """What the passage of an answer ever stated, as rows of `ingest/projection`; nothing where another counts or it is gone."""
    log = events_of(await writer.rows("ingest/extractions", document=event.document))
    counts = projected(log, contract).get(event.digest)
    if counts is None or counts.id != event.id:
        return []
    found = await writer.one("ingest/projection", document=event.document)
    chunks = {c["id"] for c in found["chunks"] if c["digest"] == event.digest}
    return [row for row in found["records"] if row["record"]["chunk"] in chunks]


# -- all of them


@dataclass(slots=True)
class Plan:
    """What the log says of one document and the graph does not, and what the graph says and the log does not."""

    missing: list[Record] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    said: Counter[Said] = field(default_factory=Counter)

    def same(self, other: Plan) -> bool:
        return (self.said, self.extra) == (other.said, other.extra)


async def replay_extractions(
    actor: Actor, *, source: str | None = None, document: str | None = None, report: Any = None
) -> Receipt:
    """Makes what models stated in the graph anew from the log, document by document, without asking a model.

    Where the graph says what the log says, nothing is written. Raises `NotFound` for an unknown document.
    """
    store, workspace = actor.store, actor.workspace

    async def listed(reader: Reader) -> list[dict[str, Any]]:
        named = await reader.rows("ingest/named", document=document) if document else []
        if document and not named:
            raise NotFound("document", document)
        rows = await reader.rows("ingest/extracted", source=source, document=named[0]["id"] if named else None)
        return [row["document"] for row in rows]

    rows = await store.read(listed, workspace=workspace, clocks=lambda clock, now: (clock, max(clock, now)))
    counts = Counter({"documents": len(rows), "changed": 0, "records": 0, "ended": 0})
    done: list[Receipt] = []
    for n, row in enumerate(rows):
        try:
            receipt = await by_ontology(store, workspace, partial(_replay, actor, row))
        except Overtaken:
            counts["overtaken"] += 1
            continue
        finally:
            if report:
                report("documents", n + 1, len(rows))
        if receipt is not None:
            done.append(receipt)
            counts.update(changed=1, records=len(receipt.records), ended=receipt.counts["ended"])
    return joined(done).model_copy(update={"counts": dict(counts)})


async def _replay(actor: Actor, document: Row, ontology: Ontology) -> Receipt | None:
    """One document in one transaction; None where nothing is to do, or nothing of it lands.

    Raises `Overtaken` where somebody wrote meanwhile, `OntologyMoved` or `Refused` where another ontology was applied.
    """
    store, workspace = actor.store, actor.workspace
    plan = await store.read(
        lambda r: _planned(r, document), workspace=workspace, clocks=lambda clock, now: (clock, max(clock, now))
    )  # fmt: skip
    if not (plan.missing or plan.extra):
        return None
    items = [prepare(record, n, ontology) for n, record in enumerate(plan.missing)]
    last: dict[str, Remembering] = {}

    async def write(vectors: Vectors) -> Receipt:
        async def work(writer: Writer) -> Receipt:
            last["work"] = Remembering(writer, None, "partial", vectors, ontology, batch=True, by_link=True)
            receipt = await last["work"].run(items, [])
            writer.idle = not (receipt.records or plan.extra)
            if not plan.same(await _planned(writer, document, {r.id for r in receipt.records})):
                raise Overtaken
            await _provenance(writer, document["id"], plan.missing, items, receipt)
            return await _without_extra(writer, plan.extra, receipt)

        return await store.write(work, workspace=workspace, author=actor.author)

    receipt, vectors = await with_vectors(store, texts_of(items), write)
    if last["work"].writer.idle:
        return None
    if vectors.failure is None:
        warned = await fill(store, workspace, last["work"].writer.untold, last["work"].index.linked)
    else:
        warned = not_embedded(vectors.failure)
    return receipt.model_copy(update={"warnings": (*receipt.warnings, *warned)})


async def _provenance(writer: Writer, document: str, missing: Sequence[Record], items: Sequence[Item], receipt: Receipt) -> None:
    chunks = {item.id: getattr(missing[item.index], "chunk", None) for item in items}
    rows = [{"record": r.id, "chunk": chunks[r.id], "document": document} for r in receipt.records]
    if rows:
        await writer.rows("ingest/provenance", rows=rows)


async def _without_extra(writer: Writer, extra: list[str], receipt: Receipt) -> Receipt:
    """Ends what the log does not say."""
    if extra:
        act = await store_act(writer, "replay", NOT_IN_THE_LOG, how=OF_THE_SOURCE, records=extra)
        ended = await end_records(writer, extra, act=act, how=OF_THE_SOURCE)
        receipt = joined([receipt, ended])
    return receipt.model_copy(update={"counts": {"ended": len(extra)}})


async def _planned(reader: Reader | Writer, document: Row, new: Iterable[str] = ()) -> Plan:
    """What is to be done for a document; records in `new` are looked past."""
    found = await reader.rows("ingest/projection", document=document["id"])
    log = events_of(await reader.rows("ingest/extractions", document=document["id"]))
    by_digest = projected(log, document["contract"])
    plan, own, past = Plan(), set(found[0]["own"]), set(new)
    stored = [row for row in found[0]["records"] if row["record"]["id"] not in past and row["record"]["chunk"]]
    heeded = ended_by_people(stored)
    for chunk in found[0]["chunks"]:
        if (event := by_digest.get(chunk["digest"])) is None:
            continue  # no answer is left: what stands stays
        wanted = [one for one in _stated(document, chunk, event, reader.ontology) if not is_among(heeded, one[0])]
        here = [row for row in stored if row["record"]["chunk"] == chunk["id"]]
        held = [(row["record"]["id"], said_by(row)) for row in here if row["holds"]]
        plan.extra += [id_ for id_, one in held if not any(is_among([one], told) for told, _ in wanted)]
        known = [said_by(row) for row in here if row["holds"] or not _ended_by(row["record"], own)]
        for told, record in wanted:
            if same := next((one for one in known if is_among([one], told)), None):
                known.remove(same)
            else:
                plan.said[told] += 1
                plan.missing.append(record)
    return plan


def is_among(stored: Iterable[Said], told: Said) -> bool:
    """Whether one of these is what was told: the fields are the same, and it names and links nothing else.

    It may name and link less: two names of one entity are stored as one, and an erased entity has left.
    """
    return any(content == told[0] and names <= told[1] and links <= told[2] for content, names, links in stored)


def ended_by_people(rows: Iterable[Row]) -> dict[Said, str]:
    """What people ended of a document, with the day, and what does not hold by another record of it: it is not stated anew."""
    rows = list(rows)
    held = {said_by(row) for row in rows if row["holds"]}
    return {told: day for row in rows if (day := ended_on(row)) and (told := said_by(row)) not in held}


def ended_on(row: Row) -> str | None:
    """The day on which people ended a record that does not hold; None for one that holds, or ended otherwise."""
    ends = zip(*(row["record"].get(f"ends_{part}") or () for part in ("how", "undone", "learned")), strict=True)
    days = [learned.isoformat()[:10] for how, undone, learned in ends if how in BY_PEOPLE and undone.year >= OPEN_YEAR]
    return max(days, default=None) if not row["holds"] else None


def projected(log: Iterable[Event], contract: str | None) -> dict[str, Event]:
    """The answer that counts for each passage: the latest that could be read, under the model and schema that the document stands under."""
    return {e.digest: e for e in log if e.usable and contract in (None, e.contract)}


def _stated(document: Row, chunk: Row, event: Event, ontology: Ontology) -> Iterable[tuple[Said, Record]]:
    """What an answer states of its passage, without what breaks a rule; one that is invalid states nothing."""
    if event.undone_at is not None:
        return
    at = event.at or (event.recorded_at.isoformat() if event.recorded_at else None)
    asked = Asked(chunk["id"], chunk["digest"], chunk["text"], chunk["heading"], at)
    answered = Answered(asked, extraction_of(read_object(event.raw), chunk["text"], ontology))
    of = Document(document["title"] or document["name"], "", Thing(document["name"]))
    for record in records_of(of, document["id"], [answered], ontology):
        if item := readable(record, ontology):
            yield said(item), record


def readable(record: Record, ontology: Ontology) -> Item | None:
    """A statement as it would be stored; None for one that is refused."""
    try:
        return prepare(record, 0, ontology)
    except Refused:
        return None


def said(item: Item) -> Said:
    """What tells one statement from another: its fields, names and links."""
    links = [(link.type, link.reason) for link in item.links]
    return _content(item.kind, item.properties, [e.shown for e in item.entities], links)


def said_by(row: Row) -> Said:
    """The same of a stored statement, a row of `ingest/projection`."""
    return _content(row["record"]["kind"], row["record"], row["names"], [(type_, reason) for type_, reason in row["links"]])


def _content(kind: str, properties: Row, names: Iterable[str], links: Iterable[tuple[str, str]]) -> Said:
    own = tuple(properties.get(name) for name in KIND_BY_NAME[kind].fields)
    return (kind, own), frozenset(names), frozenset(links)


def _ended_by(record: Row, own: set[str]) -> bool:
    """Whether only the document itself ended it, or its answer being invalid; what people ended is not stated anew."""
    ends = zip(record.get("ends_act") or (), record.get("ends_how") or (), strict=True)
    return all(act in own or how in (OF_THE_SOURCE, OF_AN_ANSWER) for act, how in ends)
