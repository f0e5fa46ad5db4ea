"""A server of this machine that speaks the chat protocol of OpenAI and misbehaves as a test says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# What to answer to a passage at its n-th call: a text, an object (sent as JSON), or (status, headers, body).
Behaviour = Callable[[str, int], Any]


@dataclass
class ModelServer:
    """Where it answers, and every passage it was asked about; of another question, the whole of it."""

    url: str
    behave: Behaviour
    asked: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def calls(self, passage: str) -> int:
        """How often a passage with these words was asked about."""
        return sum(passage in asked for asked in self.asked)


@contextmanager
def model_server(behave: Behaviour) -> Iterator[ModelServer]:
    """A server for the time of a test."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            content = body["messages"][1]["content"]
            passage = json.loads(content).get("passage", content)
            with server.lock:
                server.asked.append(passage)
                server.bodies.append(body)
                n = server.asked.count(passage)
            self._answer(server.behave(passage, n))

        def _answer(self, given: Any) -> None:
            status, headers, content = given if isinstance(given, tuple) else (200, {}, _completion(given))
            data = json.dumps(content).encode()
            self.send_response(status)
            for key, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}.items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: a test reads what was asked."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = ModelServer(f"http://127.0.0.1:{http.server_port}/v1", behave)
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def _completion(said: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": said if isinstance(said, str) else json.dumps(said)}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    usage = {"prompt_tokens": 80, "completion_tokens": 20, "total_tokens": 100}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


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
