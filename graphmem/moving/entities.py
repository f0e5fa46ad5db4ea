"""Importing entities with their spellings, and the merges between them.

A spelling that is here already joins its new entity to the one that has it: one name of one type is one entity. The join is
kept as a merge, so that whatever was stated for the imported id is placed by it, now and after any later merge or unmerge.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.model.names import clean_name, name_key
from graphmem.moving.content import by_id, newly_undone
from graphmem.moving.erased import erased_entities, left_out
from graphmem.moving.job import Job, Rows
from graphmem.moving.lines import MovedEntity, MovedMerge, MovedName
from graphmem.moving.reading import Numbered
from graphmem.store import Writer
from graphmem.write.identity import JOINED, Standing, leaders, place, standing_merges
from graphmem.write.state import Known, NewName
from graphmem.write.stored import name_row

REASON = "imported: one name of one type is one entity"


async def compare_entities(rows: Rows, job: Job, batch: list[Numbered]) -> dict[str, Mapping[str, Any]]:
    """The entities of the batch that are here; refuses those of which here something else is said, unless it was erased."""
    found = await rows.rows("read/moved_entities", ids=[n.line.id for n in batch])
    here = by_id(row["entity"] for row in found)
    erased = await erased_entities(rows, job, [n.line for n in batch])
    for numbered in batch:
        if (stored := here.get(numbered.line.id)) and numbered.line.id not in erased:
            # An erasure may have left an entity another of its names to be shown by.
            shown = {"name": numbered.line.name} if job.careful else {}
            job.same(numbered, numbered.line, {**stored, **shown}, "entity")
    return here


async def store_entities(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the entities of a batch that are new, each with the spellings that nobody else has."""
    here = await compare_entities(writer, job, batch)
    job.refusals.stop()
    names = {n.line.id: n.line.name for n in batch}
    erased = await left_out(writer, job, {id_: names[id_] for id_ in names if id_ in job.erased | job.returned})
    lines = [n.line for n in batch if n.line.id not in erased]
    standing = await standing_merges(writer)
    placing = _Placing(writer, leaders(standing), {line.id for line in lines if line.id not in here})
    await placing.look(lines)
    for line in lines:
        placing.take(line, job)
    await placing.store()
    await _join(writer, job, standing, placing.joins)
    job.made |= placing.new
    job.counts["entities"] += len(placing.entities)
    job.counts["known"] += len(lines) - len(placing.entities)


@dataclass(slots=True)
class _Spelling:
    """Who has a spelling here: the entity it was stated for, the one it leads to, and that one's name."""

    home: str
    entity: str
    shown: str
    new: bool = False


@dataclass(slots=True)
class _Placing:
    """Decides where the entities and spellings of one batch go."""

    writer: Writer
    leads: Mapping[str, str]
    new: set[str]
    taken: dict[str, _Spelling] = field(default_factory=dict)
    entities: list[dict[str, Any]] = field(default_factory=list)
    names: list[dict[str, Any]] = field(default_factory=list)
    joins: list[tuple[str, str]] = field(default_factory=list)

    async def look(self, lines: list[MovedEntity]) -> None:
        """Learns who has the spellings of these entities."""
        keys = sorted({self._row(line, name)["properties"]["key"] for line in lines for name in line.names})
        for row in await self.writer.rows("read/moved_names", keys=keys):
            self.taken[row["key"]] = _Spelling(row["home"], row["entity"], row["shown"])

    def take(self, line: MovedEntity, job: Job) -> None:
        """Takes one entity: what is new of it is stored; a spelling that another has joins it to that one, or is told."""
        names = _allowed(line, job)
        if line.id in self.new:
            properties = line.properties() | {"workspace": self.writer.workspace, "name": _shown(line, names)}
            self.entities.append({"label": job.ontology.label(line.type), "properties": properties})
        lead = self.leads.get(line.id, line.id)
        others: list[tuple[MovedName, _Spelling]] = []
        for name in names:
            row = self._row(line, name)
            holder = self.taken.setdefault(row["properties"]["key"], _Spelling(line.id, lead, line.name, new=True))
            if holder.new and holder.home == line.id:
                self.names.append(row)
            elif holder.entity != lead:
                others.append((name, holder))
        self._join_or_tell(line, others, len(names), job)

    def _join_or_tell(self, line: MovedEntity, others: list[tuple[MovedName, _Spelling]], names: int, job: Job) -> None:
        """A new entity joins the one that has its own name; failing that, if it would have no name at all, any that has one."""
        joined = next((h for n, h in others if n.type == line.type and name_key(n.name) == name_key(line.name)), None)
        if joined is None and others and len(others) == names:
            joined = others[0][1]
        if joined is not None and line.id in self.new:
            self.joins.append((line.id, joined.home))
            job.tell("JOINED", f"{line.name!r} ({line.id} leads to {joined.entity})")
            others = [(n, h) for n, h in others if h.entity != joined.entity]
        for name, holder in others:
            job.tell("NAME_TAKEN", f"{name.name!r} of {line.name!r} leads to {holder.shown!r} ({holder.entity})")

    def _row(self, line: MovedEntity, name: MovedName) -> dict[str, Any]:
        known = Known(self.leads.get(line.id, line.id), line.id, name.type, line.name)
        row = name_row(NewName(name.type, clean_name(name.name), known), self.writer)
        return {**row, "properties": {**row["properties"], "seq": name.seq}}

    async def store(self) -> None:
        """Stores what was taken."""
        if self.entities:
            await self.writer.rows("write/import_entities", rows=self.entities)
        if self.names:
            await self.writer.rows("write/import_names", rows=sorted(self.names, key=lambda r: str(r["properties"]["key"])))


