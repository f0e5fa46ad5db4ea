"""The guide: a page that Neo4j Browser shows beside the graph (`:play`), with the favourites to click."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from graphmem.browser.favourites import favourites, parameters

WORDS = {
    "day": "Everything that is connected. Set <code>valid_at</code> to a day, and <code>as_of</code> to what the memory knew then.",
    "impact": "Set <code>name</code> to the thing you want to change. The reason stands on each link.",
    "lineage": "Causes, fixes and consequences, as far as five steps away.",
    "radar": "A problem leaves this list when a record states what solves it.",
    "topics": "Computed by <code>graphmem topics</code>; the largest groups with what holds them together.",
    "evidence": "Who said so. Nothing here was guessed.",
}


def guide(workspace: str | None = None, name: str | None = None) -> str:
    """The guide as Neo4j Browser takes it: one slide a favourite."""
    given = {k: v for k, v in (("workspace", workspace), ("name", name)) if v}
    slides = "\n".join(_slides(parameters(**given)))
    return f'<article class="guide"><title>graphmem</title><carousel class="deck container-fluid">\n{slides}\n</carousel></article>\n'


def _slides(first: str) -> Iterator[str]:
    yield _slide(
        "The memory in Neo4j Browser",
        "Set the parameters first; every query here reads them. A click puts a text into the editor. "
        "Both clocks stand at now: <code>valid_at</code> asks what held, <code>as_of</code> what the memory knew.",
        first,
    )
    for found in favourites():
        yield _slide(found.name.capitalize(), WORDS[found.name], found.text)


def _slide(title: str, words: str, text: str) -> str:
    code = f'<pre mode="cypher" class="highlight pre-scrollable code runnable">{escape(text, quote=False)}</pre>'
    return f'<slide class="row-fluid"><div class="col-sm-12"><h3>{escape(title)}</h3><p>{words}</p>{code}</div></slide>'
