"""Names that may be one thing: proposed when a name is written, judged by a person, never joined by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.model.names import PROPOSE_AT, Name, fold_key, name_key, probable_duplicate
from graphmem.write.state import Alike, Names, NewName, State


@dataclass(frozen=True, slots=True)
class Proposal:
    """A new entity and a known one whose names may mean one thing, with the score of the pair in 0..1."""

    new: str
    known: str
    score: float
    name: str
    other: str
    type: str


def probable_duplicates(names: Names) -> list[Proposal]:
    """The pairs that the new entities of an item form with what was there before and with each other, each pair once."""
    best: dict[tuple[str, str], Proposal] = {}
    for place, new in enumerate(names.new_names):
        if names.makes(new.known):
            for other in (*_candidates(new.name, names.state), *_beside(names.new_names[:place])):
                score = 1.0 if name_key(other.name) == new.name.key else probable_duplicate(new.name.shown, other.name)
                pair = (new.known.id, other.entity)
                if other.leads != new.known.id and score >= PROPOSE_AT and (pair not in best or best[pair].score < score):
                    best[pair] = Proposal(*pair, score, new.name.shown, other.name, other.type)
    return list(best.values())


def _beside(names: list[NewName]) -> Iterable[Alike]:
    """The new names that the same item gave before this one."""
    return (Alike(n.known.home, n.type, n.name.shown, n.known.id) for n in names)


def _candidates(name: Name, state: State) -> Iterable[Alike]:
    """What the memory holds under the same fold key, and under the same name key with another type."""
    yield from state.alike.get(fold_key(name.shown), ())
    yield from (Alike(k.home, k.type, k.name, k.id) for k in state.by_key.get(name.key, ()))
