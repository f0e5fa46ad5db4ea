"""File names of pages: safe on every file system, one a page, the same on every run."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

LONGEST = 60  # characters of the readable part
RESERVED = frozenset({"con", "prn", "aux", "nul", "index", "sources", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))})


def file_name(title: str, id_: str) -> str:
    """A name from the title in plain ASCII, told from all others by a mark of the id: no letter case, no dots, no separators."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:LONGEST].strip("-")
    mark = hashlib.sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    # The mark stands in every name, not only where two meet: what else is in the wiki never renames a page.
    return f"{'x-' if slug in RESERVED else ''}{slug or 'page'}-{mark}.md"


def file_names(pages: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The file name of each page by its id, from titles and ids."""
    return {id_: file_name(title, id_) for id_, title in pages}
