"""A wiki on disk: nothing is written outside its folder, nothing over a file that it did not write, and a manifest says what is its own."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidArgument
from graphmem.wiki.pages import Page

MANIFEST = ".graphmem-wiki.json"
"""The mark of a wiki's folder: connectors leave a folder out that holds it."""
_OWN = re.compile(r"[a-z0-9][a-z0-9-]{0,90}\.md")


@dataclass(slots=True)
class Change:
    """What writing a wiki changed in its folder."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def is_wiki(folder: Path) -> bool:
    """Whether a folder is one of ours, so that what it holds is never taken in again."""
    return (folder / MANIFEST).is_file()


class WikiFolder:
    """The folder of one wiki; raises `InvalidArgument` for one that cannot be."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.abspath(folder.expanduser()))
        if self.folder.is_symlink() or (self.folder.exists() and not self.folder.is_dir()):
            raise InvalidArgument("folder", f"{folder} is a link or a file; name a folder")
        if self.folder.exists() and any(self.folder.iterdir()) and not is_wiki(self.folder):
            raise InvalidArgument("folder", f"{folder} holds files that are no wiki of graphmem; name an empty or a new folder")
        self.manifest = self._read()

    def write(self, pages: Iterable[Page], about: Mapping[str, Any]) -> Change:
        """Makes the folder hold these pages; what somebody else wrote or changed is left and told."""
        self.folder.mkdir(parents=True, exist_ok=True)
        change, own = Change(), dict(self._files())
        # Before the first page: whatever happens now, the folder says what it is, and what in it may be ours.
        self._note({**own, **{page.path: own.get(page.path, digest(page.text)) for page in pages}}, about)
        for page in pages:
            self._page(page, own, change)
        for path in sorted(set(own) - {page.path for page in pages}):
            self._remove(path, own[path], change)
        kept = {page.path: digest(page.text) for page in pages if page.path not in change.left}
        self._note(kept | {path: own[path] for path in change.left if path in own}, about)
        return change

    def discard(self, change: Change | None = None) -> Change:
        """Removes every page that is still as it was written, and the folder where nothing else is in it."""
        change = change or Change()
        for path, written in sorted(self._files().items()):
            self._remove(path, written, change)
        left = {path: written for path, written in self._files().items() if path in change.left}
        if left:
            self._note(left, {})
        else:
            (self.folder / MANIFEST).unlink(missing_ok=True)
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()
        return change

    def _page(self, page: Page, own: Mapping[str, str], change: Change) -> None:
        place, new = self._place(page.path), digest(page.text)
        found = self._found(place)
        if found == new:
            change.kept.append(page.path)
        elif place.is_symlink() or (found is not None and found != own.get(page.path)):
            change.left.append(page.path)
        else:
            self._put(place, page.text)
            change.written.append(page.path)

    def _remove(self, path: str, written: str, change: Change) -> None:
        place = self._place(path)
        found = self._found(place)
        if found is None and not place.is_symlink():
            return
        if place.is_symlink() or found != written:
            change.left.append(path)
        else:
            place.unlink()
            change.removed.append(path)

    def _place(self, path: str) -> Path:
        """Where a page stands: right in the folder, by one of our own names."""
        if not _OWN.fullmatch(path):
            raise InvalidArgument("folder", f"{MANIFEST} names {path[:60]!r}, which is no page of a wiki")
        return self.folder / path

    def _found(self, place: Path) -> str | None:
        """The digest of a file that is there; None for none, and for a link, which is never followed."""
        if place.is_symlink() or not place.exists():
            return None
        return digest(place.read_bytes().decode("utf-8", "replace")) if place.is_file() else ""

    def _put(self, place: Path, text: str) -> None:
        """Whole or not at all: written beside it, then renamed."""
        handle, name = tempfile.mkstemp(dir=self.folder, prefix=".graphmem-", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(name, place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _files(self) -> dict[str, str]:
        files = self.manifest.get("files", {})
        return {str(path): str(written) for path, written in files.items()} if isinstance(files, dict) else {}

    def _note(self, files: Mapping[str, str], about: Mapping[str, Any]) -> None:
        self.manifest = {"wiki": 1, **about, "files": dict(sorted(files.items()))}
        self._put(self.folder / MANIFEST, json.dumps(self.manifest, ensure_ascii=False, indent=1) + "\n")

    def _read(self) -> dict[str, Any]:
        if not is_wiki(self.folder):
            return {}
        try:
            found = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except ValueError as error:
            raise InvalidArgument("folder", f"{MANIFEST} cannot be read; remove the folder and ask again") from error
        return found if isinstance(found, dict) else {}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
