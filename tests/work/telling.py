"""Short ways to record corrected tasks in tests."""

from __future__ import annotations

from graphmem.workspace import Workspace

EURO = ("amounts in dollars", "write all amounts in euros", "the books are kept in euros")
EUROS = (
    EURO,
    ("the totals were in dollars", "write the amounts in euros", "the books are kept in euros"),
    ("dollar amounts in the table", "amounts are written in euros", "readers expect euros"),
)
ONE_OFF = ("the greeting said Bob", "the customer is called Bert", "he was offended")


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
