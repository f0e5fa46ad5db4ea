"""Requests that come again: the first receipt is the answer, whatever happened since."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphmem.errors import Erased, RequestReused
from graphmem.model.receipts import Receipt
from graphmem.store import Writer
from graphmem.write.items import Item


def request_key(writer: Writer, request_id: str) -> str:
    """The key of a request: unique per workspace and author."""
    return "\x1f".join((writer.workspace, writer.author, request_id))


def request_row(writer: Writer, request_id: str, body: str, receipt: Receipt) -> dict[str, Any]:
    """The node that remembers a request with the receipt it got."""
    return {
        "key": request_key(writer, request_id), "workspace": writer.workspace, "author": writer.author, "request_id": request_id,
        "body": body, "receipt": receipt.model_dump_json(), "recorded_at": writer.clock, "seq": writer.seq,
    }  # fmt: skip


def replayed(item: Item, row: Mapping[str, Any]) -> Receipt:
    """The first receipt of a repeated item; raises `RequestReused` for another body and `Erased` for what is gone."""
    return first_receipt(str(item.request_id), item.body, row, item.index)


def first_receipt(request_id: str, body: str, row: Mapping[str, Any], index: int = 0) -> Receipt:
    """The receipt that the first request of this id got."""
    if row["erased"]:
        raise Erased(request_id)
    if row["body"] != body:
        raise RequestReused(request_id, index)
    return Receipt.model_validate({**json.loads(row["receipt"]), "replayed": True})
