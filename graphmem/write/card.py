"""Card: a person writes how they work, or how this project works. Every version stays readable as of its day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.errors import InvalidArgument
from graphmem.model.answers.cards import CARD_KINDS, CardKind
from graphmem.model.receipts import Receipt
from graphmem.read.cards import card_home
from graphmem.store import Writer
from graphmem.write.acts import Actor, Request, perform, reason_of, refused
from graphmem.write.items import new_id
from graphmem.write.masking import Masked

MAX_CARD = 8_000  # characters: a card opens every context, so it must leave room for the rest


async def card(
    actor: Actor, kind: CardKind, text: str, *, reason: str | None = None, version: int | None = None,
    request_id: str | None = None, dry_run: bool = False,
) -> Receipt:  # fmt: skip
    """Stores a new version of a card; an empty text empties it.

    Raises `NotAllowed` for an agent, `InvalidArgument` for another kind, `Refused` for a text that is too long, and where the
    newest version is no longer the `version` that was read.
    """
    actor.must_be_person("editing a card")
    if kind not in CARD_KINDS:
        raise InvalidArgument("kind", f"{kind!r}: one of {', '.join(CARD_KINDS)}")
    masked = Masked()
    said, why = masked.text(text, "text").strip(), reason_of(masked, reason, required=False)
    if len(said) > MAX_CARD:
        raise refused("text", "TOO_LONG", f"{len(said):,} characters given, at most {MAX_CARD:,} are taken")
    home = card_home(kind, actor.workspace, actor.author)
    if home != actor.workspace and not await _is_there(actor, home, dry_run):
        return Receipt(redactions=tuple(masked.redactions), warnings=tuple(masked.warnings), dry_run=True)

    async def work(writer: Writer, begun: Mapping[str, Any]) -> Receipt:
        if version is not None:
            _check_newest(version, await writer.rows("read/card_newest", kind=kind))
        node = {
            "id": new_id("crd"), "workspace": writer.workspace, "kind": kind, "text": said, "author": writer.author, "reason": why,
            "seq": writer.seq, "recorded_at": writer.clock,
        }  # fmt: skip
        row = await writer.one("write/card", card={k: v for k, v in node.items() if v is not None})
        return Receipt(id=row["id"], counts={"version": row["version"]})

    body = {"kind": kind, "text": said, "reason": why} | ({} if version is None else {"version": version})
    request = Request("card", body, request_id, dry_run, said=masked)
    return await perform(Actor(actor.store, home, actor.author, actor.kind), request, work)


def _check_newest(read: int, newest: Sequence[Mapping[str, Any]]) -> None:
    """Raises `Refused`, with the card as it is now, where somebody wrote it since it was read; 0 stands for no card yet."""
    now = newest[0] if newest else {"version": 0, "author": "nobody", "text": ""}
    if now["version"] != read:
        told = f"version {read} was read, and {now['author']} wrote version {now['version']} since"
        raise refused(
            "version", "VERSION_CONFLICT", f"{told}: put your change into that one. It says: {now['text'] or 'nothing'}"
        )


async def _is_there(actor: Actor, home: str, dry_run: bool) -> bool:
    """Whether the person's own workspace is there; it is made for their first card, but not by a dry run."""
    if await actor.store.look("read/clock", workspace=home):
        return True
    if not dry_run:
        await actor.store.look("write/create_workspace", workspace=home, author=actor.author, now=None)
    return not dry_run
