"""Requests that come again: the first receipt is the answer, whatever happened since."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from graphmem.errors import Erased, RequestReused
from graphmem.model.receipts import Receipt
from graphmem.store import Writer
from graphmem.write.items import Item


def is_request_id(text: str) -> bool:
    """Whether the text can be a `request_id`: 1 to 200 printable characters."""
    return bool(text.strip()) and len(text) <= 200 and text.isprintable()


def request_key(writer: Writer, request_id: str, author: str | None = None) -> str:
    """The key of a request of the writer or of another author: unique per workspace and author."""
    return "\x1f".join((writer.workspace, author or writer.author, request_id))


def erased_id(author: str, request_id: str) -> str:
    """What stands for the `request_id` of an erased request: the same id again is known, and its text is gone."""
    return "sha256:" + hashlib.sha256("\x1f".join((author, request_id)).encode()).hexdigest()


def request_keys(writer: Writer, request_id: str) -> list[str]:
    """The keys that a request may have: its own, and the one it has after what it stored was erased."""
    return [request_key(writer, request_id), request_key(writer, erased_id(writer.author, request_id))]


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
