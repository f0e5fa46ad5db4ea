"""Importing what stands for itself: tombstones, sessions, edits by hand, removals, dismissals, acts, requests, pairs of names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.ingest.extraction.log import key_of
from graphmem.moving.content import by_id, more_ends, newly_undone
from graphmem.moving.entities import arrived, store_nodes
from graphmem.moving.erased import erased_ids, left_out, scrubbed, scrubbed_request
from graphmem.moving.job import Job, Rows
from graphmem.moving.lines import MovedDescription, MovedExtraction, MovedRemoval
from graphmem.moving.reading import Numbered
from graphmem.store import Writer
from graphmem.write.erase import CONTENT
from graphmem.write.identity import leaders, standing_merges
from graphmem.write.replay import erased_id

Row = Mapping[str, Any]
LABELS = {
    "description": "Description",
    "removal": "Removal",
    "dismissal": "Dismissal",
    "act": "Act",
    "card": "Card",
    "extraction": "Extraction",
    "tombstone": "Tombstone",
}
COUNTED = {
    "description": "descriptions", "removal": "removals", "dismissal": "dismissals", "act": "acts", "card": "cards",
    "extraction": "extractions",
}  # fmt: skip


async def compare_nodes(rows: Rows, job: Job, batch: list[Numbered]) -> dict[str, Row]:
    """The nodes of a batch of one kind that are here; refuses those of which here something else is said."""
    kind = batch[0].kind
    found = await rows.rows("read/moved_nodes", label=LABELS[kind], ids=[n.line.id for n in batch])
    here = by_id(row["node"] for row in found)
    mentions = await _mentions(rows, list(here)) if kind == "description" else {}
    for numbered in batch:
        if stored := here.get(numbered.line.id):
            job.same(numbered, numbered.line, stored, kind)
        if (mention := mentions.get(numbered.line.id)) and numbered.line.mention:
            job.same(numbered, numbered.line.mention, mention, "description.mention")
    return here


async def _mentions(rows: Rows, ids: list[str]) -> dict[str, Row]:
    """What edits by hand say here."""
    return {row["id"]: row["mention"] for row in await rows.rows("read/moved_descriptions", ids=sorted(ids))} if ids else {}


async def store_new_nodes(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the nodes of a batch that are new, each with its entity if it is about one, and adds ends to the others."""
    here = await compare_nodes(writer, job, batch)
    job.refusals.stop()
    homes = sorted({home for n in batch if (home := _home(n.line))})
    known = {row["id"] for row in await writer.rows("read/moved_homes", ids=homes)} if homes else set()
    leads = leaders(await standing_merges(writer)) if homes else {}
    new = [n.line for n in batch if n.line.id not in here]
    gone = await erased_ids(writer, [line.id for line in new])
    erased = await left_out(writer, job, {id_: id_ for id_ in gone})
    rows: list[dict[str, Any]] = []
    for line in (x for x in new if x.id not in erased):
        home = _home(line)
        if home is not None and (home not in known or home in job.erased):
            job.tell("SKIPPED_ERASED" if home in job.erased else "DANGLING", line.id)
            continue
        if isinstance(line, MovedExtraction) and line.document not in job.holders:
            job.tell("SKIPPED_ERASED" if line.document in job.gone else "DANGLING", line.id)
            continue
        rows.append(_row(writer.workspace, line, leads.get(home, home) if home else None, job))
    if rows:
        mark = await arrived(writer, job)
        for row in rows:
            row["properties"] |= mark
        await writer.rows("write/import_nodes", label=LABELS[batch[0].kind], rows=rows)
    job.counts[COUNTED[batch[0].kind]] += len(rows)
    job.counts["known"] += len(here)
    await _end(writer, job, [n.line for n in batch], here)


def _home(line: Any) -> str | None:
    """The entity that a node is about."""
    if isinstance(line, MovedRemoval):
        return line.stated
    return line.mention.stated if isinstance(line, MovedDescription) and line.mention else None


def _row(workspace: str, line: Any, entity: str | None, job: Job) -> dict[str, Any]:
    removal = isinstance(line, MovedRemoval)
    mention = line.mention if isinstance(line, MovedDescription) else None
    own = _of_document(line, job) if isinstance(line, MovedExtraction) else {}
    return {
        "properties": scrubbed(job, line) | {"workspace": workspace} | own,
        "removes": entity if removal else None,
        "entity": entity,
        "mention": mention.properties() | {"workspace": workspace, "record": line.id} if mention else None,
    }


def _of_document(line: MovedExtraction, job: Job) -> dict[str, str]:
    """The document that an answer is about, as it is called here, and the question by which it is known."""
    document = job.holders[line.document][0]
    return {"document": document, "key": key_of(document, line.digest, line.contract)}


