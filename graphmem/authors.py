"""Who speaks, and in which piece of work: names that are masked and cleaned like any other, wherever they come in."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.errors import InvalidArgument
from graphmem.model.characters import whole
from graphmem.model.names import NameRefused, clean_name, clean_text
from graphmem.model.receipts import RedactionLine, Warned
from graphmem.redact import redact


@dataclass(frozen=True, slots=True)
class Author:
    """The name of an author as it is stored, and what had to be masked and dropped; receipts tell it."""

    name: str
    redactions: tuple[RedactionLine, ...] = ()
    warnings: tuple[Warned, ...] = ()


def author_of(given: str) -> Author:
    """The author fit to be stored; raises `InvalidArgument` for a name that is blank, too long, or holds half a character."""
    try:
        name = clean_name(given)
        masked, found = redact(name.shown)
        if found:
            masked = clean_name(masked).shown
    except NameRefused as error:
        raise InvalidArgument("author", str(error)) from error
    redactions = tuple(RedactionLine(path="author", kind=r.kind, digest=r.digest) for r in found)
    return Author(masked, redactions, tuple(Warned(code="NAME_CLEANED", message=w, path="author") for w in name.warnings))


def author_filter(given: str) -> str:
    """The author as a filter looks for it; one that can be no author's name is unknown like any other."""
    try:
        return author_of(given).name
    except InvalidArgument:
        return whole(given)


def session_filter(given: str) -> str:
    """The name of a session as a filter looks for it, cleaned and masked as it was when it was stored."""
    return redact(clean_text(given)[0])[0].strip()
