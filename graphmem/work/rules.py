"""The rules that hold, what may be pruned of them, and the queue of candidates that wait for a person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from graphmem.access.principal import OWN
from graphmem.clock import Instants
from graphmem.context.tokens import count_tokens
from graphmem.errors import InvalidArgument, WorkspaceNotFound
from graphmem.model.answers.rules import CANDIDATE_STATES, CandidateLine, Candidates, Pruning, RuleLine, Rules
from graphmem.model.times import shown_time
from graphmem.read.paging import check_limit
from graphmem.store import Reader, Store
from graphmem.work.stating import rule_line

SILENT = timedelta(days=90)  # a rule that was of no use for so long may be retired
ALIKE = {"static": 0.65, "bge": 0.85}  # cosine of two rules from which on they may be one


async def rules(store: Store, workspace: str, author: str, clocks: Instants, *, tags: Sequence[str] | None = None) -> Rules:
    """The rules of the workspace and those of the person who asks, at the instants asked."""
    wanted = None if tags is None else {" ".join(tag.casefold().split()) for tag in ((tags,) if isinstance(tags, str) else tags)}
    slot, kind = ("a", "static")
    if store.embedding is not None:
        slot = store.embedding.current.slot
        kind = "static" if store.embedding.current.name.startswith(("static", "wordllama")) else "bge"

    async def here(reader: Reader) -> tuple[Any, list[RuleLine], list[Pruning], dict[str, Any]]:
        rows = await reader.rows("work/rules")
        lines = [_line(row) for row in rows]
        overlaps = await reader.rows("work/rule_overlaps", slot=slot, least=ALIKE[kind]) if len(rows) > 1 else []
        again = await _repeated(reader, rows) if rows else {}
        pruning = [*_overlapping(overlaps), *_pruned(rows, again, reader.clocks.valid_at)]
        return reader.clocks, lines, pruning, (await reader.rows("work/consolidated"))[0]

    (at, lines, pruning, state), own = await asyncio.gather(
        store.read(here, workspace=workspace, clocks=clocks), _own(store, author, clocks)
    )
    shown = [line for line in (*lines, *own) if wanted is None or not line.tags or wanted & set(line.tags)]
    return Rules(
        as_of=at.as_of, valid_at=at.valid_at, rules=tuple(shown), tokens=sum(line.tokens for line in shown),
        budget=store.rules_budget, pruning=tuple(pruning), waiting=state["waiting"],
        consolidated_at=shown_time(state["at"]) if state["at"] else None, overdue=_overdue(store, state),
    )  # fmt: skip


async def _repeated(reader: Reader, rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The corrections that came again although a rule stands, for what became it or a rule that it replaced."""
    again: dict[str, list[tuple[int, str, datetime]]] = {}
    for n, row in enumerate(await reader.rows("work/corrected_again")):
        again.setdefault(row["rule"], []).append((n, row["correction"], row["at"]))
    if not again:
        return {}
    replaced: dict[str, list[str]] = {}
    for row in await reader.rows("work/successions", workspaces=[reader.workspace]):
        replaced.setdefault(row["source"], []).append(row["target"])
    found = {}
    for rule in (row["rule"] for row in rows):
        came = sorted(one for id_ in chain(rule["id"], replaced) for one in again.get(id_, ()) if one[2] > rule["recorded_at"])
        found[rule["id"]] = list(dict.fromkeys(correction for _, correction, _ in came))
    return found


def chain(rule: str, replaced: Mapping[str, Sequence[str]]) -> list[str]:
    """A rule and all that it replaced, one after the other, each once; also where somebody else's file made a ring of them."""
    found = {rule: None}
    for one in (open_ := [rule]):
        new = [old for old in replaced.get(one, ()) if old not in found]
        found |= dict.fromkeys(new)
        open_ += new
    return list(found)


async def _own(store: Store, author: str, clocks: Instants) -> list[RuleLine]:
    """The rules that go with the person."""

    async def there(reader: Reader) -> list[RuleLine]:
        return [_line(row) for row in await reader.rows("work/rules")]

    try:
        return await store.read(there, workspace=OWN + author, clocks=clocks)
    except WorkspaceNotFound:
        return []


async def count_uses(store: Store, workspace: str, author: str, found: Iterable[RuleLine]) -> None:
    """Counts that these rules were found relevant, each where it stands; nothing is asked of the store where there is none."""
    told = list(found)
    for place, scope in ((workspace, "workspace"), (OWN + author, "person")):
        if ids := sorted({rule.id for rule in told if rule.scope == scope}):  # in one order, so that no two wait for each other
            await store.look("work/count_uses", workspace=place, ids=ids)


