"""The language model behind an OpenAI-compatible address: bounded tries, a pace that all callers share, tokens counted."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from graphmem.errors import ModelError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

    from graphmem.settings import Settings

TIMEOUT = 120.0  # seconds for one answer
TRIES = 5  # of one question
LONGEST = 600.0  # seconds that one question may take with all its tries
USUAL_WAIT = 2.0  # seconds before the second try where the server names none; doubled each time
AT_ONCE = 4
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 529)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said, and what it cost."""

    text: str
    tokens: int


class Budget:
    """The tokens that may be spent; raises `ModelError` where they are used up."""

    def __init__(self, most: int | None) -> None:
        self.most, self.spent = most, 0

    def check(self) -> None:
        if self.most is not None and self.spent >= self.most:
            raise ModelError(f"{self.spent:,} tokens were spent, at most {self.most:,} may be; what is done stays, run it again")


class LanguageModel:
    """One model. It fails with `ModelError` and nothing else, after a bounded time."""

    def __init__(self, settings: Settings, *, timeout: float = TIMEOUT, longest: float = LONGEST) -> None:
        if settings.model is None:
            raise ModelError(
                "Extraction needs a language model: set GRAPHMEM_MODEL, and GRAPHMEM_MODEL_URL or GRAPHMEM_MODEL_KEY."
            )
        try:
            import openai
        except ImportError as error:
            raise ModelError("A language model needs an extra: pip install 'graphmem[openai]'") from error
        key = settings.model_key.get_secret_value() if settings.model_key else None
        if key is None and settings.model_url is None:
            raise ModelError("Set GRAPHMEM_MODEL_KEY, or GRAPHMEM_MODEL_URL of a server without one.")
        self.name, self._openai, self._longest = settings.model, openai, longest
        self._client: AsyncOpenAI = openai.AsyncOpenAI(
            base_url=settings.model_url, api_key=key or "none", timeout=timeout, max_retries=0
        )  # fmt: skip
        self._calls = asyncio.Semaphore(AT_ONCE)
        self._resume_at = 0.0  # nobody asks before: one caller that is told to wait makes all wait
        self.budget = Budget(None)

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.close()

    async def ask(self, messages: list[dict[str, str]], schema: dict[str, Any] | None = None) -> Answer:
        """The answer; raises `ModelError` when the model refuses, or no try succeeds."""
        began, why = time.monotonic(), ""
        for n in range(TRIES):
            self.budget.check()
            await self._wait(began)
            try:
                async with self._calls:
                    return await self._once(messages, schema)
            except self._openai.APIStatusError as error:
                why = f"the server answered {error.status_code}"
                if error.status_code not in AGAIN:
                    raise ModelError(f"The model {self.name!r} refused the call: {why}.") from None
                self._pause(n, error.response.headers.get("retry-after"))
            except self._openai.APITimeoutError:
                why = "no answer in time"
            except self._openai.APIConnectionError:
                why = "the server cannot be reached"
                self._pause(n, None)
            except self._openai.OpenAIError as error:
                raise ModelError(f"The model {self.name!r} failed: {type(error).__name__}.") from None
        raise ModelError(f"The model {self.name!r} gave no answer in {TRIES} tries: {why}.")

    async def _once(self, messages: list[dict[str, str]], schema: dict[str, Any] | None) -> Answer:
        shape: dict[str, Any] = {}
        if schema is not None:
            told = {"name": "extraction", "schema": schema, "strict": True}
            shape["response_format"] = {"type": "json_schema", "json_schema": told}
        found = await self._client.chat.completions.create(model=self.name, messages=messages, temperature=0, **shape)  # type: ignore[arg-type]
        choice = found.choices[0] if getattr(found, "choices", None) else None
        tokens = int(found.usage.total_tokens) if found.usage else 0
        self.budget.spent += tokens
        if choice is None or choice.message is None:
            return Answer("", tokens)
        if getattr(choice.message, "refusal", None):
            raise ModelError(f"The model {self.name!r} refused to answer: {str(choice.message.refusal)[:200]}")
        return Answer(str(choice.message.content or ""), tokens)

    async def _wait(self, began: float) -> None:
        """Until the pace allows the next call; raises `ModelError` where that is longer than one question may take."""
        while (left := self._resume_at - time.monotonic()) > 0:
            if time.monotonic() + left - began > self._longest:
                raise ModelError(f"The model {self.name!r} asks to wait for {left:.0f} s, longer than one question may take.")
            await asyncio.sleep(left)

    def _pause(self, tries: int, asked: str | None) -> None:
        """Nobody asks before the time that the server names, or one that doubles; a little later each, not all at once."""
        wait = seconds_of(asked)
        if wait is None:
            wait = USUAL_WAIT * 2**tries
        self._resume_at = max(self._resume_at, time.monotonic() + wait + random.uniform(0, 0.25 * min(wait, 8.0)))


def seconds_of(asked: str | None) -> float | None:
    """How long a `Retry-After` asks to wait: seconds, or until a date."""
    if not asked:
        return None
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
