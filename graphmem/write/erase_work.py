"""Erasing the work memory: a task with all that hangs on it, a choice, a correction, a candidate or a rule, and drafts that quote it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.model.receipts import Warned
from graphmem.store import Writer
from graphmem.work.stating import request_key, title_of
from graphmem.write.quoting import SENTENCE, without_quotes
from graphmem.write.scrubbing import Gone

Row = Mapping[str, Any]
SAID = {
    "task": ("request", "summary"), "decision": ("choice", "reasoning"), "correction": ("wrong", "right", "why"),
    "candidate": ("rule", "why", "how"), "rule": ("rule", "why", "how"),
}  # fmt: skip
PREFIXES = ("tsk_", "tdc_", "cor_", "cnd_", "rul_")
BATCH = 50  # things a transaction, each with all that hangs on it


@dataclass(slots=True)
class WorkGone:
    """What an erasure took out of the work memory: things by kind and id, and what the rest of it needs to know."""

    things: dict[str, dict[str, Row]] = field(default_factory=lambda: {kind: {} for kind in SAID})
    named: list[Row] = field(default_factory=list)
    seqs: set[int] = field(default_factory=set)
    records: dict[str, list[str]] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)
    drafts: int = 0
    notes: int = 0

    @property
    def ids(self) -> set[str]:
        return {id_ for things in self.things.values() for id_ in things}

    @property
    def homes(self) -> set[str]:
        return {row["home"] for row in self.named}

    @property
    def counts(self) -> dict[str, int]:
        return {f"{kind}s": len(things) for kind, things in self.things.items()} | {"drafts": self.drafts, "notes": self.notes}

    def add(self, kind: str, node: Row) -> None:
        self.things[kind][node["id"]] = node
        self.seqs.add(node["seq"])

    def quotes(self) -> set[str]:
        """The texts that a card may quote."""
        return {text for kind, things in self.things.items() for row in things.values() for text in _texts(kind, row, SENTENCE)}

    def warnings(self) -> Iterable[Warned]:
        """What goes on saying in words of its own what was erased."""
        for other in sorted({*self.rules, *(r for records in self.records.values() for r in records)}):
            message = f"{other} restates what was erased; its words stay there until it is erased too"
            yield Warned(code="CARRIED_ON", path="record", message=message)


def stated_by(kind: str, row: Row) -> dict[str, Any]:
    """What a thing says, by which the same words are known again."""
    return {"kind": kind, **{key: row[key] for key in SAID[kind] if row.get(key)}}


def is_work(id_: str | None) -> bool:
    """Whether an id is that of a task, a choice, a correction, a candidate or a rule."""
    return id_ is not None and id_.startswith(PREFIXES)


async def erasable_work(writer: Writer, filters: Mapping[str, str | None]) -> list[dict[str, Any]]:
    """The next things to erase."""
    record, session, author = filters["record"], filters["session"], filters["author"]
    if not (is_work(record) or session or author):
        return []
    return await writer.rows(
        "work/erasable", id=record if is_work(record) else None, session=session, author=author, limit=BATCH
    )  # fmt: skip


async def erase_work(writer: Writer, rows: Iterable[Row], author: str | None, gone: Gone) -> WorkGone:
    """Deletes things of the work memory, and takes their words out of drafts; tombstones are the caller's."""
    found = WorkGone()
    for row in rows:
        _take(found, row, gone)
    if found.ids:
        await _delete(writer, found, gone)
    if author:
        said = await writer.one("work/erase_author", author=author)
        found.notes = said["notes"]
        found.named += said["named"]
        gone.told_at(said["instants"])
    return found


def _take(found: WorkGone, row: Row, gone: Gone) -> None:
    found.add(row["kind"], row["node"])
    for kind in ("decision", "correction"):
        for node in row[f"{kind}s"]:
            found.add(kind, node)
    found.named += row["named"]
    found.records[row["node"]["id"]] = row["records"]
    gone.told_at(at for at in row["instants"] if at is not None)


async def _delete(writer: Writer, found: WorkGone, gone: Gone) -> None:
    quoting = await writer.one("work/quoting", ids=sorted(found.ids), tasks=sorted(found.things["task"]))
    for candidate in quoting["became"]:  # the words of a rule are those of its candidate
        found.add("candidate", candidate)
    found.rules = quoting["rules"]
    drafts = [_without(row, found) for row in quoting["candidates"] if row["id"] not in found.things["candidate"]]
    changed = [row for row in drafts if row]
    if changed:
        await writer.rows("work/rewrite_drafts", rows=changed)
        found.drafts = len(changed)
    gone.ids |= found.ids
    gone.told_at(quoting["instants"])
    for things in found.things.values():
        for node in things.values():
            gone.told_at(_instants(node))
    await writer.one("work/erase", ids=sorted(found.ids))


def _instants(node: Row) -> Iterable[Any]:
    yield node["recorded_at"]
    for key in ("said_at", "log_at", "ends_learned"):
        yield from node.get(key) or ()
    if node.get("closed_at"):
        yield node["closed_at"]


def _without(row: Row, found: WorkGone) -> dict[str, Any] | None:
    """A draft without the words of erased corrections; one that waits is drafted anew from the corrections that are left."""
    if row["state"] == "pending" and row["origin"] == "consolidation":
        return {"id": row["id"], "properties": {}, "gone": True}
    quoted = {text for node in found.things["correction"].values() for text in _texts("correction", node, 1)}
    left = {key: without_quotes(row.get(key), sorted(quoted, key=lambda t: (-len(t), t))) for key in SAID["candidate"]}
    if all(left[key] == row.get(key) for key in left):
        return None
    return {"id": row["id"], "properties": left | {"key": request_key(left["rule"] or "")}, "gone": False}


def _texts(kind: str, row: Row, least: int) -> Iterable[str]:
    """The words of a thing as they may be quoted: whole, and as one line that fits as a title."""
    for key in SAID[kind]:
        text = str(row.get(key) or "").strip()
        yield from {t for t in (text, title_of(text), text[:1_000].rstrip()) if len(t) >= least}
