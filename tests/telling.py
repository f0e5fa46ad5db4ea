"""A workspace that holds one of everything that can happen to a statement, for the tests of moving and of the doctor."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.model.records import EntityRef
from graphmem.workspace import Workspace
from tests.stating import change, decision, found, solved


@dataclass(frozen=True, slots=True)
class Told:
    """The ids that a test needs to go on."""

    superseded: str
    reinstated: str
    erased: str
    standing: str
    undone: str


async def tell_everything(workspace: Workspace) -> Told:
    """A supersede chain, ends of every sort, one undone, aliases, merges, a removal, an erasure, requests, edits by hand."""
    w = workspace
    first = await w.remember(
        decision("api depends_on auth", "api depends_on cache", files=["src/api.py:1-9@1a2b3c4"], request_id="r1")
    )
    second = await w.remember(
        decision("api depends_on auth", supersedes=[first.records[0].id], valid_from="2026-10", carries=True)
    )
    await w.remember(decision("api depends_on tokens", supersedes=[second.records[0].id], request_id="r2"))
    ended = await w.remember(change("worker depends_on queue", "worker implements job", valid_from="2026-09-01"))
    await w.forget(ended.records[0].id, reason="it is gone", request_id="f1")
    await w.reinstate(ended.records[0].id, reason="it is not")
    await w.remember(decision("search depends_on index", valid_from="2024", valid_to="2026-02-03"))
    await w.remember(decision("ledger depends_on gate", "ledger depends_on vault"))
    await w.remember(decision("gate conflicts_with ledger"))
    wrong = await w.remember(decision("worker depends_on mailer"))
    await w.remember(decision("worker depends_on postbox", corrects=[wrong.records[0].id]))
    await w.remember(change("job related_to queue", retires=[{"entity": "vault"}], on_behalf_of="ben"))
    await w.remember(found("queue fills up", "queue fills up caused_by worker", description="every night"))
    await w.remember(solved("job solves queue fills up"))
    names = (
        EntityRef(name="Nightjar", type="technology", aliases=("NJ", "night jar")),
        EntityRef(name="api", type="code_component"),
    )
    await w.remember(decision("api depends_on Nightjar").model_copy(update={"entities": names}))
    await w.remember(change("operator depends_on Operators", "operator depends_on NJ", types={"NJ": "technology"}))
    standing = await w.merge("postbox", "mailer", reason="two names of one thing")
    undone = await w.merge("index", "queue", reason="a guess")
    await w.remember(decision("index depends_on disk"))
    await w.unmerge(undone.id or "", reason="a wrong guess")
    await w.merge("gate", "vault", reason="one building")
    await w.mark_different("search", "index", reason="one reads the other")
    await w.describe("queue", description="where jobs wait", fields={"owner": "ana"})
    await w.describe("queue", unset=["owner"])
    await w.retype("disk", "technology", reason="it is no component of ours")
    silent = (await w.entity("search")).entity.id
    await w.dismiss(f"silent:{silent}", reason="it is quiet by design")
    await w.card("project", "Tests come first.", reason="we agreed")
    await w.card("project", "Tests come first. One door to the queue.")
    gone = await w.remember(decision("secret plan depends_on api", request_id="e1"))
    return Told(first.records[0].id, ended.records[0].id, gone.records[0].id, standing.id or "", undone.id or "")
