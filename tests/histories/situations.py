"""Situations that are easy to get wrong, each as a short history."""

from __future__ import annotations

from datetime import timedelta

from tests.histories.events import (
    PROBLEMS,
    Event,
    Forgotten,
    Item,
    Key,
    Link,
    Merged,
    Reinstated,
    Retire,
    Span,
    Told,
    Unmerged,
)
from tests.histories.strategy import HOUR, START, Step, span

DAY = 24 * HOUR
ONE, TWO = (0, 0), (1, 0)  # the records of the first two events


def link(text: str) -> Link:
    source, type_, target = text.split()
    return source, type_, target


def item(
    *links: str, kind: str = "decision", names: tuple[str, ...] = (), since: Span | None = None, until: timedelta | None = None,
    supersedes: tuple[Key, ...] = (), corrects: tuple[Key, ...] = (), carries: bool = False, retires: tuple[Retire, ...] = (),
) -> Item:  # fmt: skip
    stated = tuple(link(text) for text in links)
    named = frozenset({n for s, _, t in stated for n in (s, t)} | set(names))
    end = START + until if until is not None else None
    return Item(kind, named, stated, since, end, supersedes, corrects, carries, retires)


def day(offset: timedelta = 0 * HOUR) -> Span:
    return span(START + offset, "day")


def at(offset: timedelta) -> Span:
    return span(START + offset, "instant")


def told(*links: str, **more: object) -> Told:
    return Told((item(*links, **more),))  # type: ignore[arg-type]


def history(*events: Event | tuple[timedelta, Event]) -> list[Step]:
    """An hour apart, unless a step says how far the wall clock moves."""
    steps, wall = [], START
    for number, given in enumerate(events):
        move, event = given if isinstance(given, tuple) else (HOUR, given)
        wall += move
        steps.append(Step(number, wall, event, rehearsed=number % 2 == 0))
    return steps


PIT, QUAG = PROBLEMS
OLD = told("Ada depends_on Bix", since=at(-5 * DAY))
FOUND = told(f"Ada caused_by {PIT}", kind="problem_found")

