"""Takes what is erased out of the cards: they are free text, and may quote a name or a sentence of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.model.ontology import KINDS
from graphmem.store import Writer

ERASED = "[erased]"
SENTENCE = 12  # characters: a shorter text of a record is no quotation of it
SAID = ("title", "text", *dict.fromkeys(f for kind in KINDS for f in kind.fields))


def sentences(record: Mapping[str, Any]) -> set[str]:
    """The texts of a record that a card may quote."""
    texts = (str(record[field]).strip() for field in SAID if record.get(field))
    return {text for text in texts if len(text) >= SENTENCE}


async def has_cards(writer: Writer, author: str) -> bool:
    """Whether some version of a card is by this author."""
    return any(card["author"] == author for card in await writer.rows("write/card_texts"))


async def scrub_cards(writer: Writer, texts: Iterable[str], author: str | None = None) -> list[dict[str, Any]]:
    """Rewrites every version of a card that quotes one of these texts, and deletes those of an erased author; returns the changed."""
    quoted = sorted({t for t in texts if t.strip()}, key=lambda t: (-len(t), t))
    if not quoted and author is None:
        return []
    rows = []
    for card in await writer.rows("write/card_texts"):
        left = {key: without_quotes(card[key], quoted) for key in ("text", "reason")}
        gone = author is not None and card["author"] == author
        if gone or left != {key: card[key] for key in left}:
            rows.append({"id": card["id"], "gone": gone, **left})
    if rows:
        await writer.rows("write/rewrite_cards", rows=rows)
    return rows


def without_quotes(text: str | None, quoted: list[str]) -> str | None:
    """The text with each quotation replaced, as a whole word and in any case."""
    for quote in quoted if text else ():
        text = re.sub(rf"(?<!\w){re.escape(quote)}(?!\w)", ERASED, text or "", flags=re.I)
    return text
