"""Erasing what was written to disk: the wikis of the workspace that this machine knows of; they can be made anew from what is left."""

from __future__ import annotations

import asyncio

from graphmem.model.receipts import Receipt, Warned
from graphmem.wiki.registry import discard_all
from graphmem.write.acts import Actor

MOST_NAMED = 20  # files that one receipt names


async def erase_wikis(actor: Actor, receipt: Receipt) -> Receipt:
    """The receipt of an erase with what it did to the wikis: whole wikis go, for pages tell of their neighbours."""
    registry = actor.store.wikis
    if registry is None or receipt.dry_run:
        return receipt
    change = await asyncio.to_thread(discard_all, registry, actor.workspace)
    counts = {**receipt.counts, **({"wiki_pages": len(change.removed)} if change.removed else {})}
    if not change.left:
        return receipt.model_copy(update={"counts": counts})
    named = ", ".join(change.left[:MOST_NAMED])
    message = f"{len(change.left)} files of wikis were changed by somebody else and are left; look through them: {named}"
    return receipt.model_copy(
        update={"counts": counts, "warnings": (*receipt.warnings, Warned(code="WIKI_LEFT", message=message))}
    )
