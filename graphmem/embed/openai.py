"""Any server that speaks the embeddings call of the OpenAI API: `GRAPHMEM_EMBEDDER=openai:MODEL` (extra `openai`)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphmem.embed.base import Vector
from graphmem.errors import EmbedderError

if TYPE_CHECKING:
    from graphmem.settings import Settings

PREFIX = "openai:"
INPUTS = 2_048  # texts a call: the limit of the API
CHARACTERS = 400_000  # of one call: the API takes 300,000 tokens
LONGEST = 24_000  # characters of one text: models take some eight thousand tokens, and the beginning says what it is about
TIMEOUT = 30.0  # seconds for one answer
TRIES = 4
LONGEST_WAIT = 5.0  # seconds between two tries, whatever the server asks for
AT_ONCE = 4  # calls under way at one time
WAITING = 32  # callers that may wait for one of those
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504)


class OpenAiEmbedder:
    """A model behind an address. It fails with `EmbedderError` and nothing else, after a bounded time."""

    def __init__(self, name: str, settings: Settings) -> None:
        try:
            import openai
        except ImportError as error:
            raise EmbedderError(f"The embedder {name!r} needs an extra: pip install 'graphmem[openai]'") from error
        key = settings.embedder_key.get_secret_value() if settings.embedder_key else None
        if key is None and settings.embedder_url is None:
            raise EmbedderError(
                f"The embedder {name!r} needs GRAPHMEM_EMBEDDER_KEY, or GRAPHMEM_EMBEDDER_URL of a server without one"
            )
        self.name = name
        self._model = name.removeprefix(PREFIX)
        # Tries are ours: the client would wait for as long as the server asks it to, and a write waits with it.
        self._client = openai.OpenAI(base_url=settings.embedder_url, api_key=key or "none", timeout=TIMEOUT, max_retries=0)
        self._calls = threading.BoundedSemaphore(AT_ONCE)
        self._places = threading.BoundedSemaphore(AT_ONCE + WAITING)

    @cached_property
    def dimension(self) -> int:
        """How many numbers its vectors have; the server is asked once."""
        return len(self.embed(["dimension"])[0])

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """A vector a text, in order; what the server makes is checked by whoever stores it."""
        return [vector for batch in _batches([t[:LONGEST] for t in texts]) for vector in self._batch(batch)]

    def _batch(self, texts: list[str]) -> list[Vector]:
        """One call; raises `EmbedderError` at once where too many wait already."""
        if not self._places.acquire(blocking=False):
            raise EmbedderError(f"{self.name}: {WAITING} calls wait for the embedder already")
        try:
            with self._calls:
                return self._tried(texts)
        finally:
            self._places.release()

    def _tried(self, texts: list[str]) -> list[Vector]:
        import openai

        for left in reversed(range(TRIES)):
            try:
                return self._called(texts)
            except openai.APIStatusError as error:
                if not left or error.status_code not in AGAIN:
                    raise self._failed(f"the server answered {error.status_code}") from error
                time.sleep(_wait(error.response.headers.get("retry-after"), TRIES - left))
            except openai.APIConnectionError as error:
                if not left:
                    raise self._failed(f"no answer ({type(error).__name__})") from error
                time.sleep(_wait(None, TRIES - left))
            except (openai.OpenAIError, ValueError, TypeError, AttributeError) as error:
                raise self._failed(f"an answer that cannot be read ({type(error).__name__})") from error
        raise AssertionError("the last try returns or raises")

    def _called(self, texts: list[str]) -> list[Vector]:
        """The vectors by their index; raises ValueError when there is not one a text."""
        answer = self._client.embeddings.create(model=self._model, input=texts, encoding_format="float")
        found = {item.index: item.embedding for item in answer.data}
        if sorted(found) != list(range(len(texts))):
            raise ValueError(f"{len(found)} vectors for {len(texts)} texts")
        return [found[n] for n in range(len(texts))]

    def _failed(self, what: str) -> EmbedderError:
        return EmbedderError(f"{self.name}: {what}")


def _wait(asked: Any, tries: int) -> float:
    """Seconds until the next try: what the server asks for, or a little longer each time, and never long."""
    try:
        seconds = float(asked)
    except (TypeError, ValueError):
        seconds = 0.25 * 2**tries
    return min(max(seconds, 0.0), LONGEST_WAIT)


def _batches(texts: list[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) == INPUTS or characters + len(text) > CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch
