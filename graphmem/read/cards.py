"""Cards: how the person who asks works, and how this project works, as of any day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.access.principal import OWN
from graphmem.clock import Instants
from graphmem.errors import WorkspaceNotFound
from graphmem.model.answers.cards import Card, CardKind, Cards, CardVersion
from graphmem.model.base import Model
from graphmem.model.times import shown_time
from graphmem.store import Clocks, Reader, Store


class CardRow(Model):
    """A version of a card as stored."""

    id: str
    workspace: str
    kind: CardKind
    text: str
    version: int
    author: str
    reason: str | None = None
    seq: int
    recorded_at: datetime


def card_home(kind: CardKind, workspace: str, author: str) -> str:
    """The workspace that a card lies in: the project's own, or that of the person, where it goes with them to every project."""
    return OWN + author if kind == "person" else workspace


async def cards(store: Store, workspace: str, author: str, clocks: Instants) -> Cards:
    """Both cards at the instants asked; another person's card is never read."""
    at, project = await store.read(_read, workspace=workspace, clocks=clocks)
    own = await _persons(store, author, clocks)
    return Cards(as_of=at.as_of, valid_at=at.valid_at, person=_card("person", own), project=_card("project", project))


async def _persons(store: Store, author: str, clocks: Instants) -> list[CardRow]:
    """The versions of the person's card: their workspace has a clock of its own, and is made with the first card."""
    try:
        return (await store.read(_read, workspace=OWN + author, clocks=clocks))[1]
    except WorkspaceNotFound:
        return []


async def _read(reader: Reader) -> tuple[Clocks, list[CardRow]]:
    rows = await reader.rows("read/cards")
    return reader.clocks, [CardRow.model_validate(row["card"]) for row in rows]


def _card(kind: CardKind, rows: Sequence[CardRow]) -> Card | None:
    """The newest version; None where there is none, or where it says that the card is empty."""
    own = [row for row in rows if row.kind == kind]
    if not own or not own[0].text:
        return None
    versions = tuple(
        CardVersion(id=r.id, version=r.version, author=r.author, reason=r.reason, recorded_at=shown_time(r.recorded_at))
        for r in own
    )
    newest = own[0]
    return Card(
        kind=kind, text=newest.text, version=newest.version, author=newest.author, recorded_at=shown_time(newest.recorded_at),
        versions=versions,
    )  # fmt: skip
