"""Archives are checked before they touch a store, and a killed restore is ended or undone."""

import io
import json
import tarfile
from dataclasses import asdict
from pathlib import Path

import pytest

from graphmem.local import backup
from graphmem.local.backup import MANIFEST, MEMBERS, Manifest
from graphmem.local.errors import BackupRefused

HERE = "5.26.31"


def an_archive(folder: Path, *, neo4j: str = HERE, extra: str | None = None, damaged: str | None = None) -> Path:
    """An archive of the right form with other content than real dumps."""
    folder.mkdir(exist_ok=True)
    for member in MEMBERS:
        (folder / member).write_text(f"content of {member}")
    sums = {member: backup._sha256(folder / member) for member in MEMBERS}
    manifest = Manifest(backup.FORMAT, "0.1.0", neo4j, "2026-11-30T08:00:00+00:00", sums)
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest)))
    if damaged:
        (folder / damaged).write_text("something else")
    archive = folder / "some.tar"
    with tarfile.open(archive, "w") as tar:
        for member in (MANIFEST, *MEMBERS):
            tar.add(folder / member, arcname=member)
        if extra:
            tar.addfile(tarfile.TarInfo(extra), io.BytesIO())
    return archive


def test_a_whole_archive_is_unpacked_for_a_while(tmp_path: Path) -> None:
    """The verified members are there inside the block, and the folder is gone after it."""
    with backup.unpacked(an_archive(tmp_path / "a"), below=tmp_path, neo4j=HERE) as folder:
        assert {file.name for file in folder.iterdir()} == {MANIFEST, *MEMBERS}
    assert not folder.exists()


def test_nothing_but_the_known_members_reaches_the_disk(tmp_path: Path) -> None:
    """A member that would land elsewhere is never written."""
    archive = an_archive(tmp_path / "a", extra="../escaped")
    with backup.unpacked(archive, below=tmp_path, neo4j=HERE) as folder:
        assert {file.name for file in folder.iterdir()} == {MANIFEST, *MEMBERS}
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize("member", MEMBERS)
def test_a_damaged_archive_is_refused(tmp_path: Path, member: str) -> None:
    """Each member is compared with its checksum."""
    archive = an_archive(tmp_path / "a", damaged=member)
    with (
        pytest.raises(BackupRefused, match=f"damaged: {member}"),
        backup.unpacked(archive, below=tmp_path, neo4j=HERE),
    ):
        pytest.fail("it was accepted")


@pytest.mark.parametrize(("version", "accepted"), [("5.26.4", True), (HERE, True), ("5.26.32", False), ("2025.1.0", False)])
def test_a_newer_neo4j_is_refused(tmp_path: Path, version: str, accepted: bool) -> None:
    """A store of the same or an older Neo4j is taken (5.26.4 is older than 5.26.31), one of a newer is not."""
    archive = an_archive(tmp_path / "a", neo4j=version)
    unpacked = backup.unpacked(archive, below=tmp_path, neo4j=HERE)
    if accepted:
        with unpacked:
            return
    with pytest.raises(BackupRefused, match="newer"), unpacked:
        pytest.fail("it was accepted")


def test_another_file_is_no_backup(tmp_path: Path) -> None:
    """A text, an archive of something else and a missing file are each refused by name."""
    text, other, missing = tmp_path / "text", tmp_path / "other.tar", tmp_path / "missing"
    text.write_text("hello")
    with tarfile.open(other, "w") as tar:
        tar.addfile(tarfile.TarInfo("hello"), io.BytesIO())
    for archive in (text, other, missing):
        with (
            pytest.raises(BackupRefused, match=f"{archive.name} is not a graphmem backup"),
            backup.unpacked(archive, below=tmp_path, neo4j=HERE),
        ):
            pytest.fail("it was accepted")


def test_an_archive_is_never_written_over(tmp_path: Path) -> None:
    """An existing file is refused, a folder gets a dated file, a missing folder is named."""
    existing = tmp_path / "b.tar"
    existing.touch()
    with pytest.raises(BackupRefused, match=r"b\.tar exists"):
        backup.archive_path(existing)
    with pytest.raises(BackupRefused, match="does not exist"):
        backup.archive_path(tmp_path / "nowhere" / "b.tar")
    assert backup.archive_path(tmp_path).parent == tmp_path
    assert backup.archive_path(tmp_path).name.startswith("graphmem-20")


def a_folder(path: Path, content: str) -> None:
    path.mkdir(parents=True)
    (path / "store").write_text(content)


def a_half_restored_home(home: Path) -> None:
    """A home with a new store and its password in `restoring`, as `load` leaves them before the first rename."""
    a_folder(home / "data", "old")
    (home / "password").write_text("old")
    a_folder(home / "restoring" / "data", "new")
    (home / "restoring" / "password").write_text("new")


@pytest.mark.parametrize(("renames", "expected"), [(0, "old"), (1, "old"), (2, "new")])
def test_a_killed_restore_is_ended_or_undone(tmp_path: Path, renames: int, expected: str) -> None:
    """Wherever it was killed, store and password belong together afterwards, and nothing else is left."""
    a_half_restored_home(tmp_path)
    if renames > 0:
        (tmp_path / "data").rename(tmp_path / "data.old")
    if renames > 1:
        (tmp_path / "restoring" / "data").rename(tmp_path / "data")
    backup.settle(tmp_path)
    assert (tmp_path / "data" / "store").read_text() == (tmp_path / "password").read_text() == expected
    assert {entry.name for entry in tmp_path.iterdir()} == {"data", "password"}
