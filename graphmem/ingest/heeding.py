"""What people forgot or erased of a document is not stated anew by a later reading of it, unless that is asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.ingest.ledger import Ledger
from graphmem.ingest.replaying import Row, Said, ended_by_people, ended_on, is_among, readable, said
from graphmem.ingest.stating import MAX_SAID
from graphmem.ingest.storing import Draft
from graphmem.model.records import Record, Relation, Statement
from graphmem.write.erase import digest
from graphmem.write.items import Item

MOST_DAYS = 5  # days that a note names
Link = tuple[str, str]
"""Type and reason."""


async def heed(ledger: Ledger, draft: Draft, *, again: bool) -> None:
    """Takes out of a draft what it states and people had ended or erased, with a note; with `again` it comes back."""
    if draft.entry.version == 0:
        return
    ontology = ledger.store.ontologies.of(ledger.workspace)
    items = {n: item for n, record in enumerate(draft.records) if (item := readable(record, ontology))}
    erased = await _erased(ledger, {n: item for n, item in items.items() if item.links or _passage(draft.records[n])})
    if again:
        await ledger.bring_back([*erased.values()])
        return
    (found,) = await ledger.read("ingest/projection", document=draft.entry.id)
    forgotten = ended_by_people(row for row in found["records"] if row["record"]["chunk"])
    links = _ended_links([row for row in found["records"] if not row["record"]["chunk"]])
    heeding = _Heeding(draft.records, forgotten, links)
    for n, item in items.items():
        heeding.heed(n, item, erased=n in erased)
    if heeding.count:
        draft.records = heeding.left()
        draft.document = replace(draft.document, notes=(*draft.document.notes, heeding.note()))


def _passage(record: Record) -> bool:
    """Whether a passage states it; what the document states as a whole is heeded link by link."""
    return getattr(record, "chunk", None) is not None


def _ended_links(rows: Sequence[Row]) -> dict[Link, str]:
    """The links that the document as a whole stated and people ended, with the day; none that it states by another or later record."""
    held = {(type_, reason) for row in rows if row["holds"] for type_, reason in row["links"]}
    last = {(type_, reason): ended_on(row) for row in rows for type_, reason in row["links"]}  # the latest row comes last
    return {link: day for link, day in last.items() if day and link not in held}


@dataclass(slots=True)
class _Heeding:
    """What of the records of a draft is left, and how much of them was forgotten, on which days, or erased."""

    records: list[Record]
    forgotten: Mapping[Said, str]
    links: Mapping[Link, str]
    out: set[int] = field(default_factory=set)
    days: set[str] = field(default_factory=set)
    count: int = 0

    def heed(self, n: int, item: Item, *, erased: bool) -> None:
        """Takes one record out, or of what the document states as a whole the links that were ended."""
        record = self.records[n]
        if isinstance(record, Statement) and not _passage(record):
            gone = {link.path: self.links.get((link.type, link.reason)) for link in item.links}
            self._cut(n, record, {path for path, day in gone.items() if day or erased})
            self.days |= {day for day in gone.values() if day}
            return
        days = {day for one, day in self.forgotten.items() if is_among([one], said(item))}
        if erased or days:
            self.out.add(n)
            self.days |= days
            self.count += 1

    def _cut(self, n: int, record: Statement, paths: Collection[str]) -> None:
        """The record without these links, and what only they name; the first stays without any, for it names the document."""
        if not paths:
            return
        self.count += len(paths)
        left = tuple(r for at, r in enumerate(record.relations) if f"relations[{at}]" not in paths)
        if n and not left:
            self.out.add(n)
            return
        before, after = _ends(record.relations), _ends(left)
        about = record.entities[0]
        entities = tuple(e for e in record.entities if e is about or e.name in after or e.name not in before)
        words = "; ".join(r.reason for r in left)[:MAX_SAID] or f"{about.name} was read"
        self.records[n] = record.model_copy(update={"statement": words, "relations": left, "entities": entities})

    def left(self) -> list[Record]:
        return [record for n, record in enumerate(self.records) if n not in self.out]

    def note(self) -> str:
        on = f" (forgotten on {', '.join(sorted(self.days)[-MOST_DAYS:])})" if self.days else ""
        return f"{self.count} statements were forgotten or erased here before{on}, so not stated again (ask for it with again)"


def _ends(relations: Iterable[Relation]) -> set[str]:
    return {name for r in relations for name in (r.source, r.target)}


async def _erased(ledger: Ledger, items: Mapping[int, Item]) -> dict[int, str]:
    """Those that were erased, with the ids of their tombstones: they say the same, under the key of the workspace."""
    (bounds,) = await ledger.read("read/moved_secret")
    if not (bounds["erasures"] and bounds["secret"]):
        return {}
    digests = {n: digest(bounds["secret"], {"kind": item.kind, **item.properties}) for n, item in items.items()}
    rows = await ledger.read("read/moved_tombstones", ids=[], digests=sorted(set(digests.values())))
    ids = {row["digest"]: row["id"] for row in rows}
    return {n: ids[told] for n, told in digests.items() if told in ids}