async def _end(writer: Writer, job: Job, lines: list[Any], here: Mapping[str, Row]) -> None:
    """Adds what only the file knows of the ends of nodes that are here."""
    ends, undone = [], []
    mentions = await _mentions(writer, [x.id for x in lines if isinstance(x, MovedDescription) and x.id in here])
    for line in (x for x in lines if x.id in here):
        if isinstance(line, MovedDescription):
            mine = mentions.get(line.id)
            if line.mention and mine and (changes := more_ends(line.mention, mine)):
                ends.append({"id": line.mention.id, "properties": changes})
        elif isinstance(line, MovedRemoval) and (changes := more_ends(line, here[line.id])):
            ends.append({"id": line.id, "properties": changes})
        elif hasattr(line, "undone_at") and (changes := newly_undone(line, here[line.id])):
            own = {"act": line.act} if isinstance(line, MovedExtraction) else {}
            undone.append({"id": line.id, "properties": changes | own})
    if ends:
        await writer.rows("write/import_ends", rows=ends)
    if undone:
        await writer.rows("write/import_undone", rows=undone)
    job.counts["ends"] += len(ends) + len(undone)


async def store_tombstones(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the tombstones of the file; what is still here is told and keeps standing: an import erases nothing."""
    here = {row["id"] for row in await writer.rows("read/moved_nodes", label="Tombstone", ids=[n.line.id for n in batch])}
    lines = [n.line for n in batch if n.line.id not in here]
    ids = [line.id for line in lines]
    alive = await _texts_here(writer, ids)
    alive |= {row["id"] for row in await writer.rows("read/moved_homes", ids=ids)}
    alive |= {row["id"] for row in await writer.rows("read/moved_records_present", ids=ids)}
    alive |= {row["id"] for row in await writer.rows("read/moved_descriptions", ids=ids)}
    alive |= {row["id"] for row in await writer.rows("work/present", ids=ids)}
    for id_ in sorted(alive):
        job.tell("ERASED_ELSEWHERE", id_)
    kept = [line for line in lines if line.id not in alive]
    await store_nodes(writer, "Tombstone", (line.properties() | {"workspace": writer.workspace} for line in kept))
    job.counts["tombstones"] += len(kept)
    job.counts["known"] += len(here)


async def _texts_here(writer: Writer, ids: list[str]) -> set[str]:
    """The ids of texts, documents, answers of models and cards that are here, and of what such a document holds."""
    asked = sorted({*ids, *(id_.removesuffix(CONTENT) for id_ in ids)})
    found = {row["id"] for row in await writer.rows("read/moved_texts_present", ids=asked)}
    return {id_ for id_ in ids if id_.removesuffix(CONTENT) in found}


def note_sessions(job: Job, batch: list[Numbered]) -> None:
    """Remembers when the sessions began; each is stored with the first of its records, for one without any says nothing."""
    job.sessions |= {n.line.name: n.line.started_at for n in batch}


async def store_requests(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the requests of the file with their receipts; one that was made or erased here too stays as it is here."""
    keys = {_request_key(writer, n.line.author, n.line.request_id): n.line for n in batch}
    erased = {_request_key(writer, x.author, erased_id(x.author, x.request_id)): key for key, x in keys.items()}
    found = await writer.rows("read/moved_requests", keys=sorted({*keys, *erased}))
    here = {erased.get(row["key"], row["key"]): row["request"] for row in found}
    new = [scrubbed_request(job, line) for key, line in sorted(keys.items()) if key not in here]
    for row in new:
        row |= {"key": _request_key(writer, row["author"], row["request_id"]), "workspace": writer.workspace}
    await store_nodes(writer, "Request", new)
    for key, stored in here.items():
        line = keys[key]
        other = (stored.get("body"), stored.get("receipt")) != (line.body, line.receipt)
        if other and not (job.careful or stored.get("erased") or line.erased):
            job.tell("REQUEST_KNOWN", f"{line.request_id!r} of {line.author!r}")
    job.counts["requests"] += len(new)
    job.counts["known"] += len(here)


def _request_key(writer: Writer, author: str, request_id: str) -> str:
    return "\x1f".join((writer.workspace, author, request_id))


async def store_pairs(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the marks that two entities differ, or the proposals that two are one."""
    kind = batch[0].kind
    pairs = [[n.line.one, n.line.other] for n in batch]
    here = {(row["one"], row["other"]): row for row in await writer.rows("read/moved_pairs", pairs=pairs)}
    rows = []
    for line in (n.line for n in batch):
        stored = here.get((line.one, line.other))
        if stored is None:
            job.tell("SKIPPED_ERASED" if {line.one, line.other} & job.erased else "DANGLING", f"{line.one} and {line.other}")
        elif (line.id in stored["differences"]) if kind == "difference" else (line.record in stored["proposals"]):
            job.counts["known"] += 1
        else:
            rows.append({"one": line.one, "other": line.other, "properties": line.properties() | {"workspace": writer.workspace}})
    if rows:
        sent = {"differences": rows, "proposals": []} if kind == "difference" else {"differences": [], "proposals": rows}
        await writer.rows("write/import_pairs", **sent)
    job.counts[f"{kind}s"] += len(rows)