SITUATIONS: dict[str, list[Step]] = {
    "merges in a chain move the whole group": history(
        told("Ada depends_on Dyn", "Bix depends_on Dyn", "Cog depends_on Dyn"), Merged("Ada", "Bix"), Merged("Bix", "Cog"),
        told("Ada leads_to Dyn"), Unmerged(1), Unmerged(2),
    ),
    "merges undone in the order they were stated": history(
        told("Ada depends_on Bix", "Bix depends_on Cog", "Cog depends_on Dyn"), Merged("Ada", "Bix"), Merged("Dyn", "Ada"),
        Unmerged(1), told("Dyn related_to Cog"), Unmerged(2),
    ),
    "a merge of what is one already through others": history(
        told("Ada depends_on Bix", "Cog depends_on Dyn"), Merged("Ada", "Bix"), Merged("Cog", "Ada"), Merged("Bix", "Cog"),
        Unmerged(1), Unmerged(2),
    ),
    "a link parked twice": history(
        told("Ada depends_on Bix", "Ada depends_on Cog"), Merged("Ada", "Bix"), Merged("Bix", "Cog"), Unmerged(2), Unmerged(1),
    ),
    "forgotten while it is parked": history(OLD, Merged("Ada", "Bix"), Forgotten(ONE), Unmerged(1)),
    "superseded while it is parked, carried on, then apart again": history(
        OLD, Merged("Ada", "Bix"), told("Cog depends_on Dyn", supersedes=(ONE,), carries=True), Unmerged(1),
    ),
    "retired with its thing while it is parked": history(
        OLD, Merged("Ada", "Bix"), told("Cog leads_to Dyn", retires=(Retire(entity="Ada"),)), Unmerged(1),
    ),
    "a conflict of a pair that is one now": history(
        OLD, Merged("Ada", "Bix"), told("Ada conflicts_with Bix"), told("Ada conflicts_with Cog"), Unmerged(1),
    ),
    "a conflict stated before the two were one": history(OLD, told("Ada conflicts_with Bix"), Merged("Ada", "Bix"), Unmerged(2)),
    "a batch that states, then contradicts": history(Told((item("Ada depends_on Bix"), item("Bix conflicts_with Ada")))),
    "a batch that contradicts, then states": history(Told((item("Bix conflicts_with Ada"), item("Ada depends_on Bix")))),
    "a batch that restates what it ended": history(
        told("Ada depends_on Bix", "Ada depends_on Cog", since=at(-5 * DAY)),
        Told((item("Bix conflicts_with Ada"), item("Cog depends_on Dyn", corrects=(ONE,), carries=True))),
    ),
    "forgotten before the end that its successor gave": history(
        OLD, told("Ada depends_on Cog", since=at(5 * DAY), supersedes=(ONE,)), Forgotten(ONE), Reinstated((ONE, None)),
    ),
    "ended, reinstated, ended again": history(OLD, Forgotten(ONE), Reinstated((ONE, None)), Forgotten(ONE, True), Reinstated((ONE, None))),
    "a correction of what has ended": history(OLD, Forgotten(ONE), told("Ada depends_on Cog", corrects=(ONE,))),
    "a correction of what never held": history(OLD, Forgotten(ONE, True), told("Ada depends_on Cog", corrects=(ONE,))),
    "a correction takes the place of the earliest": history(
        told("Ada depends_on Bix", since=day(-3 * DAY)), told("Ada depends_on Cog", since=day(-9 * DAY), until=2 * DAY),
        told("Ada depends_on Dyn", corrects=(ONE, TWO)), told("Ada conflicts_with Dyn", since=day(-9 * DAY)),
    ),
    "reinstated, but for the link that another act ended": history(
        told("Ada depends_on Bix", "Ada depends_on Cog"),
        told("Dyn leads_to Cog", retires=(Retire(key=ONE, link=link("Ada depends_on Bix")),)),
        Forgotten(ONE), Reinstated((ONE, None)), Reinstated((ONE, link("Ada depends_on Bix"))),
    ),
    "one link of an ended record reinstated": history(
        told("Ada depends_on Bix", "Ada depends_on Cog"), Forgotten(ONE), Reinstated((ONE, link("Ada depends_on Bix"))),
        Reinstated((ONE, None)),
    ),
    "a conflict undone on the record that it emptied": history(OLD, told("Ada conflicts_with Bix"), Reinstated((ONE, None))),
    "what superseded never held": history(OLD, told("Ada depends_on Cog", supersedes=(ONE,)), Forgotten(TWO, True)),
    "an assumed start and a successor dated before it": history(
        told("Ada depends_on Bix"), told("Ada depends_on Cog", since=at(-2 * DAY), supersedes=(ONE,)),
    ),
    "found and solved on one day": history(
        told(f"Ada caused_by {PIT}", kind="problem_found", since=day()), told(f"Bix solves {PIT}", since=day()),
    ),
    "found, solved and found again on one day": history(
        told(f"Ada caused_by {PIT}", kind="problem_found", since=day()), told(f"Bix solves {PIT}", since=day()),
        told(f"Cog caused_by {PIT}", kind="problem_found", since=day()),
    ),
    "found in the afternoon, solved `today`": history(FOUND, told(f"Bix solves {PIT}", since=day())),
    "a regression, then the old fix is carried on": history(
        told(f"Bix solves {PIT}"), FOUND, told("Cog related_to Dyn", supersedes=(ONE,), carries=True),
    ),
    "solved, then the finding is reworded": history(
        FOUND, told(f"Bix solves {PIT}"), told(f"Ada caused_by {PIT}", kind="problem_found", corrects=(ONE,)),
    ),
    "solved, then the finding is carried on": history(
        FOUND, told(f"Bix solves {PIT}"), told("Cog related_to Dyn", kind="problem_found", supersedes=(ONE,), carries=True),
    ),
    "a fix of the problem that this one became": history(
        told(f"Ada caused_by {PIT}", f"Ada caused_by {QUAG}", kind="problem_found"), told(f"Bix solves {PIT}"), Merged(PIT, QUAG),
        FOUND, Unmerged(2),
    ),
    "removed, then stated by a later record": history(
        OLD, told("Dyn leads_to Cog", retires=(Retire(entity="Ada"),)), told("Ada depends_on Cog"),
        told("Cog depends_on Ada", since=at(-9 * DAY)),
    ),
    "removed and stated in one record": history(OLD, told("Ada depends_on Cog", retires=(Retire(entity="Ada"),))),
    "removed under a name that became another": history(
        OLD, told("Dyn leads_to Cog", retires=(Retire(entity="Ada"),)), Merged("Ada", "Dyn"), told("Dyn implements Cog"), Unmerged(2),
    ),
    "a pair retired in both its names": history(
        told("Ada depends_on Cog"), told("Bix depends_on Cog"), Merged("Ada", "Bix"),
        told("Dyn leads_to Cog", retires=(Retire(link=link("Bix depends_on Cog")),)), Unmerged(2),
    ),
    "a link without direction retired the other way round": history(
        told("Ada related_to Bix"), told("Cog leads_to Dyn", retires=(Retire(link=link("Bix related_to Ada")),)),
    ),
    "two heads, the second dated before the first": history(
        OLD, told("Ada depends_on Cog", since=at(3 * DAY), supersedes=(ONE,)),
        told("Ada depends_on Dyn", since=at(-2 * DAY), supersedes=(ONE,)),
    ),
    "the clock is stepped back": history(
        told("Ada depends_on Bix"), (-3 * HOUR, told("Cog depends_on Bix", supersedes=(ONE,))), (0 * HOUR, Forgotten(TWO)),
        (HOUR, Reinstated((TWO, None))),
    ),
    "an end of the writer's own before the one it gets": history(
        told("Ada depends_on Bix", since=at(-9 * DAY), until=-3 * DAY), told("Ada depends_on Cog", since=at(-1 * DAY), supersedes=(ONE,)),
        told("Ada depends_on Dyn", corrects=(ONE,)),
    ),
}  # fmt: skip
