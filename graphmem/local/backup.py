"""Backups of a stopped store: Neo4j's own dumps of both databases, with a manifest, in one archive."""

import hashlib
import json
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from graphmem.local.config import Ports, password_file, read_password, write_configuration, write_private
from graphmem.local.errors import BackupRefused
from graphmem.local.launch import Program

FORMAT = 1
MANIFEST = "manifest.json"
DATABASES = ("neo4j", "system")  # the memory, and the users with their passwords
DUMPS = tuple(f"{database}.dump" for database in DATABASES)
# The password belongs to the dumped users: without it nobody could open a store restored on another machine.
MEMBERS = (*DUMPS, "password")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive holds, and from which versions."""

    format: int
    graphmem: str
    neo4j: str
    created_at: str
    sha256: dict[str, str]


def archive_path(target: Path) -> Path:
    """The archive to write: `target`, or a dated name in it when it is a folder; raises BackupRefused."""
    if target.is_dir():
        target = target / f"graphmem-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.tar"
    if target.exists():
        raise BackupRefused(f"{target} exists. Name another file, or remove it first.")
    if not target.parent.is_dir():
        raise BackupRefused(f"The folder {target.parent} does not exist. Create it first.")
    return target.absolute()


def save(program: Program, home: Path, archive: Path, *, neo4j: str) -> None:
    """Dumps a stopped store into an archive that only its owner can read; raises AdminFailed."""
    with tempfile.TemporaryDirectory(prefix=".graphmem-backup-", dir=archive.parent) as name:
        folder = Path(name)
        for database in DATABASES:
            program.admin(home, "database", "dump", database, f"--to-path={folder}")
        write_private(folder / "password", read_password(home))
        _write_manifest(folder, neo4j)
        unfinished = folder / "archive"
        write_private(unfinished, "")
        with tarfile.open(unfinished, "w") as tar:
            for member in (MANIFEST, *MEMBERS):
                tar.add(folder / member, arcname=member)
        unfinished.replace(archive)


def _write_manifest(folder: Path, neo4j: str) -> None:
    manifest = Manifest(
        format=FORMAT,
        graphmem=version("graphmem"),
        neo4j=neo4j,
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        sha256={member: _sha256(folder / member) for member in MEMBERS},
    )
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=2), encoding="utf-8")


@contextmanager
def unpacked(archive: Path, *, below: Path, neo4j: str) -> Iterator[Path]:
    """A folder with the verified members of an archive, for as long as the block runs; raises BackupRefused."""
    with tempfile.TemporaryDirectory(prefix=".graphmem-restore-", dir=below) as name:
        folder = Path(name)
        manifest = _unpack(archive, folder)
        _refuse_other_versions(archive, manifest, neo4j)
        for member, expected in manifest.sha256.items():
            if _sha256(folder / member) != expected:
                raise BackupRefused(f"{archive} is damaged: {member} has another checksum. Use another backup.")
        yield folder


def _unpack(archive: Path, folder: Path) -> Manifest:
    """Copies exactly the expected members: whatever else an archive holds never reaches the disk."""
    try:
        with tarfile.open(archive) as tar:
            for member in (MANIFEST, *MEMBERS):
                found = tar.extractfile(member)
                if found is None:
                    raise KeyError(member)
                with found, (folder / member).open("xb") as out:
                    shutil.copyfileobj(found, out)
        return Manifest(**json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
    except (OSError, tarfile.TarError, KeyError, ValueError, TypeError) as error:
        raise BackupRefused(f"{archive} is not a graphmem backup ({error}). Name a file that `backup` wrote.") from error


def _refuse_other_versions(archive: Path, manifest: Manifest, neo4j: str) -> None:
    if manifest.format != FORMAT or set(manifest.sha256) != set(MEMBERS):
        raise BackupRefused(f"{archive} was written by another graphmem ({manifest.graphmem}). Install that or a newer one.")
    if _numbers(manifest.neo4j) > _numbers(neo4j):
        raise BackupRefused(f"{archive} comes from Neo4j {manifest.neo4j}, newer than the {neo4j} here. Update graphmem first.")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def load(program: Program, home: Path, folder: Path) -> None:
    """Puts the unpacked dumps in the place of a stopped store; until they are loaded whole, the old store stays."""
    staged = home / "restoring"
    try:
        write_configuration(staged, Ports(), plugins=program.plugins, pagecache=program.memory.pagecache)
        for database in DATABASES:
            program.admin(staged, "database", "load", database, f"--from-path={folder}", "--overwrite-destination=true")
        write_private(password_file(staged), (folder / "password").read_text(encoding="utf-8"))
        _exchange(home / "data", home / "data.old", staged / "data")
    finally:
        settle(home)


def _exchange(data: Path, old: Path, new: Path) -> None:
    """Two renames; `settle` knows from what is left how far a killed process came."""
    if data.exists():
        data.rename(old)
    else:
        old.mkdir()
    new.rename(data)


def settle(home: Path) -> None:
    """Ends a restore, also one that was killed: forward once the new store is in place, else back to the old one."""
    data, old, staged = home / "data", home / "data.old", home / "restoring"
    if old.exists() and data.exists():
        write_private(password_file(home), read_password(staged))
        shutil.rmtree(old)
    elif old.exists():
        old.rename(data)
    if staged.exists():
        shutil.rmtree(staged)


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
