"""Records, and rules, that replace each other in a ring: no call makes one, and only a foreign file may hold it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

Ask = Callable[..., Awaitable[list[dict[str, Any]]]]

MOST = 50  # rings of rules that are told: of a file that is one knot, no more are of use


async def rings(ask: Ask, workspaces: Sequence[str]) -> list[tuple[str, ...]]:
    """The rings that `ask`, which runs a statement by name, finds in these workspaces: of records and of rules, each once,
    its smallest id first.
    """
    chains = [row["chain"] for row in await ask("read/supersede_loops", workspaces=workspaces)]
    pairs = await ask("work/successions", workspaces=workspaces)
    chains += circles((row["source"], row["target"]) for row in pairs)
    return sorted({_turned(chain) for chain in chains})


def _turned(chain: Sequence[str]) -> tuple[str, ...]:
    start = chain.index(min(chain))
    return (*chain[start:], *chain[:start])


def circles(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Rings among what leads from one to another: every knot shows at least one. One walk, each pair looked at once."""
    onward: dict[str, list[str]] = {}
    for source, target in pairs:
        onward.setdefault(source, []).append(target)
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in onward:
        way, place, left = [start], {start: 0}, [iter(onward[start])]
        while way and start not in done:
            one = next(left[-1], None)
            if one is None:
                done.add(gone := way.pop())
                del place[gone], left[-1:]
            elif one in place:
                found += [tuple(way[place[one] :])] if len(found) < MOST else []
            elif one not in done:
                place[one] = len(way)
                way.append(one)
                left.append(iter(onward.get(one, ())))
    return found


__all__ = ["circles", "rings"]
