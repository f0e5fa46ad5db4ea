"""What hooks bring up: at the start of a session what is open, with a prompt what is known of the things it names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.context.recognising import recognise
from graphmem.memory import Memory
from graphmem.model.answers.cards import Cards
from graphmem.model.answers.impact import Impact
from graphmem.model.answers.radar import ProblemLine, Radar
from graphmem.model.answers.rules import Rules
from graphmem.model.recalled import marked
from graphmem.tools.pages import tokens
from graphmem.tools.quoting import DATA, SHORT, days, entity, quoted
from graphmem.tools.telling import radar
from graphmem.tools.telling.orientation import card_lines
from graphmem.work.stating import rule_line
from graphmem.workspace import Workspace

START, PROMPT = 1_400, 500  # tokens that a session, beside its rules, or a prompt is given
LONGEST = 10_000  # characters of what a hook adds: what is longer, the client cuts
OPEN = 2_000  # of them that rules leave to what is open
MARKS = tokens(marked("x"))  # by which it is known when it comes back in a conversation
MOST = 4  # things of a prompt that are told about
CARD_LINES = 25  # lines of a card that a session begins with


async def session_start(memory: Memory, workspace: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of the hook of a session's start: every rule, which have a budget of their own, and of the rest what fits.

    It is never longer than the client takes in whole, and says what was left out and how to read it.
    """
    handle = await memory.workspace(workspace, kind="agent")
    session = str(given.get("session_id") or "")[:100]
    rules = await handle.rules()
    head = [
        f"Project memory of the workspace {quoted(handle.name)}. {DATA}",
        *([f"Pass session {quoted(session)} to `remember`."] if session else []),
    ]
    room = LONGEST - len(marked("\n".join(head)))
    head += _rules(rules, room - OPEN)
    rest = [*_waiting(rules), *_cards(await handle.cards()), *_open(await handle.radar(limit=5))]
    room = LONGEST - len(marked("\n".join(head))) - 1
    return context("SessionStart", "\n".join([*head, fitting(rest, START - MARKS, room)]))


def _rules(answer: Rules, room: int) -> list[str]:
    """Every rule that stands: whole, or without its why and how, or the first of them, as there is room for; and what is missing."""
    if not answer.rules:
        return []
    whole = [f"  {quoted(rule_line(rule.model_dump()))} [{rule.id}]" for rule in answer.rules]
    if length(told := ["Rules that a person approved; follow them:", *whole]) <= room:
        return told
    short = [f"  {quoted(rule_line({'rule': rule.rule}))} [{rule.id}]" for rule in answer.rules]
    if length(told := [WITHOUT_WHY, *short]) <= room:
        return told
    while length(told := [WITHOUT_WHY, *short, REST.format(len(whole) - len(short))]) > room:
        short.pop()
    return told


WITHOUT_WHY = "Rules that a person approved; follow them. Why, and how to apply them, is told by the tool `rules`:"
REST = "{} more rules stand, for which there is no room here: read them with the tool `rules` before anything else."


def length(lines: list[str]) -> int:
    """How many characters the lines are, each with its end."""
    return sum(len(line) + 1 for line in lines)


def _waiting(answer: Rules) -> Iterator[str]:
    """What a person has to look at before there can be more rules: the queue, and how overdue it is."""
    if answer.waiting:
        yield f"{answer.waiting} candidate rules wait for a person (`graphmem candidates`)."
    if answer.overdue:
        yield f"Corrections are due to be consolidated: {answer.overdue} (`graphmem consolidate`)."


def _cards(answer: Cards) -> Iterator[str]:
    """Both cards, shortened if they are long: what is open must fit beside them."""
    for card in (answer.person, answer.project):
        yield from [] if card is None else list(card_lines(card))[:CARD_LINES]


def _open(answer: Radar) -> Iterator[str]:
    told = radar(answer)
    yield told.head
    problems = [line for line in answer.unsolved_problems.lines if isinstance(line, ProblemLine)]
    ages = [age for line in problems if (age := days(line.first_seen, answer.valid_at)) is not None]
    if ages:
        yield f"The oldest of these problems has been open for {max(ages)} days."
    yield from told.lines


async def user_prompt(memory: Memory, workspace: str | None, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer of the hook of a prompt; None where the prompt names nothing that is known."""
    handle = await memory.workspace(workspace, kind="agent")
    known = await named_in(handle, str(given.get("prompt") or ""))
    lines = [line for name in known[:MOST] for line in _facts(await handle.impact(name, depth=1))]
    if not lines:
        return None
    return context("UserPromptSubmit", fitting([f"What the memory knows of things named here. {DATA}", *lines], PROMPT - MARKS))


def _facts(answer: Impact) -> Iterator[str]:
    """A thing in a few lines: who depends on it, what is decided and open about it."""
    names = ", ".join(quoted(d.entity.name) for d in answer.dependents[:6])
    more = f" and {len(answer.dependents) - 6} more" if len(answer.dependents) > 6 else ""
    yield f"{entity(answer.entity)}: " + (f"a change of it reaches {names}{more}" if names else "nothing depends on it")
    for risk in [r for r in answer.risks if r.hop == 0][:4]:
        yield f"  {risk.kind}{'' if risk.holds else ' (ended)'} {quoted(risk.title, SHORT)} [{risk.record}]"


async def named_in(workspace: Workspace, prompt: str) -> list[str]:
    """Ids of the things that a prompt names, as its words or in another spelling; a part of a name is not enough."""
    found = await workspace._read(lambda reader: recognise(reader, prompt, by_part=False), None, None)
    return list(dict.fromkeys(each.entity.id for each in found))


MORE = "There is more: ask `radar`, `entity` or `impact`."


def fitting(lines: list[str], budget: int, room: int = LONGEST) -> str:
    """As many lines as fit, with a word when some are left out: of tokens, and of characters."""
    shown: list[str] = []
    for line in filter(None, lines):
        budget, room = budget - tokens(line) - 1, room - len(line) - 1
        if budget < 20 or room < len(MORE):
            shown.append(MORE)
            break
        shown.append(line)
    return "\n".join(shown)


def context(event: str, text: str) -> dict[str, Any]:
    """Text that a hook adds to the conversation."""
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": marked(text)}}


async def answer(memory: Memory, what: str, workspace: str | None, given: Mapping[str, Any]) -> str:
    """What the hook prints; nothing where there is nothing to say. Raises what the memory raises."""
    work = session_start if what == "start" else user_prompt
    found = await work(memory, workspace, given)
    return json.dumps(found) if found else ""
