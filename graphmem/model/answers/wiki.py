"""The answer of `deep_search`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer
from graphmem.model.base import Model


class WikiPage(Model):
    """One page: its `path` below the folder, what it is about, and its text where it was asked for."""

    path: str
    title: str
    entity: str | None
    hop: int | None
    text: str | None


class Wiki(Answer):
    """A wiki of what lies around a question. `folder` is where it was written; the counts say what that changed there.

    `kept` pages were the same already, `removed` ones belong to it no longer, `left` are files that somebody else wrote or changed
    and that were left as they are. `truncated` says that there is more around; `tokens` is what a model was paid with.
    """

    text: str
    index: str
    pages: tuple[WikiPage, ...]
    folder: str | None
    written: int
    kept: int
    removed: int
    left: tuple[str, ...]
    truncated: bool
    note: str | None
    tokens: int
