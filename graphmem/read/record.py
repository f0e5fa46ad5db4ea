"""Record: everything of one piece of knowledge, what became of it, and what it did to others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Literal

from graphmem.errors import NotFound
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.parts import Assertion, RecordBrief
from graphmem.model.answers.record import Named, RecordView
from graphmem.model.base import Model
from graphmem.model.characters import whole
from graphmem.model.files import FileReference
from graphmem.model.ontology import MAX_LIMIT
from graphmem.model.times import shown_time
from graphmem.read.briefs import BriefRow, EdgeRow, edge_rows, record_rows
from graphmem.store import Reader


class NamedRow(Model):
    """What the record says of one entity, as stored."""

    entity: EntityBrief
    name: str
    description: str | None
    fields: str | None

    def named(self) -> Named:
        return Named(
            entity=self.entity, name=self.name, description=self.description, fields=json.loads(self.fields) if self.fields else {}
        )  # fmt: skip


class FileRow(Model):
    """A file that the record touches, as stored."""

    path: str
    lines: str | None
    commit: str | None


class SuccessionRow(Model):
    """Another record that this one replaced (`newer`: this one is the newer), or that replaced it."""

    record: str
    how: Literal["supersedes", "corrects"]
    newer: bool


class ContentRow(Model):
    """The columns of `read/record`."""

    content: dict[str, str | None]
    text: str | None
    on_behalf_of: str | None
    entities: tuple[NamedRow, ...]
    relations: tuple[str, ...]
    files: tuple[FileRow, ...]
    successions: tuple[SuccessionRow, ...]
    ended_records: tuple[str, ...] | None
    ended_edges: tuple[str, ...] | None
    removes: tuple[EntityBrief, ...]

    def replaced(self, how: str, *, newer: bool) -> list[str]:
        """The records that this one replaced in that way, or those that replaced it."""
        return [x.record for x in self.successions if (x.how, x.newer) == (how, newer)]


async def record(reader: Reader, id: str) -> RecordView:
    """The record of this id; raises `NotFound` for one that the workspace does not hold, or did not hold yet at `as_of`."""
    sought = whole(id.strip())
    rows = await reader.models("read/record", ContentRow, id=sought, limit=MAX_LIMIT + 1)
    if not rows:
        raise NotFound("record", id)
    row = rows[0]
    records = await record_rows(reader, [sought, *(x.record for x in row.successions), *(row.ended_records or ())])
    edges = await edge_rows(reader, [*row.relations, *(row.ended_edges or ())])
    return _view(reader, row, records[sought], records, edges)


def _view(
    reader: Reader, row: ContentRow, own: BriefRow, records: Mapping[str, BriefRow], edges: Mapping[str, EdgeRow]
) -> RecordView:
    as_of = reader.clocks.as_of

    def briefs(ids: Sequence[str] | None) -> tuple[RecordBrief, ...]:
        return tuple(records[i].brief(as_of) for i in (ids or ())[:MAX_LIMIT] if i in records)

    def assertions(ids: Sequence[str] | None) -> tuple[Assertion, ...]:
        return tuple(edges[i].assertion(as_of) for i in (ids or ())[:MAX_LIMIT] if i in edges)

    return RecordView(
        as_of=as_of, valid_at=reader.clocks.valid_at, record=own.brief(as_of), text=row.text,
        content={field: said for field, said in row.content.items() if said is not None}, on_behalf_of=row.on_behalf_of,
        stated_to=shown_time(own.times.stated_to, own.times.stated_precision), ends=own.times.ends(as_of),
        entities=tuple(e.named() for e in row.entities), relations=tuple(edges[i].assertion(as_of) for i in row.relations if i in edges),
        files=tuple(str(FileReference(f.path, f.lines, f.commit)) for f in row.files),
        supersedes=briefs(row.replaced("supersedes", newer=True)), corrects=briefs(row.replaced("corrects", newer=True)),
        superseded_by=briefs(row.replaced("supersedes", newer=False)), corrected_by=briefs(row.replaced("corrects", newer=False)),
        ended_records=briefs(row.ended_records), ended_relations=assertions(row.ended_edges),
        ended_truncated=any(len(ended or ()) > MAX_LIMIT for ended in (row.ended_records, row.ended_edges)), removes=row.removes,
    )  # fmt: skip
