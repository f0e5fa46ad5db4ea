"""Short ways to record corrected tasks in tests."""

from __future__ import annotations

from typing import Any

from graphmem.model.answers.rules import CandidateLine
from graphmem.workspace import Workspace
from tests.stating import decision

EURO = ("amounts in dollars", "write all amounts in euros", "the books are kept in euros")
EUROS = (
    EURO,
    ("the totals were in dollars", "write the amounts in euros", "the books are kept in euros"),
    ("dollar amounts in the table", "amounts are written in euros", "readers expect euros"),
)
ONE_OFF = ("the greeting said Bob", "the customer is called Bert", "he was offended")

WHOLE = {
    "sources": [{"ref": "docs/money.md", "held_up": True}, {"ref": "wiki/old", "held_up": False, "note": "out of date"}],
    "tools": [{"name": "ruff", "right": True}, "sed"],
    "artifacts": [{"location": "reports/q3.md", "type": "report"}],
    "decisions": [{"choice": "round half up", "reasoning": "as the bank does"}],
    "corrections": [
        {"wrong": "amounts in dollars", "right": "write amounts in euros", "why": "the books are in euros"},
        {"wrong": "rounded up", "right": "round half to even", "why": "the auditor asks", "decision": "round half up"},
    ],
    "tags": ["Reports", "money "],
}


async def corrected(workspace: Workspace, request: str, *corrections: tuple[str, str, str], **more: object) -> str:
    """A task that was corrected like this; its id."""
    told = [dict(zip(("wrong", "right", "why"), c, strict=True)) for c in corrections]
    receipt = await workspace.record_task(request, "done", "partial", corrections=told, **more)  # type: ignore[arg-type]
    return receipt.id or ""


async def recurring(workspace: Workspace) -> str:
    """Two tasks with the same correction, consolidated; the id of the candidate."""
    await corrected(workspace, "write the March report", EUROS[0])
    await corrected(workspace, "write the April report", EUROS[1])
    (candidate,) = (await workspace.consolidate()).created
    return candidate


async def queue(workspace: Workspace) -> list[Any]:
    """The candidates by what they say and rest on, without ids and times, which are other ones in every workspace."""
    return [
        (c.rule, c.why, c.how, c.tags, c.scope, c.state, c.reason, c.origin, c.written_by, c.author, c.tasks, rests_on(c))
        for c in (await workspace.candidates(state=None)).candidates
    ]


def rests_on(candidate: CandidateLine) -> list[tuple[str, str, str]]:
    """What the corrections that a candidate is linked to say, in order."""
    return [(k.wrong, k.right, k.why) for k in candidate.corrections]


async def tell_work(workspace: Workspace) -> tuple[str, str]:
    """One of everything: a whole task that names an entity, a promoted choice, rules of which one replaced the other, a queue."""
    await workspace.remember(decision("ledger depends_on vault"))
    whole = await workspace.record_task(
        "write the `ledger` report", "wrote it", "partial", session="q3", request_id="w1", **WHOLE
    )
    await workspace.promote(
        whole.work[1].id, entities=[{"name": "ledger", "type": "code_component"}, {"name": "vault", "type": "code_component"}],
        relations=[{"source": "ledger", "target": "vault", "type": "depends_on", "reason": "it rounds there"}],
    )  # fmt: skip
    first = await workspace.approve(await recurring(workspace), reason="agreed")
    proposed = await workspace.propose_rule("Write every amount in euros and cents.", request_id="p1")
    second = await workspace.approve(proposed.id or "", replaces=[first.id or ""])
    await workspace.correct(whole.id or "", *ONE_OFF, gainsays=second.id)
    again = await corrected(workspace, "write the June report", EUROS[2], applied=[second.id], related=[whole.id])
    await workspace.consolidate()
    refused = await workspace.propose_rule("Answer in Esperanto.")
    await workspace.reject(refused.id or "", reason="nobody reads it")
    await workspace.propose_rule("Name the months in full.", tags=["reports"])
    return whole.id or "", again
