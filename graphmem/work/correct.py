"""Corrections that come later, choices that become knowledge, and rules that somebody proposes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.embed.serving import Vectors
from graphmem.errors import NotFound
from graphmem.model.characters import whole
from graphmem.model.receipts import Receipt, Warned, WorkLine
from graphmem.model.records import Decision, EntityRef, Relation
from graphmem.model.times import shown_time
from graphmem.model.work import Correction
from graphmem.store import Reader, Writer
from graphmem.work.capture import correction_row, stored
from graphmem.work.stating import Checked, correction_of, correction_text, cut, derived, given, request_key
from graphmem.write.acts import Actor, Request, perform
from graphmem.write.remember import remember

MAX_RULE = 1_000  # characters: a rule is one instruction


async def correct(
    actor: Actor, on: str, wrong: str, right: str, why: str, *, gainsays: str | None, request_id: str | None, dry_run: bool
) -> Receipt:
    """Hangs a correction on a task or a choice; raises `NotFound`, or `Refused` where one of its texts is missing."""
    checked = Checked()
    told = correction_of(checked, Correction(wrong=wrong, right=right, why=why, gainsays=gainsays))
    checked.stop()
    target = whole(on)

    async def work(writer: Writer, begun: Mapping[str, Any], vectors: Vectors) -> Receipt:
        rows = await writer.rows("work/correctable", on=target, rules=[told["gainsays"]] if told["gainsays"] else [])
        if not rows:
            raise NotFound("task or decision", on)
        if told["gainsays"] and not rows[0]["rules"]:
            raise NotFound("rule", told["gainsays"])
        row = correction_row(writer, vectors, told, rows[0]["task"], target, 0, rows[0]["rules"])
        await writer.rows("work/store_corrections", rows=[row])
        id_ = row["properties"]["id"]
        return Receipt(id=id_, work=(WorkLine(id=id_, kind="correction"),))

    request = Request("correct", {"on": target, **told}, request_id, dry_run, said=checked.masked)
    return await stored(actor, request, [correction_text(told)], work)


async def promote(
    actor: Actor, decision: str, *, entities: Sequence[EntityRef | Mapping[str, Any]],
    relations: Sequence[Relation | Mapping[str, Any]], files: Sequence[str], session: str | None, dry_run: bool,
) -> Receipt:  # fmt: skip
    """Makes a record of a choice of a task, once; raises `NotFound`, or `Refused` as `remember` does."""
    id_ = whole(decision)

    async def look(reader: Reader) -> list[dict[str, Any]]:
        return await reader.rows("work/task_decision", id=id_)

    rows = await actor.store.read(look, workspace=actor.workspace, clocks=lambda clock, now: (clock, max(clock, now)))
    if not rows:
        raise NotFound("decision", decision)
    choice = rows[0]["decision"]
    record = Decision(
        decision=choice["choice"], reason=choice.get("reasoning"), entities=tuple(_made(EntityRef, entities)),
        relations=tuple(_made(Relation, relations)), files=tuple(files), request_id=f"promote {id_}",
    )  # fmt: skip
    receipt = await remember(
        actor.store, [record], workspace=actor.workspace, author=actor.who or actor.author, session=session, dry_run=dry_run
    )
    if dry_run or rows[0]["record"]:
        return receipt
    request = Request("promote", {"decision": id_, "record": receipt.records[0].id})

    async def link(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        await writer.rows("work/promote", decision=id_, record=receipt.records[0].id)
        return Receipt(id=receipt.records[0].id)

    await perform(actor, request, link)
    return receipt.model_copy(update={"id": receipt.records[0].id})


def _made(kind: Any, given_: Sequence[Any]) -> list[Any]:
    return [one if isinstance(one, kind) else kind.model_validate(one) for one in given_]


async def propose_rule(
    actor: Actor, rule: str, *, why: str | None, how: str | None, tags: Sequence[str], corrections: Sequence[str],
    request_id: str | None, dry_run: bool,
) -> Receipt:  # fmt: skip
    """Puts a rule into the review queue, where it does nothing; the same words again lead to the first proposal and its state."""
    checked = Checked()
    told: dict[str, Any] = {
        "rule": checked.needed(rule, "rule", MAX_RULE), "why": checked.text(why, "why", most=MAX_RULE),
        "how": checked.text(how, "how", most=MAX_RULE), "tags": checked.tags(tags),
    }  # fmt: skip
    checked.stop()
    named = cut(corrections)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        key = request_key(told["rule"])
        if found := await writer.rows("work/candidates", ids=None, key=key):
            writer.idle = True
            return _again(found[-1]["candidate"])
        id_ = derived("cnd", writer.workspace, key)
        if await writer.rows("read/moved_tombstones", ids=[id_], digests=[]):
            id_ = derived("cnd", writer.workspace, key, str(writer.seq))  # what was erased stays so; these words are stated anew
        row = candidate_row(writer, id_, "proposal", writer.author, named, told)
        await writer.rows("work/store_candidates", rows=[row])
        return Receipt(id=row["id"], work=(WorkLine(id=row["id"], kind="candidate"),))

    request = Request("propose_rule", {**told, "corrections": named}, request_id, dry_run, said=checked.masked)
    return await perform(actor, request, work)


def _again(candidate: Mapping[str, Any]) -> Receipt:
    """The receipt of what was proposed before: what a person decided about it stands."""
    state, id_ = candidate["state"], candidate["id"]
    by = f", {state} by {candidate['decided_by']} on {shown_time(candidate['decided_at'])}" if state != "pending" else ""
    message = f"these words were proposed before as {id_}{by}"
    return Receipt(
        id=id_, work=(WorkLine(id=id_, kind="candidate"),), warnings=(Warned(code="PROPOSED_BEFORE", message=message),)
    )


def candidate_row(
    writer: Writer, id_: str, origin: str, written_by: str, corrections: Sequence[str], told: Mapping[str, Any]
) -> dict[str, Any]:
    """A new candidate with the corrections that it rests on."""
    new = given(
        told, workspace=writer.workspace, state="pending", origin=origin, written_by=written_by, author=writer.author,
        key=request_key(told["rule"]), seq=writer.seq, recorded_at=writer.clock, log_state=["pending"], log_at=[writer.clock],
        log_by=[writer.author], log_reason=[""],
    )  # fmt: skip
    return {"id": id_, "new": new, "changes": {}, "corrections": list(corrections)}
