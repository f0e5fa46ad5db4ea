"""Consolidate: corrections that recur become candidates of rules, which do nothing until a person approves them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from graphmem.access.principal import OWN
from graphmem.errors import InvalidArgument
from graphmem.model.answers.rules import Consolidation
from graphmem.model.base import Model
from graphmem.model.times import OPEN
from graphmem.store import Reader, Store, Writer
from graphmem.work.clustering import WEIGHINGS, WITHOUT, Said, Weighing, clusters
from graphmem.work.correct import candidate_row
from graphmem.work.drafting import Draft, drafted
from graphmem.work.stating import derived, given, request_key
from graphmem.write.acts import Actor

PAGE = 500


class CorrectionRow(Model):
    """The columns of `work/corrections`."""

    id: str
    seq: int
    item: int
    task: str
    wrong: str
    right: str
    why: str
    at: Any
    vector: tuple[float, ...] | None
    entities: tuple[str, ...]
    candidate: str | None

    def said(self) -> Said:
        return Said(self.id, self.right, self.wrong, self.vector, frozenset(self.entities))


def weighing_of(store: Store) -> tuple[Weighing, str]:
    """How near corrections must be for the vectors that serve, and the slot of those."""
    if store.embedding is None:
        return WITHOUT, "a"
    space = store.embedding.current
    kind = "static" if space.name.startswith(("static", "wordllama")) else "bge"
    return WEIGHINGS[kind], space.slot


async def consolidate(actor: Actor, *, least: int = 2, dry_run: bool = False) -> Consolidation:
    """One pass over the corrections; the same input gives the same candidates, however often and wherever it runs."""
    if not 2 <= least <= 20:
        raise InvalidArgument("least", f"{least} given; a cluster recurs in 2 to 20 tasks")
    store = actor.store
    weighing, slot = weighing_of(store)
    rows, clocks = await _corrections(store, actor.workspace, slot)
    found = await asyncio.to_thread(_recurring, rows, weighing, least)
    drafts = await drafted(store, found, ask=not dry_run)

    async def write(writer: Writer) -> tuple[list[str], list[str]]:
        await writer.begin()
        created, grown = await _stored(writer, found, drafts)
        await writer.rows("work/note_consolidated", seq=max((r.seq for r in rows), default=-1))
        return created, grown

    created, grown = await store.write(write, workspace=actor.workspace, author=actor.author, dry_run=dry_run)
    state = (await store.look("work/consolidated", workspace=actor.workspace, as_of=OPEN))[0]  # what was just made waits too
    return Consolidation(
        as_of=clocks[0], valid_at=clocks[1], corrections=len(rows), clusters=len(found), created=tuple(created),
        grown=tuple(grown), waiting=state["waiting"] + (len(created) if dry_run else 0), dry_run=dry_run,
    )  # fmt: skip


async def _corrections(store: Store, workspace: str, slot: str) -> tuple[list[CorrectionRow], tuple[Any, Any]]:
    """Every correction of the workspace as they came, page by page."""
    rows: list[CorrectionRow] = []
    clocks: tuple[Any, Any]

    async def page(reader: Reader) -> tuple[list[CorrectionRow], tuple[Any, Any]]:
        after = {"after_seq": rows[-1].seq, "after_id": rows[-1].id} if rows else {"after_seq": -1, "after_id": ""}
        found = await reader.models("work/corrections", CorrectionRow, slot=slot, limit=PAGE, **after)
        return found, (reader.clocks.as_of, reader.clocks.valid_at)

    while True:
        found, clocks = await store.read(page, workspace=workspace, clocks=lambda clock, now: (clock, max(clock, now)))
        rows += found
        if len(found) < PAGE:
            return sorted(rows, key=lambda row: (row.seq, row.item, row.id)), clocks


def _recurring(rows: Sequence[CorrectionRow], weighing: Weighing, least: int) -> list[list[CorrectionRow]]:
    """The groups that recur: in several tasks, or the same instruction at several times within one."""
    said = [row.said() for row in rows]
    groups = [[rows[n] for n in members] for members in clusters(said, weighing)]
    return [group for group in groups if recurs(group, least)]


def recurs(group: Sequence[CorrectionRow], least: int) -> bool:
    """Whether a group spans enough tasks, or repeats an instruction to one."""
    if len({row.task for row in group}) >= least:
        return True
    times: dict[str, set[Any]] = {}
    for row in group:
        times.setdefault(request_key(row.right), set()).add(row.at)
    return any(len(at) >= least for at in times.values())


async def _stored(
    writer: Writer, found: Sequence[Sequence[CorrectionRow]], drafts: Sequence[Draft]
) -> tuple[list[str], list[str]]:
    """Stores what is new under the lock: a correction belongs to one candidate, and a candidate is drafted once."""
    known = {row["candidate"]["id"]: row for row in await writer.rows("work/candidates", ids=None, key=None)}
    belongs = {
        c["id"]: id_ for id_, row in known.items() if row["candidate"]["origin"] == "consolidation" for c in row["corrections"]
    }
    drafted_as = sorted(derived("cnd", writer.workspace, group[0].id) for group in found)
    erased = {row["id"] for row in await writer.rows("read/moved_tombstones", ids=drafted_as, digests=[])} if found else set()
    standing = await _standing(writer, (row["candidate"] for row in known.values()))
    created: list[str] = []
    grown: list[str] = []
    rows: list[dict[str, Any]] = []
    for group, draft in zip(found, drafts, strict=True):
        ids = [row.id for row in group]
        owners = [belongs[i] for i in ids if i in belongs]
        new = [i for i in ids if i not in belongs]
        if not new:
            continue
        if owners:
            owner = max(dict.fromkeys(owners), key=owners.count)
            changes = _reopened(writer, known[owner]["candidate"], standing)
            rows.append({"id": owner, "new": {}, "changes": changes, "corrections": new})
            grown.append(owner)
        else:
            owner = derived("cnd", writer.workspace, ids[0])
            if owner in erased:
                continue
            told = {"rule": draft.rule, "why": draft.why, "how": draft.how, "tags": []}
            rows.append(candidate_row(writer, owner, "consolidation", draft.written_by, ids, told))
            created.append(owner)
        belongs |= dict.fromkeys(ids, owner)
    if rows:
        await writer.rows("work/store_candidates", rows=rows)
    return created, grown


async def _standing(writer: Writer, candidates: Iterable[Mapping[str, Any]]) -> set[str]:
    """The rules of these candidates that are in force, or one that replaced them; a person's rule lies with the person."""
    rules = [
        {"id": candidate["rule_id"], "home": home}
        for candidate in candidates
        if candidate["state"] in ("approved", "merged")
        for home in (writer.workspace, OWN + candidate["decided_by"])
    ]
    return {row["id"] for row in await writer.rows("work/standing_rules", rules=rules)} if rules else set()


def _reopened(writer: Writer, candidate: Mapping[str, Any], standing: Collection[str]) -> dict[str, Any]:
    """New evidence brings back into the queue what was rejected, and what became a rule that stands no more."""
    if candidate["state"] == "rejected":
        return logged(writer, candidate, "pending", "new corrections joined")
    if candidate["state"] == "pending" or candidate["rule_id"] in standing:
        return {}
    return logged(writer, candidate, "pending", "new corrections joined, and its rule stands no more")


def logged(writer: Writer, candidate: Mapping[str, Any], state: str, reason: str | None, **more: Any) -> dict[str, Any]:
    """What changes of a candidate with its state; every state that it ever had is kept."""
    return given(
        more, state=state, log_state=[*candidate["log_state"], state], log_at=[*candidate["log_at"], writer.clock],
        log_by=[*candidate["log_by"], writer.author], log_reason=[*candidate["log_reason"], reason or ""],
    )  # fmt: skip
