"""The acts that agents may do: state, describe, end, take back an end, dismiss. What needs a person is not among them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from graphmem.model.receipts import Receipt
from graphmem.tools.arguments import DryRun, Name, OfWorkspace, Reason, RequestId
from graphmem.tools.pages import Place, Told
from graphmem.tools.stating import EntityFields, Remember
from graphmem.tools.telling.ingested import cancelled, ingested
from graphmem.tools.telling.receipt import receipt
from graphmem.tools.tool import Tool
from graphmem.tools.toolbox import Room


class Describe(OfWorkspace):
    """What is said of one entity."""

    name: Name
    description: str | None = Field(None, description="What it is, in a sentence or two.")
    fields: EntityFields | None = Field(None, description="Fields of its type.")
    unset: list[str] = Field(default_factory=list, description="Fields, or `description`, that hold no longer.")
    request_id: RequestId = None
    dry_run: DryRun = False


class Forget(OfWorkspace):
    """One record, or one document, to end."""

    record: str | None = Field(None, description="The id of a record (rec_…).")
    document: str | None = Field(None, description="In its place: an ingested document, by its name or id (doc_…).")
    reason: Reason
    never_held: bool = Field(False, description="It was never true, instead of true until now.")
    request_id: RequestId = None
    dry_run: DryRun = False


class Reinstate(OfWorkspace):
    """What ended by mistake."""

    id: Annotated[str, Field(description="The id of the record (rec_…) or relation (rel_…) that ended by mistake.")]
    reason: Reason
    request_id: RequestId = None
    dry_run: DryRun = False


class Ingest(OfWorkspace):
    """Documents to take in."""

    path: str = Field(description="A folder or file below the folder that GRAPHMEM_INGEST_ROOT names.")
    source: str | None = Field(None, description="What the source is called; by default its folder.")
    wait: bool = Field(True, description="False for many documents: the job is told at once, and `ingests` says how far it is.")


class CancelIngest(OfWorkspace):
    """An ingest that is to stop."""

    job: str = Field(description="The id of the ingest (job_…), as `ingest` and `ingests` tell it.")


class Dismiss(OfWorkspace):
    """One line of the radar."""

    key: str = Field(description="The key of the line, as the radar shows it.")
    reason: Reason
    request_id: RequestId = None
    dry_run: DryRun = False


async def _remember(room: Room, asked: Remember, _: Place) -> Told:
    workspace = await room.workspace(asked.workspace, asked.session)
    return _told(await workspace.remember(asked.given("workspace", "session", "dry_run"), dry_run=asked.dry_run))


async def _describe(room: Room, asked: Describe, _: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return _told(await workspace.describe(**asked.given("workspace")))


async def _forget(room: Room, asked: Forget, _: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return _told(await workspace.forget(**asked.given("workspace")))


async def _reinstate(room: Room, asked: Reinstate, _: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return _told(await workspace.reinstate(**asked.given("workspace")))


async def _ingest(room: Room, asked: Ingest, _: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return ingested(await workspace.ingest(asked.path, source=asked.source, wait=asked.wait))


async def _cancel_ingest(room: Room, asked: CancelIngest, _: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return cancelled(await workspace.cancel_ingest(asked.job))


async def _dismiss(room: Room, asked: Dismiss, _: Place) -> Told:
    workspace = await room.workspace(asked.workspace)
    return _told(await workspace.dismiss(**asked.given("workspace")))


def _told(found: Receipt) -> Told:
    return receipt(found)


_LINK = {"source": "api", "type": "depends_on", "target": "auth", "reason": "every call is checked there"}
_THINGS = [{"name": "api", "type": "code_component"}, {"name": "auth", "type": "code_component"}]

ACTS = (
    Tool(
        "remember",
        "Store one piece of knowledge as soon as it is worth keeping: a decision with its reason, a problem found or solved, a "
        "change, a requirement, a definition, a question. Name the things it is about and how they relate, each link with its "
        "reason. If it replaces or corrects something recorded earlier, say so in supersedes or corrects; if it fixes a problem, "
        "add a `solves` relation to that problem. The receipt names the ids to use later.",
        Remember,
        _remember,
        {"kind": "decision", "decision": "The api asks auth", "entities": _THINGS, "relations": [_LINK]},
        acts=True,
    ),
    Tool(
        "describe",
        "Say what one thing is, or set its fields, where no record is worth it. What was said before stays in the past.",
        Describe,
        _describe,
        {"name": "api", "description": "The door for clients."},
        acts=True,
    ),
    Tool(
        "forget",
        "End one record that no longer holds and that nothing replaces. If something replaces it, use remember with supersedes. "
        "Nothing is deleted; reinstate undoes it. With `document` in its place, all that an ingested document alone says ends, and later "
        "ingests leave it out.",
        Forget,
        _forget,
        {"record": "rec_0123456789abcdef", "reason": "the service was switched off"},
        acts=True,
    ),
    Tool(
        "reinstate",
        "Undo what ended a record or a relation by mistake.",
        Reinstate,
        _reinstate,
        {"id": "rec_0123456789abcdef", "reason": "it still holds"},
        acts=True,
    ),
    Tool(
        "ingest",
        "Take in a folder of notes or documents that a person asked you to: its text in chunks, and what it states as things and links. "
        "Run again, only what changed is done.",
        Ingest,
        _ingest,
        {"path": "docs"},
        acts=True,
    ),
    Tool(
        "cancel_ingest",
        "Stop an ingest that still runs, after the document in hand. What it stored stays; the same ingest begun again goes on from there.",
        CancelIngest,
        _cancel_ingest,
        {"job": "job_0123456789abcdef"},
        acts=True,
    ),
    Tool(
        "dismiss",
        "Hide one line of the radar that needs no work; it comes back when a newer record names the thing.",
        Dismiss,
        _dismiss,
        {"key": "silent:ent_0123456789abcdef", "reason": "quiet by design"},
        acts=True,
    ),
)
