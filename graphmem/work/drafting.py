"""The words of a candidate: quoted from its corrections, or written by a model where one is set."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from graphmem.store import Store
from graphmem.work.stating import title_of

QUOTED = 3
MOST = 1_000  # characters of a rule


class Corrected(Protocol):
    """What a draft quotes of a correction."""

    @property
    def right(self) -> str: ...
    @property
    def wrong(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def candidate(self) -> str | None: ...
    def said(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Draft:
    """A rule as drafted: one instruction, why, and how to apply it."""

    rule: str
    why: str
    how: str
    written_by: str


async def drafted(store: Store, groups: Sequence[Sequence[Corrected]], *, ask: bool = True) -> list[Draft]:
    """A draft for each group; with `ask` a model writes those that belong to no candidate yet, where one is set."""
    from graphmem.work.consolidate import weighing_of

    weighing, _ = weighing_of(store)
    plain = [quoted(group, weighing) for group in groups]
    if store.model is None or not ask:
        return plain
    from graphmem.work.writing import Writing

    writing = Writing(store.model)

    async def draft(group: Sequence[Corrected], quotes: Draft) -> Draft:
        return quotes if any(one.candidate for one in group) else await writing.draft(group, quotes)

    return list(await asyncio.gather(*(draft(group, quotes) for group, quotes in zip(groups, plain, strict=True))))


def quoted(group: Sequence[Corrected], weighing: Any) -> Draft:
    """The correction that is nearest to all others gives the instruction; the others are quoted."""
    from graphmem.work.clustering import most_central

    said = [one.said() for one in group]
    centre = group[most_central(said, range(len(group)), weighing)]
    whys = list(dict.fromkeys(one.why for one in (centre, *group)))[:QUOTED]
    wrongs = list(dict.fromkeys(one.wrong for one in (centre, *group)))[:QUOTED]
    how = f"Instead of what was corrected {len(group)} times: " + "; ".join(f"“{title_of(w)}”" for w in wrongs)
    return Draft(centre.right[:MOST], "; ".join(title_of(w) for w in whys)[:MOST], how[:MOST], "template")
