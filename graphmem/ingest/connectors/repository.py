"""A git repository: its history as documents of commits by month, and its decision records as notes.

Nothing outside the folder is read: no link is followed out of it, and no history of a repository that is larger than it.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path

from graphmem.ingest.connectors.folder import inside
from graphmem.ingest.documents import Document, Found, Listing, Stated, Thing, digest_of, distinct, file_digest
from graphmem.ingest.notes import Names, note_document
from graphmem.ingest.reading import Unreadable, decode, read_bytes
from graphmem.model.ontology import DEFAULT, RELATED, Ontology

TIMEOUT = 120
MOST = 50_000  # commits that are looked at
FILES = 12  # files of one commit that become links
DECISIONS = re.compile(r"(^|/)(adr|adrs|decisions|doc/adr|docs/adr|architecture/decisions)/[^/]+\.md$", re.I)
# What a hook of git has in its environment: it would lead to the repository that the hook runs in.
ELSEWHERE = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"})
_FIELD, _ENTRY = "\x1f", "\x1e"


def list_repository(root: Path, source: str, ontology: Ontology = DEFAULT) -> Listing:
    """The months of a history, and every decision record; raises `Unreadable` for what is no repository, or a part of one."""
    _whole(root)
    months: dict[str, list[list[str]]] = defaultdict(list)
    for commit in _commits(root):
        months[commit[2][:7]].append(commit)
    found = [_month(root.name, month, commits) for month, commits in sorted(months.items())]
    tracked = _git(root, "ls-files", "-z").split("\0")
    records = sorted(p for p in tracked if DECISIONS.search(p))
    names = Names(records, ontology)
    failed: list[tuple[str, str, str]] = []
    top = root.resolve()
    for path in records:
        # One that was deleted is told as unreadable below.
        if (root / path).exists() and not inside(top, root, root / path, failed):
            continue
        try:
            data = read_bytes(root / path)
        except Unreadable as error:
            failed.append((path, error.code, str(error)))
            continue
        found.append(_decision(path, data, names))
    return Listing(source, found, failed)


def _whole(root: Path) -> None:
    """Raises `Unreadable` for a folder of a larger repository, whose history tells of what lies beside it."""
    bare = _git(root, "rev-parse", "--is-bare-repository").strip() == "true"
    top = _git(root, "rev-parse", "--absolute-git-dir" if bare else "--show-toplevel").removesuffix("\n")
    if Path(top).resolve() != root.resolve():
        message = f"{root.name!r} is a folder of a larger repository; give the folder that the whole repository lies in"
        raise Unreadable("NO_REPOSITORY", message)


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-c", "core.quotepath=off", "-c", "log.showSignature=false", "-C", str(root), *arguments]
    environment = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    try:
        run = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=True, env=environment)
    except FileNotFoundError:
        raise Unreadable("EXTRA_MISSING", "git is not installed") from None
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise Unreadable("NO_REPOSITORY", f"git cannot read {root.name!r}: is it a repository?") from None
    return run.stdout.decode("utf-8", "replace")


def _commits(root: Path) -> list[list[str]]:
    """Hash, author, date, subject, body and files of each commit, the oldest first."""
    shape = _ENTRY + _FIELD.join(("%H", "%an", "%aI", "%s", "%b", ""))
    told = _git(root, "log", "--reverse", "--no-merges", f"-n{MOST}", "--name-only", f"--format={shape}")
    return [parts for entry in told.split(_ENTRY)[1:] if len(parts := entry.split(_FIELD)) == 6]


def _month(repository: str, month: str, commits: list[list[str]]) -> Found:
    def read() -> Document:
        about = Thing(f"{repository} {month}", "event", description=f"{len(commits)} commits of {month} in {repository}")
        stated: list[Stated] = []
        text = [f"# {repository}: commits of {month}"]
        for hash_, author, date, subject, body, files in commits:
            text.append(f"## {subject}\n\n{author}, {date[:10]}, {hash_[:10]}\n\n{body.strip()}")
            stated += _links(about, repository, hash_, author, subject, [f for f in files.strip().split("\n") if f])
        return Document(about.name, "\n\n".join(text), about, distinct(stated), {"commits": len(commits)}, at=commits[0][2][:10])

    return Found(f"history/{month}", digest_of(*(c[0] for c in commits)), read)


def _links(about: Thing, repository: str, hash_: str, author: str, subject: str, files: list[str]) -> list[Stated]:
    """Who worked on the repository, and which files a commit changed; of a sweep over many files none is told."""
    who, whole = Thing(author, "person", subtype="developer"), Thing(repository, usual="object", subtype="repository")
    stated = [
        Stated(about, RELATED, whole, f"commits of {about.name.split()[-1]}", "part_of"),
        Stated(who, RELATED, whole, subject, "works_on"),
    ]
    if len(files) <= FILES:
        stated += [Stated(about, RELATED, Thing(f, "code_component"), f"{subject} ({hash_[:10]})", "changed") for f in files]
    return stated


def _decision(path: str, data: bytes, names: Names) -> Found:
    def read() -> Document:
        text = decode(data)
        document = note_document(path, text.text, names, text.notes)
        about = Thing(document.title, "decision", aliases=(names.of(path),)) if document.about.type is None else document.about
        moved = tuple(
            Stated(about if s.source is document.about else s.source, s.type, s.target, s.reason, s.semantic)
            for s in document.stated
        )
        return Document(document.title, document.text, about, moved, document.metadata, document.at, document.notes)

    return Found(path, file_digest(data), read)
