"""What every act but `remember` shares: one transaction, one `request_id`, a stored act, a receipt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graphmem.errors import NotAllowed, Refusal, Refused
from graphmem.model import ontology as o
from graphmem.model.receipts import Receipt, RedactionLine
from graphmem.model.times import shown_time
from graphmem.store import Store, Writer
from graphmem.write.items import new_id
from graphmem.write.masking import Masked
from graphmem.write.replay import first_receipt, request_key, request_row

ActorKind = Literal["person", "agent"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, where: every act is by one author in one workspace; a person may do what an agent may not."""

    store: Store
    workspace: str
    author: str
    kind: ActorKind = "person"

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
    redactions: tuple[RedactionLine, ...] = ()

    def fingerprint(self) -> str:
        text = json.dumps({"act": self.act, **self.body}, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()


Work = Callable[[Writer, Mapping[str, Any]], Awaitable[Receipt]]


async def perform(actor: Actor, request: Request, work: Work) -> Receipt:
    """Runs `work` in one transaction under the lock of the workspace; a repeated request gets its first receipt."""
    _check_request_id(request.request_id)

    async def transaction(writer: Writer) -> Receipt:
        keys = [request_key(writer, request.request_id)] if request.request_id else []
        begun = await writer.begin(lookups=request.lookups, ids=request.ids, requests=keys)
        if begun["replays"]:
            return first_receipt(str(request.request_id), request.fingerprint(), begun["replays"][0])
        receipt = await work(writer, begun)
        receipt = receipt.model_copy(update={"recorded_at": shown_time(writer.clock), "redactions": request.redactions})
        if request.request_id:
            row = request_row(writer, request.request_id, request.fingerprint(), receipt)
            await writer.rows("write/request", request=row)
        return receipt

    receipt = await actor.store.write(transaction, workspace=actor.workspace, author=actor.author, dry_run=request.dry_run)
    return receipt.model_copy(update={"dry_run": request.dry_run})


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


def masked_reason(reason: str | None, *, required: bool) -> tuple[str | None, tuple[RedactionLine, ...]]:
    """The reason of an act, cleaned and masked; raises `Refused` where one is needed and none is given."""
    masked = Masked()
    text = (masked.optional(reason, "reason") or "").strip() or None
    if required and text is None:
        raise refused("reason", "NO_REASON", "say why: what ends or changes keeps its reason")
    if text and len(text) > o.MAX_REASON:
        raise refused("reason", "TOO_LONG", f"{len(text):,} characters given, at most {o.MAX_REASON:,} are taken")
    return text, tuple(masked.redactions)


def refused(path: str, code: str, message: str) -> Refused:
    """One broken rule of an act."""
    return Refused([Refusal(0, path, code, message)])


def _check_request_id(request_id: str | None) -> None:
    if request_id is not None and not (request_id.strip() and len(request_id) <= 200 and request_id.isprintable()):
        raise refused("request_id", "INVALID_FIELD", "a request_id is 1 to 200 printable characters")
