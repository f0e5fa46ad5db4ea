"""Stars of GitHub: what its API lists of one's starred repositories, saved as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from graphmem.ingest.documents import Document, Found, Listing, Stated, Thing, digest_of, distinct
from graphmem.ingest.reading import Unreadable, decode, read_bytes
from graphmem.model.ontology import RELATED

MOST = 200_000_000  # bytes of a list


def list_stars(root: Path, source: str) -> Listing:
    """The starred repositories, each by the id that a rename does not change; raises `Unreadable` for what is no such list."""
    try:
        data = json.loads(decode(read_bytes(root, MOST)).text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("UNREADABLE", f"no JSON: {str(error)[:200]}") from None
    listing = stars_listing(data if isinstance(data, list) else [], source)
    if not listing.found and data:
        raise Unreadable("UNKNOWN_FORMAT", "no list of repositories with full_name, as GitHub answers for stars")
    return listing


def stars_listing(rows: Iterable[Any], source: str) -> Listing:
    """The repositories of these rows, each once."""
    found: dict[str, Found] = {}
    for row in rows:
        repository = row.get("repo", row) if isinstance(row, Mapping) else None
        if isinstance(repository, Mapping) and isinstance(repository.get("full_name"), str):
            starred = row.get("starred_at")
            one = _found(repository, starred if isinstance(starred, str) else None, source)
            found[one.path] = one
    return Listing(source, [found[path] for path in sorted(found)])


def _found(repository: Mapping[str, Any], starred: str | None, source: str) -> Found:
    keys = ("full_name", "description", "language", "topics", "html_url", "archived")
    told = {key: repository.get(key) for key in keys}
    return Found(
        f"repository/{repository.get('id') or repository['full_name']}", digest_of(json.dumps(told, sort_keys=True, default=str)),
        lambda: _document(told, starred, source),
    )  # fmt: skip


def _document(told: Mapping[str, Any], starred: str | None, source: str) -> Document:
    name, said = str(told["full_name"]), str(told.get("description") or "").strip()
    about = Thing(name, "object", subtype="repository", description=said or None, fields={"url": str(told.get("html_url") or "")})
    stated = [Stated(Thing(f"stars of {source}", "object"), RELATED, about, f"{name} is starred", "starred")]
    if language := told.get("language"):
        stated.append(Stated(about, RELATED, Thing(str(language), "technology"), f"{name} is written in {language}", "uses"))
    topics = told.get("topics")
    stated += [
        Stated(about, RELATED, Thing(str(t)), f"{name} has the topic {t}", "tagged") for t in topics if t
    ] if isinstance(topics, list) else []  # fmt: skip
    text = f"# {name}\n\n{said}" if said else f"# {name}"
    fields = {k: v for k, v in (("starred_at", starred), ("archived", told.get("archived"))) if v}
    return Document(name, text, about, distinct(stated), fields, at=starred[:10] if starred else None)
