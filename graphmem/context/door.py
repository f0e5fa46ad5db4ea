"""Context as asked: the cards, what the graph knows of the things named, the records that match, fitted into the budget."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from graphmem.clock import instants
from graphmem.context.drafting import drafts, rules_for
from graphmem.context.fitting import Draft, Fitted, fit
from graphmem.context.gathering import facts_of
from graphmem.context.matching import matching
from graphmem.context.tokens import count_tokens
from graphmem.errors import InvalidArgument
from graphmem.model.answers.context import Context
from graphmem.model.characters import whole
from graphmem.model.recalled import marked
from graphmem.model.records import Time
from graphmem.read.cards import cards
from graphmem.store import Store
from graphmem.work.rules import count_uses, rules

MOST_BUDGET = 100_000
SMALL = 200  # tokens: below this every one is needed


async def context(
    store: Store,
    workspace: str,
    author: str,
    task: str,
    *,
    budget: int = 4_000,
    as_of: Time | None = None,
    valid_at: Time | None = None,
) -> Context:
    """What to know before `task`, in at most `budget` tokens; raises `InvalidArgument` for an empty task or a budget below 1."""
    if not task.strip():
        raise InvalidArgument("task", "say in words what is to be done")
    task = whole(task)
    if not 1 <= budget <= MOST_BUDGET:
        raise InvalidArgument("budget", f"{budget} given; it is 1 to {MOST_BUDGET:,} tokens")
    clocks = instants(as_of, valid_at)

    facts, both, matched, standing = await asyncio.gather(
        store.read(lambda reader: facts_of(reader, task), workspace=workspace, clocks=clocks),
        cards(store, workspace, author, clocks),
        matching(store, workspace, clocks, task),
        rules(store, workspace, author, clocks),
    )
    parts = drafts(task, standing, both, replace(facts, matches=matched.records, more_matches=matched.more))
    text, fitted = await asyncio.to_thread(_fitted, parts, budget)
    if as_of is None and valid_at is None:
        relevant = [rule for rule in rules_for(task, standing) if rule.tags or rule.id in matched.rules]
        await count_uses(store, workspace, author, relevant)
    return Context(
        as_of=facts.clocks.as_of, valid_at=facts.clocks.valid_at, text=text, tokens=count_tokens(text), budget=budget,
        recognised=facts.recognised, sections=fitted.sections, left_out=fitted.left_out,
        note=None if fitted.sections or fitted.left_out else matched.note,
    )  # fmt: skip


def _fitted(parts: list[Draft], budget: int) -> tuple[str, Fitted]:
    """The text between the marks by which it is known when it comes back in a conversation; a small budget has no room for them."""
    marks = count_tokens(marked("x")) + 2
    if budget < SMALL:
        fitted = fit(parts, budget, count_tokens)
        return fitted.text, fitted
    fitted = fit(parts, budget - marks, count_tokens)
    return marked(fitted.text), fitted
