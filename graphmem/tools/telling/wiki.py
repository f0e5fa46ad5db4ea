"""A wiki for agents: the index, or the page that was asked for, line by line in quotes."""

from __future__ import annotations

from graphmem.model.answers.wiki import Wiki
from graphmem.tools.pages import Told
from graphmem.tools.quoting import quoted


def wiki(answer: Wiki) -> Told:
    """The names of all pages come first, nearest first; call again with one of them. Where nothing was found it says so alone."""
    page = next((p for p in answer.pages if p.text), None)
    if page is not None:
        head = f"The page {page.path} of {len(answer.pages)}."
        return Told(head, [quoted(line) for line in str(page.text).splitlines() if line.strip()], answer=answer)
    if answer.note:
        return Told(answer.note, answer=answer)
    more = ", and there is more around" if answer.truncated else ""
    head = f"{len(answer.pages)} pages{more}. Call again with `page` to read one."
    return Told(head, [f"{p.path}: {quoted(p.title)}" for p in answer.pages], answer=answer)
