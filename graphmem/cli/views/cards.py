"""The two cards, each as the text that it is, with who wrote it and the versions before."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from graphmem.cli.views.general import heading, table
from graphmem.cli.views.words import clocks, fields_of, line, words
from graphmem.model.answers.cards import Card, Cards


def view(answer: Cards) -> Iterator[RenderableType]:
    """How the person works, then how the project works."""
    for kind, card in (("person", answer.person), ("project", answer.project)):
        yield from _card(card) if card else (Text(f"{kind}: not written", style="dim"),)
    yield clocks(answer)


def _card(card: Card) -> Iterator[RenderableType]:
    yield line((f"{card.kind}, version {card.version}", "bold"), (f"({card.author}, {card.recorded_at})", "dim"))
    yield words(card.text)
    if len(card.versions) > 1:
        yield heading("versions", len(card.versions))
        yield table([fields_of(version) for version in card.versions])