def _line(row: Mapping[str, Any]) -> RuleLine:
    rule = row["rule"]
    return RuleLine(
        id=rule["id"], rule=rule["rule"], why=rule.get("why"), how=rule.get("how"), scope=rule["scope_of"],
        tags=tuple(rule.get("tags") or ()), approved_by=rule["author"], approved_at=shown_time(rule["recorded_at"]),
        corrections=tuple(row["corrections"]), tokens=count_tokens(rule_line(rule)), uses=rule.get("uses") or 0,
        used_at=shown_time(rule["used_at"]) if rule.get("used_at") else None, applied=rule.get("applied") or 0,
    )  # fmt: skip


# -- pruning: proposed here, decided by a person


def _overlapping(rows: Sequence[Mapping[str, Any]]) -> list[Pruning]:
    advice = "they say nearly the same: keep one, with `approve` into it or `retire_rule`"
    return [Pruning(kind="overlap", rules=(row["one"], row["other"]), advice=advice) for row in rows]


def _pruned(rows: Sequence[Mapping[str, Any]], again: Mapping[str, Sequence[str]], now: datetime) -> list[Pruning]:
    found: list[Pruning] = []
    for row in rows:
        rule = row["rule"]
        last = max(at for at in (rule["recorded_at"], rule.get("used_at"), rule.get("applied_at")) if at is not None)
        if now - last >= SILENT:
            advice = f"of no use since {shown_time(last)}: retire it"
            found.append(Pruning(kind="unused", rules=(rule["id"],), advice=advice))
        if row["gainsaid"]:
            advice = "corrections say that it is wrong: replace or retire it"
            found.append(Pruning(kind="contradicted", rules=(rule["id"],), advice=advice, corrections=tuple(row["gainsaid"])))
        if repeated := again.get(rule["id"]):
            advice = "the mistake came again although it stands: say it more plainly"
            found.append(Pruning(kind="repeated", rules=(rule["id"],), advice=advice, corrections=tuple(repeated)))
    return found


def _overdue(store: Store, state: Mapping[str, Any]) -> str | None:
    """How late the consolidation is, in words; None where nothing waits for it or it is not due."""
    if not store.consolidate_every or not state["since"]:
        return None
    told = f"{state['since']} corrections were not looked at"
    if state["at"] is None:
        return f"never consolidated, {told}"
    late = state["now"] - state["at"] - timedelta(hours=store.consolidate_every)
    return f"{told} for {round((state['now'] - state['at']).total_seconds() / 3600)} hours" if late >= timedelta() else None


# -- the review queue


async def candidates(reader: Reader, *, state: str | None = "pending", limit: int = 50) -> Candidates:
    """Candidates of a state, or of all, oldest first, each with the corrections it rests on."""
    check_limit(limit)
    if state is not None and state not in CANDIDATE_STATES:
        raise InvalidArgument("state", f"{state!r}: one of {', '.join(CANDIDATE_STATES)}")
    rows = await reader.rows("work/candidates", ids=None, key=None)
    lines = [_candidate(row, reader.clocks.as_of) for row in rows]
    fitting = [line for line in lines if state is None or line.state == state]
    return Candidates(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, candidates=tuple(fitting[:limit]), total=len(fitting)
    )


def _candidate(row: Mapping[str, Any], as_of: datetime) -> CandidateLine:
    """A candidate in the state that it had at `as_of`."""
    c = row["candidate"]
    log = [e for e in zip(c["log_state"], c["log_at"], c["log_by"], c["log_reason"], strict=True) if e[1] <= as_of]
    state, at, by, reason = log[-1]
    decided = state != "pending"
    return CandidateLine(
        id=c["id"], state=state, rule=c["rule"], why=c.get("why"), how=c.get("how"), tags=tuple(c.get("tags") or ()),
        scope=c.get("scope_of") or "workspace", origin=c["origin"], written_by=c["written_by"], author=c["author"],
        at=shown_time(c["recorded_at"]), decided_by=by if decided else None, decided_at=shown_time(at) if decided else None,
        reason=reason or None, rule_id=c.get("rule_id") if state in ("approved", "merged") else None,
        tasks=len({k["task"] for k in row["corrections"]}),
        corrections=tuple({**{n: v for n, v in k.items() if n != "task"}, "rules": ()} for k in row["corrections"]),
    )  # fmt: skip
