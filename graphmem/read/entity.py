"""Entity: everything about one thing: its names, what is said of it, its records, links and files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.entity import Direction, EntityView, FileBrief, Link, Removed
from graphmem.model.base import Model
from graphmem.model.ontology import IMPACT, MAX_LIMIT, UNDIRECTED
from graphmem.model.records import Scalar
from graphmem.model.times import Place, Precision, later, shown_time
from graphmem.read.briefs import EvidenceRow, record_briefs
from graphmem.read.names import find_entity
from graphmem.read.paging import check_limit, decode_cursor, list_mark, page_of
from graphmem.read.topics import rank_of
from graphmem.store import Reader
from graphmem.work.past import past_tasks

EACH = 20  # pieces of evidence a link: `evidence_total` says how many there are
SAID = 1_000  # statements that set fields, the newest: older ones say nothing that counts


class SaidRow(Model):
    """One statement that sets or unsets fields, and its place in the order of statement."""

    fields: str | None
    unset: tuple[str, ...] | None
    place_from: datetime
    place_last: datetime
    place_seq: int
    place_item: int

    @property
    def place(self) -> Place:
        return Place(self.place_from, self.place_last, self.place_seq, self.place_item)

    def values(self) -> dict[str, Scalar | None]:
        """The fields it speaks of; None where it says that there is no value any more."""
        set_: dict[str, Scalar] = json.loads(self.fields) if self.fields else {}
        return {**dict.fromkeys(self.unset or ()), **set_}


class RemovedRow(Model):
    """The mark of removal that stands at the clocks asked."""

    record: str
    author: str
    valid_from: datetime
    precision: Precision
    recorded_at: datetime

    def removed(self) -> Removed:
        at, recorded_at = shown_time(self.valid_from, self.precision), shown_time(self.recorded_at)
        return Removed(record=self.record, author=self.author, at=at, recorded_at=recorded_at)


class AboutRow(Model):
    """The columns of `read/entity_about`."""

    names: tuple[str, ...]
    merged: tuple[EntityBrief, ...]
    description: str | None
    said: tuple[SaidRow, ...]
    removed: RemovedRow | None


class PlaceRow(Model):
    """The columns of `read/entity_records`: a record and its place among the newest."""

    record: str
    at: datetime
    seq: int
    item: int

    @property
    def key(self) -> tuple[datetime, int, int, str]:
        return self.at, self.seq, self.item, self.record


class LinkRow(Model):
    """The columns of `read/entity_links`."""

    direction: Direction
    type: str
    entity: EntityBrief
    evidence_total: int
    evidence: tuple[EvidenceRow, ...]

    def link(self) -> Link:
        evidence = tuple(e.evidence() for e in self.evidence)
        return Link(
            direction=self.direction, type=self.type, entity=self.entity, since=evidence[0].since,
            evidence_total=self.evidence_total, evidence=evidence,
        )  # fmt: skip


async def entity(reader: Reader, name: str, *, limit: int = 50, cursor: str | None = None) -> EntityView:
    """Everything about `name`; raises `NameNotFound` or `AmbiguousName`.

    `limit` and `cursor` page the records, newest first; links, decisions and files are bounded and say when they are cut.
    """
    check_limit(limit)
    found = await find_entity(reader, name)
    mark = list_mark("entity", reader.workspace, found.id)
    after = decode_cursor(mark, cursor, datetime, int, int, str)
    about = AboutRow.model_validate(
        await reader.one("read/entity_about", entity=found.id, impact=sorted(IMPACT), limit=MAX_LIMIT, most=SAID)
    )
    places = await reader.models(
        "read/entity_records", PlaceRow, entity=found.id, after=list(after) if after else None, limit=limit + 1
    )
    page, following = page_of(places, limit, mark, lambda row: row.key)
    decided = [row["record"] for row in await reader.rows("read/entity_decisions", entity=found.id, limit=limit + 1)]
    briefs = {b.record: b for b in await record_briefs(reader, [*(p.record for p in page), *decided[:limit]])}
    relations, relations_truncated = await _links(reader, found.id)
    files = await reader.models("read/entity_files", FileBrief, entity=found.id, limit=MAX_LIMIT + 1)
    rank, topic = await rank_of(reader, found.id)
    tasks, tasks_total = await past_tasks(reader, found.id)
    return EntityView(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, entity=found, names=_names(found, about.names),
        merged=about.merged, description=about.description, fields=newest_fields(about.said),
        removed=about.removed.removed() if about.removed else None,
        records=tuple(briefs[p.record] for p in page), cursor=following,
        decisions=tuple(briefs[id_] for id_ in decided[:limit]), decisions_truncated=len(decided) > limit,
        relations=relations, relations_truncated=relations_truncated,
        files=tuple(files[:MAX_LIMIT]), files_truncated=len(files) > MAX_LIMIT, rank=rank, topic=topic,
        past_tasks=tasks, past_tasks_total=tasks_total,
    )  # fmt: skip


async def _links(reader: Reader, entity: str) -> tuple[tuple[Link, ...], bool]:
    rows = await reader.models(
        "read/entity_links", LinkRow, entity=entity, undirected=sorted(UNDIRECTED), limit=MAX_LIMIT + 1, each=EACH
    )
    return tuple(row.link() for row in rows[:MAX_LIMIT]), len(rows) > MAX_LIMIT


def _names(entity: EntityBrief, names: tuple[str, ...]) -> tuple[str, ...]:
    """Every spelling, the one it is shown under first."""
    return tuple(dict.fromkeys((entity.name, *names)))


def newest_fields(said: Iterable[SaidRow]) -> dict[str, Scalar]:
    """The newest value of each field, by name; `said` comes in the order of statement."""
    newest: dict[str, tuple[Scalar | None, Place]] = {}
    for row in said:
        for key, value in row.values().items():
            if key not in newest or later(row.place, newest[key][1]):
                newest[key] = value, row.place
    return {key: value for key, (value, _) in sorted(newest.items()) if value is not None}
