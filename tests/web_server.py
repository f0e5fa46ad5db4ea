"""A real HTTP server whose pages a test says, on good days and on bad ones."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# What a path is answered with: a status, headers, and a body (sent as JSON unless it is text).
Answer = Callable[[str, int], tuple[int, dict[str, str], Any]]


@dataclass
class WebServer:
    """Where it answers, and every path that was asked for, with the token that came along."""

    answer: Answer
    url: str = ""
    asked: list[tuple[str, str | None]] = field(default_factory=list)

    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]


@contextmanager
def web_server(answer: Answer) -> Iterator[WebServer]:
    """A server for the time of a test; `answer` gets a path, and how often it was asked for."""
    told = WebServer(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append((self.path, self.headers["authorization"]))
            status, headers, given = told.answer(self.path, told.paths().count(self.path))
            body = (given if isinstance(given, str) else json.dumps(given)).encode()
            self.send_response(status)
            for name, value in {"content-length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
