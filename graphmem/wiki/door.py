"""Deep search as asked: the subgraph of three hops, its pages, and where a folder is given the wiki on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from graphmem.clock import Instants
from graphmem.errors import InvalidArgument, ModelError
from graphmem.model.answers.subgraph import Subgraph
from graphmem.model.answers.wiki import Wiki, WikiPage
from graphmem.read.subgraph import subgraph
from graphmem.store import Store
from graphmem.wiki.folder import Change, WikiFolder
from graphmem.wiki.pages import TEXT, Page, pages
from graphmem.wiki.prose import write_prose
from graphmem.wiki.registry import register, unregister

MOST = 1_000  # nodes
LONGEST = 2_000  # characters of the question
NO_MODEL = "Prose needs a language model: set GRAPHMEM_MODEL, or leave prose out; the pages are then written by template."


async def deep_search(
    store: Store, workspace: str, clocks: Instants, text: str | None = None, *, folder: Path | None = None, hops: int = 3,
    limit: int = 200, kinds: Sequence[str] | None = None, page: str | None = None, prose: bool = False, discard: bool = False,
) -> Wiki:  # fmt: skip
    """The wiki around `text`; without a text the one in `folder` is brought up to date. Raises `InvalidArgument`, or `ModelError`."""
    if discard and folder is None:
        raise InvalidArgument("folder", "name the folder of the wiki that is to be discarded")
    place = await asyncio.to_thread(WikiFolder, Path(folder)) if folder is not None else None
    question = _question(text, place, workspace)
    if prose and store.model is None:
        raise ModelError(NO_MODEL)
    found = await subgraph(
        store, workspace, clocks, question, hops=hops, limit=1 if discard else limit, most=MOST, kinds=kinds, length=TEXT
    )
    if discard and place is not None:
        change = await asyncio.to_thread(place.discard)
        if store.wikis is not None and not change.left:
            await asyncio.to_thread(unregister, store.wikis, place.folder)
        return _wiki(question, found, (), place, change, None, 0)
    made, tokens = pages(question, found), 0
    if prose and store.model is not None:
        said, tokens = await write_prose(store.model, made)
        made = pages(question, found, said)
    change = await _written(store, workspace, place, made, question) if place else Change()
    return _wiki(question, found, made, place, change, page, tokens)


def _question(text: str | None, place: WikiFolder | None, workspace: str) -> str:
    """What is asked: the text, or what the wiki in the folder was made for."""
    about = place.manifest if place else {}
    if about.get("workspace", workspace) != workspace:
        raise InvalidArgument("folder", "it holds a wiki of another workspace; name another folder")
    question = text if text is not None else about.get("text")
    if not isinstance(question, str) or not question.strip() or len(question) > LONGEST:
        raise InvalidArgument("text", f"say what to look for in 1 to {LONGEST:,} characters, or name the folder of a wiki")
    return question


async def _written(store: Store, workspace: str, place: WikiFolder, made: Sequence[Page], question: str) -> Change:
    if store.wikis is not None:
        await asyncio.to_thread(register, store.wikis, place.folder, workspace)
    return await asyncio.to_thread(place.write, made, {"workspace": workspace, "text": question})


def _wiki(
    question: str, found: Subgraph, made: Sequence[Page], place: WikiFolder | None, change: Change, page: str | None, tokens: int
) -> Wiki:  # fmt: skip
    if page is not None and page not in {p.path for p in made}:
        raise InvalidArgument("page", f"{page[:100]!r} is no page of this wiki; the index names them")
    shown = tuple(
        WikiPage(path=p.path, title=p.title, entity=p.entity, hop=p.hop, text=p.text if p.path == page else None) for p in made
    )
    return Wiki(
        as_of=found.as_of, valid_at=found.valid_at, text=question, index=made[0].text if made else "", pages=shown,
        folder=str(place.folder) if place else None, written=len(change.written), kept=len(change.kept), removed=len(change.removed),
        left=tuple(change.left), truncated=found.truncated, note=found.note, tokens=tokens,
    )  # fmt: skip
