"""Erasing what hooks left of conversations and nobody has taken in: those of an erased conversation go, of others the receipt warns."""

from __future__ import annotations

import asyncio

from graphmem.model.receipts import Receipt, Warned
from graphmem.spooled import Found, read, spool_folder, unread
from graphmem.write.acts import Actor


async def erase_spool(actor: Actor, receipt: Receipt, conversation: str | None) -> Receipt:
    """The receipt of an erase with what it did to the messages that wait on this machine."""
    if receipt.dry_run:
        return receipt
    gone, told = await asyncio.to_thread(_without, actor.workspace, conversation)
    counts = {**receipt.counts, **({"waiting_messages": gone} if gone else {})}
    warned = (Warned(code="SPOOL_WAITS", message=message) for message in told)
    return receipt.model_copy(update={"counts": counts, "warnings": (*receipt.warnings, *warned)})


def _without(workspace: str, conversation: str | None) -> tuple[int, list[str]]:
    """Removes what waits for the conversation; how many messages that were, and what is to be said of the others."""
    folder = spool_folder()
    waiting = [found for found in read(folder)[0] if found[1].workspace in (workspace, None)]
    gone = [found for found in waiting if conversation is not None and _named(found) == conversation]
    for path, _ in gone:
        path.unlink(missing_ok=True)
    told = []
    if rest := len(waiting) - len(gone):
        told.append(
            f"what waits in the spool ({rest}) may say it too: take it in (`graphmem spool take`), then erase it once more"
        )
    if files := unread(folder):
        told.append(
            f"what lies in the spool and cannot be read ({files}) may say it too: look through {folder} and delete it there"
        )
    return len(gone), told


def _named(found: Found) -> str:
    """The conversation of a message, spelled as it is stored."""
    return " ".join(found[1].conversation.split())
