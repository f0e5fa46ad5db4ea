"""The passages of a document through a model: each alone, each answer kept as it came, a bad one never losing the others."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.errors import ModelError
from graphmem.ingest.extraction.log import Log, LogEntry
from graphmem.ingest.extraction.prompt import contract, messages_for
from graphmem.ingest.extraction.reply import Extraction, Malformed, extraction_of, read_object
from graphmem.ingest.ontology import extraction_schema
from graphmem.language_model import AT_ONCE, LONG, LanguageModel
from graphmem.model.ontology import Ontology

TRIES = 3  # of one passage whose replies are malformed
WORDS = 4  # a passage of fewer states nothing: no model is asked
_WORD = re.compile(r"[^\W\d_]{2,}")
AGAIN = "That was not one JSON object of the schema. Answer again with the object alone."


@dataclass(frozen=True, slots=True)
class Asked:
    """One passage to be read: the chunk that it is, its text and what it stands below."""

    chunk: str
    digest: str
    text: str
    heading: str | None


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one passage: what it states, or why nothing is known of it."""

    asked: Asked
    extraction: Extraction | None
    failure: str | None = None


class Budget:
    """The tokens that may be spent; raises `ModelError` where they are used up."""

    def __init__(self, most: int | None) -> None:
        self.most, self.spent = most, 0

    def check(self) -> None:
        if self.most is not None and self.spent >= self.most:
            raise ModelError(f"{self.spent:,} tokens were spent, at most {self.most:,} may be; what is done stays, run it again")


class Extractor:
    """Reads passages with one model against one ontology; what it was told before it does not ask again."""

    def __init__(self, model: LanguageModel, ontology: Ontology, log: Log, budget: Budget) -> None:
        self.model, self.ontology, self.log, self.budget = model, ontology, log, budget
        self.contract = contract(model.name, ontology)
        self._turns = asyncio.Semaphore(AT_ONCE)  # passages asked about at one time: the budget is overdrawn by no more
        shape = {"name": "extraction", "schema": extraction_schema(ontology), "strict": True}
        self._format = {"type": "json_schema", "json_schema": shape}

    async def read(self, document: str, title: str, passages: Sequence[Asked]) -> list[Answered]:
        """What each passage states, in their order."""
        ids = [self._id(document, asked) for asked in passages]
        known = await self.log.answers(ids)
        answered = await asyncio.gather(
            *(self._passage(title, asked, known.get(id_)) for id_, asked in zip(ids, passages, strict=True))
        )  # fmt: skip
        entries = [
            LogEntry(id_, document, a.asked.chunk, self.contract, raw, a.failure)
            for id_, (a, raw) in zip(ids, answered, strict=True)
            if raw is not None and raw != known.get(id_)
        ]
        await self.log.keep(entries)
        return [a for a, _ in answered]

    def _id(self, document: str, asked: Asked) -> str:
        text = "\x1f".join((document, asked.digest, self.contract))
        return f"ext_{hashlib.sha256(text.encode()).hexdigest()[:20]}"

    async def _passage(self, title: str, asked: Asked, known: str | None) -> tuple[Answered, str | None]:
        """What the passage states, and the raw reply, kept whatever it is worth."""
        if len(_WORD.findall(asked.text)) < WORDS:
            return Answered(asked, Extraction()), None
        raw, failure = known, ""
        messages = messages_for(asked.text, title, asked.heading, self.ontology)
        for _ in range(TRIES):
            try:
                if raw is None:
                    raw = await self._asked(messages)
                return Answered(asked, extraction_of(read_object(raw), asked.text, self.ontology)), raw
            except Malformed as error:
                failure = f"the reply cannot be read: {error}"
                messages = [
                    *messages[:2],
                    {"role": "assistant", "content": (raw or "")[:4_000]},
                    {"role": "user", "content": AGAIN},
                ]
                last, raw = raw, None
            except ModelError as error:
                return Answered(asked, None, str(error)), None
        return Answered(asked, None, failure), last

    async def _asked(self, messages: list[dict[str, str]]) -> str:
        async with self._turns:
            self.budget.check()
            answer = await self.model.ask(messages, LONG, response_format=self._format)
            self.budget.spent += answer.tokens
        return answer.text
