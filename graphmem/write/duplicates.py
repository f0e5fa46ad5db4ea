"""Names that may be one thing: proposed when a name is written, judged by a person, never joined by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from graphmem.model.names import PROPOSE_AT, fold_key, name_key, probable_duplicate
from graphmem.write.state import MOST_SPELLED, Alike, Names, NewName, State


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
    return _proposals(
        names, lambda place, new: (*_candidates(new, names.state), *_beside(names.new_names[:place]))
    )  # fmt: skip


def misspelt(names: Names, found: Mapping[str, list[Alike]], known: Iterable[Proposal]) -> list[Proposal]:
    """The pairs that the new entities of an item form with names one slip away, found in the database by name key."""
    told = {(p.new, p.known) for p in known}
    return [p for p in _proposals(names, lambda _, new: found.get(new.name.key, ())) if (p.new, p.known) not in told]


def to_look_up(names: Iterable[Names]) -> list[NewName]:
    """The names of new entities whose slips are looked up; of a request with very many, the first ones."""
    return [n for one in names for n in one.new_names if n.slips and one.makes(n.known)][:MOST_SPELLED]


def _proposals(names: Names, candidates: Callable[[int, NewName], Iterable[Alike]]) -> list[Proposal]:
    best: dict[tuple[str, str], Proposal] = {}
    for place, new in enumerate(names.new_names):
        if names.makes(new.known):
            for other in candidates(place, new):
                score = 1.0 if name_key(other.name) == new.name.key else probable_duplicate(new.name.shown, other.name)
                pair = (new.known.id, other.entity)
                if other.leads != new.known.id and score >= PROPOSE_AT and (pair not in best or best[pair].score < score):
                    best[pair] = Proposal(*pair, score, new.name.shown, other.name, other.type)
    return list(best.values())


def _beside(names: list[NewName]) -> Iterable[Alike]:
    """The new names that the same item gave before this one."""
    return (Alike(n.known.home, n.type, n.name.shown, n.known.id) for n in names)


def _candidates(new: NewName, state: State) -> Iterable[Alike]:
    """What is known under the same fold key, under the same name key with another type, and in the request one slip away."""
    yield from state.alike.get(fold_key(new.name.shown), ())
    yield from (Alike(k.home, k.type, k.name, k.id) for k in state.by_key.get(new.name.key, ()))
    for slip in new.slips if state.spelled < MOST_SPELLED else ():
        yield from state.alike.get(slip, ())
