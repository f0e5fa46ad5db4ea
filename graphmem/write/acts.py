"""What every act but `remember` shares: one transaction, one `request_id`, a stored act, a receipt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graphmem.authors import Author
from graphmem.errors import NotAllowed, Refusal, Refused
from graphmem.model import ontology as o
from graphmem.model.receipts import Receipt
from graphmem.model.times import shown_time
from graphmem.store import Store, Writer
from graphmem.write.filling import fill
from graphmem.write.items import new_id
from graphmem.write.masking import Masked
from graphmem.write.replay import first_receipt, is_request_id, request_keys, request_row

ActorKind = Literal["person", "agent"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, where: every act is by one author in one workspace; a person may do what an agent may not."""

    store: Store
    workspace: str
    author: str
    kind: ActorKind = "person"
    who: Author | None = None
    """The author with what had to be masked and dropped of the name."""

    def must_be_person(self, act: str) -> None:
        """Raises `NotAllowed` for an agent."""
        if self.kind != "person":
            raise NotAllowed(f"{act} needs a person; an agent may propose it. Nothing was changed.")


@dataclass(slots=True)
class Request:
    """One act as asked: its name, its arguments after masking, and what its work needs to look up."""

    act: str
    body: Mapping[str, Any]
    request_id: str | None = None
    dry_run: bool = False
    lookups: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    said: Masked = field(default_factory=Masked)

    def fingerprint(self) -> str:
        text = json.dumps({"act": self.act, **self.body}, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    def check(self, actor: Actor) -> None:
        """Takes in what was masked of the author, and masks the `request_id`; raises `Refused` for one that is none."""
        if actor.who:
            self.said.redactions += actor.who.redactions
            self.said.warnings += actor.who.warnings
        if self.request_id is not None:
            if not is_request_id(self.request_id):
                raise refused("request_id", "INVALID_FIELD", "a request_id is 1 to 200 printable characters")
            self.request_id = self.said.secret(self.request_id, "request_id")

    async def begin(self, writer: Writer) -> tuple[Mapping[str, Any], Receipt | None]:
        """Takes the lock and reads what the work stands on; the first receipt, where the request came before."""
        keys = request_keys(writer, self.request_id) if self.request_id else []
        begun = await writer.begin(lookups=self.lookups, ids=self.ids, requests=keys)
        if not begun["replays"]:
            return begun, None
        writer.idle = True
        return begun, first_receipt(str(self.request_id), self.fingerprint(), begun["replays"][0])

    async def remembered(self, writer: Writer, receipt: Receipt) -> Receipt:
        """The receipt with what masking had to say, stored beside the `request_id` if there is one."""
        whole = receipt.model_copy(
            update={
                "recorded_at": shown_time(writer.clock),
                "redactions": tuple(self.said.redactions),
                "warnings": (*self.said.warnings, *receipt.warnings),
            }
        )
        if self.request_id:
            row = request_row(writer, self.request_id, self.fingerprint(), whole)
            await writer.rows("write/request", request=row)
        return whole


Work = Callable[[Writer, Mapping[str, Any]], Awaitable[Receipt]]
Batch = Callable[[Writer], Awaitable[tuple[Receipt, bool]]]


async def perform(actor: Actor, request: Request, work: Work) -> Receipt:
    """Runs `work` in one transaction under the lock of the workspace; a repeated request gets its first receipt."""
    request.check(actor)
    untold: set[str] = set()

    async def transaction(writer: Writer) -> Receipt:
        begun, first = await request.begin(writer)
        receipt = first or await request.remembered(writer, await work(writer, begun))
        untold.update(writer.untold)
        return receipt

    receipt = await actor.store.write(transaction, workspace=actor.workspace, author=actor.author, dry_run=request.dry_run)
    warned = () if request.dry_run else await fill(actor.store, actor.workspace, untold)
    return receipt.model_copy(update={"dry_run": request.dry_run, "warnings": (*receipt.warnings, *warned)})


async def perform_job(actor: Actor, request: Request, batch: Batch, together: Callable[[list[Receipt]], Receipt]) -> Receipt:
    """Runs `batch`, which says whether more is left, in one transaction after another; a stopped job is simply run again.

    The request is remembered with the last transaction; a dry run does all of it in one, which is undone.
    """
    request.check(actor)
    done: list[Receipt] = []
    untold: set[str] = set()

    async def transaction(writer: Writer) -> tuple[Receipt, bool]:
        _, first = await request.begin(writer)
        if first is not None:
            return first, False
        receipts, more = [*done], True
        while more and (request.dry_run or len(receipts) == len(done)):
            receipt, more = await batch(writer)
            receipts.append(receipt)
            untold.update(writer.untold)
        return (receipts[-1], True) if more else (await request.remembered(writer, together(receipts)), False)

    more = True
    while more:
        part, more = await actor.store.write(
            transaction, workspace=actor.workspace, author=actor.author, dry_run=request.dry_run
        )  # fmt: skip
        done.append(part)
    warned = () if request.dry_run else await fill(actor.store, actor.workspace, untold)
    return done[-1].model_copy(update={"dry_run": request.dry_run, "warnings": (*done[-1].warnings, *warned)})


async def store_act(writer: Writer, kind: str, reason: str | None, **more: Any) -> str:
    """Stores who did what and why; returns the id by which ends name the act."""
    act = {
        "id": new_id("act"),
        "workspace": writer.workspace,
        "kind": kind,
        "author": writer.author,
        "reason": reason,
        "seq": writer.seq,
        "recorded_at": writer.clock,
        **more,
    }
    await writer.rows("write/act", act={k: v for k, v in act.items() if v is not None})
    return str(act["id"])


def reason_of(masked: Masked, reason: str | None, *, required: bool = True) -> str | None:
    """The reason of an act, cleaned and masked; raises `Refused` where one is needed and none is given."""
    text = (masked.optional(reason, "reason") or "").strip() or None
    if required and text is None:
        raise refused("reason", "NO_REASON", "say why: what ends or changes keeps its reason")
    if text and len(text) > o.MAX_REASON:
        raise refused("reason", "TOO_LONG", f"{len(text):,} characters given, at most {o.MAX_REASON:,} are taken")
    return text


def refused(path: str, code: str, message: str) -> Refused:
    """One broken rule of an act."""
    return Refused([Refusal(0, path, code, message)])
