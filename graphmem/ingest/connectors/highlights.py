"""Highlights of Readwise: its export as JSON (books with highlights) or CSV, one document a book."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from graphmem.ingest.documents import Document, Found, Listing, Stated, Thing, digest_of, distinct
from graphmem.ingest.reading import Unreadable, decode, items, read_bytes
from graphmem.model.ontology import RELATED

MOST = 200_000_000  # bytes of an export
SUBTYPES = {"books": "book", "articles": "article"}


def list_highlights(root: Path, source: str) -> Listing:
    """The books of an export, each once, however often its pages repeat them; raises `Unreadable` for what is none."""
    text = decode(read_bytes(root, MOST)).text
    return highlights_listing(_books_of_csv(text) if root.suffix.lower() == ".csv" else _books_of_json(text), source)


def highlights_listing(rows: Iterable[Mapping[str, Any]], source: str) -> Listing:
    """The books of these rows, each with its highlights by their ids, whichever rows bring them."""
    books: dict[str, dict[str, Any]] = {}
    for book in rows:
        key = str(book.get("user_book_id") or book.get("title") or "untitled")
        known = books.setdefault(key, {**book, "highlights": {}})
        for highlight in items(book.get("highlights")):
            if isinstance(highlight, Mapping) and not highlight.get("is_deleted") and str(highlight.get("text") or "").strip():
                known["highlights"][str(highlight.get("id") or highlight["text"])] = highlight
    return Listing(source, [_found(key, book) for key, book in sorted(books.items())])


def _books_of_json(text: str) -> Iterable[Mapping[str, Any]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("UNREADABLE", f"no JSON: {str(error)[:200]}") from None
    pages = data if isinstance(data, list) else [data]
    rows = [row for page in pages for row in (items(page.get("results", [page])) if isinstance(page, Mapping) else [])]
    books = [row for row in rows if isinstance(row, Mapping) and isinstance(row.get("highlights"), list)]
    if rows and not books:
        raise Unreadable("UNKNOWN_FORMAT", "no export of Readwise: it lists books with highlights")
    return books


def _books_of_csv(text: str) -> Iterable[Mapping[str, Any]]:
    """A row is a highlight; rows of one title are a book."""
    try:
        rows = list(csv.DictReader(io.StringIO(text)))
    except csv.Error as error:
        raise Unreadable("UNREADABLE", f"no CSV: {str(error)[:200]}") from None
    if rows and not {"Highlight", "Book Title"} <= set(rows[0]):
        raise Unreadable("UNKNOWN_FORMAT", "no export of Readwise: it has the columns Highlight and Book Title")
    books: dict[str, dict[str, Any]] = {}
    for row in rows:
        title = (row.get("Book Title") or "untitled").strip()
        book = books.setdefault(title, {"title": title, "author": row.get("Book Author"), "highlights": []})
        tags = [{"name": t.strip()} for t in (row.get("Tags") or "").split(",") if t.strip()]
        said = {"text": row.get("Highlight"), "note": row.get("Note"), "highlighted_at": row.get("Highlighted at"), "tags": tags}
        book["highlights"].append(said)
    return books.values()


def _found(key: str, book: Mapping[str, Any]) -> Found:
    content = json.dumps(book, ensure_ascii=False, sort_keys=True, default=str)
    return Found(f"book/{key}", digest_of(content), lambda: _document(book))


def _document(book: Mapping[str, Any]) -> Document:
    title = str(book.get("title") or "untitled").strip()[:300]
    about = Thing(title, usual="object", subtype=SUBTYPES.get(str(book.get("category")), "book"))
    stated: list[Stated] = []
    if author := str(book.get("author") or "").strip():
        stated.append(
            Stated(about, RELATED, Thing(author[:300], "person", subtype="author"), f"{title} is by {author}", "created_by")
        )
    parts = [f"# {title}"]
    for highlight in book["highlights"].values():
        note = str(highlight.get("note") or "").strip()
        parts.append(str(highlight["text"]).strip() + (f"\n\nNote: {note}" if note else ""))
        for tag in items(highlight.get("tags")):
            if isinstance(tag, Mapping) and tag.get("name"):
                stated.append(Stated(about, RELATED, Thing(str(tag["name"])), f"a highlight is tagged {tag['name']}", "tagged"))
    told = {k: book[k] for k in ("category", "source_url", "user_book_id") if book.get(k)}
    return Document(title, "\n\n".join(parts), about, distinct(stated), told)
