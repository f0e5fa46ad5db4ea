"""The table of figures: what was measured, the budget, what was reached."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from pathlib import Path

REFERENCE = 12  # ms: the bare walk of depth 3 where the budgets were set
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: `met` is None where no budget stands."""

    what: str
    budget: str
    reached: str
    met: bool | None


class Table:
    """Collects rows in the order measured."""

    def __init__(self, scale: float) -> None:
        self.scale, self.rows = scale, []  # type: float, list[Row]
        self.walk: float | None = None

    def add(self, what: str, budget: str, reached: str, met: bool | None) -> None:
        self.rows.append(Row(what, budget, reached, met))

    def text(self) -> str:
        head = f"Scale {self.scale:g}; Python {platform.python_version()}, {platform.machine()}."
        if self.walk is not None:
            head += f" The bare walk of depth 3 takes {self.walk:.0f} ms here and {REFERENCE} ms where the budgets were set:\n"
            head += "what stands in milliseconds is to be read against that."
        head += "\n\n"
        lines = ["| what | budget | reached | met |", "|---|---|---|---|"]
        lines += [f"| {r.what} | {r.budget} | {r.reached} | {_mark(r.met)} |" for r in self.rows]
        return head + "\n".join(lines)

    def write(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        figures = f"{BEGIN}\n{self.text()}\n{END}"
        page.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: figures, text, flags=re.S), encoding="utf-8")


def _mark(met: bool | None) -> str:
    return "–" if met is None else "yes" if met else "**no**"
