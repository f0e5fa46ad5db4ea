"""What a person decides: to approve a candidate as it is or in other words, to reject it, to retire a rule."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.access.principal import OWN
from graphmem.context.tokens import count_tokens
from graphmem.embed.serving import Vectors
from graphmem.errors import InvalidArgument, NotFound, Refusal, Refused, WorkspaceNotFound
from graphmem.model.characters import whole
from graphmem.model.receipts import EndedLine, Receipt, Warned, WorkLine
from graphmem.model.times import OPEN, shown_time
from graphmem.model.work import RuleScope
from graphmem.store import Reader, Writer
from graphmem.work.capture import stored
from graphmem.work.consolidate import logged
from graphmem.work.correct import MAX_RULE
from graphmem.work.stating import Checked, cut, derived, found_by, given, rule_line, rule_text, times_of, title_of
from graphmem.write.acts import Actor, Request, perform, reason_of, refused, store_act
from graphmem.write.card import _is_there
from graphmem.write.rows import Times


@dataclass(frozen=True, slots=True)
class Wanted:
    """A decision as asked: the words where they are edited, where the rule holds, and what it stands in for."""

    candidate: str
    rule: str | None
    why: str | None
    how: str | None
    scope: RuleScope
    tags: list[str] | None
    into: str | None
    replaces: list[str]
    reason: str | None

    def body(self) -> dict[str, Any]:
        return {key: getattr(self, key) for key in self.__slots__}

    def words(self, candidate: Mapping[str, Any]) -> dict[str, Any]:
        """The exact words that were approved: an empty `why` or `how` leaves out what the candidate says there."""
        return {
            "rule": self.rule or candidate["rule"], "why": (candidate.get("why") if self.why is None else self.why) or None,
            "how": (candidate.get("how") if self.how is None else self.how) or None,
            "tags": self.tags if self.tags is not None else candidate.get("tags") or [],
        }  # fmt: skip


async def approve(
    actor: Actor, candidate: str, *, rule: str | None, why: str | None, how: str | None, scope: RuleScope,
    tags: Sequence[str] | None, into: str | None, replaces: Sequence[str], reason: str | None, request_id: str | None,
    dry_run: bool,
) -> Receipt:  # fmt: skip
    """Makes a rule of a candidate; raises `NotAllowed` for an agent, `NotFound`, or `Refused` with what to do first."""
    actor.must_be_person("approving a rule")
    _check_scope(scope, into, replaces)
    checked = Checked()
    told = {key: checked.text(value, key, most=MAX_RULE) for key, value in (("rule", rule), ("why", why), ("how", how))}
    told |= {key: "" for key, value in (("why", why), ("how", how)) if value is not None and told[key] is None}
    wanted = Wanted(
        whole(candidate), **told, scope=scope, tags=None if tags is None else checked.tags(tags),
        into=whole(into) if into else None, replaces=cut(replaces), reason=reason_of(checked.masked, reason, required=False),
    )  # fmt: skip
    checked.stop()
    if wanted.into and wanted.replaces:
        raise refused("into", "GIVEN_TWICE", "a candidate is merged into one rule, or replaces some; not both")
    await asyncio.to_thread(count_tokens, "warm")  # the tokeniser is loaded before the lock is taken
    first, own = await _seen(actor, wanted.candidate), scope == "person"
    texts = [rule_text(wanted.words(first))] if first and not own else []
    asked = Request("approve", wanted.body(), request_id, dry_run, said=checked.masked)
    if own and first and first["state"] == "pending":
        _fits(await _own_rules(actor), wanted.words(first), actor.store.rules_budget)

    async def work(writer: Writer, begun: Mapping[str, Any], vectors: Vectors) -> Receipt:
        return await _Approval(actor, writer, wanted, vectors).run()

    receipt = await stored(actor, asked, texts, work)
    if not own or dry_run:
        return receipt
    return receipt.model_copy(update={"warnings": (*receipt.warnings, *(await _store_own(actor, wanted)))})


def _check_scope(scope: str, into: str | None, replaces: Sequence[str]) -> None:
    """Raises `InvalidArgument` for an unknown scope, and for what a rule that goes with a person cannot do."""
    if scope not in ("workspace", "person"):
        raise InvalidArgument("scope", f"{scope!r}: workspace or person")
    for name, given_ in (("into", into), ("replaces", replaces)):
        if scope == "person" and given_:
            raise InvalidArgument(
                name, "a rule that goes with you replaces none; approve without it, then `retire_rule` the other"
            )


async def _seen(actor: Actor, candidate: str) -> Mapping[str, Any] | None:
    """The candidate as it stands, outside the lock."""
    rows = await actor.store.look("work/candidates", workspace=actor.workspace, as_of=OPEN, ids=[candidate], key=None)
    return rows[0]["candidate"] if rows else None


async def _own_rules(actor: Actor) -> list[Mapping[str, Any]]:
    """The rules in force that go with the person."""

    async def standing(reader: Reader) -> list[Mapping[str, Any]]:
        return [row["rule"] for row in await reader.rows("work/rules")]

    try:
        return await actor.store.read(
            standing, workspace=OWN + actor.author, clocks=lambda clock, now: (clock, max(clock, now))
        )  # fmt: skip
    except WorkspaceNotFound:
        return []


def _own_id(actor: Actor, candidate: Mapping[str, Any], states: int) -> str:
    """The id of the rule that goes with the person and was, or will be, approved after so many states of the candidate."""
    return derived("rul", OWN + actor.author, candidate["id"], str(states))


async def _store_own(actor: Actor, wanted: Wanted) -> tuple[Warned, ...]:
    """Stores the rule that a person approved in the workspace that goes with them, once; what was erased there stays so.

    It comes after the decision, so that no rule is left of what was rejected meanwhile; what was cut off here is done by
    the same call again.
    """
    home, row = OWN + actor.author, await _seen(actor, wanted.candidate)
    if row is None or row["state"] != "approved" or row.get("rule_id") != (id_ := _own_id(actor, row, len(row["log_state"]) - 1)):
        return ()
    stands = await actor.store.look("work/rule_chain", workspace=home, ids=[id_])
    if stands or await actor.store.look("read/moved_tombstones", workspace=home, ids=[id_], digests=[]):
        return ()
    await _is_there(actor, home, False)
    words = wanted.words(row)

    async def work(writer: Writer, begun: Mapping[str, Any], vectors: Vectors) -> Receipt:
        await writer.rows("work/store_rule", rule=_rule(writer, id_, words, "person", row["id"], vectors), replaces=[])
        return Receipt(id=id_)

    at_home = Actor(actor.store, home, actor.author, actor.kind)
    return (await stored(at_home, Request("approve", {"candidate": wanted.candidate}), [rule_text(words)], work)).warnings


class _Approval:
    """The work of one approval under the lock: who comes second sees what was decided."""

    def __init__(self, actor: Actor, writer: Writer, wanted: Wanted, vectors: Vectors) -> None:
        self.actor, self.writer, self.wanted, self.vectors = actor, writer, wanted, vectors

    async def run(self) -> Receipt:
        writer, wanted = self.writer, self.wanted
        row = await _candidate(writer, wanted.candidate)
        candidate = row["candidate"]
        rule = str(candidate.get("rule_id") or "")
        named = sorted({*wanted.replaces, *([wanted.into] if wanted.into else []), *([rule] if rule else [])})
        chain = {r["rule"]["id"]: r for r in await writer.rows("work/rule_chain", ids=named)} if named else {}
        if candidate["state"] in ("approved", "merged"):
            return self._again(candidate, rule, chain)
        if candidate["state"] == "rejected":
            raise _decided(candidate)
        if wanted.scope == "person":
            own = _own_id(self.actor, candidate, len(candidate["log_state"]))
            return await self._decide(candidate, own, "approved", ())
        return await self._approved(candidate, chain)

    def _again(self, candidate: Mapping[str, Any], rule: str, chain: Mapping[str, Any]) -> Receipt:
        """One decision: the same again returns what it became; a ring of rules is refused with its links."""
        for other in self.wanted.replaces:
            newer = chain[rule]["newer"] if rule in chain else []
            if other == rule or other in newer:
                ring = " ← ".join([rule, *newer[: newer.index(other) + 1 if other in newer else 0], rule])
                raise refused("replaces", "RULE_LOOP", f"a rule cannot replace itself or what replaced it: {ring}")
        self.writer.idle = True
        by = f"{candidate['decided_by']} on {shown_time(candidate['decided_at'])}"
        warned = Warned(code="ALREADY_DECIDED", message=f"{candidate['state']} by {by}; that decision stands")
        return Receipt(id=rule, work=(WorkLine(id=rule, kind="rule"),), warnings=(warned,))

    async def _approved(self, candidate: Mapping[str, Any], chain: Mapping[str, Any]) -> Receipt:
        wanted, writer = self.wanted, self.writer
        old = [wanted.into] if wanted.into else wanted.replaces
        for id_ in old:
            if id_ not in chain or not Times.loaded(chain[id_]["rule"]).holds(writer.clock):
                raise NotFound("rule in force", id_)
        if wanted.into and wanted.rule is None:
            return await self._decide(candidate, wanted.into, "merged", ())
        words = wanted.words(candidate)
        await _within_budget(writer, words, old, self.actor.store.rules_budget)
        id_ = derived("rul", writer.workspace, candidate["id"], str(len(candidate["log_state"])))
        act = await store_act(writer, "replace_rules", wanted.reason, target=id_) if old else ""
        replaced = [{"id": o, "properties": _ended(writer, chain[o]["rule"], act, "superseded")} for o in old]
        rule = _rule(writer, id_, words, "workspace", candidate["id"], self.vectors)
        await writer.rows("work/store_rule", rule=rule, replaces=replaced)
        return await self._decide(candidate, id_, "merged" if wanted.into else "approved", old)

    async def _decide(self, candidate: Mapping[str, Any], rule: str, state: str, ended: Sequence[str]) -> Receipt:
        writer = self.writer
        changes = logged(
            writer, candidate, state, self.wanted.reason, decided_by=writer.author, decided_at=writer.clock, rule_id=rule
        )
        row = await writer.one("work/decide", id=candidate["id"], changes=changes, rule=rule)
        return Receipt(
            id=rule, work=(WorkLine(id=rule, kind="rule"), WorkLine(id=candidate["id"], kind="candidate")),
            ended=tuple(EndedLine(record=id_, reason="superseded") for id_ in ended), counts={"promoted": row["promoted"]},
        )  # fmt: skip


def _rule(writer: Writer, id_: str, words: Mapping[str, Any], scope: str, candidate: str, vectors: Vectors) -> dict[str, Any]:
    text = rule_text(words)
    return given(
        words, id=id_, workspace=writer.workspace, title=title_of(words["rule"]), scope_of=scope, candidate=candidate,
        author=writer.author, kind="rule", **times_of(writer).properties(),
        **found_by(writer.workspace, text, *words["tags"]), **vectors.of(text),
    )  # fmt: skip


async def _within_budget(writer: Writer, words: Mapping[str, Any], replaced: Sequence[str], budget: int) -> None:
    """Refuses a rule that does not fit beside the standing ones, without those that it replaces."""
    _fits([row["rule"] for row in await writer.rows("work/rules") if row["rule"]["id"] not in replaced], words, budget)


def _fits(rows: Sequence[Mapping[str, Any]], words: Mapping[str, Any], budget: int) -> None:
    """Refuses a rule that the budget has no room for beside these, and says which of them did least."""
    spent = sum(count_tokens(rule_line(row)) for row in rows)
    cost = count_tokens(rule_line(words))
    if spent + cost <= budget:
        return
    least = sorted(rows, key=lambda r: ((r.get("uses") or 0) + (r.get("applied") or 0), r["seq"]))[:5]
    told = ", ".join(f"{r['id']} ({title_of(r['rule'])[:60]!r})" for r in least) or "none stands yet"
    message = f"rules may cost {budget:,} tokens; {spent:,} are spent and this one takes {cost:,}. Merge or retire first: {told}"
    raise refused("candidate", "RULES_BUDGET", message)


async def reject(actor: Actor, candidate: str, *, reason: str, request_id: str | None, dry_run: bool) -> Receipt:
    """Takes a candidate out of the queue until new evidence comes; raises `NotAllowed` for an agent."""
    actor.must_be_person("rejecting a rule")
    checked = Checked()
    why = reason_of(checked.masked, reason)
    id_ = whole(candidate)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        found = (await _candidate(writer, id_))["candidate"]
        line = (WorkLine(id=id_, kind="candidate"),)
        if found["state"] == "rejected":
            writer.idle = True
            by = f"{found['decided_by']} on {shown_time(found['decided_at'])}"
            return Receipt(id=id_, work=line, warnings=(Warned(code="ALREADY_DECIDED", message=f"rejected by {by}"),))
        if found["state"] != "pending":
            raise _decided(found)
        changes = logged(writer, found, "rejected", why, decided_by=writer.author, decided_at=writer.clock)
        await writer.rows("work/decide", id=id_, changes=changes, rule="")
        return Receipt(id=id_, work=line)

    return await perform(
        actor, Request("reject", {"candidate": id_, "reason": why}, request_id, dry_run, said=checked.masked), work
    )


async def retire_rule(actor: Actor, rule: str, *, reason: str, request_id: str | None, dry_run: bool) -> Receipt:
    """Ends a rule of the workspace or of the person; it stays readable as of its days. Raises `NotAllowed` for an agent."""
    actor.must_be_person("retiring a rule")
    checked = Checked()
    why, id_ = reason_of(checked.masked, reason), whole(rule)
    home = await _home(actor, id_)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        rows = await writer.rows("work/rule_chain", ids=[id_])
        if not rows:
            raise NotFound("rule", rule)
        if not Times.loaded(rows[0]["rule"]).holds(writer.clock):
            raise refused("rule", "RULE_ENDED", f"{id_} has ended")
        act = await store_act(writer, "retire_rule", why, target=id_)
        properties = _ended(writer, rows[0]["rule"], act, "retired")
        await writer.rows("work/end_rules", rows=[{"id": id_, "properties": properties}])
        return Receipt(id=id_, work=(WorkLine(id=id_, kind="rule"),), ended=(EndedLine(record=id_, reason="retired"),))

    request = Request("retire_rule", {"rule": id_, "reason": why}, request_id, dry_run, said=checked.masked)
    return await perform(home, request, work)


async def _home(actor: Actor, rule: str) -> Actor:
    """Where the rule lies: here, or with the person."""
    if await actor.store.look("work/rule_chain", workspace=OWN + actor.author, ids=[rule]):
        return Actor(actor.store, OWN + actor.author, actor.author, actor.kind)
    return actor


def _ended(writer: Writer, row: Mapping[str, Any], act: str, how: str) -> dict[str, Any]:
    times = Times.loaded(row)
    times.end(writer.clock, writer.clock, act, how, writer.author)
    return {**times.properties(), "ended_at": writer.clock}


async def _candidate(writer: Writer, id_: str) -> Mapping[str, Any]:
    rows = await writer.rows("work/candidates", ids=[id_], key=None)
    if not rows:
        raise NotFound("candidate", id_)
    return rows[0]


def _decided(candidate: Mapping[str, Any]) -> Refused:
    by = f"{candidate['decided_by']} on {shown_time(candidate['decided_at'])}"
    message = f"{candidate['id']} was {candidate['state']} by {by}; that decision stands until new corrections join it"
    return Refused([Refusal(0, "candidate", "CANDIDATE_DECIDED", message)])
