"""Importing records with all they said: a new one lands whole, one that is here gets the ends that only the file knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.model.ontology import KIND_BY_NAME
from graphmem.moving.content import by_id, more_ends
from graphmem.moving.entities import arrived
from graphmem.moving.erased import erased_records, left_out
from graphmem.moving.job import Job, Rows
from graphmem.moving.lines import MovedMention, MovedRecord, MovedRelation
from graphmem.moving.reading import Numbered
from graphmem.store import Writer
from graphmem.write.identity import Standing, leaders, parked_on, standing_merges

Row = Mapping[str, Any]


async def compare_records(rows: Rows, job: Job, batch: list[Numbered]) -> dict[str, Row]:
    """The records of the batch that are here, with all they said; refuses those that say something else here."""
    found = await rows.rows("read/moved_records", ids=[n.line.id for n in batch])
    here: dict[str, Row] = {row["id"]: row for row in found}
    for numbered in batch:
        if row := here.get(numbered.line.id):
            _compare(job, numbered, row)
    return here


def _compare(job: Job, numbered: Numbered, row: Row) -> None:
    line: MovedRecord = numbered.line
    if not job.same(numbered, line, row["record"], "record"):
        return
    known = by_id([*row["mentions"], *row["relations"]])
    for path, part in _parts(line):
        if mine := known.get(part.id):
            job.same(numbered, part, mine, f"record.{path}")
        elif not (job.erased | job.returned).intersection(_homes(part)):
            message = f"the record is here already, without {part.id!r}"
            job.refusals.add(numbered.number, "OTHER_CONTENT", message, f"record.{path}")


def _parts(line: MovedRecord) -> Iterable[tuple[str, MovedMention | MovedRelation]]:
    """Each mention and link of a record with its path."""
    yield from ((f"mentions[{n}]", mention) for n, mention in enumerate(line.mentions))
    yield from ((f"relations[{n}]", relation) for n, relation in enumerate(line.relations))


async def store_records(writer: Writer, job: Job, batch: list[Numbered], secret: str | None) -> None:
    """Stores the new records of a batch, and adds to the others what only the file knows of their ends."""
    here = await compare_records(writer, job, batch)
    job.refusals.stop()
    new = [n.line for n in batch if n.line.id not in here]
    gone = await erased_records(writer, new, secret) | {line.id for line in new if line.content.get("document") in job.gone}
    erased = await left_out(writer, job, {id_: id_ for id_ in gone})
    job.gone |= {part.id for n in batch if n.line.id in erased for _, part in _parts(n.line)}
    lines = [n.line for n in batch if n.line.id not in erased]
    standing = await standing_merges(writer)
    homes = sorted({home for line in lines for _, part in _parts(line) for home in _homes(part)})
    known = {row["id"] for row in await writer.rows("read/moved_homes", ids=homes)}
    storing = _Storing(writer, job, standing, leaders(standing), known)
    for line in lines:
        if row := here.get(line.id):
            storing.end(line, row)
        else:
            storing.add(line)
    await storing.store()
    await _lead_back(writer, job, [line for line in lines if line.id not in here])
    await _succeed(writer, job, _successions(lines, here))
    job.counts["records"] += len(storing.records)
    job.counts["known"] += len(lines) - len(storing.records)


async def _lead_back(writer: Writer, job: Job, lines: Iterable[MovedRecord]) -> None:
    """Joins what was ingested to its passage or document."""
    rows = [
        {"record": line.id, "chunk": line.content.get("chunk"), "document": job.holders.get(document, (document, 0))[0]}
        for line in lines
        if (document := line.content.get("document"))
    ]
    if rows:
        await writer.rows("ingest/provenance", rows=rows)


def _homes(part: MovedMention | MovedRelation) -> tuple[str, ...]:
    """The entities that the names in a mention or a link belonged to."""
    return (part.stated,) if isinstance(part, MovedMention) else (part.source, part.target)


@dataclass(slots=True)
class _Storing:
    """The rows of one batch, each laid where the standing merges say."""

    writer: Writer
    job: Job
    standing: list[Standing]
    leads: Mapping[str, str]
    known: set[str]
    records: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[dict[str, Any]] = field(default_factory=list)
    edges: list[dict[str, Any]] = field(default_factory=list)
    parked: list[dict[str, Any]] = field(default_factory=list)
    touches: list[dict[str, Any]] = field(default_factory=list)
    sessions: list[dict[str, Any]] = field(default_factory=list)
    ends: list[dict[str, Any]] = field(default_factory=list)

    def add(self, line: MovedRecord) -> None:
        """A record that is not here."""
        workspace = self.writer.workspace
        self.records.append({"label": KIND_BY_NAME[line.kind].label, "properties": self._own(line)})
        for _, part in _parts(line):
            self._part(line.id, part)
        for file in line.files:
            place = {"file": f"{workspace}\x1f{file.path}", "path": file.path, "lines": file.lines, "commit": file.commit}
            self.touches.append({"record": line.id, **place})
        if line.session is not None:
            began = self.job.sessions.get(line.session) or line.recorded_at
            session = {"id": f"{workspace}\x1f{line.session}", "name": line.session, "started_at": began}
            self.sessions.append({"record": line.id, **session})

    def end(self, line: MovedRecord, row: Row) -> None:
        """A record that is here: ends are added, and what it said of an entity that was erased here and comes back."""
        stored = by_id([row["record"], *row["mentions"], *row["relations"]])
        if changes := more_ends(line, row["record"]):
            self.ends.append({"id": line.id, "properties": changes})
        for _, part in _parts(line):
            if (mine := stored.get(part.id)) is None:
                self._part(line.id, part)
            elif changes := more_ends(part, mine):
                self.ends.append({"id": part.id, "properties": changes})

    def _own(self, line: Any) -> dict[str, Any]:
        own: dict[str, Any] = line.properties()
        return own | {"workspace": self.writer.workspace}

    def _part(self, record: str, part: MovedMention | MovedRelation) -> None:
        """A mention or a link, unless an entity of it is not here."""
        homes = _homes(part)
        if not self.known.issuperset(homes) or self.job.erased.intersection(homes):
            self.job.tell("SKIPPED_ERASED" if self.job.erased.intersection(homes) else "DANGLING", part.id)
        elif isinstance(part, MovedMention):
            entity = self.leads.get(part.stated, part.stated)
            self.mentions.append({"record": record, "entity": entity, "properties": self._own(part) | {"record": record}})
        else:
            self._relation(record, part)

    def _relation(self, record: str, line: MovedRelation) -> None:
        source, target = (self.leads.get(home, home) for home in (line.source, line.target))
        properties = self._own(line) | {"record": record}
        if source == target:
            self.parked.append({"merge": self._merge(line, source), "entity": source, "properties": properties})
        else:
            relation = line.type.upper()
            self.edges.append({"source": source, "target": target, "relation": relation, "properties": properties})

    def _merge(self, line: MovedRelation, entity: str) -> str:
        """The merge that a link lies on whose two ends are one: the one it lay on, or the latest of its entity."""
        if any(m.id == line.parked_on and self.leads[m.loser] == entity for m in self.standing):
            return str(line.parked_on)
        return parked_on(entity, self.leads, self.standing)

    async def store(self) -> None:
        """Stores the rows, and adds the ends."""
        if self.records:
            mark = await arrived(self.writer, self.job)
            for row in self.records:
                row["properties"] |= mark
            files = {t["file"]: {"id": t["file"], "path": t["path"]} for t in self.touches}
            sessions = {s["id"]: s for s in self.sessions}
            await self.writer.rows(
                "write/import_records",
                records=self.records,
                files=[files[id_] for id_ in sorted(files)],
                sessions=[sessions[id_] for id_ in sorted(sessions)],
            )
        if self.records or self.mentions or self.edges or self.parked:
            await self.writer.rows(
                "write/import_said",
                mentions=self.mentions,
                edges=self.edges,
                parked=self.parked,
                touches=self.touches,
                sessions=self.sessions,
            )
        if self.ends:
            await self.writer.rows("write/import_ends", rows=sorted(self.ends, key=lambda r: str(r["id"])))
            self.job.counts["ends"] += len(self.ends)


def _successions(lines: Iterable[MovedRecord], here: Mapping[str, Row]) -> list[dict[str, str]]:
    """What the records replace or correct, but for what is said here already."""
    found = []
    for line in lines:
        said = {(n["type"], n["old"]) for n in here[line.id]["named"]} if line.id in here else set()
        for type_, named in (("SUPERSEDES", line.supersedes), ("CORRECTS", line.corrects)):
            found += [{"new": line.id, "old": old, "type": type_} for old in named if (type_, old) not in said]
    return found


async def _succeed(writer: Writer, job: Job, rows: list[dict[str, str]]) -> None:
    """Says what replaces what; a record that has not come yet, as in a ring, is kept for the end."""
    olds = sorted({row["old"] for row in rows})
    present = {row["id"] for row in await writer.rows("read/moved_records_present", ids=olds)} if olds else set()
    ready = [row for row in rows if row["old"] in present]
    if ready:
        await writer.rows("write/import_successions", rows=ready)
    job.successions += [row for row in rows if row["old"] not in present]


async def store_late_successions(writer: Writer, job: Job) -> None:
    """Says what replaces a record that came later in the file."""
    rows, job.successions = job.successions, []
    await _succeed(writer, job, rows)
    for row in job.successions:
        job.tell("DANGLING", f"{row['new']} {row['type'].lower()} {row['old']}")


async def drop_needless(writer: Writer, job: Job) -> None:
    """Takes away the entities that only came for a record which stayed out: nothing here states them."""
    if not job.counts["skipped"]:
        return
    merged = {home for m in await standing_merges(writer) for home in (m.loser, m.survivor)}
    made = sorted(job.made - merged)
    needless = [row["id"] for row in await writer.rows("write/needless", homes=made)] if made else []
    if needless:
        await writer.rows("write/erase_entities", ids=needless)
        job.counts["entities"] -= len(needless)
