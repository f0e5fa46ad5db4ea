"""Any server that speaks the chat call of the OpenAI API: `GRAPHMEM_MODEL`, `GRAPHMEM_MODEL_URL`, `GRAPHMEM_MODEL_KEY` (extra `openai`)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphmem.errors import ModelError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

    from graphmem.settings import Settings

TIMEOUT = 60.0  # seconds for one answer
TRIES = 3
LONGEST_WAIT = 5.0  # seconds between two tries, whatever the server asks for
AT_ONCE = 4  # calls under way at one time
LONGEST = 100_000  # characters of an answer that are looked at
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504)

Said = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model answered, and how many tokens it says that this took."""

    text: str
    tokens: int


@dataclass(slots=True)
class LanguageModel:
    """A model behind an address. It fails with `ModelError` and nothing else, after a bounded time."""

    name: str
    url: str | None = None
    key: str | None = None
    _calls: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def complete(self, messages: Sequence[Said], *, most_tokens: int = 1_000) -> Completion:
        """The answer to these messages; raises `ModelError`."""
        async with self._calls, self._client() as client:
            for left in reversed(range(TRIES)):
                if (found := await self._tried(client, messages, most_tokens, left)) is not None:
                    return found
        raise AssertionError("the last try returns or raises")

    def _client(self) -> AsyncOpenAI:
        try:
            import openai
        except ImportError as error:
            raise ModelError(f"The model {self.name!r} needs an extra: pip install 'graphmem[openai]'") from error
        # Tries are ours: the client would wait for as long as the server asks it to.
        return openai.AsyncOpenAI(base_url=self.url, api_key=self.key or "none", timeout=TIMEOUT, max_retries=0)

    async def _tried(self, client: AsyncOpenAI, messages: Sequence[Said], most: int, left: int) -> Completion | None:
        """One call; None where it may be tried again."""
        import openai

        try:
            answer = await client.chat.completions.create(
                model=self.name, messages=[dict(m) for m in messages], temperature=0, max_tokens=most  # type: ignore[misc]
            )  # fmt: skip
            return self._read(answer)
        except openai.APIStatusError as error:
            if not left or error.status_code not in AGAIN:
                raise self._failed(f"the server answered {error.status_code}") from error
            await asyncio.sleep(_wait(error.response.headers.get("retry-after"), TRIES - left))
        except openai.APIConnectionError as error:
            if not left:
                raise self._failed(f"no answer ({type(error).__name__})") from error
            await asyncio.sleep(_wait(None, TRIES - left))
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise self._failed(f"an answer that cannot be read ({type(error).__name__})") from error
        return None

    def _read(self, answer: Any) -> Completion:
        choice = answer.choices[0]
        if getattr(choice.message, "refusal", None):
            raise self._failed("the model refused")
        text = choice.message.content
        if not isinstance(text, str) or not text.strip():
            raise self._failed("an empty answer")
        if choice.finish_reason == "length":
            raise self._failed("an answer that was cut off")
        return Completion(text[:LONGEST], int(getattr(answer.usage, "total_tokens", 0) or 0))

    def _failed(self, what: str) -> ModelError:
        return ModelError(f"The model {self.name!r} (GRAPHMEM_MODEL): {what}.")


def _wait(asked: Any, tries: int) -> float:
    """Seconds until the next try: what the server asks for, or a little longer each time, and never long."""
    try:
        seconds = float(asked)
    except (TypeError, ValueError):
        seconds = 0.25 * 2**tries
    return min(max(seconds, 0.0), LONGEST_WAIT)


def open_language_model(settings: Settings) -> LanguageModel | None:
    """The model of the settings; nothing is loaded or called before it is asked."""
    key = settings.model_key.get_secret_value() if settings.model_key else None
    return LanguageModel(settings.model, settings.model_url, key) if settings.model else None
