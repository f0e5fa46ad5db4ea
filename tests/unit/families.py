"""Names as documents write them, in families that are easily taken for one another: read, paired, and how well a rule groups them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from graphmem.embed.base import BUILT_IN, checked, open_embedder
from graphmem.ingest.resolving import Named
from graphmem.model.lexical import entity_text
from graphmem.model.names import name_key
from graphmem.settings import Settings

FILE = Path(__file__).parent / "data" / "name_families.txt"


@dataclass(frozen=True, slots=True)
class Spelling:
    """One name of the list: its half, its family, the thing that it means, and what a rule sees of it."""

    half: str
    family: int
    thing: str
    named: Named


def spellings(half: str | None = None) -> list[Spelling]:
    """The names in the order of the list, each once by its key: what has one key is one name without any rule."""
    found: list[Spelling] = []
    for family, line in enumerate(x for x in FILE.read_text(encoding="utf-8").splitlines() if not x.startswith("#")):
        head, _, things = line.partition(": ")
        its_half, type_ = head.split()
        for n, spelled in enumerate(things.split(" | ")):
            keys: set[str] = set()
            for name in (s.strip() for s in spelled.split(" = ")):
                if name_key(name) not in keys and half in (None, its_half):
                    found.append(Spelling(its_half, family, f"{family}.{n}", Named(f"{family}.{n}.{len(keys)}", name, type_)))
                keys.add(name_key(name))
    return found


def pairs(rows: Iterable[Spelling]) -> list[tuple[Spelling, Spelling]]:
    """Every two names of a family."""
    return [(a, b) for a, b in combinations(rows, 2) if a.family == b.family]


def cosines(rows: Sequence[Spelling], embedder: str) -> dict[frozenset[str], float]:
    """How near every two names of one type are, as the memory embeds them before anything is said of them."""
    model, dimension = BUILT_IN[embedder]
    made = open_embedder(model, Settings()).embed([entity_text(r.named.name, r.named.type, None) for r in rows])
    vectors = {r.named.id: checked(v, dimension) or [0.0] * dimension for r, v in zip(rows, made, strict=True)}
    by_type = defaultdict(list)
    for row in rows:
        by_type[row.named.type].append(row.named.id)
    return {
        frozenset((a, b)): sum(x * y for x, y in zip(vectors[a], vectors[b], strict=True))
        for ids in by_type.values()
        for a, b in combinations(ids, 2)
    }


def precision_recall(judged: Iterable[tuple[bool, bool]]) -> tuple[float, float]:
    """Of pairs as (said to be one, is one); a rule that says nothing is wrong about nothing."""
    counts = Counter(judged)
    right, wrong, missed = counts[True, True], counts[True, False], counts[False, True]
    return right / (right + wrong) if right + wrong else 1.0, right / (right + missed)


def b_cubed(rows: Sequence[Spelling], group: Mapping[str, str]) -> tuple[float, float]:
    """Precision and recall of groups, as the mean over names of the part of their group, and of their thing, that is right."""
    groups, things = defaultdict(set), defaultdict(set)
    for row in rows:
        groups[group[row.named.id]].add(row.named.id)
        things[row.thing].add(row.named.id)
    shared = [(len(groups[group[r.named.id]] & things[r.thing]), r) for r in rows]
    precision = sum(n / len(groups[group[r.named.id]]) for n, r in shared) / len(rows)
    return precision, sum(n / len(things[r.thing]) for n, r in shared) / len(rows)