def _allowed(line: MovedEntity, job: Job) -> tuple[MovedName, ...]:
    """The spellings that may come in: where something was erased, those that what is left uses, and at least one."""
    if not job.careful:
        return line.names
    return tuple(n for n in line.names if (line.id, name_key(n.name)) in job.used) or line.names[:1]


def _shown(line: MovedEntity, names: tuple[MovedName, ...]) -> str:
    """The name that a new entity is shown by: its own, unless that one stays out."""
    if len(names) == len(line.names) or any(name_key(n.name) == name_key(line.name) for n in names):
        return line.name
    return names[0].name


async def _join(writer: Writer, job: Job, before: list[Standing], joins: list[tuple[str, str]]) -> None:
    """Joins imported entities to those that have their names."""
    if not joins:
        return
    stamp = await writer.one("write/import_stamp")
    nodes = [
        {
            "id": _join_id(writer.workspace, loser, survivor), "workspace": writer.workspace, "loser": loser, "survivor": survivor,
            "author": job.author, "reason": REASON, "how": JOINED, "seq": stamp["seq"], "recorded_at": stamp["clock"],
        }
        for loser, survivor in joins
    ]  # fmt: skip
    await store_nodes(writer, "Merge", nodes)
    await place(writer, before, await standing_merges(writer))
    job.counts["joined"] += len(joins)


def _join_id(workspace: str, loser: str, survivor: str) -> str:
    return "mrg_" + hashlib.sha256("\x1f".join((workspace, loser, survivor)).encode()).hexdigest()[:16]


async def arrived(writer: Writer, job: Job) -> dict[str, int]:
    """What marks new rows for those who follow the workspace: the seq at which they came in, beside that of their story."""
    return {} if job.fresh else {"arrived": (await writer.one("write/import_stamp"))["seq"]}


async def store_nodes(writer: Writer, label: str, nodes: Iterable[Mapping[str, Any]]) -> None:
    """Stores nodes that stand for themselves."""
    rows = [{"properties": dict(node), "removes": None, "mention": None, "entity": None} for node in nodes]
    if rows:
        await writer.rows("write/import_nodes", label=label, rows=rows)


async def compare_merges(rows: Rows, job: Job, batch: list[Numbered]) -> dict[str, Mapping[str, Any]]:
    """The merges of the batch that are here; refuses those of which here something else is said."""
    found = await rows.rows("read/moved_nodes", label="Merge", ids=[n.line.id for n in batch])
    here = by_id(row["node"] for row in found)
    for numbered in batch:
        if stored := here.get(numbered.line.id):
            job.same(numbered, numbered.line, stored, "merge")
    return here


async def store_merges(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores the merges of a batch, undoes those that only the file knows to be undone, and places everything anew."""
    here = await compare_merges(writer, job, batch)
    job.refusals.stop()
    before = await standing_merges(writer)
    new = [n.line for n in batch if n.line.id not in here]
    kept = await _possible(writer, job, new, leaders(before))
    undone = [
        {"id": n.line.id, "properties": changes}
        for n in batch
        if (stored := here.get(n.line.id)) and (changes := newly_undone(n.line, stored))
    ]
    here_too = {"workspace": writer.workspace} | (await arrived(writer, job) if kept else {})
    await store_nodes(writer, "Merge", (line.properties() | here_too for line in kept))
    if undone:
        mark = await arrived(writer, job)
        await writer.rows("write/import_undone", rows=[{**row, "properties": row["properties"] | mark} for row in undone])
    await place(writer, before, await standing_merges(writer))
    job.counts["merges"] += len(kept)
    job.counts["known"] += len(here)
    job.counts["ends"] += len(undone)


async def _possible(writer: Writer, job: Job, lines: list[MovedMerge], leads: Mapping[str, str]) -> list[MovedMerge]:
    """Those of the merges whose two entities are here and may be one."""
    homes = sorted({home for line in lines for home in (line.loser, line.survivor)})
    known = {row["id"] for row in await writer.rows("read/moved_homes", ids=homes)}
    kept = []
    for line in lines:
        one, other = leads.get(line.loser, line.loser), leads.get(line.survivor, line.survivor)
        if not {line.loser, line.survivor} <= known:
            job.tell("SKIPPED_ERASED" if {line.loser, line.survivor} & job.erased else "DANGLING", line.id)
        elif line.undone_at is None and line.how == JOINED and one == other:
            job.counts["known"] += 1
        elif line.undone_at is None and await writer.rows("write/differences", entities=[one, other]):
            job.tell("MARKED_DIFFERENT", line.id)
        else:
            kept.append(line)
    return kept
