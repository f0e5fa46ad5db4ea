"""Prose for the pages nearest to the question, by a language model, from what the page says by template."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from graphmem.language_model import LanguageModel
from graphmem.wiki.pages import Page

MOST = 12  # pages that get prose: each is a call
SHOWN = 6_000  # characters of a page that the model is shown


async def write_prose(model: LanguageModel, pages: Sequence[Page]) -> tuple[dict[str, str], int]:
    """A few sentences for each of the nearest entities, by their ids, and the tokens that they took; raises `ModelError`."""
    told = [page for page in pages if page.entity][:MOST]
    system = Path(__file__).with_name("prose.md").read_text(encoding="utf-8")
    said = await asyncio.gather(
        *(
            model.complete(
                [{"role": "system", "content": system}, {"role": "user", "content": page.text[:SHOWN]}], most_tokens=400
            )
            for page in told
        )
    )
    return {str(p.entity): s.text.strip() for p, s in zip(told, said, strict=True)}, sum(s.tokens for s in said)
