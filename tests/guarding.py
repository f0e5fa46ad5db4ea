"""The statements that the guard is tested with: `data/hostile.cypher` and `data/honest.cypher`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "integration" / "data"


@dataclass(frozen=True, slots=True)
class Hostile:
    """A statement that must be refused, and what shows that it is no mere mistake."""

    proof: str
    title: str
    text: str


def _hostile() -> list[Hostile]:
    told = (DATA / "hostile.cypher").read_text(encoding="utf-8")
    return [
        Hostile(m[1], m[2], m[3].strip("\n")) for m in re.finditer(r"^### (\w+): ([^\n]*)\n(.*?)(?=^### |\Z)", told, re.S | re.M)
    ]


def _honest() -> list[str]:
    paragraphs = (DATA / "honest.cypher").read_text(encoding="utf-8").split("\n\n")
    return [p.strip("\n") for p in paragraphs if not p.startswith("###")]


HOSTILE, HONEST = _hostile(), _honest()
