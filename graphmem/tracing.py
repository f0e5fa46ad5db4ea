"""Spans for whoever traces: a request, a verb, a statement, each below the other; names and numbers, never a value."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

_tracer: Any = None


def trace_with(tracer: Any) -> None:
    """Sends spans to an OpenTelemetry tracer from now on; None ends it."""
    global _tracer
    _tracer = tracer


def span(name: str, **attributes: str | int) -> AbstractContextManager[Any]:
    """A span below the current one; nothing where nobody traces."""
    if _tracer is None:
        return nullcontext()
    told = {f"graphmem.{key}": value for key, value in attributes.items()}
    # What an error says may hold values: only that there was one is told.
    return _tracer.start_as_current_span(  # type: ignore[no-any-return]
        name, attributes=told, record_exception=False, set_status_on_exception=False
    )
