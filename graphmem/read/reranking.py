"""The last step of a search, where it is asked for: a cross-encoder reads the best hits beside the question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from graphmem.embed.reranker import reranker
from graphmem.read.search_lists import FoundRow, Listing

RERANKED = 30  # hits; each costs some 25 ms of one core


async def reranked(question: str, texts: Mapping[str, str], holding: Mapping[str, bool]) -> Listing:
    """These hits, each with what it says, in the order of the cross-encoder; those it takes for equal stay as they were."""
    judged = await asyncio.to_thread(lambda: reranker().scores(question, list(texts.values())))
    scores = dict(zip(texts, judged, strict=True))
    order = sorted(texts, key=lambda id_: -scores[id_])
    return Listing(tuple(FoundRow(id=id_, holds=holding[id_]) for id_ in order), f"cross-encoder over {len(order)}")


def handed_out(scores: Mapping[str, float], order: Listing) -> dict[str, float]:
    """The scores with those of the reranked hits given to them anew, in their new order."""
    given = sorted((scores[id_] for id_ in order.ids), reverse=True)
    return {**scores, **dict(zip(order.ids, given, strict=True))}
