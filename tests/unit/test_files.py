"""File references: design 3.4."""

import pytest

from graphmem.model.files import FileReference, FileRefused, parse_file_reference


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("memory_system/persister.rs:187-201", FileReference("memory_system/persister.rs", "187-201")),
        ("src/Main.java", FileReference("src/Main.java")),
        ("src/main.py:12", FileReference("src/main.py", "12")),
        ("a/b@feature.txt@1a2b3c4", FileReference("a/b@feature.txt", None, "1a2b3c4")),
        ("a/b@feature.txt", FileReference("a/b@feature.txt")),
        ("src/x.py:1-2@" + "ab" * 20, FileReference("src/x.py", "1-2", "ab" * 20)),
        ("src/x.py@ABCDEF1", FileReference("src/x.py", None, "abcdef1")),
        ("src/x.py@abc123", FileReference("src/x.py@abc123")),
        ("src\\win\\x.py:3", FileReference("src/win/x.py", "3")),
        ("./src//a/../b.py", FileReference("src/b.py")),
        ("docs/", FileReference("docs")),
        ("C:10", FileReference("C", "10")),
        ("C:10@1a2b3c4", FileReference("C", "10", "1a2b3c4")),
        ("Makefile:007", FileReference("Makefile", "7")),
        ("datei mit leerzeichen/ü.txt", FileReference("datei mit leerzeichen/ü.txt")),
        ("  src/x.py  ", FileReference("src/x.py")),
        ("a/..b/...", FileReference("a/..b/...")),
        ("~backup/x", FileReference("~backup/x")),
        ("@scope/pkg/index.js", FileReference("@scope/pkg/index.js")),
    ],
)
def test_read(text: str, expected: FileReference) -> None:
    """A reference gives its path below the root, its lines and its commit, the path's case kept."""
    assert parse_file_reference(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no file"),
        ("   ", "names no file"),
        (".", "names no file"),
        ("a/..", "names no file"),
        (":12", "names no file"),
        ("../x", "leads out"),
        ("a/../../x", "leads out"),
        ("..\\x", "leads out"),
        ("/etc/hostname.md", "not relative"),
        ("\\\\server\\share\\x", "not relative"),
        ("C:\\x", "not relative"),
        ("c:/x", "not relative"),
        ("c:x", "not relative"),
        ("~/x", "not relative"),
        ("src/x.py:0", "lines"),
        ("src/x.py:20-10", "lines"),
        ("src/x.py:ten", "colon"),
        ("src/x.py:", "colon"),
        ("src/x.py:1-", "colon"),
        ("src/x.py:10:5", "colon"),
        ("src/x.py:10@main", "colon"),
        ("src/x.py:१", "colon"),
        ("https://example.org/x", "colon"),
        ("src/\x00x", "control"),
        ("src/a\nb", "control"),
        ("src/\ud83d", "control"),
        ("x" * 1025, "at most"),
    ],
)
def test_refused(text: str, why: str) -> None:
    """A reference that is malformed or leaves the project is refused, with the reason and a code."""
    with pytest.raises(FileRefused, match=why) as refused:
        parse_file_reference(text)
    assert refused.value.code == "FILE_REFUSED"


@pytest.mark.parametrize("text", ["src/x.py", "src/x.py:1", "src/x.py:1-2", "src/x.py:1-2@1a2b3c4", "src/x.py@1a2b3c4"])
def test_shown(text: str) -> None:
    """A reference is shown in the form in which it is read."""
    assert str(parse_file_reference(text)) == text
