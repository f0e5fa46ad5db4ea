"""A real HTTP server that speaks the OpenAI protocol as a test tells it to, on good days and on bad ones."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], tuple[int, str, dict[str, str]]]
"""What a request is answered with: status, body, headers."""


def chat(text: Any, *, finish: str = "stop", refusal: str | None = None, tokens: int = 7) -> Answer:
    """An answer of the chat call."""
    message = {"role": "assistant", "content": text, "refusal": refusal}
    usage = {"prompt_tokens": 1, "completion_tokens": tokens - 1, "total_tokens": tokens}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return lambda _: (200, json.dumps(body), {})


class Server:
    """Answers one call after another as it was told, the last way for all that follow."""

    def __init__(self, *answers: Answer) -> None:
        self.answers: list[Answer] = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.asked.append(body)
                outer.keys.append(self.headers["authorization"])
                answer = outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0]
                status, text, headers = answer(body)
                self.send_response(status)
                for name, value in {
                    "content-type": "application/json",
                    "content-length": str(len(text.encode())),
                    **headers,
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *args: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
