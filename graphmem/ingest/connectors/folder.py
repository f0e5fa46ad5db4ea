"""A folder of notes and texts: Markdown (Obsidian's too), plain text, HTML, and PDF where its library is installed.

Nothing in the folder is ever written. Links that lead out of it are not followed, and a ring of links is told.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from graphmem.ingest.documents import Document, Found, Listing, file_digest
from graphmem.ingest.formats import html_text, pdf_text
from graphmem.ingest.notes import Names, note_document, text_document
from graphmem.ingest.reading import Text, Unreadable, decode, read_bytes
from graphmem.model.ontology import DEFAULT, Ontology
from graphmem.wiki.folder import MANIFEST

MARKDOWN, PLAIN, HTML, PDF = (".md", ".markdown"), (".txt", ".rst", ".text", ".log"), (".html", ".htm"), (".pdf",)
TAKEN = (*MARKDOWN, *PLAIN, *HTML, *PDF)
LEFT_OUT = frozenset({".git", ".obsidian", ".trash", "node_modules", ".venv", "__pycache__", ".hg", ".svn"})
MOST_FILES = 200_000

Failure = tuple[str, str, str]  # path, code, message


def list_folder(root: Path, source: str, ontology: Ontology = DEFAULT) -> Listing:
    """Every document below a folder, or the one that a file is."""
    failed: list[Failure] = []
    if root.is_file():
        files = {root.name: root}
    else:
        files = {path.relative_to(root).as_posix(): path for path in walk(root, failed) if path.suffix.lower() in TAKEN}
    names = Names([path for path in files if Path(path).suffix.lower() in TAKEN], ontology)
    found = [f for path, file in sorted(files.items()) if (f := _found(path, file, names, failed))]
    return Listing(source, found, failed, whole=not root.is_file())


def walk(root: Path, failed: list[Failure]) -> Iterator[Path]:
    """The files below a folder, by name; a link counts where it leads to something inside, and leads to it once."""
    top = root.resolve()
    waiting, seen, told = [root], {top}, 0
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda e: e.name)
        except OSError as error:
            failed.append((_below(root, folder), "UNREADABLE", error.strerror or "the folder cannot be read"))
            continue
        if any(entry.name == MANIFEST for entry in entries):
            continue  # a wiki that was written from the memory: taken in again it would feed on itself
        for entry in entries:
            path = Path(entry.path)
            if entry.name in LEFT_OUT or (entry.is_symlink() and not inside(top, root, path, failed)):
                continue
            if entry.is_dir():
                if (real := path.resolve()) in seen:
                    failed.append((_below(root, path), "LINK_LOOP", f"leads back to {_below(top, real)}"))
                else:
                    seen.add(real)
                    waiting.append(path)
            elif entry.is_file():
                told += 1
                if told > MOST_FILES:
                    raise Unreadable("TOO_MANY_FILES", f"more than {MOST_FILES:,} files: ingest its parts one by one")
                yield path


def inside(top: Path, root: Path, path: Path, failed: list[Failure]) -> bool:
    """Whether a path leads to something below `top` that is read at all (the files of git itself are not); else a failure tells why."""
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError):
        failed.append((_below(root, path), "LINK_LOOP", "a link that leads nowhere, or back to itself"))
        return False
    if real.is_relative_to(top) and LEFT_OUT.isdisjoint(real.relative_to(top).parts):
        return True
    failed.append((_below(root, path), "OUTSIDE", "a link out of the folder is not followed"))
    return False


def _below(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def _found(path: str, file: Path, names: Names, failed: list[Failure]) -> Found | None:
    try:
        data = read_bytes(file)
    except Unreadable as error:
        failed.append((path, error.code, str(error)))
        return None
    return Found(path, digest := file_digest(data), lambda: document_of(path, _again(file, digest), names))


def _again(file: Path, digest: str) -> bytes:
    """The file that was looked at before, so that a large folder is never held in memory; raises `Unreadable` if it changed since."""
    data = read_bytes(file)
    if file_digest(data) != digest:
        raise Unreadable("CHANGED", "it was changed while its folder was read; run the ingest again")
    return data


def document_of(path: str, data: bytes, names: Names) -> Document:
    """The document that these bytes are, by the ending of their name; raises `Unreadable`."""
    kind = Path(path).suffix.lower()
    if kind in MARKDOWN:
        text = decode(data)
        return note_document(path, text.text, names, text.notes)
    read: dict[str, Callable[[bytes], Text]] = {**dict.fromkeys(HTML, html_text), **dict.fromkeys(PDF, pdf_text)}
    text = read.get(kind, decode)(data)
    return text_document(path, text.text, names, text.notes)
