"""The kit: favourites, style and guide as files of one folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphmem.browser.favourites import favourites, parameters
from graphmem.browser.guide import guide
from graphmem.browser.style import style


def files(workspace: str | None = None, name: str | None = None) -> Iterator[tuple[str, str]]:
    """Each file of the kit by its name."""
    given = {k: v for k, v in (("workspace", workspace), ("name", name)) if v}
    yield "parameters.cypher", f"// the parameters of the other favourites: run this one first\n{parameters(**given)}\n"
    for found in favourites():
        yield f"{found.name}.cypher", found.text + "\n"
    yield "style.grass", style()
    yield "guide.html", guide(workspace, name)


def write_kit(folder: Path, workspace: str | None = None) -> list[str]:
    """Writes the kit into a folder, which is made where there is none, and tells the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in files(workspace):
        (folder / name).write_text(text, encoding="utf-8")
        written.append(str(folder / name))
    return written
