"""An embedder behind an address: a real HTTP server that does what servers do on bad days."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from graphmem.embed import Embedding, checked
from graphmem.embed import openai as module
from graphmem.errors import EmbedderError
from graphmem.settings import Settings
from tests.openai_server import Answer, Server


def vectors(body: dict[str, Any], make: Callable[[int], Any] = lambda n: [float(n + 1), 1.0]) -> str:
    """What a server answers: the vectors in another order than asked."""
    data = [{"object": "embedding", "index": n, "embedding": make(n)} for n in range(len(body["input"]))]
    return json.dumps(
        {"object": "list", "model": body["model"], "data": data[::-1], "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    )


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(module, "LONGEST_WAIT", 0.01)
    running = Server(lambda body: (200, vectors(body), {}))
    yield running
    running.close()


def embedder(server: Server) -> module.OpenAiEmbedder:
    settings = Settings(embedder="openai:small", embedder_url=server.url, embedder_key=SecretStr("k-1"))
    return module.OpenAiEmbedder("openai:small", settings)


def test_vectors_come_in_the_order_of_the_texts(server: Server) -> None:
    """The model, the key and the texts are sent; vectors are put in order by their index; the dimension is asked once."""
    made = embedder(server)
    assert made.embed(["a", "b", "c"]) == [[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]]
    assert (made.dimension, made.dimension) == (2, 2)
    assert [a["input"] for a in server.asked] == [["a", "b", "c"], ["dimension"]]
    assert (server.asked[0]["model"], server.asked[0]["encoding_format"], server.keys[0]) == ("small", "float", "Bearer k-1")


def test_calls_are_split(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call holds at most so many texts and characters; a very long text is cut."""
    monkeypatch.setattr(module, "INPUTS", 2)
    monkeypatch.setattr(module, "CHARACTERS", 50)
    monkeypatch.setattr(module, "LONGEST", 30)
    assert len(embedder(server).embed(["a", "b", "c", "d" * 40, "e" * 40])) == 5
    assert [[len(t) for t in a["input"]] for a in server.asked] == [[1, 1], [1, 30], [30]]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(server: Server, status: int) -> None:
    """A server that is busy is asked again, but does not say for how long we wait."""
    server.answers.insert(0, lambda body: (status, "{}", {"retry-after": "3600"}))
    assert embedder(server).embed(["a"]) == [[1.0, 1.0]]
    assert len(server.asked) == 2


def test_tries_end(server: Server) -> None:
    """After a few tries it fails, with the status and without the text."""
    server.answers = [lambda body: (429, '{"error": {"message": "secret words"}}', {})]
    with pytest.raises(EmbedderError, match=r"openai:small: the server answered 429$"):
        embedder(server).embed(["a"])
    assert len(server.asked) == module.TRIES


@pytest.mark.parametrize(
    "answer",
    [
        lambda body: (200, vectors(body)[:40], {}),
        lambda body: (200, "[]", {}),
        lambda body: (200, "no json", {}),
        lambda body: (200, vectors({**body, "input": body["input"][:1]}), {}),
        lambda body: (200, '{"data": null}', {}),
        lambda body: (401, "{}", {}),
        lambda body: (200, vectors(body), {"content-length": "100000"}),
    ],
    ids=["truncated", "list", "text", "too few", "null", "refused", "cut off"],
)
def test_a_bad_answer_is_one_error(server: Server, answer: Answer) -> None:
    """Whatever comes back, it is an error of the embedder."""
    server.answers = [answer]
    with pytest.raises(EmbedderError, match="openai:small"):
        embedder(server).embed(["a", "b"])


@pytest.mark.parametrize("bad", [[float("nan"), 1.0], [1.0], [], [0.0, 0.0]], ids=str)
async def test_src_10_bad_vectors_of_a_server(server: Server, bad: list[float]) -> None:
    """A bad vector among good ones costs its own text alone."""
    server.answers = [lambda body: (200, vectors(body, lambda n: bad if n == 1 else [1.0, 0.0]), {})]
    settings = Settings(embedder="openai:small", embedder_url=server.url)
    embedding = Embedding(settings, [{"id": "current", "name": "openai:small", "dimension": 2, "slot": "a"}])
    found = await embedding.vectors(["good", "bad", "also good"])
    assert found.of("good") == {"vector_a": [1.0, 0.0]} == found.of("also good")
    assert found.of("bad") == {"unembedded": True}
    assert found.failure == "openai:small made no fit vector of 1 of 3 texts"
    assert checked(bad, 2) is None


def test_no_more_wait_than_may(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers beyond the queue fail at once instead of waiting behind it."""
    made = embedder(server)
    for _ in range(module.AT_ONCE + module.WAITING):
        made._places.acquire()
    with pytest.raises(EmbedderError, match="wait for the embedder already"):
        made.embed(["a"])


def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where nobody answers, or none at all, is named; so is a setting that cannot be meant."""
    monkeypatch.setattr(module, "LONGEST_WAIT", 0.01)
    settings = Settings(embedder="openai:small", embedder_url="http://127.0.0.1:9/v1")
    with pytest.raises(EmbedderError, match="no answer"):
        module.OpenAiEmbedder("openai:small", settings).embed(["a"])
    with pytest.raises(EmbedderError, match="GRAPHMEM_EMBEDDER_KEY"):
        module.OpenAiEmbedder("openai:small", Settings())
    with pytest.raises(ValidationError, match="openai:MODEL"):
        Settings(embedder="word2vec")
