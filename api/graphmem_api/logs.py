"""Logs as one JSON object a line, with the id of the request; never a header, a variable or a value."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str | None] = ContextVar("graphmem_request_id", default=None)
FIELDS = ("method", "path", "status", "ms", "code", "error_id", "principal", "token")


class JsonLines(logging.Formatter):
    """One record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id.get(),
        }
        told |= {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}
        if record.exc_info and record.exc_info[0] is not None:
            told["trace"] = "".join(traceback.format_exception(*record.exc_info))[-8_000:]
        return json.dumps({k: v for k, v in told.items() if v is not None}, ensure_ascii=True, default=str)


def set_up(level: int = logging.INFO) -> None:
    """Sends the log of the server to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("graphmem", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(level)
    logging.getLogger("uvicorn.access").disabled = True  # the server's own line tells more, and no query
