"""Any server that speaks the chat call of the OpenAI API: `GRAPHMEM_MODEL`, `GRAPHMEM_MODEL_URL`, `GRAPHMEM_MODEL_KEY` (extra `openai`)."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from graphmem.errors import ModelError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

    from graphmem.settings import Settings

AT_ONCE = 4  # calls under way at one time
LONGEST = 100_000  # characters of an answer that are looked at
USUAL_WAIT = 0.5  # seconds before the second try where the server names none; doubled each time
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 529)

Said = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one question may take: its tries, the seconds of one answer, of one wait and of all together."""

    tries: int
    answer: float
    wait: float
    total: float


SHORT = Patience(tries=3, answer=60.0, wait=5.0, total=200.0)  # somebody waits for it: the server's wish counts for little
LONG = Patience(tries=5, answer=120.0, wait=600.0, total=600.0)  # a job, which waits for as long as the server asks


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model answered, how many tokens it says that this took, and whether the answer was cut off."""

    text: str
    tokens: int
    cut: bool


@dataclass(slots=True)
class LanguageModel:
    """A model behind an address. It fails with `ModelError` and nothing else, after a bounded time.

    All who ask it share one pace: a caller that is told to wait makes the others wait too.
    """

    name: str
    url: str | None = None
    key: str | None = None
    _calls: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    _client: AsyncOpenAI | None = None
    _resume_at: float = 0.0  # nobody asks before

    async def close(self) -> None:
        """Closes the connections; a later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def complete(self, messages: Sequence[Said], *, most_tokens: int = 1_000) -> Completion:
        """The whole answer to these messages, for somebody who waits; raises `ModelError`, also for an empty or a cut one."""
        found = await self.ask(messages, SHORT, max_tokens=most_tokens)
        if not found.text.strip():
            raise self._failed("an empty answer")
        if found.cut:
            raise self._failed("an answer that was cut off")
        return found

    async def ask(self, messages: Sequence[Said], patience: Patience, **more: Any) -> Completion:
        """The answer as it came, maybe empty or cut; `more` goes with the call. Raises `ModelError`."""
        began, why = time.monotonic(), ""
        for n in range(patience.tries):
            await self._turn(patience, began)
            try:
                async with self._calls:
                    return await self._called(messages, patience, more)
            except _Again as again:
                why = again.why
                self._pause(n, again.wait)
        raise self._failed(f"{why}, in {patience.tries} tries")

    async def _turn(self, patience: Patience, began: float) -> None:
        """Until the pace allows the next call, or patience with one wait ends; raises `ModelError` beyond all patience."""
        since = time.monotonic()
        while (left := min(self._resume_at, since + patience.wait) - time.monotonic()) > 0:
            if time.monotonic() + left - began > patience.total:
                raise self._failed(f"asks to wait {left:.0f} s, longer than one question may take")
            await asyncio.sleep(left)

    async def _called(self, messages: Sequence[Said], patience: Patience, more: Mapping[str, Any]) -> Completion:
        """One call; raises `_Again` where it may be tried again."""
        client, openai = self._opened(), _openai(self.name)
        try:
            given: Any = [dict(m) for m in messages]
            answer = await client.chat.completions.create(
                model=self.name, messages=given, temperature=0, timeout=patience.answer, **more
            )
            return self._read(answer)
        except openai.APIStatusError as error:
            why = f"the server answered {error.status_code}"
            if error.status_code not in AGAIN:
                raise self._failed(why) from error
            raise _Again(why, seconds_of(error.response.headers.get("retry-after"))) from error
        except openai.APITimeoutError as error:
            raise _Again("no answer in time", None) from error
        except openai.APIConnectionError as error:
            raise _Again(f"no answer ({type(error).__name__})", None) from error
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise self._failed(f"an answer that cannot be read ({type(error).__name__})") from error

    def _opened(self) -> AsyncOpenAI:
        if self._client is None:
            # Tries are ours: the client would wait for as long as the server asks it to.
            self._client = _openai(self.name).AsyncOpenAI(base_url=self.url, api_key=self.key or "none", max_retries=0)
        return self._client

    def _read(self, answer: Any) -> Completion:
        choice = answer.choices[0]
        if getattr(choice.message, "refusal", None):
            raise self._failed("the model refused")
        text = choice.message.content or ""
        if not isinstance(text, str):
            raise TypeError("the answer is no text")
        return Completion(text[:LONGEST], int(getattr(answer.usage, "total_tokens", 0) or 0), choice.finish_reason == "length")

    def _pause(self, tries: int, asked: float | None) -> None:
        """Nobody asks before the time that the server names, or one that doubles; a little later each, not all at once."""
        wait = USUAL_WAIT * 2**tries if asked is None else asked
        self._resume_at = max(self._resume_at, time.monotonic() + wait + random.uniform(0, 0.25 * min(wait, 8.0)))

    def _failed(self, what: str) -> ModelError:
        return ModelError(f"The model {self.name!r} (GRAPHMEM_MODEL): {what}.")


class _Again(Exception):
    """A call that may be tried again, and how long the server asks to wait."""

    def __init__(self, why: str, wait: float | None) -> None:
        self.why, self.wait = why, wait


def _openai(name: str) -> Any:
    try:
        import openai
    except ImportError as error:
        raise ModelError(f"The model {name!r} needs an extra: pip install 'graphmem[openai]'") from error
    return openai


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


def open_language_model(settings: Settings) -> LanguageModel | None:
    """The model of the settings; nothing is loaded or called before it is asked."""
    key = settings.model_key.get_secret_value() if settings.model_key else None
    return LanguageModel(settings.model, settings.model_url, key) if settings.model else None
