"""One small jar that names all the others, in one order: short command lines, and class archives that fit."""

import zipfile
from collections.abc import Sequence
from pathlib import Path

from graphmem.local.lock import Jar

NAME = "classpath.jar"
LINE = 70  # a manifest has lines of 72 bytes, the line end included


def write_class_path(folder: Path, jars: Sequence[Jar]) -> None:
    """Writes the jar beside `lib` and `plugins`; both are named, for GDS extends the kernel from the class path."""
    unfinished = folder / f"{NAME}.unfinished"
    text = "Class-Path: " + " ".join(jar.path.as_posix() for jar in jars)
    manifest = f"Manifest-Version: 1.0\r\n{_wrapped(text)}\r\n\r\n"
    with zipfile.ZipFile(unfinished, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", manifest)
    unfinished.replace(folder / NAME)


def _wrapped(text: str) -> str:
    """Continuation lines begin with a blank."""
    step = LINE - 1
    following = (f" {text[start : start + step]}" for start in range(LINE, len(text), step))
    return "\r\n".join((text[:LINE], *following))
