"""The work memory as lines of an export, each as it was known at the cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from graphmem.moving import rows
from graphmem.moving.instants import Cut, written
from graphmem.moving.rows import Line, Row
from graphmem.moving.work import SHARED

DECIDED = ("approved", "merged", "rejected")
PARTS = {"sources": "ref", "tools": "name", "artifacts": "location"}
LABELS = {"rule": "Rule", "task": "Task", "correction": "Correction", "candidate": "Candidate"}


def rule(row: Row, cut: Cut) -> Line:
    """A rule with its ends, and the rules that it replaced."""
    own = row["node"]
    told = rows.line(own, "id", "kind", "title", "rule", "why", "how", "tags", "scope_of", "candidate", "author")
    told |= rows.line(own, "uses", "used_at", "applied", "applied_at") | rows.times(own, cut)
    return told | _ties("supersedes", row["supersedes"], cut)


def task(row: Row, cut: Cut) -> Line:
    """A task as it stood: what was said, cited, used, made, decided and named by then."""
    own = row["node"]
    told = rows.line(own, "id", "title", "request", "tags", "agent", "session", "author") | rows.times(own, cut)
    told |= _said(own, cut) | _closed(own, cut)
    for part, key in PARTS.items():
        if found := [_part(p, key) for p in row[part] if p["edge"]["recorded_at"] <= cut.clock]:
            told[part] = sorted(found, key=lambda p: (p["recorded_at"], p["key"], p.get("note", "")))
    decisions = (d for d in row["decisions"] if d["node"]["seq"] <= cut.seq)
    if choices := [_choice(d, cut) for d in sorted(decisions, key=lambda d: (d["node"]["seq"], d["node"]["id"]))]:
        told["decisions"] = choices
    mentions = (m for m in row["mentions"] if m["seq"] <= cut.seq)
    if named := [_apart(told, _naming(m, cut)) for m in sorted(mentions, key=lambda m: str(m["id"]))]:
        told["mentions"] = named
    return told | _ties("applied", row["applied"], cut) | _ties("related", row["related"], cut)


def correction(row: Row, cut: Cut) -> Line:
    """A correction, and the rules that it leads to."""
    own = row["node"]
    told = rows.line(own, "id", "title", "task", "target", "wrong", "right", "why", "author") | rows.times(own, cut)
    return told | _ties("gainsays", row["gainsays"], cut) | _ties("promoted", row["promoted"], cut)


def candidate(row: Row, cut: Cut) -> Line:
    """A candidate as it stood: a decision that came later is left out."""
    own = row["node"]
    told = rows.line(own, "id", "rule", "why", "how", "tags", "origin", "written_by", "author", "seq", "recorded_at")
    columns = zip(own["log_state"], own["log_at"], own["log_by"], own["log_reason"], strict=True)
    log = [
        {"state": s, "at": written(at), "by": by, "reason": reason} for s, at, by, reason in columns if at <= cut.clock
    ]  # fmt: skip
    if decided := [entry for entry in log if entry["state"] in DECIDED]:
        told |= {"decided_by": decided[-1]["by"], "decided_at": decided[-1]["at"]}
        told |= rows.line(own, "rule_id") if own["decided_at"] <= cut.clock else {}
    return told | {"state": log[-1]["state"], "log": log} | _ties("corrections", row["corrections"], cut)


LINES: dict[str, Callable[[Row, Cut], Line]] = {"rule": rule, "task": task, "correction": correction, "candidate": candidate}


def _said(own: Row, cut: Cut) -> Line:
    pairs = zip(own.get("said") or (), own.get("said_at") or (), strict=True)
    said = [(text, at) for text, at in pairs if at <= cut.clock]
    if not said:
        return {}
    return {"summary": said[-1][0], "said": [text for text, _ in said], "said_at": [written(at) for _, at in said]}


def _closed(own: Row, cut: Cut) -> Line:
    if own.get("closed_at") is None or own["closed_at"] > cut.clock:
        return {"state": "open"}
    return {"state": "closed"} | rows.line(own, "outcome", "closed_at")


def _part(part: Mapping[str, Row], key: str) -> Line:
    node, edge = part["node"], part["edge"]
    own = {"key": node[key]} | rows.line(node, "type") | rows.line(edge, "held_up", "right", "note", "author", "recorded_at")
    return own | {"first": rows.line(node, "author", "seq", "recorded_at")}


def _choice(decision: Mapping[str, Any], cut: Cut) -> Line:
    own = rows.line(decision["node"], "id", "choice", "reasoning", "author", "seq", "recorded_at")
    return own | _ties("promoted", decision["promoted"], cut)


def _naming(mention: Row, cut: Cut) -> Line:
    return rows.line(mention, "id", "stated", "name", "author") | rows.times(mention, cut)


def _apart(own: Line, mention: Line) -> Line:
    """What a mention does not share with its task."""
    return {key: value for key, value in mention.items() if key not in SHARED or value != own.get(key)}


def _ties(name: str, ties: Iterable[Row], cut: Cut) -> Line:
    found = [rows.line(tie, "to", "recorded_at", "author") for tie in ties if tie["recorded_at"] <= cut.clock]
    return {name: sorted(found, key=lambda tie: (tie["recorded_at"], tie["to"]))} if found else {}
