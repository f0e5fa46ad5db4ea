"""The passages of a document through a model: each alone, each answer kept as it came, a bad one never losing the others."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.errors import ModelError
from graphmem.ingest.extraction.log import MOST, Event, Log, Reply, counting, key_of
from graphmem.ingest.extraction.prompt import contract, messages_for
from graphmem.ingest.extraction.reply import Extraction, Malformed, extraction_of, read_object
from graphmem.ingest.ontology import extraction_schema
from graphmem.language_model import AT_ONCE, LONG, LanguageModel
from graphmem.model.ontology import Ontology
from graphmem.redact import redact

TRIES = 3  # of one passage whose replies are malformed
WORDS = 4  # a passage of fewer states nothing: no model is asked
_WORD = re.compile(r"[^\W\d_]{2,}")
AGAIN = "That was not one JSON object of the schema. Answer again with the object alone."


@dataclass(frozen=True, slots=True)
class Asked:
    """One passage to be read: the chunk or message that it is, its text, what it stands below or who said it, and its date."""

    chunk: str
    digest: str
    text: str
    heading: str | None
    at: str | None = None


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

    def __init__(self, model: LanguageModel, ontology: Ontology, log: Log, budget: Budget, *, again: bool = False) -> None:
        self.model, self.ontology, self.log, self.budget, self.again = model, ontology, log, budget, again
        self.contract = contract(model.name, ontology)
        self._turns = asyncio.Semaphore(AT_ONCE)  # passages asked about at one time: the budget is overdrawn by no more
        shape = {"name": "extraction", "schema": extraction_schema(ontology), "strict": True}
        self._format = {"type": "json_schema", "json_schema": shape}

    async def read(self, document: str, title: str, passages: Sequence[Asked]) -> list[Answered]:
        """What each passage states, in their order; every new answer is in the log before anything is made of it."""
        events = await self.log.events(document)
        known = counting(events)
        keys = [key_of(document, asked.digest, self.contract) for asked in passages]
        read = await asyncio.gather(
            *(self._passage(title, asked, key, known.get(key)) for key, asked in zip(keys, passages, strict=True))
        )  # fmt: skip
        await self.log.add(document, self.contract, [reply for _, replies in read for reply in replies], events)
        return [answered for answered, _ in read]

    async def _passage(self, title: str, asked: Asked, key: str, known: Event | None) -> tuple[Answered, list[Reply]]:
        """What the passage states, and the new answers, kept whatever they are worth; one marked as invalid states nothing."""
        invalid = known is not None and known.undone_at is not None
        if len(_WORD.findall(asked.text)) < WORDS or (invalid and not self.again):
            return Answered(asked, Extraction()), []
        raw = None if known is None or invalid else known.raw
        replies: list[Reply] = []
        messages = messages_for(asked.text, title, asked.heading, self.ontology)
        for _ in range(TRIES):
            is_new = raw is None
            try:
                raw = await self._asked(messages) if raw is None else raw
            except ModelError as error:
                return Answered(asked, None, str(error)), replies
            found, failure = self._found(raw, asked.text)
            if is_new:
                replies.append(Reply(key, asked.chunk, asked.digest, raw, failure, asked.at))
            if found is not None:
                return Answered(asked, found), replies
            messages = [*messages[:2], {"role": "assistant", "content": raw[:4_000]}, {"role": "user", "content": AGAIN}]
            raw = None
        return Answered(asked, None, failure), replies

    def _found(self, raw: str, text: str) -> tuple[Extraction | None, str | None]:
        """What the answer states, or why it cannot be used."""
        try:
            return extraction_of(read_object(raw), text, self.ontology), None
        except Malformed as error:
            return None, f"the reply cannot be read: {error}"

    async def _asked(self, messages: list[dict[str, str]]) -> str:
        """The answer as it is kept, so that what is made of it now is what is made of it whenever it is read again."""
        async with self._turns:
            self.budget.check()
            answer = await self.model.ask(messages, LONG, response_format=self._format)
            self.budget.spent += answer.tokens
        return redact(answer.text)[0][:MOST]
