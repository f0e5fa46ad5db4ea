"""Importing the work memory: what is new is stored, what is here is told on where only the file knows how it went on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.moving.content import differing, more_ends
from graphmem.moving.entities import arrived
from graphmem.moving.erased import left_out
from graphmem.moving.instants import normal
from graphmem.moving.job import Job, Rows
from graphmem.moving.reading import Numbered
from graphmem.moving.work import MovedCandidate, MovedChoice, MovedCorrection, MovedPart, MovedRule, MovedTask, MovedTie
from graphmem.moving.work_rows import LABELS, PARTS
from graphmem.store import Writer
from graphmem.work.stating import derived, found_by, given, request_key, task_text
from graphmem.write.erase import digest
from graphmem.write.erase_work import stated_by
from graphmem.write.identity import leaders, standing_merges

Row = Mapping[str, Any]
PREFIXES = {"sources": "src", "tools": "tol", "artifacts": "art"}
LOGGED = ("log_state", "log_at", "log_by", "log_reason")


async def compare_work(rows: Rows, job: Job, batch: list[Numbered]) -> dict[str, Row]:
    """The lines of one kind that are here; refuses those of which here something else is said. Of candidates what is here stands."""
    kind = batch[0].kind
    found = await rows.rows(f"work/moved_{kind}", ids=[n.line.id for n in batch])
    here: dict[str, Row] = {row["node"]["id"]: row for row in found}
    for numbered in batch:
        if (row := here.get(numbered.line.id)) is None:
            continue
        stored = row["node"]
        if kind != "candidate" or stored["workspace"] != job.workspace:
            job.same(numbered, numbered.line, stored, kind)
        if isinstance(numbered.line, MovedTask):
            _compare_task(job, numbered, row)
    return here


def _compare_task(job: Job, numbered: Numbered, row: Row) -> None:
    """A task is closed once, and its choices are not edited."""
    line, stored = numbered.line, row["node"]
    if line.closed_at and stored.get("closed_at") and (line.closed_at, line.outcome) != (stored["closed_at"], stored["outcome"]):
        message = f"{line.id!r} was closed here as {stored['outcome']}, with another instant or outcome"
        job.refusals.add(numbered.number, "OTHER_CONTENT", message, "task.outcome")
    known = {d["node"]["id"]: d["node"] for d in row["decisions"]}
    for choice in line.decisions:
        if choice.id in known:
            job.same(numbered, choice, known[choice.id], "task.decisions")


async def store_work(writer: Writer, job: Job, batch: list[Numbered]) -> None:
    """Stores what is new of a batch of one kind with all that hangs on it, and tells on what is here."""
    kind = batch[0].kind
    here = await compare_work(writer, job, batch)
    job.refusals.stop()
    gone = await _gone(writer, job, kind, [n.line for n in batch if n.line.id not in here])
    lines = [n.line for n in batch if n.line.id not in gone]
    new = [line for line in lines if line.id not in here]
    mark = await arrived(writer, job) if new else {}
    own = {"workspace": writer.workspace} | mark
    if new:
        label = LABELS[kind]
        nodes = [{"on": getattr(line, "target", None), "properties": _properties(line) | own} for line in new]
        await writer.rows("work/import_nodes", labels=[label] if kind == "candidate" else [label, "Searchable"], rows=nodes)
    if kind == "task":
        await _store_parts(writer, job, lines, here, own)
    await _tie(writer, job, kind, lines, here)
    changed = [
        {"id": x.id, "properties": c} for x in lines if x.id in here and (c := _changes(writer, job, x, here[x.id]["node"]))
    ]
    if changed:
        await writer.rows("work/import_changes", rows=changed)
    job.counts[f"{kind}s"] += len(new)
    job.counts["ends"] += len(changed)
    job.counts["known"] += len(here)


def _properties(line: Any) -> dict[str, Any]:
    """The stored properties of a line, with the key by which its words are known again."""
    keyed = line.request if isinstance(line, MovedTask) else line.rule if isinstance(line, MovedCandidate) else None
    own: dict[str, Any] = line.properties()
    return own | ({"key": request_key(keyed)} if keyed is not None else {})


# -- what was erased here


async def _gone(writer: Writer, job: Job, kind: str, new: Sequence[Any]) -> set[str]:
    """Those of the new lines that stay out: erased here by id or by their words, or resting on what stays out."""
    if not new:
        return set()
    secret = job.secret if job.careful else None
    digests = {x.id: digest(secret, stated_by(kind, x.properties())) for x in new} if secret else {}
    found = await writer.rows(
        "read/moved_tombstones", ids=sorted(x.id for x in new), digests=sorted(digests.values())
    )  # fmt: skip
    ids, known = {row["id"] for row in found}, {row["digest"] for row in found}
    gone = await left_out(writer, job, {x.id: x.id for x in new if x.id in ids or digests.get(x.id) in known})
    return gone | await _resting(writer, job, [x for x in new if x.id not in gone])


async def _resting(writer: Writer, job: Job, new: Sequence[Any]) -> set[str]:
    """Corrections of tasks that are not here, and candidates that quote a correction which stays out."""
    targets = sorted({x.target for x in new if isinstance(x, MovedCorrection)})
    present = {row["id"] for row in await writer.rows("work/present", ids=targets)} if targets else set()
    lost = [x for x in new if isinstance(x, MovedCorrection) and x.target not in present]
    quoting = [x for x in new if isinstance(x, MovedCandidate) and job.gone & {tie.to for tie in x.corrections}]
    for correction in lost:
        job.tell("SKIPPED_ERASED" if job.gone & {correction.task, correction.target} else "DANGLING", correction.id)
    for candidate in quoting:
        job.tell("SKIPPED_ERASED", candidate.id)
    ids = {line.id for line in lost} | {line.id for line in quoting}
    job.gone |= ids
    return ids


# -- what hangs on a task


async def _store_parts(
    writer: Writer, job: Job, lines: Sequence[MovedTask], here: Mapping[str, Row], own: dict[str, Any]
) -> None:
    """Stores the sessions, parts, choices and mentions of tasks that are not here yet."""
    homes = sorted({m.stated for line in lines for m in line.mentions})
    known = {row["id"] for row in await writer.rows("read/moved_homes", ids=homes)} if homes else set()
    leads = leaders(await standing_merges(writer)) if homes else {}
    choices = sorted({d.id for line in lines for d in line.decisions})
    erased = {row["id"] for row in await writer.rows("read/moved_tombstones", ids=choices, digests=[])} if choices else set()
    erased = await left_out(writer, job, {id_: id_ for id_ in erased})
    rows = [
        {
            "id": line.id,
            "session": _session(writer, job, line),
            **{part: _parts(writer, part, getattr(line, part), here.get(line.id)) for part in PARTS},
            "decisions": [d.properties() | own for d in _new(line.decisions, here.get(line.id)) if d.id not in erased],
            "mentions": _mentions(writer, job, line, here.get(line.id), known, leads),
        }
        for line in lines
    ]
    if rows:
        await writer.rows("work/import_parts", rows=rows)


def _session(writer: Writer, job: Job, line: MovedTask) -> list[dict[str, Any]]:
    if line.session is None:
        return []
    began = job.sessions.get(line.session) or line.recorded_at
    id_ = f"{writer.workspace}\x1f{line.session}"
    return [{"id": id_, "workspace": writer.workspace, "name": line.session, "started_at": began}]


def _parts(writer: Writer, part: str, told: Iterable[MovedPart], stored: Row | None) -> list[dict[str, Any]]:
    """What a task says of sources, tools or artifacts, but for what is here; each is one node for its name in this workspace."""
    key, known = PARTS[part], Counter(_said(p["edge"], p["node"][PARTS[part]]) for p in (stored[part] if stored else ()))
    rows = []
    for one in told:
        edge = given({k: getattr(one, k) for k in ("held_up", "right", "note", "author", "recorded_at")})
        if known[_said(edge, one.key)]:
            known[_said(edge, one.key)] -= 1
            continue
        id_ = derived(PREFIXES[part], writer.workspace, one.key)
        first = dict(one.first)
        node = given({"id": id_, "workspace": writer.workspace, key: one.key, "type": one.type, **first})
        rows.append({"node": node, "edge": edge})
    return rows


def _said(edge: Row, key: str) -> tuple[Any, ...]:
    return (key, *(normal(edge.get(k)) for k in ("held_up", "right", "note", "author", "recorded_at")))


def _new(decisions: Iterable[MovedChoice], stored: Row | None) -> list[MovedChoice]:
    known = {d["node"]["id"] for d in stored["decisions"]} if stored else set()
    return [d for d in decisions if d.id not in known]


def _mentions(
    writer: Writer, job: Job, line: MovedTask, stored: Row | None, known: set[str], leads: Mapping[str, str]
) -> list[dict[str, Any]]:
    here = {m["id"] for m in stored["mentions"]} if stored else set()
    rows = []
    for mention in (m for m in line.mentions if m.id not in here):
        if mention.stated not in known or mention.stated in job.erased:
            job.tell("SKIPPED_ERASED" if mention.stated in job.erased else "DANGLING", mention.id)
            continue
        properties = mention.properties() | {"workspace": writer.workspace, "record": line.id}
        rows.append({"entity": leads.get(mention.stated, mention.stated), "properties": properties})
    return rows


# -- what leads where


async def _tie(writer: Writer, job: Job, kind: str, lines: Sequence[Any], here: Mapping[str, Row]) -> None:
    """Joins rules to those they replaced, tasks to rules and records, corrections to rules, candidates to corrections."""
    ties: dict[str, list[dict[str, Any]]] = {
        name: [] for name in ("supersedes", "applied", "related", "gainsays", "promoted", "rests", "became")
    }
    for line in lines:
        row = here.get(line.id)
        for field, name in TIES[kind]:
            ties[name] += _ties(line.id, getattr(line, field), row[field] if row else (), often=name == "applied")
    if kind == "task":
        stored = {d["node"]["id"]: d["promoted"] for row in here.values() for d in row["decisions"]}
        for choice in (d for line in lines for d in line.decisions):
            ties["became"] += _ties(choice.id, choice.promoted, stored.get(choice.id, ()))
    if sent := sum(map(len, ties.values())):
        lost = sent - (await writer.one("work/import_ties", **ties))["joined"]
        if lost and not job.gone:
            job.tell("DANGLING", f"{lost} links of {kind}s")


TIES: dict[str, tuple[tuple[str, str], ...]] = {
    "rule": (("supersedes", "supersedes"),),
    "task": (("applied", "applied"), ("related", "related")),
    "correction": (("gainsays", "gainsays"), ("promoted", "promoted")),
    "candidate": (("corrections", "rests"),),
}


def _ties(source: str, told: Iterable[MovedTie], stored: Iterable[Row], *, often: bool = False) -> list[dict[str, Any]]:
    """What the file joins and nothing here does; a rule may be applied often, the rest is joined once."""
    known = {(tie["to"], normal(tie["recorded_at"]) if often else None) for tie in stored}
    return [
        {"source": source, "target": tie.to, "recorded_at": tie.recorded_at, "author": tie.author}
        for tie in told
        if (tie.to, tie.recorded_at if often else None) not in known
    ]


# -- how it went on


def _changes(writer: Writer, job: Job, line: Any, stored: Row) -> dict[str, Any] | None:
    """What only the file knows of how a thing that is here went on."""
    if isinstance(line, MovedTask):
        return _task_changes(writer, line, stored)
    if isinstance(line, MovedCandidate):
        return _candidate_changes(job, line, stored)
    return more_ends(line, stored) if isinstance(line, MovedRule | MovedCorrection) else None


def _task_changes(writer: Writer, line: MovedTask, stored: Row) -> dict[str, Any] | None:
    here = list(zip(normal(stored.get("said_at") or []), stored.get("said") or [], strict=True))
    told = list(zip(line.said_at or (), line.said or (), strict=True))
    said = here + [pair for pair in told if pair not in here]
    said.sort(key=lambda pair: pair[0])
    tags = sorted({*(stored.get("tags") or ()), *line.tags})
    changes: dict[str, Any] = {}
    if said != here:
        changes |= {"summary": said[-1][1], "said": [text for _, text in said], "said_at": [at for at, _ in said]}
    if tags != sorted(stored.get("tags") or ()):
        changes["tags"] = tags
    if changes:
        text = task_text(line.request, said[-1][1] if said else None)
        changes |= {**found_by(writer.workspace, text, *tags), "unembedded": True}
    if line.closed_at and not stored.get("closed_at"):
        changes |= {"state": "closed", "outcome": line.outcome, "closed_at": line.closed_at}
    return changes or None


def _candidate_changes(job: Job, line: MovedCandidate, stored: Row) -> dict[str, Any] | None:
    """A longer log of the same story goes on from what is here; of two stories the one of here stands, and that is told."""
    logged = line.logged()
    mine, told = ([tuple(row) for row in zip(*(normal(x[key]) for key in LOGGED), strict=True)] for x in (stored, logged))
    shorter = min(len(mine), len(told))
    if differing(line, stored) or mine[:shorter] != told[:shorter]:
        if not job.careful:
            job.tell("CANDIDATE_KNOWN", line.id)
        return None
    return logged if len(told) > len(mine) else None
