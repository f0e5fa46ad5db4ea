"""Erase: the one true deletion. A tombstone stays (id and keyed digest, no text); so do the ends that an erased record caused."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.authors import author_filter
from graphmem.errors import NotFound
from graphmem.model.characters import whole
from graphmem.model.receipts import Receipt, Warned
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, perform_job, reason_of, refused
from graphmem.write.erase_spool import erase_spool
from graphmem.write.erase_texts import erase_texts
from graphmem.write.erase_wikis import erase_wikis
from graphmem.write.erase_work import BATCH as WORK_BATCH
from graphmem.write.erase_work import WorkGone, erasable_work, erase_work, is_work, stated_by
from graphmem.write.filling import retell, retell_records
from graphmem.write.identity import leaders, standing_merges
from graphmem.write.masking import Masked, session_name
from graphmem.write.quoting import has_cards, scrub_cards, sentences
from graphmem.write.receipt import ends_stay
from graphmem.write.resolve import entity_ids, lookups, resolve
from graphmem.write.scrubbing import Gone, respell, scrub

CONTENT = "_content"  # ends the id of the tombstone for what a document held
BATCH = 200  # records a transaction of a bulk erase
ALWAYS = ("records", "links", "entities", "descriptions", "receipts", "cards")  # counted even where there were none
MOST_WARNED = 50  # records whose ends one receipt lists

OUT_OF_REACH = Warned(code="COPIES_ELSEWHERE", message="exports and backups made before are out of reach; erase it there too")


async def erase(
    actor: Actor, *, reason: str, record: str | None = None, entity: str | None = None, session: str | None = None,
    author: str | None = None, document: str | None = None, conversation: str | None = None, request_id: str | None = None,
    dry_run: bool = False,
) -> Receipt:  # fmt: skip
    """Deletes a record, an entity, a document, a conversation, or all of a session or an author, with every copy of their text.

    `record` may be the id of a task, a choice, a correction, a candidate or a rule too.
    Raises `NotAllowed` for an agent, `Refused` unless exactly one of them is given, `NotFound` for what is not there.
    """
    actor.must_be_person("erasing")
    masked = Masked()
    record, session, author = record and whole(record), session_name(masked, session), author and author_filter(author)
    document, conversation = (name and " ".join(masked.text(name, "name").split()) for name in (document, conversation))
    given = {
        "record": record, "entity": entity, "session": session, "author": author, "document": document, "conversation": conversation
    }  # fmt: skip
    if sum(v is not None and bool(v.strip()) for v in given.values()) != 1:
        message = "name one record, entity, session, author, document or conversation; an empty filter is never read as all"
        raise refused("record", "NO_FILTER", message)
    text = reason_of(masked, reason)
    request = Request("erase", {**given, "reason": text}, request_id, dry_run, said=masked)
    if entity:
        request.lookups, request.ids = lookups(actor.workspace, entity=entity), entity_ids(entity)
        done = await perform(actor, request, lambda w, begun: _entity(w, begun, entity))
    else:
        done = await _records(actor, request, {key: value for key, value in given.items() if key != "entity"})
    return await erase_spool(actor, await erase_wikis(actor, done), conversation)


# -- records


async def _records(actor: Actor, request: Request, filters: Mapping[str, str | None]) -> Receipt:
    """A transaction for each few hundred records, then for texts; what an author said by hand, and why, goes with the last."""
    erased: list[str] = []
    asked = dict(filters)

    async def batch(writer: Writer) -> tuple[Receipt, bool]:
        if asked["document"]:
            named = await writer.rows("ingest/named", document=asked["document"])
            asked["document"] = named[0]["name"] if named else asked["document"]
        rows, records_left = await _next(
            writer, "write/erasable", asked, ("record", "session", "author", "document", "conversation")
        )
        texts: list[dict[str, Any]] = []
        texts_left = False
        if not records_left:
            texts, texts_left = await _next(writer, "write/erasable_texts", asked, ("document", "conversation", "author"))
            texts = [row["text"] for row in texts]
        tasks = [] if records_left else await erasable_work(writer, filters)
        more = records_left or texts_left or len(tasks) == WORK_BATCH
        holders = [] if more else await _documents(writer, asked["document"], asked["conversation"])
        erased.extend(holder["document"]["id"] for holder in holders)
        author = filters["author"]
        by_hand = await writer.one("write/erase_author", author=author) if author and not more else None
        reasons = (await writer.one("write/erase_reasons", author=author))["reasons"] if by_hand else 0
        own_cards = author if author and by_hand and await has_cards(writer, author) else None
        gone = Gone({id_ for holder in holders for id_ in (holder["document"]["id"], *holder["events"])})
        work = await erase_work(writer, tasks, None if more else author, gone)
        erased.extend(work.ids)
        if not (rows or texts or erased or own_cards or work.notes or reasons or (by_hand and by_hand["said"])):
            raise NotFound(*next((_called(what, value), str(value)) for what, value in filters.items() if value))
        erased.extend(row["record"]["id"] for row in rows)
        erased.extend(text["id"] for text in texts)
        nothing: dict[str, Any] = {"said": [], "homes": [], "instants": []}
        await _answers(writer, rows, texts, author, gone)
        return await _erased(writer, rows, texts, by_hand or nothing, work, gone, own_cards), more

    return await perform_job(actor, request, batch, _together)


async def _next(
    writer: Writer, statement: str, asked: Mapping[str, str | None], filters: Iterable[str]
) -> tuple[list[dict[str, Any]], bool]:  # fmt: skip
    """The next that go, and whether more do: a document is buried by the very transaction that takes the last of it."""
    given = {key: asked[key] for key in filters}
    rows = await writer.rows(statement, **given, limit=BATCH + 1) if any(given.values()) else []
    return rows[:BATCH], len(rows) > BATCH


def _called(what: str, value: str | None) -> str:
    return "task, correction, candidate or rule" if what == "record" and is_work(value) else what


def _together(receipts: list[Receipt]) -> Receipt:
    counts = {key: sum(r.counts[key] for r in receipts) for key in receipts[-1].counts}
    counts = {key: n for key, n in counts.items() if n or key in ALWAYS}
    warned = [w for r in receipts for w in r.warnings]
    return Receipt(counts=counts, warnings=(OUT_OF_REACH, *warned[:MOST_WARNED]))


async def _erased(
    writer: Writer,
    rows: list[dict[str, Any]],
    texts: list[dict[str, Any]],
    by_hand: Mapping[str, Any],
    work: WorkGone,
    gone: Gone,
    own_cards: str | None = None,
) -> Receipt:
    records = [row["record"] for row in rows]
    ids = [r["id"] for r in records]
    named = [*(n for row in rows for n in row["named"]), *work.named]
    homes = {*(n["home"] for n in named), *by_hand["homes"]}
    gone.ids |= {*ids, *(said["id"] for said in by_hand["said"]), *(edge for row in rows for edge in row["edges"])}
    gone.told_at([*by_hand["instants"], *(at for row in rows for at in row["instants"])])
    await _tombstones(writer, "record", records)
    await _tombstones(writer, "description", by_hand["said"])
    for kind, things in work.things.items():
        await _tombstones(writer, kind, [{"id": id_, **stated_by(kind, row)} for id_, row in things.items()])
    if texts:
        await _tombstones(writer, "text", texts)
        await _bury(writer, await erase_texts(writer, texts, gone))
    links = (await writer.one("write/erase_records", ids=ids))["links"]
    needless = [r["id"] for r in await writer.rows("write/needless", homes=sorted(homes))]
    entities = await _drop(writer, needless, gone)
    spelled = [text for n in named for text in (n["name"], *(n["aliases"] or ()))]
    await respell(writer, homes - set(needless), {*work.seqs, *(r["seq"] for r in records)}, spelled, gone)
    leads = leaders(await standing_merges(writer))
    await retell(writer, {*homes, *(leads.get(home, home) for home in homes)})
    receipts = await scrub(writer, gone)
    unnamed = {text for n in named if n["home"] in needless for text in (n["name"], *(n["aliases"] or ()))}
    cards = await scrub_cards(writer, unnamed.union(work.quotes(), *map(sentences, records)), own_cards)
    await _tombstones(writer, "card", [{"id": c["id"], "text": c["text"]} for c in cards if c["gone"]])
    counts = {
        "records": len(ids), "links": links, "entities": entities, "descriptions": len(by_hand["said"]), "texts": len(texts),
        "receipts": receipts, "cards": len(cards), **work.counts,
    }  # fmt: skip
    return Receipt(counts=counts, warnings=(*_warnings(rows, gone), *work.warnings()))


def _warnings(rows: list[dict[str, Any]], gone: Gone) -> Iterable[Warned]:
    for row in rows:
        record = row["record"]
        yield from ends_stay(record["id"], [*record.get("ended_records", []), *record.get("ended_edges", [])], gone.ids, "record")
        for other in sorted(set(row["carried_by"]) - gone.ids):
            message = f"{other} restates what {record['id']} said; its words stay there until it is erased too"
            yield Warned(code="CARRIED_ON", path="record", message=message)


async def _drop(writer: Writer, homes: list[str], gone: Gone) -> int:
    """Deletes entities that nothing needs any more; one that a standing merge joins to a needed one loses its text alone."""
    if not homes:
        return 0
    rows = await writer.rows("write/entities", ids=homes)
    await _tombstones(writer, "entity", [row["entity"] for row in rows])
    gone.ids |= set(homes)
    gone.told_at((await writer.one("write/told_of", ids=homes))["instants"])
    leads = leaders(await standing_merges(writer))
    needed = {lead for home, lead in leads.items() if home not in homes}
    joined = [h for h in homes if leads.get(h) in needed]
    whole = [h for h in homes if leads.get(h) not in needed]
    await writer.one("write/erase_entities", ids=whole)
    if joined:
        await writer.one("write/unname_entities", ids=joined)
    return len(homes)


async def _answers(
    writer: Writer, rows: list[dict[str, Any]], texts: list[dict[str, Any]], author: str | None, gone: Gone
) -> None:  # fmt: skip
    """The raw answers of models on which these records and chunks rest, and those that an author brought."""
    asked = {"records": [row["record"]["id"] for row in rows], "chunks": [text["id"] for text in texts], "author": author}
    answers = await writer.rows("ingest/erase_extractions", **asked)
    await _tombstones(writer, "extraction", answers)
    gone.ids |= {answer["id"] for answer in answers}


async def _documents(writer: Writer, name: str | None, conversation: str | None) -> list[dict[str, Any]]:
    """The nodes of ingested documents with nothing left in them go too; a later ingest leaves out their names, and what they held."""
    rows = await writer.rows("ingest/erase_document", name=name, conversation=conversation) if name or conversation else []
    await _bury(writer, [row["document"] for row in rows])
    await _tombstones(writer, "extraction", [{"id": id_} for row in rows for id_ in row["events"]])
    return rows


async def _bury(writer: Writer, documents: list[dict[str, Any]]) -> None:
    """The tombstones by which a document is known again, by its name and by what it held."""
    await _tombstones(writer, "document", [{"id": d["id"], "name": d["name"]} for d in documents])
    await _tombstones(writer, "content", [{"id": content_id(d["id"]), "digest": d["digest"]} for d in documents if d["digest"]])


# -- an entity


async def _entity(writer: Writer, begun: Mapping[str, Any], name: str) -> Receipt:
    """Deletes an entity, all that was merged into it, its links, its mentions and the answers that named it; the records stay."""
    known = await resolve(writer, begun, name)
    rows = await writer.rows("write/entity_group", entity=known.id)
    await _tombstones(writer, "entity", [row["entity"] for row in rows])
    ids = [row["entity"]["id"] for row in rows]
    lying = await writer.one("write/lying_on", ids=ids)
    gone = Gone({*ids, *lying["edges"], *lying["descriptions"]})
    await _answers(writer, [{"record": {"id": id_}} for id_ in lying["records"]], [], None, gone)
    gone.told_at([*lying["instants"], *(await writer.one("write/told_of", ids=ids))["instants"]])
    counted = await writer.one("write/erase_entities", ids=ids)
    await retell_records(writer, lying["records"])
    receipts = await scrub(writer, gone)
    cards = await scrub_cards(writer, {name for row in rows for name in (row["entity"]["name"], *row["names"])})
    counts = {
        "entities": len(ids), **{k: counted[k] for k in ("links", "mentions", "names")}, "receipts": receipts, "cards": len(cards)
    }  # fmt: skip
    stay = Warned(
        code="RECORDS_STAY",
        message=f"{counted['mentions']} mentions went; the records that named it stay, with their texts, and a document that still "
        "names it brings it back when a new version of it is read",
    )
    return Receipt(counts=counts, warnings=(OUT_OF_REACH, stay) if counted["mentions"] else (OUT_OF_REACH,))


# -- tombstones


def content_id(document: str) -> str:
    """The id of the tombstone for what a document held."""
    return f"{document}{CONTENT}"


async def _tombstones(writer: Writer, kind: str, things: list[dict[str, Any]]) -> None:
    """A tombstone for each: its id, and a digest under a key of the workspace, by which the same content is known again."""
    if not things:
        return
    secret = str((await writer.one("write/secret"))["secret"])
    rows = [
        {
            "id": thing["id"], "workspace": writer.workspace, "kind": kind, "digest": digest(secret, thing), "author": writer.author,
            "seq": writer.seq, "recorded_at": writer.clock,
        }
        for thing in things
    ]  # fmt: skip
    await writer.rows("write/tombstones", rows=rows)


def digest(secret: str, thing: Mapping[str, Any]) -> str:
    """HMAC-SHA256 of what was stated (not of when or by whom), in hexadecimal."""
    stated = {
        k: v
        for k, v in thing.items()
        if isinstance(v, str)
        and k not in ("id", "workspace", "author", "session", "precision", "stated_precision", "scope", "lexical")
    }
    return hmac.new(secret.encode(), json.dumps(stated, sort_keys=True).encode(), hashlib.sha256).hexdigest()
