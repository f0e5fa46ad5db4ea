"""What the sections of a context say, line by line. Stored text is data: it stays on its line and cannot pose as a heading."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from graphmem.context.fitting import Draft, Line
from graphmem.context.gathering import Facts
from graphmem.model.answers.base import Step
from graphmem.model.answers.cards import Card, Cards
from graphmem.model.answers.impact import Dependent, Risk
from graphmem.model.answers.rules import RuleLine, Rules
from graphmem.model.answers.search import Hit
from graphmem.model.recalled import unmarked
from graphmem.work.stating import rule_line

WIDTH = 240  # characters of a line of a card
TEXT = 300  # characters of a stored text
CARD_LINES = 400


def drafts(task: str, rules: Rules, cards: Cards, facts: Facts) -> list[Draft]:
    """The sections in the order in which they are read."""
    return [
        _rules(rules_for(task, rules)),
        _card("person", "How the person works", cards.person),
        _card("project", "How this project works", cards.project),
        _entities(facts),
        _impact(facts),
        _risks(facts),
        _records(task, facts),
    ]


def rules_for(task: str, rules: Rules) -> list[RuleLine]:
    """Every rule that stands; one that is for a sort of work only where the task names it."""
    words = set(" ".join(task.casefold().split()).replace(",", " ").replace(".", " ").split())
    return [r for r in rules.rules if not r.tags or any(words.issuperset(tag.split()) for tag in r.tags)]


def _rules(rules: Sequence[RuleLine]) -> Draft:
    return Draft("rules", "## Rules", [Line(f"- {unmarked(rule_line(r.model_dump()))} [{r.id}]") for r in rules], "rules()")


def short(text: str | None, most: int = TEXT) -> str:
    """A stored text on one line, cut where it is long."""
    line = " ".join(unmarked(text or "").split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _card(name: str, heading: str, card: Card | None) -> Draft:
    lines = [Line(f"> {part}") for row in unmarked(card.text if card else "").splitlines() for part in textwrap.wrap(row, WIDTH)]
    assert name in ("person", "project")
    return Draft(name, f"## {heading}", lines[:CARD_LINES], "cards()", more=max(0, len(lines) - CARD_LINES))  # type: ignore[arg-type]


def _entities(facts: Facts) -> Draft:
    lines, more = [], 0
    for found in facts.recognised:
        told = facts.told[found.entity.id]
        described = f": {short(told.description)}" if told.description else ""
        lines.append(Line(f"- {short(found.entity.name)} ({found.entity.type}){described}"))
        lines += [Line(f"  - {_step(link)}", 1 + n) for n, link in enumerate(told.steps)]
        more += told.total - len(told.steps)
    names = ", ".join(f"entity({f.entity.id!r})" for f in facts.recognised)
    return Draft("entities", "## Named in the task", lines, names, more)


def _step(step: Step) -> str:
    return (
        f"{short(step.source)} {step.type} {short(step.target)}: {short(step.reason)} {_by(step.record, step.author, step.since)}"
    )


def _by(record: str, author: str, at: str | None) -> str:
    day = (at or "")[:10]  # the hour would cost more than it tells
    return f"[{', '.join(part for part in (record, short(author), day) if part)}]"


def _impact(facts: Facts) -> Draft:
    lines = [Line(f"- {_dependent(d)}", d.hop) for d in facts.dependents]
    how = ", ".join(f"impact({f.entity.id!r})" for f in facts.recognised)
    return Draft("impact", "## Reached by a change of these", lines, how, more=int(facts.dependents_cut))


def _dependent(found: Dependent) -> str:
    return f"{short(found.entity.name)} ({found.hop} {'hop' if found.hop == 1 else 'hops'} away): {_step(found.path[-1])}"


def _risks(facts: Facts) -> Draft:
    how = ", ".join(f"impact({f.entity.id!r})" for f in facts.recognised)
    return Draft("risks", "## Risks", [Line(f"- {_risk(r)}") for r in facts.risks], how, more=int(facts.risks_cut))


def _risk(risk: Risk) -> str:
    ended = "" if risk.holds else ", ended"
    about = f" (about {short(risk.about.name)})"
    return f"{_said(risk.kind, ended, risk.title, risk.description)}{about} {_by(risk.record, risk.author, risk.at)}"


def _said(kind: str, ended: str, title: str, description: str | None) -> str:
    more = f" — {short(description)}" if description and description != title else ""
    return f"{kind.replace('_', ' ')}{ended}: {short(title)}{more}"


def _records(task: str, facts: Facts) -> Draft:
    told = {r.record for r in facts.risks}
    lines = [Line(f"- {_hit(hit)}") for hit in facts.matches if hit.id not in told]
    return Draft("records", "## Records that match", lines, f"search({short(task, 80)!r})", more=int(facts.more_matches))


def _hit(hit: Hit) -> str:
    return f"{_said(hit.kind, '' if hit.holds else ', ended', hit.title, hit.snippet)} {_by(hit.id, hit.author or '', hit.at)}"
