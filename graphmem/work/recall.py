"""Recall: from a new task to similar ones, and along typed edges to what was learned there; a compact text, not the records."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.clock import instants
from graphmem.context.drafting import short
from graphmem.context.recognising import recognise
from graphmem.context.tokens import count_tokens
from graphmem.errors import InvalidArgument
from graphmem.model.answers.recall import Recall
from graphmem.model.answers.rules import RuleLine
from graphmem.model.answers.search import NOTHING_STORED
from graphmem.model.answers.tasks import CitedSource, CorrectionLine, MadeArtifact, TaskLine, ToolUse
from graphmem.model.characters import whole
from graphmem.model.records import Time
from graphmem.read.search import search
from graphmem.store import Reader, Store
from graphmem.work.rules import count_uses
from graphmem.work.rules import rules as standing
from graphmem.work.tasks import task_line

SIMILAR = 8  # tasks that are walked from
RELATED = 4  # tasks more, that somebody said belong to those
FOUND = 16  # hits that are looked at
EACH = 6  # sources, tools and so on of one task
MOST_BUDGET = 20_000
ASKED = 2_000


async def recall(
    store: Store, workspace: str, author: str, task: str, *, budget: int = 800, tags: Sequence[str] = (),
    as_of: Time | None = None, valid_at: Time | None = None,
) -> Recall:  # fmt: skip
    """What earlier work says about `task`; raises `InvalidArgument` for an empty task or a budget out of range."""
    if not task.strip():
        raise InvalidArgument("task", "say in words what is to be done")
    task = whole(task)
    if not 1 <= budget <= MOST_BUDGET:
        raise InvalidArgument("budget", f"{budget} given; it is 1 to {MOST_BUDGET:,} tokens")
    clocks = instants(as_of, valid_at)
    wanted = [" ".join(tag.casefold().split()) for tag in ((tags,) if isinstance(tags, str) else tags)]

    async def alike(reader: Reader) -> list[dict[str, Any]]:
        """The tasks that name what this one names, or have its tags."""
        named = await recognise(reader, task, by_part=False)
        about = {"entities": [r.entity.id for r in named], "tags": wanted}
        return await reader.rows("work/tasks_about", **about, limit=FOUND) if any(about.values()) else []

    hits, doctrine, shared = await asyncio.gather(
        search(store, workspace, clocks, task[:ASKED], limit=FOUND, kinds=("task", "correction", "rule"), walk=False),
        standing(store, workspace, author, clocks),
        store.read(alike, workspace=workspace, clocks=clocks),
    )

    async def walk(reader: Reader) -> tuple[Any, list[dict[str, Any]], list[TaskLine]]:
        corrected = [h.id for h in hits.hits if h.kind == "correction"]
        owners = await reader.rows("work/tasks_of", ids=corrected) if corrected else []
        ids = _ranked([(h.id, h.kind) for h in hits.hits], {r["id"]: r["task"] for r in owners}, shared)
        near = await reader.rows("work/tasks_related", ids=ids, limit=RELATED) if ids else []
        ids += [row["id"] for row in near]
        rows = await reader.rows("work/recall", ids=ids, each=EACH) if ids else []
        return reader.clocks, rows, [task_line(reader, row["task"], len(row["corrections"])) for row in rows]

    at, rows, lines = await store.read(walk, workspace=workspace, clocks=clocks)
    relevant = {h.id for h in hits.hits if h.kind == "rule"} | {r for row in rows for r in row["rules"]}
    apply = [rule for rule in doctrine.rules if rule.id in relevant or (set(rule.tags) & set(wanted))]
    parts = _Parts(apply, rows, lines)
    text, left = await asyncio.to_thread(parts.fitted, budget)
    if as_of is None and valid_at is None:
        await count_uses(store, workspace, author, apply)
    return Recall(
        as_of=at.as_of, valid_at=at.valid_at, text=text, tokens=count_tokens(text), budget=budget, rules=tuple(apply),
        corrections=tuple(parts.corrections), sources=tuple(parts.sources), tools=tuple(parts.tools),
        artifacts=tuple(parts.artifacts), tasks=tuple(lines), left_out=left,
        note=None if text or left else hits.note if hits.note == NOTHING_STORED else "No earlier work is like it.",
    )  # fmt: skip


def _ranked(hits: Sequence[tuple[str, str]], owners: Mapping[str, str], shared: Iterable[Mapping[str, Any]]) -> list[str]:
    """Tasks by reciprocal rank: of the hits, a correction standing for its task, and of what they share with this one."""
    scores: dict[str, float] = {}
    for place, (id_, kind) in enumerate(hits):
        if task := id_ if kind == "task" else owners.get(id_):
            scores[task] = scores.get(task, 0.0) + 1 / (10 + place)
    for place, row in enumerate(shared):
        scores[row["id"]] = scores.get(row["id"], 0.0) + 0.5 * row["shared"] / (10 + place)
    return sorted(scores, key=lambda i: (-scores[i], i))[:SIMILAR]


class _Parts:
    """What was found, each thing once, best first, and the lines that tell of it."""

    def __init__(self, rules: Sequence[RuleLine], rows: Sequence[Mapping[str, Any]], tasks: Sequence[TaskLine]) -> None:
        standing = {rule.id for rule in rules}
        self.rules, self.tasks = rules, tasks
        corrections = _once((c for row in rows for c in row["corrections"]), "id")
        self.corrections = [CorrectionLine.model_validate(c) for c in corrections if not standing & set(c["rules"])]
        self.sources = [CitedSource.model_validate(s) for s in _once((s for row in rows for s in row["sources"]), "ref")]
        self.tools = [ToolUse.model_validate(t) for t in _once((t for row in rows for t in row["tools"]), "name")]
        self.artifacts = [
            MadeArtifact.model_validate(a) for a in _once((a for row in rows for a in row["artifacts"]), "location")
        ]

    def sections(self) -> Iterable[tuple[str, list[str]]]:
        yield "## Rules that apply", [f"- {short(r.rule)} [{r.id}]" for r in self.rules]
        yield (
            "## Corrected before",
            [f"- {short(c.right)} (not: {short(c.wrong, 120)}), because {short(c.why, 120)} [{c.id}]" for c in self.corrections],
        )
        yield "## Sources", [f"- {_judged(s.ref, s.held_up, 'held up', 'was wrong', s.note)}" for s in self.sources]
        yield "## Tools", [f"- {_judged(t.name, t.right, 'was right', 'was the wrong choice', t.note)}" for t in self.tools]
        yield "## Made before", [f"- {short(a.location)}{f' ({short(a.type, 60)})' if a.type else ''}" for a in self.artifacts]
        yield "## Similar tasks", [f"- {short(t.request, 160)}: {t.outcome or 'open'} [{t.id}]" for t in self.tasks]

    def fitted(self, budget: int) -> tuple[str, int]:
        """As many lines as the budget takes, the most telling sections first, and how many were left out."""
        taken: list[str] = []
        spent = left = 0
        for heading, lines in self.sections():
            opened = False
            for line in lines:
                added = [line] if opened else [heading, line]
                cost = sum(
                    count_tokens(f"{part}\n") for part in added
                )  # the whole text, line by line again, would take far longer
                if spent + cost > budget:
                    left += 1
                    continue
                taken, spent, opened = [*taken, *added], spent + cost, True
        while count_tokens("\n".join(taken)) > budget:  # the parts together may be a token longer than one by one
            taken, left = taken[: -2 if taken[-2].startswith("## ") else -1], left + 1
        return "\n".join(taken), left


def _judged(what: str, good: bool | None, yes: str, no: str, note: str | None) -> str:
    return f"{short(what)} {yes if good else no}{f': {short(note, 120)}' if note else ''}"


def _once(rows: Iterable[Mapping[str, Any]], key: str) -> list[Mapping[str, Any]]:
    """Each thing once, as it was told first."""
    found: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        found.setdefault(row[key], row)
    return list(found.values())
