"""Names that may be one thing: proposed when a name is written, judged by a person, never joined by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.model.names import PROPOSE_AT, fold_key, name_key, probable_duplicate
from graphmem.write.plan import Step
from graphmem.write.state import Alike, State


@dataclass(frozen=True, slots=True)
class Proposal:
    """A new entity and a known one whose names may mean one thing, with the score of the pair in 0..1."""

    new: str
    known: str
    score: float
    name: str
    other: str
    type: str


def probable_duplicates(step: Step, state: State) -> list[Proposal]:
    """The pairs that the new entities of a step form with what was there before, each pair once, best score kept."""
    best: dict[tuple[str, str], Proposal] = {}
    for new in step.names.new_names:
        if not step.names.makes(new.known):
            continue
        for other in _candidates(new.name.shown, state):
            score = 1.0 if _same_key(new.name.key, other) else probable_duplicate(new.name.shown, other.name)
            if other.entity != new.known.id and score >= PROPOSE_AT:
                pair = (new.known.id, other.entity)
                if pair not in best or best[pair].score < score:
                    best[pair] = Proposal(*pair, score, new.name.shown, other.name, other.type)
    return list(best.values())


def _candidates(name: str, state: State) -> Iterable[Alike]:
    """What the memory holds under the same fold key, and under the same name key with another type."""
    fold, key = fold_key(name), name_key(name)
    yield from (a for a in state.alike if a.fold == fold)
    yield from (Alike(k.id, k.type, k.name, "") for ref, k in state.names.items() if ref.key == key)


def _same_key(key: str, other: Alike) -> bool:
    return name_key(other.name) == key
