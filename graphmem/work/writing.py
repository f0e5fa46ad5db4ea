"""Candidates in the words of a language model, which a person reads before anything follows from them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from graphmem.errors import ModelError
from graphmem.ingest.extraction.reply import Malformed, read_object
from graphmem.language_model import LanguageModel
from graphmem.model.lexical import stems
from graphmem.model.recalled import unmarked
from graphmem.redact import redact
from graphmem.work.drafting import MOST, Corrected, Draft
from graphmem.work.stating import title_of

LONGEST = 400  # characters of a rule: a longer one is no single instruction
SHOWN = 20  # corrections that a model is shown
AT_ONCE = 4
FAILURES = 3  # of the model in one pass, after which it is not asked any more
SECONDS = 120.0  # that all the calls of one pass may take: less than its claim


@dataclass(slots=True)
class Writing:
    """The model of one pass; one that keeps failing, or takes too long, is not asked again before the next pass."""

    model: LanguageModel
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)
    failed: int = 0
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def draft(self, group: Sequence[Corrected], plain: Draft) -> Draft:
        """What the model makes of the corrections; the plain draft, and why, where that is nothing."""
        async with self.turns:
            if self.failed >= FAILURES:
                return self._fallen_back(plain, "it failed before")
            try:
                async with asyncio.timeout(max(0.0, self.until - time.monotonic())):
                    said = await self.model.complete(asking(group), most_tokens=500)
                return drafted_from(said.text, group, self.model.name)
            except (ModelError, Malformed, TimeoutError) as error:
                self.failed += isinstance(error, ModelError | TimeoutError)
                return self._fallen_back(plain, "no answer in time" if isinstance(error, TimeoutError) else str(error))

    def _fallen_back(self, plain: Draft, why: str) -> Draft:
        return replace(plain, written_by=f"template, for {self.model.name} could not: {title_of(why)}")


def asking(group: Sequence[Corrected]) -> list[dict[str, str]]:
    """What the model is asked: the corrections as data."""
    shown = [{"wrong": title_of(one.wrong), "right": title_of(one.right), "why": title_of(one.why)} for one in group[:SHOWN]]
    system = Path(__file__).with_name("drafting.md").read_text(encoding="utf-8")
    told = json.dumps({"corrections": shown}, ensure_ascii=False)
    return [{"role": "system", "content": system}, {"role": "user", "content": told}]


def drafted_from(answer: str, group: Sequence[Corrected], model: str) -> Draft:
    """A model's answer as a draft; raises `Malformed` where it is none, or says nothing of what is right."""
    said = read_object(answer)
    rule, why, how = (_plain(said.get(key)) for key in ("rule", "why", "how"))
    if not rule:
        raise Malformed("the answer has no rule")
    if len(rule) > LONGEST or "{" in rule[:1]:
        raise Malformed("the rule is no single instruction")
    if not set(stems(rule)) & set(stems(" ".join(one.right for one in group))):
        raise Malformed("the rule shares no word with the corrections")
    return Draft(rule, why[:MOST], how[:MOST], f"model {model}")


def _plain(value: object) -> str:
    """A text of an answer: on one line, masked, without the marks of a context; empty where it is no text."""
    return unmarked(redact(" ".join(value.split()))[0]) if isinstance(value, str) else ""
