"""Real documents: what the packages installed here, and Python itself, ship as Markdown, reStructuredText and text."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

LISTS = ("top_level.txt", "entry_points.txt", "RECORD", "SOURCES.txt")  # what only programs read


def documents(folder: Path, wanted: int = 240, *, markdown: bool = False) -> int:
    """Copies that many, Markdown first, each under its own path; `markdown` names all of them so. Returns how many there are."""
    roots = [Path(sysconfig.get_paths()[place]) for place in ("purelib", "stdlib")]
    found = [(root, p) for root in roots for kind in ("*.md", "*.rst", "*.txt", "METADATA") for p in sorted(root.rglob(kind))]
    texts = [(root, p) for root, p in found if 200 < p.stat().st_size < 100_000 and p.name not in LISTS]
    for root, path in sorted(texts, key=lambda t: (t[1].suffix != ".md", t[1]))[:wanted]:
        target = folder / root.name / path.relative_to(root)
        target = target.with_name(f"{target.name}.md") if markdown and target.suffix != ".md" else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return len([p for p in folder.rglob("*") if p.is_file()])
