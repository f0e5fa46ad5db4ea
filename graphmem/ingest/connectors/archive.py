"""An archive (`.zip`) read as the folder that it holds, or as the export that it is.

Every limit counts the bytes that come out, whatever the archive says of itself. Nothing is unpacked to disk.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path, PurePosixPath

from graphmem.ingest.connectors.conversations import MAX_FILE, conversations_listing
from graphmem.ingest.connectors.folder import LEFT_OUT, TAKEN, Failure, document_of
from graphmem.ingest.documents import Found, Listing, file_digest
from graphmem.ingest.notes import Names
from graphmem.ingest.reading import MAX_BYTES, PIECE, Unreadable
from graphmem.model.ontology import DEFAULT, Ontology

MOST_ENTRIES = 20_000
MOST_UNPACKED = 500_000_000  # bytes of all entries together
CHAT = "conversations.json"  # by which an export of ChatGPT is known


def list_archive(root: Path, source: str, ontology: Ontology = DEFAULT) -> Listing:
    """Every document in an archive; raises `Unreadable` for what is none, or holds too much."""
    try:
        with zipfile.ZipFile(root) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES:
                raise Unreadable("TOO_MANY_FILES", f"{len(entries):,} entries in the archive, at most {MOST_ENTRIES:,} are read")
            if CHAT in archive.namelist():
                return conversations_listing(_bytes(archive, CHAT, MAX_FILE), CHAT, source)
            return _listed(archive, root, source, ontology)
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        raise Unreadable("UNREADABLE", f"no archive that can be read: {type(error).__name__}") from None


def _listed(archive: zipfile.ZipFile, root: Path, source: str, ontology: Ontology) -> Listing:
    paths = sorted(name for name in set(archive.namelist()) if _is_taken(name))
    names, failed = Names(paths, ontology), list[Failure]()
    found, total = list[Found](), 0
    for path in paths:
        try:
            data = _bytes(archive, path, MAX_BYTES)
        except Unreadable as error:
            failed.append((path, error.code, str(error)))
            continue
        total += len(data)
        if total > MOST_UNPACKED:
            raise Unreadable("TOO_LARGE", f"the archive unfolds to more than {MOST_UNPACKED:,} bytes, which is the limit for one")
        found.append(_found(root, path, file_digest(data), names))
    return Listing(source, found, failed)


def _is_taken(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix.lower() in TAKEN and not name.startswith("/") and not {*LEFT_OUT, "..", "__MACOSX"} & {*path.parts}


def _found(root: Path, path: str, digest: str, names: Names) -> Found:
    def again() -> bytes:
        with zipfile.ZipFile(root) as archive:
            return _bytes(archive, path, MAX_BYTES)

    return Found(path, digest, lambda: document_of(path, again(), names))


def _bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """An entry, as far as the limit; raises `Unreadable`."""
    found = bytearray()
    try:
        with archive.open(name) as entry:
            while piece := entry.read(PIECE):
                found += piece
                if len(found) > most:
                    raise Unreadable("TOO_LARGE", f"unfolds to more than {most:,} bytes, which is the limit for one file")
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError) as error:
        raise Unreadable("UNREADABLE", f"an entry that cannot be read: {type(error).__name__}") from None
    return bytes(found)
