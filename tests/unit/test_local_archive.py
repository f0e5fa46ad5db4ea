"""Class archives: made for one Java, whole or not there."""

import os
import subprocess
from pathlib import Path

import pytest

from graphmem.local.archive import ClassArchive, keep
from graphmem.local.java import Java, find_java


@pytest.fixture
def packaged() -> Java:
    """The packaged Java, which comes without an archive of its own."""
    return find_java({"PATH": ""})


def test_an_archive_is_written_then_read(tmp_path: Path, packaged: Java) -> None:
    """A first Java writes the archive, under its name it is read by the next one, which no longer writes."""
    archive = ClassArchive(tmp_path / "archives", packaged)
    assert archive.reading() == ()
    run_java(packaged, *archive.writing())
    assert archive.reading() == ()
    keep(archive.unfinished)
    assert f"{archive.file}" in archive.reading()[0]
    assert "top archive failed" not in run_java(packaged, *archive.reading(), "-Xlog:cds=warning")
    assert [file for file in archive.folder.iterdir() if "part" in file.name] == []


def run_java(java: Java, *flags: str) -> str:
    """Runs the smallest program of the packaged Java that ends in good order."""
    command = [str(java.program), "-XX:+UseG1GC", *flags, "--list-modules"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_nothing_written_nothing_kept(tmp_path: Path, packaged: Java) -> None:
    """A server that was killed wrote no archive: none gets the name."""
    archive = ClassArchive(tmp_path / "archives", packaged)
    archive.writing()
    keep(archive.unfinished)
    assert not archive.file.exists()


def test_each_java_has_its_own(tmp_path: Path) -> None:
    """An updated Java does not read the archive of the one before."""
    before, after = (ClassArchive(tmp_path, Java(Path("/java"), 21, build)) for build in ("21.0.8", "21.0.9"))
    assert before.file != after.file


def test_a_cache_that_cannot_be_written(tmp_path: Path, packaged: Java, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a shared cache that others filled the server starts without an archive, and nothing is tried."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # asked so, for root may write everywhere
    assert ClassArchive(tmp_path / "archives", packaged).writing() == ()
    assert list(tmp_path.iterdir()) == []
