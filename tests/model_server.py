"""A model that answers each passage as a test says, on the server of `openai_server`, which misbehaves as told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.openai_server import Server, chat

# What to answer to a passage at its n-th call: a text, an object (sent as JSON), or (status, headers, body).
Behaviour = Callable[[str, int], Any]


@dataclass
class ModelServer:
    """Where it answers, and every passage it was asked about; of another question, the whole of it."""

    behave: Behaviour
    url: str = ""
    asked: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def calls(self, passage: str) -> int:
        """How often a passage with these words was asked about."""
        return sum(passage in asked for asked in self.asked)

    def answer(self, body: dict[str, Any]) -> tuple[int, str, dict[str, str]]:
        """Notes what is asked, and behaves."""
        content = body["messages"][1]["content"]
        passage = json.loads(content).get("passage", content)
        with self.lock:
            self.asked.append(passage)
            self.bodies.append(body)
            n = self.asked.count(passage)
        given = self.behave(passage, n)
        if isinstance(given, tuple):
            status, headers, told = given
            return status, json.dumps(told), headers
        return chat(given if isinstance(given, str) else json.dumps(given), tokens=100)(body)


@contextmanager
def model_server(behave: Behaviour) -> Iterator[ModelServer]:
    """A server for the time of a test."""
    model = ModelServer(behave)
    server = Server(model.answer)
    model.url = server.url
    try:
        yield model
    finally:
        server.close()


def entity(name: str, type: str = "object", **more: Any) -> dict[str, Any]:
    """An entity of a reply."""
    return {"name": name, "type": type, "subtype": None, "description": None, "aliases": [], **more}


def relation(source: str, target: str, type: str = "depends_on", **more: Any) -> dict[str, Any]:
    """A relation of a reply."""
    return {"source": source, "target": target, "type": type, "semantic": None, "reason": f"{source} needs {target}", **more}


def reply(*, entities: Any = (), relations: Any = (), preferences: Any = (), facts: Any = (), **more: Any) -> dict[str, Any]:
    """A whole reply."""
    return {
        "entities": list(entities),
        "relations": list(relations),
        "preferences": list(preferences),
        "facts": list(facts),
        **more,
    }
