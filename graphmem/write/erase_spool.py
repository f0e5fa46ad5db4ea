"""Erasing what hooks left of conversations and nobody has taken in: those of an erased conversation go, of others the receipt warns."""

from __future__ import annotations

import asyncio

from graphmem.model.receipts import Receipt, Warned
from graphmem.spooled import Found, read, spool_folder
from graphmem.write.acts import Actor


async def erase_spool(actor: Actor, receipt: Receipt, conversation: str | None) -> Receipt:
    """The receipt of an erase with what it did to the messages that wait on this machine."""
    if receipt.dry_run:
        return receipt
    gone, rest = await asyncio.to_thread(_without, actor.workspace, conversation)
    counts = {**receipt.counts, **({"waiting_messages": gone} if gone else {})}
    if not rest:
        return receipt.model_copy(update={"counts": counts})
    message = f"what waits in the spool ({rest}) may say it too: take it in (`graphmem spool take`), then erase it once more"
    return receipt.model_copy(
        update={"counts": counts, "warnings": (*receipt.warnings, Warned(code="SPOOL_WAITS", message=message))}
    )


def _without(workspace: str, conversation: str | None) -> tuple[int, int]:
    """Removes what waits for the conversation; how many messages that were, and how many wait still."""
    waiting = [found for found in read(spool_folder())[0] if found[1].workspace in (workspace, None)]
    gone = [found for found in waiting if conversation is not None and _named(found) == conversation]
    for path, _ in gone:
        path.unlink(missing_ok=True)
    return len(gone), len(waiting) - len(gone)


def _named(found: Found) -> str:
    """The conversation of a message, spelled as it is stored."""
    return " ".join(found[1].conversation.split())
