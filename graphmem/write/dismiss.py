"""Dismiss and undismiss: a person says that a line of the radar needs no attention, or that it does after all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.errors import NotFound
from graphmem.model.characters import whole
from graphmem.model.radar_keys import RadarKey, parse_radar_key
from graphmem.model.receipts import Receipt
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, reason_of
from graphmem.write.items import new_id
from graphmem.write.masking import Masked


async def dismiss(
    actor: Actor, key: str, *, reason: str | None = None, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Hides a line of the radar until a newer record names the thing; raises `NotFound` for a key that no line can have."""
    line = _line(key)
    masked = Masked()
    text = reason_of(masked, reason, required=False)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        if not await writer.rows("write/dismissable", kind=line.kind, one=line.one, other=line.other):
            raise NotFound("radar line", key)
        node = {
            "id": new_id("dsm"), "workspace": writer.workspace, "key": str(line), "kind": line.kind, "one": line.one,
            "other": line.other, "author": writer.author, "reason": text, "seq": writer.seq, "recorded_at": writer.clock,
        }  # fmt: skip
        rows = await writer.rows("write/dismiss", dismissal={k: v for k, v in node.items() if v is not None})
        return Receipt(id=rows[0]["id"])

    body = {"key": str(line), "reason": text}
    return await perform(actor, Request("dismiss", body, request_id, dry_run, said=masked), work)


async def undismiss(
    actor: Actor, key: str, *, reason: str | None = None, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Shows a dismissed line again from now on; raises `NotFound` when no dismissal of this key stands."""
    line = _line(key)
    masked = Masked()
    text = reason_of(masked, reason, required=False)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        rows = await writer.rows("write/undismiss", key=str(line), reason=text)
        if not rows:
            raise NotFound("dismissal of", key)
        return Receipt(id=rows[-1]["id"])

    body = {"key": str(line), "reason": text}
    return await perform(actor, Request("undismiss", body, request_id, dry_run, said=masked), work)


def _line(key: str) -> RadarKey:
    line = parse_radar_key(whole(key))
    if line is None:
        raise NotFound("radar line", key)
    return line
