"""File references: a path below the project root, and where it is given the lines and the commit."""

import re
from dataclasses import dataclass

MAX_CHARACTERS = 1024
FORM = "path[:line[-line]][@commit], such as src/store.rs:187-201@1a2b3c4, with the path below the project root"

_COMMIT = re.compile(r"(?P<rest>.+)@(?P<commit>[0-9a-fA-F]{7,40})", re.DOTALL)
_LINES = re.compile(r"(?P<path>.*):(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?", re.DOTALL)
_ABSOLUTE = re.compile(r"/|~(?:/|$)|[A-Za-z]:(?![0-9]+(?:-[0-9]+)?$)")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class FileRefused(ValueError):
    """A file reference is malformed or leads out of the project."""

    code = "FILE_REFUSED"


@dataclass(frozen=True, slots=True)
class FileReference:
    """A file of the project, and the lines and commit that were given with it."""

    path: str
    lines: str | None = None
    commit: str | None = None

    def __str__(self) -> str:
        lines = f":{self.lines}" if self.lines else ""
        return f"{self.path}{lines}{f'@{self.commit}' if self.commit else ''}"


def parse_file_reference(text: str) -> FileReference:
    """The file that a reference names; raises FileRefused when it is malformed or leaves the project."""
    _check_characters(text)
    rest, commit = _split_commit(text.strip().replace("\\", "/"))
    if _ABSOLUTE.match(rest):
        raise _refused(text, "is not relative to the project root")
    path, lines = _split_lines(rest, text)
    return FileReference(_below_root(path, text), lines, commit)


def _check_characters(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise FileRefused(f"The file reference has {len(text):,} characters: give {MAX_CHARACTERS:,} at most.")
    if _UNPRINTABLE.search(text):
        raise _refused(text, "holds a control character or half a surrogate pair")


def _split_commit(text: str) -> tuple[str, str | None]:
    """Only hexadecimal digits at the very end are a commit: `@` is a common character of paths."""
    if match := _COMMIT.fullmatch(text):
        return match["rest"], match["commit"].lower()
    return text, None


def _split_lines(text: str, given: str) -> tuple[str, str | None]:
    match = _LINES.fullmatch(text)
    path = match["path"] if match else text
    if ":" in path:
        raise _refused(given, "has a colon that no line number follows at the end")
    if not match:
        return path, None
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if not 1 <= first <= last:
        raise _refused(given, "has lines that do not exist or are out of order")
    return path, f"{first}-{last}" if match["last"] else str(first)


def _below_root(path: str, given: str) -> str:
    """The path with `.` and `..` resolved."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and not parts:
            raise _refused(given, "leads out of the project")
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    if not parts:
        raise _refused(given, "names no file")
    return "/".join(parts)


def _refused(given: str, why: str) -> FileRefused:
    return FileRefused(f"{given!r} {why}: write {FORM}.")
